import { crc32, inflateSync } from 'node:zlib'
import type { PictureFacts } from './picture.js'

/**
 * Reads the most ordinary of PNGs, eight bits of colour in whole rows, as strictly as a decoder does. The library
 * that reads every picture takes longer to load than all the rest of a small check.
 * @returns null where the bytes are anything else, or in any way odd: then the library must say what they are
 */
export const readPlainPng = (bytes: Uint8Array): PictureFacts | null => {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const data = pixelDataOf(png)
  if (data === null) return null
  const width = png.readUInt32BE(WIDTH_AT)
  const height = png.readUInt32BE(WIDTH_AT + 4)
  const channels = CHANNELS.get(png[COLOUR_AT] ?? -1)
  // Eight bits, deflated, filtered in the standard way, not interlaced.
  if (channels === undefined || png[COLOUR_AT - 1] !== 8 || png.readUIntBE(COLOUR_AT + 1, 3) !== 0)
    return null
  const rowBytes = 1 + width * channels
  const expected = height * rowBytes
  if (width === 0 || height === 0 || expected > MAX_PIXEL_BYTES) return null
  const pixels = inflated(data, expected)
  if (pixels === null) return null
  for (let row = 0; row < height; row++) if ((pixels[row * rowBytes] ?? 255) > LAST_FILTER) return null
  return {
    format: 'png',
    width,
    height,
    damaged: false,
    opaque: channels === 3 || isOpaque(pixels, width, height),
  }
}

/** The bytes of red, green and blue, and of these with transparency, by the number that stands for them. */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [2, 3],
  [6, 4],
])
const SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const WIDTH_AT = SIGNATURE.length
const COLOUR_AT = WIDTH_AT + 9
const LAST_FILTER = 4
// An icon has 4 MB at most; more is decoded in rows by the library.
const MAX_PIXEL_BYTES = 16_777_216

/** The compressed pixels, where the chunks are whole and none but plain ones; else null. */
const pixelDataOf = (png: Buffer): Buffer | null => {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null
  const parts: Buffer[] = []
  let at = 8
  while (at + 12 <= png.length) {
    const length = png.readUInt32BE(at)
    const end = at + 12 + length
    if (end > png.length || crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return null
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, end - 4)
    if (type === 'IEND') return length === 0 && end === png.length ? Buffer.concat(parts) : null
    if (type === 'IDAT') parts.push(data)
    // Pixels in two places are no plain picture; what says how to show them stands before them.
    else if (parts.length > 0 || !isPlainChunk(type, data, at)) return null
    at = end
  }
  return null
}

const isPlainChunk = (type: string, data: Buffer, at: number): boolean => {
  if (type === 'IHDR') return at === 8
  if (type === 'sRGB') return data.length === 1 && (data[0] ?? 4) <= 3
  return type === 'pHYs' && data.length === 9 && (data[8] ?? 2) <= 1
}

/** The pixels with their rows' filters, where they are just as many as expected and nothing follows; else null. */
const inflated = (data: Buffer, expected: number): Buffer | null => {
  try {
    // The types know nothing of what `info` adds.
    const { buffer, engine } = inflateSync(data, { maxOutputLength: expected, info: true }) as unknown as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    return buffer.length === expected && engine.bytesWritten === data.length ? buffer : null
  } catch {
    // Whatever is wrong with them, the library says whether it is damage.
    return null
  }
}

/** Whether no pixel of red, green, blue and transparency lets anything through. */
const isOpaque = (pixels: Buffer, width: number, height: number): boolean => {
  const rowBytes = 1 + width * 4
  let above = new Uint8Array(width)
  let row = new Uint8Array(width)
  for (let y = 0; y < height; y++) {
    const filter = pixels[y * rowBytes] ?? 0
    for (let x = 0, at = y * rowBytes + 4; x < width; x++, at += 4) {
      const left = x === 0 ? 0 : (row[x - 1] ?? 0)
      const corner = x === 0 ? 0 : (above[x - 1] ?? 0)
      const alpha = ((pixels[at] ?? 0) + predicted(filter, left, above[x] ?? 0, corner)) & 255
      if (alpha !== 255) return false
      row[x] = alpha
    }
    ;[above, row] = [row, above]
  }
  return true
}

/** What a filter adds to a byte: nothing, its left neighbour, the one above, their mean, or the nearest (Paeth). */
const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
