import { inflateSync } from 'node:zlib'
import { readPngParts } from './png-parts.js'
import { isOpaque, pixelBytes } from './png-pixels.js'

/** A picture by its bytes; its name does not matter. */
export interface PictureFacts {
  /** As sharp names it (`png`, `jpeg`, `webp` …); null where the bytes are not a picture that it knows. */
  readonly format: string | null
  readonly width: number
  readonly height: number
  /** Whether some pixels could not be decoded. */
  readonly damaged: boolean
  /** Whether every pixel is opaque; true where that could not be told. */
  readonly opaque: boolean
}

/**
 * Reads a PNG of any kind that is right from its first byte to its last, as strictly as a decoder does. The library that
 * reads every picture takes longer to load than all the rest of a small check, and not every installation has it.
 * @returns null where the bytes are anything else, or in any way odd: then the library must say what they are
 */
export const readFastPng = (bytes: Uint8Array): PictureFacts | null => {
  const png = readPngParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (png === null) return null
  const expected = pixelBytes(png)
  const pixels = expected > MAX_PIXEL_BYTES ? null : inflated(png.data, expected)
  const opaque = pixels === null ? null : isOpaque(png, pixels)
  if (opaque === null) return null
  return { format: 'png', width: png.width, height: png.height, damaged: false, opaque }
}

// The screen of a tablet in four bytes a pixel has 22 MB; more is decoded in rows by the library.
const MAX_PIXEL_BYTES = 33_554_432

/** The pixels with their rows' filters, where they are just as many as expected and nothing follows; else null. */
const inflated = (data: Buffer, expected: number): Buffer | null => {
  try {
    // In one piece, with a byte to spare, so that they are never copied. The types know nothing of what `info` adds.
    const options = { maxOutputLength: expected + 1, chunkSize: Math.max(64, expected + 1), info: true }
    const { buffer, engine } = inflateSync(data, options) as unknown as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    return buffer.length === expected && engine.bytesWritten === data.length ? buffer : null
  } catch {
    // The library decides whether this is damage.
    return null
  }
}
