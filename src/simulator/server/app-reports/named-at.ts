import { type Bundle, BundleReadError } from '../../../bundle/bundle.js'

/** The position of a text in a bundle. Lines and columns count from 1, columns in UTF-16 units. */
export interface NamedAt {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Pages first: they name most of what is loaded. */
const SEARCHED = [/\.html?$/i, /\.css$/i, /\.m?js$/i]
/** Larger files are libraries, which do not name files of the app. */
const MAX_SEARCHED_BYTES = 512 * 1_024

/**
 * Finds where a bundle's files name something, such as a blocked URL or a missing path. Browsers do not report the tag.
 * @param names ways to write it. A match must be in quotes or brackets, or after `=` or white space
 * @returns null if no file names it
 */
export const namedAt = async (bundle: Bundle, names: readonly string[]): Promise<NamedAt | null> => {
  for (const extension of SEARCHED)
    for (const { path, bytes } of bundle.files) {
      if (!extension.test(path) || bytes > MAX_SEARCHED_BYTES) continue
      const text = await readText(bundle, path)
      for (const name of names) {
        const at = text === null ? -1 : findWhole(text, name)
        if (text !== null && at >= 0) {
          const before = text.slice(0, at)
          const lineStart = before.lastIndexOf('\n') + 1
          return { file: path, line: before.split('\n').length, column: at - lineStart + 1 }
        }
      }
    }
  return null
}

const readText = async (bundle: Bundle, path: string): Promise<string | null> => {
  try {
    return Buffer.from(await bundle.read(path)).toString('utf8')
  } catch (error) {
    // It may have been removed since it was listed. The check reports files that cannot be read.
    if (error instanceof BundleReadError) return null
    throw error
  }
}

const BEFORE = /["'`(=\s,]/
const AFTER = /["'`)>\s,?#]/

const findWhole = (text: string, name: string): number => {
  if (name === '') return -1
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const next = text[at + name.length]
    if (BEFORE.test(text[at - 1] ?? '') && (next === undefined || AFTER.test(next))) return at
  }
  return -1
}
