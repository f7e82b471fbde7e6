import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MATCH_MAX_PLAYERS, MATCH_MIN_PLAYERS } from '../../platform/limits.js'
import { isJsonObject, type JsonObject, jsonFileText } from '../../platform/text.js'
import { SDK_FILE_NAME, SDK_TYPES_FILE_NAME } from '../../sdk/sdk-file.js'

/** The templates, in the order in which they are offered, each with what it is in a few words. */
export const TEMPLATES = {
  arcade: 'a small canvas game: sound, themes, a leaderboard, a shop, a picture to share',
  versus: `a game of ${MATCH_MIN_PLAYERS} to ${MATCH_MAX_PLAYERS} players: lobby, codes, public matches, a change of host`,
  studio: 'postcards with AI pictures and texts, or photos where AI is unavailable',
  blank: 'one page with the SDK, its context and one saved value',
  vite: 'TypeScript and Vite: a drawing toy, built and run in the simulator on every save',
} as const

export type TemplateName = keyof typeof TEMPLATES

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as [TemplateName, ...TemplateName[]]

export const isTemplateName = (text: string): text is TemplateName => Object.hasOwn(TEMPLATES, text)

/** A file of a project, its path with `/` between the parts. */
export interface ProjectFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A file of the project with this text, as UTF-8. */
export const textFile = (path: string, text: string): ProjectFile => ({
  path,
  bytes: Buffer.from(text, 'utf8'),
})

export const textOf = ({ bytes }: ProjectFile): string => Buffer.from(bytes).toString('utf8')

/** What takes the place of files of the template `vite`, with `--react`. */
const REACT = 'vite-react'

/**
 * The files of `vite` with those of the variant for React, sorted by path. A script with elements, `.tsx`, replaces the one
 * of its name; the settings of both are merged.
 */
export const readReactTemplate = async (): Promise<readonly ProjectFile[]> => {
  const [files, ofReact] = await Promise.all([readTemplate('vite'), readTemplate(REACT)])
  const byPath = new Map(files.map((file) => [file.path, file]))
  for (const file of ofReact) {
    const { path } = file
    const base = byPath.get(path)
    byPath.delete(path.replace(/\.tsx$/, '.ts'))
    byPath.set(path, base !== undefined && path.endsWith('.json') ? merged(base, file) : file)
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

const merged = (base: ProjectFile, { path, bytes }: ProjectFile): ProjectFile => {
  const settings = mergedSettings(JSON.parse(textOf(base)), JSON.parse(textOf({ path, bytes })))
  return textFile(path, jsonFileText(settings))
}

/** Two objects of settings in one, the second's values before the first's. */
const mergedSettings = (base: JsonObject, own: JsonObject): JsonObject => {
  const both = Object.keys(own).map((key): [string, unknown] => {
    const [one, other] = [base[key], own[key]]
    return [key, isJsonObject(one) && isJsonObject(other) ? mergedSettings(one, other) : other]
  })
  return { ...base, ...Object.fromEntries(both) }
}

/**
 * A template's own files, sorted by path. What the build or a run of the simulator leaves in a template's folder
 * is not among them.
 */
export const readTemplate = async (name: TemplateName | typeof REACT): Promise<readonly ProjectFile[]> => {
  const folder = join(packageFolder(), 'templates', name)
  const paths = (await filesBelow(folder, '')).filter((path) => !isGenerated(path)).sort()
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })))
}

/**
 * Folder by folder: where Yarn keeps packages as zips (Plug'n'Play), a recursive listing names parents that lead
 * nowhere.
 */
const filesBelow = async (top: string, within: string): Promise<readonly string[]> => {
  const entries = await readdir(join(top, within), { withFileTypes: true })
  const found = entries.map(async (entry): Promise<readonly string[]> => {
    const path = `${within}${entry.name}`
    if (entry.isDirectory()) return filesBelow(top, `${path}/`)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(found)).flat()
}

/** What editors read stands among their own files, which no bundle holds: the manifest's schema, the SDK's types. */
export const SCHEMA_PATH = '.vscode/manifest.schema.json'
export const SDK_TYPES_PATH = `.vscode/${SDK_TYPES_FILE_NAME}`

const GENERATED: readonly string[] = [SDK_FILE_NAME, SCHEMA_PATH, SDK_TYPES_PATH]

const isGenerated = (path: string): boolean =>
  GENERATED.includes(path) || /^(?:\.miniapp|dist|node_modules)\//.test(path) || path.endsWith('.DS_Store')

/** The folder of this package, from the sources and from the build alike. */
export const packageFolder = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}
