import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { nullIfMissing, systemErrorCode, usageFailure } from '../../failure.js'
import { manifestJsonSchema } from '../../platform/manifest-json-schema.js'
import { jsonFileText } from '../../platform/text.js'
import { SDK_FILE_NAME, sdkFilePath, sdkTypesPath } from '../../sdk/sdk-file.js'
import { agentsFile } from './agents-file.js'
import { type AppIdentity, fillIn, readManifest, type TemplateManifest } from './fill-in.js'
import { checkWords, packageFile, WORKFLOW_PATH, workflowFile } from './project-settings.js'
import {
  type ProjectFile,
  readReactTemplate,
  readTemplate,
  SCHEMA_PATH,
  SDK_TYPES_PATH,
  type TemplateName,
  textFile,
} from './templates.js'

/** Where templates have their manifest: at the root, or where a bundler takes files from as they are. */
const MANIFEST_PATHS: readonly string[] = ['manifest.json', 'public/manifest.json']
const PACKAGE_PATH = 'package.json'

/** What git shall leave alone in a project. npm carries no `.gitignore` in a package, so it is made here. */
const GIT_IGNORED = ['node_modules/', '*.zip']

/** A template, read and not yet filled in. */
export interface Template {
  readonly files: readonly ProjectFile[]
  /** The manifest as the template has it: its name is what the new one replaces, its App ID the placeholder. */
  readonly manifest: TemplateManifest
}

/** @param react whether to take the variant of `vite` for React */
export const loadTemplate = async (name: TemplateName, react: boolean): Promise<Template> => {
  const files = await (react ? readReactTemplate() : readTemplate(name))
  const manifest = files.find(({ path }) => MANIFEST_PATHS.includes(path))
  if (manifest === undefined) throw new Error(`The template ${name} has no manifest.json.`)
  return { files, manifest: readManifest(manifest) }
}

/**
 * All files of a new project, sorted by path: the template's own, filled in, and those that come from elsewhere:
 * the SDK and its types, the manifest's schema for editors, the rules for assistants, a workflow, `package.json` where
 * there is none, and `.gitignore`, to which an existing one is only added.
 */
export const projectFiles = async (
  template: Template,
  identity: AppIdentity,
  folder: string,
): Promise<readonly ProjectFile[]> => {
  const own = template.files.map((file) => fillIn(file, template.manifest.name, identity))
  // A project that is built brings a package.json of its own; one that stands in the folder is the person's.
  const built = own.some(({ path }) => path === PACKAGE_PATH)
  const check = checkWords(template.manifest.capabilities !== undefined)
  return [...own, ...(await surroundings({ app: identity, check, built }, folder))].sort(byPath)
}

/**
 * What surrounds an app in every new project, from a template or a game.
 * @param check the words that check it
 * @param built whether it brings a `package.json`, whose `npm run build` makes it
 */
export const surroundings = async (
  { app, check, built }: { readonly app: AppIdentity; readonly check: string; readonly built: boolean },
  folder: string,
): Promise<readonly ProjectFile[]> => {
  const named = built || (await readIfThere(join(folder, PACKAGE_PATH))) !== ''
  const build = built ? 'npm run build' : null
  const ignored = built ? [...GIT_IGNORED, 'dist/'] : GIT_IGNORED
  const gitIgnore = withLines(await readIfThere(join(folder, '.gitignore')), ignored)
  return [
    // What is built gets the SDK from its bundler, and the types from the package.
    ...(built
      ? []
      : [
          { path: SDK_FILE_NAME, bytes: await readBuilt(sdkFilePath()) },
          { path: SDK_TYPES_PATH, bytes: await readBuilt(sdkTypesPath()) },
        ]),
    ...(named ? [] : [textFile(PACKAGE_PATH, packageFile(app, check))]),
    textFile(WORKFLOW_PATH, workflowFile(check, build)),
    textFile('AGENTS.md', agentsFile(check, build)),
    textFile(SCHEMA_PATH, jsonFileText(manifestJsonSchema())),
    ...(gitIgnore === undefined ? [] : [textFile('.gitignore', gitIgnore)]),
  ]
}

const byPath = (a: ProjectFile, b: ProjectFile): number => (a.path < b.path ? -1 : 1)

/** The text with the missing lines added, ended as its own are; undefined where none is missing. */
const withLines = (text: string, lines: readonly string[]): string | undefined => {
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim()))
  const missing = lines.filter((line) => !present.has(line))
  if (missing.length === 0) return undefined
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const start = text === '' || text.endsWith('\n') ? text : `${text}${newline}`
  return `${start}${missing.map((line) => `${line}${newline}`).join('')}`
}

/** A file's text; empty where there is none. */
const readIfThere = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(nullIfMissing)) ?? ''

/** A file of the built package. @throws {Failure} `usage` where it is not built */
export const readBuilt = async (path: string): Promise<Uint8Array> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    throw usageFailure(
      `This installation has no ${basename(path)}.`,
      'Install miniapp again, or, in its sources, run "npm run build".',
      error,
    )
  }
}
