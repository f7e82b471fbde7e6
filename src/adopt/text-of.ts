import { isUtf8 } from 'node:buffer'

/** A text file's text, and the encoding that it was in. */
export interface FileText {
  /** Without a byte order mark. */
  readonly text: string
  /** Null for UTF-8, which the platform demands (2.9). */
  readonly encoding: string | null
}

/**
 * The text of a file: as UTF-8, as its byte order mark says, or else in the encoding that it declares.
 * @param assumed the encoding of what declares none: that of the page, or the one that browsers assume
 */
export const textOf = (bytes: Uint8Array, assumed = BROWSERS_OWN): FileText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return decode(buffer, 'utf-16le', assumed)
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return decode(buffer, 'utf-16be', assumed)
  if (isUtf8(buffer)) return { text: buffer.toString('utf8', markOf(bytes).length), encoding: null }
  return decode(buffer, declaredIn(buffer) ?? assumed, assumed)
}

/** The text of a file of a game; empty where there is none. */
export const textAt = (files: ReadonlyMap<string, Uint8Array>, path: string): string =>
  textOf(files.get(path) ?? new Uint8Array()).text

/** The text of a file that is UTF-8, as all adopted ones are. */
export const utf8Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** The byte order mark with which a UTF-8 file begins; empty where it has none. */
export const markOf = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(0, 3) : bytes.subarray(0, 0)

/** The encoding in which a browser reads the scripts of a page that declare none: the page's own. */
export const encodingOfPage = (bytes: Uint8Array): string => {
  const { encoding } = textOf(bytes)
  if (encoding !== null && !encoding.startsWith('utf-16')) return encoding
  const label = declaredIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  try {
    const declared = new TextDecoder(label ?? BROWSERS_OWN).encoding
    return /^utf-/.test(declared) ? BROWSERS_OWN : declared
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return BROWSERS_OWN
  }
}

const BROWSERS_OWN = 'windows-1252'

/** The label with which a page, a style sheet or a drawing says its encoding, where browsers look for it. */
const declaredIn = (buffer: Buffer): string | undefined =>
  /(?:<meta\b[^>]*?charset\s*=\s*["']?|^@charset\s+"|<\?xml[^>]*?encoding\s*=\s*["'])([\w.:-]+)/i.exec(
    buffer.toString('latin1', 0, DECLARED_WITHIN),
  )?.[1]

// As far as browsers look for it.
const DECLARED_WITHIN = 1_024

const decode = (buffer: Buffer, label: string, assumed: string): FileText => {
  try {
    const decoder = new TextDecoder(label, { ignoreBOM: false })
    // It says UTF-8 and is not: a stray byte, and every byte means something in this one.
    if (decoder.encoding === 'utf-8') return decode(buffer, BROWSERS_OWN, BROWSERS_OWN)
    return { text: decoder.decode(buffer), encoding: decoder.encoding }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return label === assumed ? decode(buffer, BROWSERS_OWN, BROWSERS_OWN) : decode(buffer, assumed, assumed)
  }
}
