import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { ZipFile } from 'yazl'
import { isTextFile } from '../platform/file-types.js'
import { MAX_COMPRESSION_RATIO, RATIO_CHECKED_ABOVE_BYTES } from '../platform/limits.js'

/** A file to be written into a zip. */
export interface ZipInput {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Writes a zip whose bytes depend on nothing but its files' paths and contents: fixed time, mode, order and level.
 * Stores what does not shrink by a hundredth, and what would break the 100 to 1 rule (8.1).
 * @param files sorted by path
 * @param signal gives up, with its reason
 */
export const writeZip = async (files: readonly ZipInput[], signal?: AbortSignal): Promise<Buffer> => {
  const zip = new ZipFile()
  const chunks: Buffer[] = []
  const written = new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('end', resolve)
    zip.outputStream.on('error', reject)
  })
  const stored = await storedOnes(files, signal)
  for (const [index, { path, bytes }] of files.entries()) {
    // yazl starts to compress every file immediately, and a thousand files would take a quarter of a gigabyte.
    // Threads take their work in turn: when this is done, they have begun all that they were given.
    if (index % AT_ONCE === 0) await deflate(NOTHING)
    signal?.throwIfAborted()
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), path, {
      // The local midnight that DOS time cannot tell from any other zone's, and no UTC time beside it.
      mtime: new Date(1980, 0, 1),
      forceDosTimestamp: true,
      mode: ORDINARY_FILE_MODE,
      compressionLevel: stored.has(path) ? 0 : LEVEL,
    })
  }
  zip.end()
  await written
  return Buffer.concat(chunks)
}

/** Where zlib's curve bends: a fifth of level 9's time for a percent or two more bytes. */
const LEVEL = 6

const ORDINARY_FILE_MODE = 0o100644

// Text of this length shrinks; what is shorter, or binary, is tried.
const SURELY_SHRINKS_BYTES = 1_024

/**
 * What is tried of a binary file first. If that loses half, compressing pays off even if the rest does not shrink: data that do
 * not shrink grow by five bytes in 16,000 at most, and a file has 20 MB.
 */
const SAMPLE_BYTES = 16_384
const SAMPLE_MUST_LOSE_BYTES = SAMPLE_BYTES / 2

/** What a file must become to be worth inflating on every phone: pictures and sounds are compressed already. */
const WORTH_ITS_WHILE = 0.99

const deflate = promisify(deflateRaw)
const NOTHING = new Uint8Array(0)

/**
 * Some more than there are threads to compress, so that none waits while this one is at a check; each takes a quarter of
 * a megabyte beside its file.
 */
const AT_ONCE = 16

/** The paths of the files that are better stored as they are. */
const storedOnes = async (
  files: readonly ZipInput[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> => {
  const stored = new Set<string>()
  const waiting = files.values()
  const tryNext = async (): Promise<void> => {
    for (const file of waiting) {
      signal?.throwIfAborted()
      if (await isBetterStored(file)) stored.add(file.path)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext))
  return stored
}

/** Whether a file is better stored as it is. */
const isBetterStored = async ({ path, bytes }: ZipInput): Promise<boolean> => {
  if (bytes.length === 0) return true
  const ratioCounts = bytes.length > RATIO_CHECKED_ABOVE_BYTES
  if (isTextFile(path) && bytes.length >= SURELY_SHRINKS_BYTES && !ratioCounts) return false
  if (!ratioCounts && bytes.length > SAMPLE_BYTES) {
    const sample = await deflate(bytes.subarray(0, SAMPLE_BYTES), { level: LEVEL })
    if (sample.length <= SAMPLE_BYTES - SAMPLE_MUST_LOSE_BYTES) return false
  }
  const { length } = await deflate(bytes, { level: LEVEL })
  if (length >= bytes.length * WORTH_ITS_WHILE) return true
  return ratioCounts && bytes.length > length * MAX_COMPRESSION_RATIO
}
