/** What the header of a picture says, without its pixels. */
export interface PictureHeader {
  readonly type: 'image/png' | 'image/jpeg'
  /** In pixels, as stored: a JPEG may be shown turned. */
  readonly width: number
  readonly height: number
}

/**
 * Reads the header of a PNG or JPEG.
 * @param base64 the whole file
 * @returns null if it has none
 */
export const readPictureHeader = (base64: string): PictureHeader | null => {
  const bytes = new Base64Bytes(base64)
  if (bytes.startsWith(PNG_START)) {
    return { type: 'image/png', width: bytes.number(16, 4), height: bytes.number(20, 4) }
  }
  if (!bytes.startsWith(JPEG_START)) return null
  // Segments: a marker of two bytes, and a length that includes its own two bytes (ITU T.81, B.1.1.4).
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes.at(at + 1)
    if (bytes.at(at) !== 0xff || marker < 0xc0) return null
    if (isFrameStart(marker))
      return { type: 'image/jpeg', width: bytes.number(at + 7, 2), height: bytes.number(at + 5, 2) }
    at += 2 + Math.max(2, bytes.number(at + 2, 2))
  }
  return null
}

/** The signature, and the length and name of the first chunk (PNG, 5.2 and 11.2.2). */
const PNG_START = [
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
]
const JPEG_START = [0xff, 0xd8, 0xff]

/** SOF0 to SOF15. The others in this range are tables. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Bytes in base64, of which only those that are asked for are decoded. */
class Base64Bytes {
  readonly #text: string
  readonly length: number

  constructor(text: string) {
    this.#text = text
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
    this.length = Math.floor(((text.length - padding) * 3) / 4)
  }

  at(index: number): number {
    const group = Math.floor(index / 3) * 4
    let bits = 0
    for (let i = 0; i < 4; i++)
      bits = (bits << 6) | Math.max(0, ALPHABET.indexOf(this.#text.charAt(group + i)))
    return (bits >> (8 * (2 - (index % 3)))) & 0xff
  }

  /** A big-endian number. */
  number(index: number, size: number): number {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + this.at(index + i)
    return value
  }

  startsWith(start: readonly number[]): boolean {
    return this.length >= start.length + 8 && start.every((byte, index) => this.at(index) === byte)
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
