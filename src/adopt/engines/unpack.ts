import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** What the unpacked bytes of a part were, and how it was packed. */
export interface Unpacked {
  readonly bytes: Uint8Array
  readonly packing: 'gzip' | 'brotli'
}

/** The mark of a part that Unity's own loader unpacks, in a gzip comment and in a Brotli metadata block. */
const BROTLI_MARK = 'UnityWeb Compressed Content (brotli)'

/**
 * Unpacks a compressed part.
 * @param most how many bytes it may have unpacked
 * @returns null where it is not compressed; `too-large` where it has more
 */
export const unpack = (path: string, bytes: Uint8Array, most: number): Unpacked | 'too-large' | null => {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isBrotli =
    !isGzip && (path.endsWith('.br') || Buffer.from(bytes.subarray(0, 64)).includes(BROTLI_MARK, 0, 'latin1'))
  if (!isGzip && !isBrotli) return null
  try {
    const options = { maxOutputLength: most }
    return isGzip
      ? { bytes: gunzipSync(bytes, options), packing: 'gzip' }
      : { bytes: brotliDecompressSync(bytes, options), packing: 'brotli' }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'ERR_BUFFER_TOO_LARGE') return 'too-large'
    // A server or a person has unpacked it already, and it kept its name.
    return null
  }
}
