import { readFile } from 'node:fs/promises'
import { nullIfMissing } from '../failure.js'
import { renamePatiently } from './rename.js'

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
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  if (text === null) return { state: 'missing' }
  try {
    return { state: 'present', value: JSON.parse(text) }
  } catch {
    return { state: 'damaged', setAside: await setAside(path, now) }
  }
}

/** Renames a damaged file out of the way and returns its new path. */
export const setAside = async (path: string, now: number): Promise<string> => {
  const aside = `${path}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`
  await renamePatiently(path, aside)
  return aside
}
