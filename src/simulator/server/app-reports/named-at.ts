import { type Bundle, BundleReadError } from '../../../bundle/bundle.js'

/** Where a text stands in a bundle. Lines and columns count from 1, columns in UTF-16 units. */
export interface NamedAt {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Pages first: they name most of what is loaded. */
const SEARCHED = [/\.html?$/i, /\.css$/i, /\.m?js$/i]
/** A library is no place where somebody wrote a wrong path. */
const MAX_SEARCHED_BYTES = 512 * 1_024

/**
 * Where a bundle's own files name something, such as a URL that was blocked or a path that is not there: browsers do
 * not say which tag it was.
 * @param names ways to write it; each counts where it stands in quotes or brackets, or after `=` or white space
 * @returns null where no file names it
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
    // It may be gone since it was listed; the check tells of what cannot be read.
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
