/** Why a name in a zip is unsafe: two systems would read it differently, or it leaves its folder. Null where it is safe. */
export const unsafeName = (raw: Buffer, flags: number): string | null => {
  const name = decodeName(raw)
  if (name === null) return 'is not valid UTF-8'
  if (name === '') return 'is empty'
  // Without the UTF-8 flag some readers take the bytes for CP437.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if ((flags & UTF8_FLAG) === 0 && /[^\u0000-\u007f]/.test(name)) return 'has letters in an unnamed encoding'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return 'has control characters'
  if (/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/.test(name)) return 'has invisible characters'
  if (name.includes('\\')) return 'has a backslash'
  if (name.startsWith('/')) return 'is absolute'
  if (name.includes(':')) return 'has a colon: a drive letter or a stream'
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  if (parts.includes('')) return 'has an empty part'
  if (parts.includes('.') || parts.includes('..')) return 'has a part that is . or ..'
  // A dot at the end of a folder's name is allowed by 2.9; at the end of a file's it leaves no extension.
  if (parts.some((part) => part.endsWith(' '))) return 'has a part that ends in a space'
  return raw.length > MAX_NAME_BYTES ? 'is longer than any system takes' : null
}

export const UTF8_FLAG = 1 << 11

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

/** A name for a message, whatever its bytes are. */
export const shownName = (raw: Buffer): string => decodeName(raw) ?? raw.toString('latin1')
