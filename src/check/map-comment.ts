/** The comment at the end of a script or style sheet that names its source map. */

/** Whether a build can have made a file of others, with a source map. */
export const isBuilt = (path: string): boolean => /\.(?:m?js|css)$/i.test(path)

/** What a comment begins with whose map is in the file itself. */
export const INLINE = 'data:'

/**
 * The address of a file's source map; `INLINE` for one in the file itself, null where no comment names one. Only the
 * end of the file is looked at.
 */
export const mapAddress = (bytes: Uint8Array): string | null => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const url = addressIn(buffer.toString('latin1', Math.max(0, buffer.length - LONGEST_COMMENT)))
  if (url !== null) return url.startsWith(INLINE) ? INLINE : Buffer.from(url, 'latin1').toString('utf8')
  const lastLine = buffer.lastIndexOf('\n', Math.max(0, buffer.length - LONGEST_COMMENT)) + 1
  return INLINE_COMMENT.test(buffer.toString('latin1', lastLine, lastLine + LONGEST_START)) ? INLINE : null
}

/** The `data:` address at the end of a file's text; null where there is none. */
export const inlineMap = (text: string): string | null => {
  const comment = text.lastIndexOf('sourceMappingURL=')
  return comment < 0 ? null : addressIn(text.slice(Math.max(0, comment - 4)))
}

/** The address in the comment that a text ends with. */
const addressIn = (text: string): string | null =>
  /\/[/*][#@][ \t]?sourceMappingURL=([^\s'"]+?)\s*(?:\*\/\s*)?$/.exec(text)?.[1] ?? null

/** A longer one holds the map. */
const LONGEST_COMMENT = 1_000
const INLINE_COMMENT = /^\/[/*][#@][ \t]?sourceMappingURL=data:/
const LONGEST_START = 40
