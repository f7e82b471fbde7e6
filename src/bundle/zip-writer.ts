import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { ZipFile } from 'yazl'
import { type Extension, extensionOf, FILE_TYPES } from '../platform/file-types.js'
import { MAX_COMPRESSION_RATIO, RATIO_CHECKED_ABOVE_BYTES } from '../platform/limits.js'

/** A file to be written into a zip. */
export interface ZipInput {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Writes a zip whose bytes depend on nothing but its files' paths and contents: fixed time, mode, order and level.
 * Stores what does not shrink, and what would break the 100 to 1 rule (8.1).
 * @param files sorted by path
 */
export const writeZip = async (files: readonly ZipInput[]): Promise<Buffer> => {
  const zip = new ZipFile()
  const chunks: Buffer[] = []
  const written = new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('end', resolve)
    zip.outputStream.on('error', reject)
  })
  const stored = await Promise.all(files.map(isBetterStored))
  for (const [index, { path, bytes }] of files.entries()) {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), path, {
      // The local midnight that DOS time cannot tell from any other zone's, and no UTC time beside it.
      mtime: new Date(1980, 0, 1),
      forceDosTimestamp: true,
      mode: ORDINARY_FILE_MODE,
      compressionLevel: stored[index] === true ? 0 : COMPRESSION_LEVEL,
    })
  }
  zip.end()
  await written
  return Buffer.concat(chunks)
}

// Level 7 is where zlib's curve bends: a third of level 9's time for half a percent more bytes.
const COMPRESSION_LEVEL = 7
const ORDINARY_FILE_MODE = 0o100644

// Text of this length shrinks; what is shorter, or binary, is tried.
const SURELY_SHRINKS_BYTES = 1_024

const deflate = promisify(deflateRaw)

/** Whether a file is better stored as it is. */
const isBetterStored = async ({ path, bytes }: ZipInput): Promise<boolean> => {
  if (bytes.length === 0) return true
  const extension: Extension | null = extensionOf(path)
  const ratioCounts = bytes.length > RATIO_CHECKED_ABOVE_BYTES
  const text = extension !== null && FILE_TYPES[extension].text
  if (text && bytes.length >= SURELY_SHRINKS_BYTES && !ratioCounts) return false
  const { length } = await deflate(bytes, { level: COMPRESSION_LEVEL })
  if (length >= bytes.length) return true
  return ratioCounts && bytes.length > length * MAX_COMPRESSION_RATIO
}
