import { escapeHtml } from '../../local-server/html.js'
import { jsonFileText } from '../../platform/text.js'
import { VERSION } from '../../version.js'
import { packageName } from './project-settings.js'
import { type ProjectFile, textFile, textOf } from './templates.js'

/** What a new project is called. */
export interface AppIdentity {
  readonly name: string
  readonly appId: string
}

/**
 * A template's file made the new project's own. Templates are complete projects, so there are no placeholders to
 * fill: wherever a template's page or README says its name, the new name stands instead, escaped as the kind of
 * file needs; in the manifest the fields are set.
 * @param templateName the template's name as its own manifest has it
 */
export const fillIn = (file: ProjectFile, templateName: string, identity: AppIdentity): ProjectFile => {
  const { path } = file
  const asJson = (value: object): ProjectFile => textFile(path, jsonFileText(value))
  if (path === 'manifest.json' || path.endsWith('/manifest.json'))
    return asJson({ ...readManifest(file), app_id: identity.appId, name: identity.name })
  if (path === 'package.json') {
    const project = JSON.parse(textOf(file)) as { readonly devDependencies: Readonly<Record<string, string>> }
    const devDependencies = { ...project.devDependencies, miniapp: `^${VERSION}` }
    return asJson({ ...project, name: packageName(identity), devDependencies })
  }
  const escapeName = path.endsWith('.html') ? escapeHtml : path.endsWith('.md') ? escapeMarkdown : null
  if (escapeName === null) return file
  // A function as the replacement: in a text, `$&` and the like would mean something.
  const text = textOf(file).replaceAll(templateName, () => escapeName(identity.name))
  return textFile(path, text)
}

/** The fields of a template's manifest that the command needs. */
export interface TemplateManifest {
  readonly app_id: string
  readonly name: string
  readonly version: string
  readonly capabilities?: object
}

/** A template's manifest; it is ours, and a test holds that it is valid. */
export const readManifest = (file: ProjectFile): TemplateManifest =>
  JSON.parse(textOf(file)) as TemplateManifest

/** Text as Markdown, on a line of its own. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#&~|]/g, '\\$&')
