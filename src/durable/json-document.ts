import { readFile } from 'node:fs/promises'
import { describeSystemError, nullIfMissing, systemErrorCode } from '../failure.js'
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

/** The path that a file gets when it is set aside: beside it, with the reason and the time. */
export const asidePath = (path: string, now: number, why: Unusable): string =>
  `${path}.${why}-${new Date(now).toISOString().replaceAll(':', '-')}`

/** Renames a file that cannot be used out of the way and returns its new path. */
export const setAside = async (path: string, now: number, why: Unusable = 'damaged'): Promise<string> => {
  const aside = asidePath(path, now, why)
  await renamePatiently(path, aside)
  return aside
}

/** Of the names in a folder, those of files that were set aside for a file of this name, or, without it, for any. */
export const asidesOf = (name: string | null, names: readonly string[]): readonly string[] =>
  names.filter((one) => {
    const [, of] = ASIDE.exec(one) ?? []
    return of !== undefined && (name === null || of === name)
  })

const ASIDE = new RegExp(`^(.+)\\.(?:${UNUSABLE.join('|')})-\\d{4}-\\d\\d-\\d\\dT`)
