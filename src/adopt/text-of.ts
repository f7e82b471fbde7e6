import { isUtf8 } from 'node:buffer'

/** A text file's text, and the encoding that it was in. */
export interface FileText {
  readonly text: string
  /** Null for UTF-8, which the platform demands (2.9). */
  readonly encoding: string | null
}

/**
 * The text of a file: as UTF-8, as its byte order mark says, or else in the encoding that it declares, and where it
 * declares none in the one that browsers assume.
 */
export const textOf = (bytes: Uint8Array): FileText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return decode(buffer, 'utf-16le')
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return decode(buffer, 'utf-16be')
  if (isUtf8(buffer)) return { text: buffer.toString('utf8'), encoding: null }
  const start = buffer.toString('latin1', 0, DECLARED_WITHIN)
  const declared = /(?:charset\s*=\s*["']?|encoding\s*=\s*["'])([\w-]+)/i.exec(start)?.[1]
  return decode(buffer, declared ?? 'windows-1252')
}

// As far as browsers look for it.
const DECLARED_WITHIN = 1_024

const decode = (buffer: Buffer, label: string): FileText => {
  try {
    const decoder = new TextDecoder(label, { ignoreBOM: false })
    // It says UTF-8 and is not: a stray byte, and every byte means something in this one.
    if (decoder.encoding === 'utf-8') return decode(buffer, 'windows-1252')
    return { text: decoder.decode(buffer), encoding: decoder.encoding }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return decode(buffer, 'windows-1252')
  }
}
