/**
 * Texts as WebSocket messages from a server, one frame each, unmasked and uncompressed, one after the other (RFC 6455,
 * 5.2). `ws` frames messages too, but each on its own and in two writes: with many short ones that takes most of the time.
 */
export const textFrames = (texts: readonly string[]): Buffer => {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const frames = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + headerBytes(length) + length, 0))
  let offset = 0
  for (const [index, text] of texts.entries()) {
    offset = writeHeader(frames, offset, lengths[index] ?? 0)
    offset += frames.write(text, offset)
  }
  return frames
}

/** Lengths to here stand in the header's second byte. */
const SHORT = 125
/** Lengths to here stand in the two bytes behind it; greater ones in eight. */
const MEDIUM = 65_535

const headerBytes = (length: number): number => (length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10)

/** @returns the offset behind the header */
const writeHeader = (frames: Buffer, offset: number, length: number): number => {
  frames[offset] = FINAL_TEXT
  if (length <= SHORT) {
    frames[offset + 1] = length
    return offset + 2
  }
  if (length <= MEDIUM) {
    frames[offset + 1] = SHORT + 1
    return frames.writeUInt16BE(length, offset + 2)
  }
  frames[offset + 1] = SHORT + 2
  return frames.writeBigUInt64BE(BigInt(length), offset + 2)
}

/** The last fragment, which is also the first, of a text. */
const FINAL_TEXT = 0x81
