import { MAX_PATH_CHARACTERS } from '../platform/limits.js'
import { codePoints } from '../platform/text.js'
import { flaw, type ZipFlaw } from './zip-faults.js'

/** Why a name in a zip is unsafe: two systems would read it differently, or it leaves its folder. Null where it is safe. */
export const nameFlaw = (raw: Buffer, flags: number): ZipFlaw | null => {
  const found = unsafeName(raw, flags)
  return found === null ? null : flaw('unsafe-name', `its name ${found.what}`, found.fix)
}

const RENAME = 'Rename the file with letters, digits, _, - and dots, and zip it again.'
const RELATIVE =
  'Zip the files by their paths from the folder of manifest.json, for example with `miniapp pack`.'

const unsafeName = (raw: Buffer, flags: number): { readonly what: string; readonly fix: string } | null => {
  const name = decodeName(raw)
  // First, since nobody typed such a name, even if something else is wrong with it too.
  if (raw.length > MAX_NAME_BYTES)
    return {
      what: `has ${codePoints(shownName(raw)).toLocaleString('en')} characters; at most ${MAX_PATH_CHARACTERS} are allowed`,
      fix: 'Shorten the names of the file and its folders, and zip it again.',
    }
  if (name === null) return { what: 'is not valid UTF-8', fix: RENAME }
  if (name === '') return { what: 'is empty', fix: 'Remove the entry, or give it a name.' }
  // Without the UTF-8 flag some readers take the bytes for CP437.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if ((flags & UTF8_FLAG) === 0 && /[^\u0000-\u007f]/.test(name))
    return { what: 'has letters in an unspecified encoding', fix: RENAME }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return { what: 'has control characters', fix: RENAME }
  if (/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/.test(name))
    return { what: 'has invisible characters', fix: RENAME }
  if (name.includes('\\'))
    return {
      what: 'has a backslash',
      fix: 'Use a zip tool that writes / between folders, such as `miniapp pack`.',
    }
  if (name.startsWith('/')) return { what: 'is absolute', fix: RELATIVE }
  if (name.includes(':')) return { what: 'has a colon: a drive letter or a stream', fix: RENAME }
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  if (parts.includes('')) return { what: 'has an empty part', fix: RELATIVE }
  // Some tools write all names so.
  if (parts[0] === '.' && !parts.includes('.', 1) && !parts.includes('..'))
    return { what: 'starts with ./', fix: RELATIVE }
  if (parts.includes('.') || parts.includes('..'))
    return { what: 'has a part that is . or ..', fix: RELATIVE }
  // A dot at the end of a folder's name is allowed by 2.9; at the end of a file's it leaves no extension.
  if (parts.some((part) => part.endsWith(' ')))
    return { what: 'has a part that ends in a space', fix: RENAME }
  return null
}

const UTF8_FLAG = 1 << 11

/** Longer than any path that a system takes in a bundle's place; what is shorter is judged as any path is. */
const MAX_NAME_BYTES = 1_024
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A name's text, or null where its bytes are not UTF-8. */
export const decodeName = (raw: Buffer): string | null => {
  try {
    return strict.decode(raw)
  } catch {
    return null
  }
}

/** A name as text, also where its bytes are not UTF-8. */
export const shownName = (raw: Buffer): string => decodeName(raw) ?? raw.toString('latin1')

const SHOWN_CHARACTERS = 80

/** A name for a report: of one that is far too long its beginning. */
export const shortName = (raw: Buffer): string => {
  if (raw.length <= MAX_NAME_BYTES) return shownName(raw)
  return `${[...shownName(raw).slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join('')}…`
}
