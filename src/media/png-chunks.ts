export interface PngChunk {
  readonly type: string
  readonly data: Buffer
  /** With its length, type and checksum. */
  readonly whole: Buffer
  /** Where it ends in the file. */
  readonly end: number
}

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** The length, type and checksum of a chunk. */
const FRAME_BYTES = 12

/**
 * The chunks of a PNG, up to `IEND` or to the first that is not whole; none without a PNG's signature. It checks no
 * checksum, nor what follows `IEND`.
 */
export function* pngChunks(png: Buffer): Generator<PngChunk> {
  if (!png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return
  let at = PNG_SIGNATURE.length
  while (at + FRAME_BYTES <= png.length) {
    const end = at + FRAME_BYTES + png.readUInt32BE(at)
    if (end > png.length) return
    const type = png.toString('latin1', at + 4, at + 8)
    yield { type, data: png.subarray(at + 8, end - 4), whole: png.subarray(at, end), end }
    if (type === 'IEND') return
    at = end
  }
}
