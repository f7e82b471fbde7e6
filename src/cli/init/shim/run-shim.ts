import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { neededParts } from '../../../adopt/shim/needed-parts.js'
import { putIn } from '../../../adopt/shim/with-shim.js'
import { openFolder } from '../../../bundle/folder.js'
import { locateBundle } from '../../../bundle/locate.js'
import { usageFailure } from '../../../failure.js'
import { extensionOf } from '../../../platform/file-types.js'
import { DEFAULT_ENTRY } from '../../../platform/manifest.js'
import { fieldsOf, jsonObject } from '../../../platform/plain-objects.js'
import { SDK_FILE_NAME, sdkFilePath } from '../../../sdk/sdk-file.js'
import { SHIM_FILE_NAME, SHIM_PART_NAMES, SHIM_PARTS, type ShimPartName } from '../../../shim/part-names.js'
import { readShim, type ShimContents } from '../../../shim/shim-file.js'
import { jsonDocument } from '../../../terminal/json-text.js'
import { safeLine } from '../../../terminal/safe-text.js'
import type { CommandContext } from '../../context.js'
import type { TextOrJson } from '../../options.js'
import { displayPath } from '../answers.js'
import { type ProjectFile, textOf } from '../templates.js'
import { writeProject } from '../write-project.js'

/** The flags of `miniapp init --shim`. */
export interface ShimFlags {
  readonly format: TextOrJson
  readonly force?: boolean
}

/** What adopting a game brings: renamed files, other addresses of the page and its files, and no page around it. */
const ADOPTED: readonly ShimPartName[] = [
  'names',
  'root-addresses',
  'routes',
  'stable-address',
  'parent-window',
]

/** Every part that an app may have by itself. */
const ALL_PARTS = SHIM_PART_NAMES.filter((part) => !ADOPTED.includes(part))

/** `miniapp init --shim`: puts the browser shim into a project that is there, or writes the one in it again. */
export const runShim = async (
  folder: string | undefined,
  { format, force }: ShimFlags,
  context: CommandContext,
): Promise<void> => {
  const located = await locateBundle(folder ?? '.', context.cwd)
  const target = resolve(context.cwd, located.path)
  const path = displayPath(target, context.cwd)
  if (located.kind === 'zip')
    throw usageFailure(`${path} is a zip.`, 'Give the folder that holds manifest.json.')
  if (await isWrittenByBuild(target, resolve(context.cwd, folder ?? '.')))
    throw usageFailure(
      `${path} is written by your build, and the next build would remove the shim.`,
      IMPORT_IT,
    )
  const files = await readFiles(target)
  const entry = entryOf(files)
  const old = files.find((file) => file.path === SHIM_FILE_NAME)
  const before = old === undefined ? null : readShim(textOf(old))
  if (old !== undefined && before === null && force !== true)
    throw usageFailure(
      `${SHIM_FILE_NAME} in ${path} is not a browser shim.`,
      'Rename it, or add --force to replace it.',
    )
  const needed = neededParts(files)
  // Before a script needs it, every request gets the whole shim.
  const contents: ShimContents = {
    parts: needed.length === 0 ? ALL_PARTS : needed,
    renamed: before?.renamed ?? {},
  }
  const withShim = await putIn(files, entry, contents)
  const changed = withShim.files.filter(
    (file) => !files.some((one) => one.path === file.path && Buffer.compare(one.bytes, file.bytes) === 0),
  )
  const pages = withShim.changes.filter(({ kind }) => kind === 'shim').map(({ file }) => file)
  const sdk =
    pages.length > 0 && !files.some((file) => file.path === SDK_FILE_NAME)
      ? [{ path: SDK_FILE_NAME, bytes: await readFile(sdkFilePath()) }]
      : []
  const written = [...changed, ...sdk].sort((a, b) => (a.path < b.path ? -1 : 1))
  if (written.length > 0) await writeProject(target, written, context.interrupted)
  report({ path, parts: contents.parts, pages, written: written.map((file) => file.path) }, format, context)
}

interface Outcome {
  readonly path: string
  readonly parts: readonly ShimPartName[]
  /** The pages that load it now and did not before. */
  readonly pages: readonly string[]
  readonly written: readonly string[]
}

const report = (outcome: Outcome, format: TextOrJson, { out, outStyles }: CommandContext): void => {
  const { path, parts, pages, written } = outcome
  if (format === 'json') {
    out(jsonDocument({ schema: 1, path, file: SHIM_FILE_NAME, parts, pages, files: written }))
    return
  }
  const { green, bold, dim } = outStyles
  const title =
    written.length === 0
      ? `${bold(SHIM_FILE_NAME)} in ${safeLine(path)} is up to date`
      : `${bold(SHIM_FILE_NAME)} is in ${safeLine(path)}`
  out(
    [
      `${green('✓')} ${title} ${dim(`(${parts.length} ${parts.length === 1 ? 'part' : 'parts'})`)}`,
      ...parts.map((part) => `  ${SHIM_PARTS[part].title}`),
      ...(pages.length === 0 ? [] : [`Loaded by ${pages.map(safeLine).join(', ')}, after ${SDK_FILE_NAME}.`]),
      '',
    ].join('\n'),
  )
}

/** What is read of a project: the shim's parts depend only on its scripts and pages. */
const READ: ReadonlySet<string> = new Set(['html', 'htm', 'js', 'mjs', 'json'])

const readFiles = async (folder: string): Promise<readonly ProjectFile[]> => {
  const bundle = await openFolder(folder)
  try {
    const paths = bundle.files.map(({ path }) => path).filter((path) => READ.has(extensionOf(path) ?? ''))
    return await Promise.all(
      // What is read may lie in memory that is used again.
      paths.map(async (path) => ({ path, bytes: Buffer.from(await bundle.read(path)) })),
    )
  } finally {
    await bundle.close()
  }
}

/** @throws {Failure} `usage` where the entry page is not there: a bundler may make it */
const entryOf = (files: readonly ProjectFile[]): string => {
  const manifest = files.find(({ path }) => path === 'manifest.json')
  const entry = manifest === undefined ? DEFAULT_ENTRY : readEntry(textOf(manifest))
  if (files.some(({ path }) => path === entry)) return entry
  throw usageFailure(`There is no page ${entry} next to manifest.json.`, IMPORT_IT)
}

const IMPORT_IT = "In a project with a bundler, import 'miniapp/shim' before the app's own code."

/** Whether a folder is not the project, which names it in its `package.json`, and has a script that builds. */
const isWrittenByBuild = async (folder: string, project: string): Promise<boolean> => {
  if (folder === project) return false
  const settings = jsonObject(await readFile(join(project, 'package.json'), 'utf8'))
  return fieldsOf(settings['scripts'])['build'] !== undefined
}

const readEntry = (text: string): string => {
  try {
    const manifest: unknown = JSON.parse(text)
    const entry: unknown =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'entry') : undefined
    return typeof entry === 'string' ? entry : DEFAULT_ENTRY
  } catch {
    // `check` reports it.
    return DEFAULT_ENTRY
  }
}
