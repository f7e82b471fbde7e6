import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describeSystemError, nullIfMissing, systemErrorCode } from '../failure.js'
import { PRIVATE_FOLDER_MODE } from './atomic-file.js'
import { removeFolder } from './folders.js'
import { renamePatiently } from './rename.js'

/** Reads a whole text file. @throws the system's error */
export type ReadText = (path: string) => Promise<string>

/** Reads a file of the disk. */
export const readText: ReadText = (path) => readFile(path, 'utf8')

/** A text, or why the file at a path has none: nobody may read it, or it is not a file. */
type TextRead =
  | { readonly state: 'present'; readonly text: string }
  | { readonly state: 'missing' }
  /** @param reason in plain words */
  | { readonly state: 'unreadable'; readonly reason: string }

/** Errors about one path, which stay until a person does something; others, such as too many open files, pass. */
const LASTING: readonly string[] = ['EACCES', 'EPERM', 'EISDIR', 'ELOOP']

/** Reads a text file. @throws the system's error where a later try may succeed */
export const tryToRead = async (path: string, read: ReadText = readText): Promise<TextRead> => {
  try {
    const text = await read(path).catch(nullIfMissing)
    return text === null ? { state: 'missing' } : { state: 'present', text }
  } catch (error) {
    const reason = describeSystemError(error)
    if (reason === undefined || !LASTING.includes(systemErrorCode(error) ?? '')) throw error
    return { state: 'unreadable', reason }
  }
}

/** The result of reading a document: its value, or why there is none. */
export type LoadedDocument =
  | { readonly state: 'present'; readonly value: unknown }
  | { readonly state: 'missing' }
  /** It was not JSON. It was renamed, never overwritten. */
  | { readonly state: 'damaged'; readonly setAside: string }

/**
 * Reads a JSON document. One that cannot be parsed is renamed to `<path>.damaged-<time>`, so that nothing is
 * lost.
 * @param now milliseconds since 1970, for the name of a damaged file
 * @throws the system's error if the file exists and cannot be read
 */
export const loadDocument = async (path: string, now: number): Promise<LoadedDocument> => {
  const text = await readText(path).catch(nullIfMissing)
  if (text === null) return { state: 'missing' }
  try {
    return { state: 'present', value: JSON.parse(text) }
  } catch {
    return { state: 'damaged', setAside: await setAside(path, now) }
  }
}

/** Why a file cannot be used. */
const UNUSABLE = ['damaged', 'unreadable', 'newer'] as const
export type Unusable = (typeof UNUSABLE)[number]

/** What something is called that is set aside: with the reason and the time. */
export const asidePath = (path: string, now: number, why: Unusable): string =>
  `${path}.${why}-${new Date(now).toISOString().replaceAll(':', '-')}`

/** The folder of what was set aside in a folder. Nothing that replaces or removes what is in the folder touches it. */
const ASIDE_FOLDER = 'set-aside'

/** Where a file of a folder goes that is set aside. */
export const placeAside = (path: string, root: string): string =>
  join(root, ASIDE_FOLDER, relative(root, path))

/**
 * Renames a file that cannot be used out of the way and returns its new path.
 * @param root the folder that it belongs to, as for `placeAside`; without it, it stays beside
 */
export const setAside = (
  path: string,
  now: number,
  why: Unusable = 'damaged',
  root?: string,
): Promise<string> => moveAside(renamePatiently, path, now, why, root)

/** The same for a file that another one replaces: it is copied. */
export const copyAside = (path: string, now: number, why: Unusable, root?: string): Promise<string> =>
  moveAside(copyFile, path, now, why, root)

const moveAside = async (
  move: (from: string, to: string) => Promise<void>,
  path: string,
  now: number,
  why: Unusable,
  root: string | undefined,
): Promise<string> => {
  const aside = asidePath(root === undefined ? path : placeAside(path, root), now, why)
  if (root !== undefined) await mkdir(dirname(aside), { recursive: true, mode: PRIVATE_FOLDER_MODE })
  await move(path, aside)
  return aside
}

/** Of the names in a folder, those of files that were set aside for a file of this name, or, without it, for any. */
export const asidesOf = (name: string | null, names: readonly string[]): readonly string[] =>
  names.filter((one) => {
    const [, of] = ASIDE.exec(one) ?? []
    return of !== undefined && (name === null || of === name)
  })

const ASIDE = new RegExp(`^(.+)\\.(?:${UNUSABLE.join('|')})-\\d{4}-\\d\\d-\\d\\dT`)

/** Removes a folder and its content, but what was set aside in it stays. A missing folder is fine. @throws the system's error */
export const removeUsable = async (folder: string): Promise<void> => {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  if (!names.includes(ASIDE_FOLDER)) return await removeFolder(folder)
  for (const name of names) if (name !== ASIDE_FOLDER) await removeFolder(join(folder, name))
}
