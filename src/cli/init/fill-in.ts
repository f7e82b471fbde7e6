import { escapeHtml } from '../../local-server/escape-html.js'
import { VERSION } from '../../version.js'
import { packageName } from './project-settings.js'
import type { ProjectFile } from './templates.js'

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
  const escapeName = file.path.endsWith('.html')
    ? escapeHtml
    : file.path.endsWith('.md')
      ? escapeMarkdown
      : undefined
  if (file.path === 'manifest.json' || file.path.endsWith('/manifest.json')) {
    const manifest = readManifest(file)
    return withText(
      file,
      `${JSON.stringify({ ...manifest, app_id: identity.appId, name: identity.name }, null, 2)}\n`,
    )
  }
  if (file.path === 'package.json') {
    const project = JSON.parse(textOf(file)) as { readonly devDependencies: Readonly<Record<string, string>> }
    const devDependencies = { ...project.devDependencies, miniapp: `^${VERSION}` }
    const name = packageName(identity)
    return withText(file, `${JSON.stringify({ ...project, name, devDependencies }, null, 2)}\n`)
  }
  if (escapeName === undefined) return file
  // A function as the replacement: in a text, `$&` and the like would mean something.
  return withText(
    file,
    textOf(file).replaceAll(templateName, () => escapeName(identity.name)),
  )
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

const textOf = (file: ProjectFile): string => Buffer.from(file.bytes).toString('utf8')
const withText = (file: ProjectFile, text: string): ProjectFile => ({
  path: file.path,
  bytes: Buffer.from(text, 'utf8'),
})
