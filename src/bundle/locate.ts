import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { cannot, Failure, fileFailure, nullIfNoPath, usageFailure } from '../failure.js'
import { extensionOf, FILE_TYPES } from '../platform/file-types.js'
import { folderInPackage } from './package-settings.js'
import { within } from './paths.js'

/** What a path that a person gave names: a zip, or the folder that holds the bundle. */
export interface Located {
  readonly kind: 'folder' | 'zip'
  /** The folder or the file, as the person would write it. */
  readonly path: string
  /** Where a folder holds no bundle: what was looked for. Absent where there is one, and for a zip. */
  readonly missing?: MissingManifest
}

/** What creates the manifest of a project that is there. */
export const CREATE_MANIFEST = 'miniapp init --add'

/** That there is no `manifest.json` where a path leads, and what to do about it. */
interface MissingManifest {
  readonly message: string
  readonly fix: string
  /** Whether the folder is a project that says where its bundle is: it is not the bundle itself. */
  readonly inProject: boolean
}

/**
 * Finds the bundle that a path names: a file is a zip; a folder is the bundle itself if it holds `manifest.json`,
 * else the sub-folder that `"miniapp": { "folder": "…" }` in its `package.json` names.
 * @param path as the person gave it; relative to `cwd`
 * @throws {Failure} that names what it looked for
 */
export const locateBundle = async (path: string, cwd: string = process.cwd()): Promise<Located> => {
  const located = await findBundle(path, cwd)
  if (located.missing !== undefined) throw usageFailure(located.missing.message, located.missing.fix)
  return located
}

/**
 * The same for callers that report what is wrong with a folder: a missing manifest is returned, not thrown.
 * @throws {Failure} where the path does not exist, or cannot be read
 */
export const findBundle = async (path: string, cwd: string = process.cwd()): Promise<Located> => {
  // An unset variable of a script, rather than the folder that it runs in.
  if (path === '')
    throw usageFailure('A path is empty.', 'Give a folder or a zip, or . for the folder that you are in.')
  const full = resolve(cwd, path)
  const status = await stat(full).catch((error: unknown) => {
    throw fileFailure('open', path, error)
  })
  if (status.isFile() && isNamedAsPart(path))
    throw usageFailure(`${path} is a file of a bundle, not a bundle.`, `Give its folder: ${dirname(path)}`)
  if (status.isFile()) return { kind: 'zip', path }
  if (!status.isDirectory())
    throw usageFailure(`${path} is neither a folder nor a file.`, 'Give a folder or a zip.')
  if (await exists(join(full, 'manifest.json'))) return { kind: 'folder', path }
  const without = (message: string, fix: string, inProject = true): Located => ({
    kind: 'folder',
    path,
    missing: { message, fix, inProject },
  })
  let named: string | null
  try {
    named = await folderInPackage(full, path)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return without(error.message, error.remedy ?? 'Give the folder that holds manifest.json.')
  }
  if (named === null)
    return without(
      `There is no manifest.json in ${shown(path)}, nor a package.json that names the bundle's folder.`,
      await whereElse(full, path),
      false,
    )
  const inside = within(full, named)
  if (inside === null)
    return without(
      `package.json in ${shown(path)} names the folder ${named}, which is outside the project.`,
      'Name a folder inside the project.',
    )
  if (!(await exists(join(full, inside, 'manifest.json'))))
    return without(
      `package.json in ${shown(path)} names the folder ${named}, and there is no manifest.json in it.`,
      `Build the app first. If the build still has none, create it with \`${CREATE_MANIFEST}\`.`,
    )
  return { kind: 'folder', path: join(path, inside) }
}

/** What to do where a folder holds no app: a manifest in other letters, or the apps right below it, are named. */
const whereElse = async (full: string, path: string): Promise<string> => {
  const entries = await readdir(full, { withFileTypes: true }).catch((error: unknown) => {
    throw fileFailure('open', path, error)
  })
  const twin = entries.find((entry) => entry.isFile() && entry.name.toLowerCase() === 'manifest.json')
  if (twin !== undefined) return `Rename ${join(path, twin.name)} to manifest.json.`
  const apps = []
  for (const entry of entries.slice(0, MOST_ENTRIES_LOOKED_AT))
    if (entry.isDirectory() && (await exists(join(full, entry.name, 'manifest.json'))))
      apps.push(join(path, entry.name))
  if (apps.length === 0)
    return entries.some(({ name }) => name === 'package.json' || name === 'index.html')
      ? `Create it with \`${CREATE_MANIFEST}\`, or give the folder that holds it.`
      : 'Give the folder that holds manifest.json, or start an app with miniapp init.'
  const [first = '', ...others] = apps.sort()
  return others.length === 0
    ? `There is one in ${first}: give that folder.`
    : `Give one of the folders that have one: ${[first, ...others.slice(0, 4)].join(', ')}${others.length > 4 ? ' …' : ''}.`
}

/** A folder with thousands of entries is not where a few apps are kept. */
const MOST_ENTRIES_LOOKED_AT = 200

/** Whether a file's name is that of a page, a script or a picture: people give it instead of the folder that it is in. */
const isNamedAsPart = (path: string): boolean => {
  const extension = extensionOf(basename(path))
  return extension !== null && FILE_TYPES[extension].contentType !== 'application/octet-stream'
}

/** A folder's path as a person reads it. */
const shown = (path: string): string => (path === '.' ? 'this folder' : path)

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(nullIfNoPath).catch(cannot('open', path))) !== null
