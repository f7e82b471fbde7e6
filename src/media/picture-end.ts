import type { RandomAccessFile } from './random-access-file.js'

const SIGNATURE_BYTES = 8
const HEADER_BYTES = 8
const CHECKSUM_BYTES = 4
const MAX_CHUNKS = 100_000

/** Whether a picture has all bytes that it claims, where decoders do not care; true for other formats. */
export const hasItsEnd = async (file: RandomAccessFile, format: string | undefined): Promise<boolean> => {
  if (format === 'png') return hasPngEnd(file)
  if (format === 'webp') return hasRiffEnd(file)
  return true
}

/** Whether a RIFF file, such as a WebP, is as long as its header says. */
const hasRiffEnd = async (file: RandomAccessFile): Promise<boolean> => {
  if (file.size < HEADER_BYTES) return false
  const header = Buffer.from(await file.read(0, HEADER_BYTES))
  return header.readUInt32LE(4) + HEADER_BYTES <= file.size
}

/** Whether a PNG has all chunks up to its end: decoders do not read those of later frames, nor the last one. */
const hasPngEnd = async (file: RandomAccessFile): Promise<boolean> => {
  let at = SIGNATURE_BYTES
  for (let count = 0; count < MAX_CHUNKS && at + HEADER_BYTES <= file.size; count++) {
    const header = Buffer.from(await file.read(at, at + HEADER_BYTES))
    at += HEADER_BYTES + header.readUInt32BE(0) + CHECKSUM_BYTES
    if (at > file.size) return false
    if (header.toString('latin1', 4) === 'IEND') return true
  }
  return false
}
