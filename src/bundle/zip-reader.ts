import { open, stat } from 'node:fs/promises'
import { crc32, inflateRaw } from 'node:zlib'
import { fromBufferPromise, type ZipFile } from 'yauzl'
import { fileFailure, systemErrorCode, usageFailure } from '../failure.js'
import { MAX_FILE_BYTES, MAX_ZIP_BYTES } from '../platform/limits.js'
import { wordsOfError } from '../platform/text.js'
import { type Bundle, type BundleFault, type BundleFile, BundleReadError, type LeftOut } from './bundle.js'
import { droppedBecause } from './left-out.js'
import { comparePaths } from './paths.js'
import { readStructure, type ZipEntry } from './zip-structure.js'

/** What is held in memory of a zip at most, in bytes. */
interface ZipBounds {
  readonly zip: number
  /** Of one file, unpacked. */
  readonly file: number
}

const BOUNDS_OF_A_BUNDLE: ZipBounds = { zip: MAX_ZIP_BYTES, file: MAX_FILE_BYTES }

/**
 * Opens a zip as a bundle. What is wrong with the zip itself is among the bundle's faults; nothing is inflated yet.
 * @param path as the person gave it
 * @param bounds a zip that is not a bundle yet may have others
 * @throws {Failure} when the file cannot be read
 */
export const openZip = async (path: string, bounds: ZipBounds = BOUNDS_OF_A_BUNDLE): Promise<Bundle> => {
  try {
    // Before it is opened: a pipe that nobody writes to would be waited for, and a device has no end.
    if (!(await stat(path)).isFile()) throw usageFailure(`${path} is not a file.`, 'Give the path of a zip.')
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      // A zip that is too large is refused for that, and not held in memory.
      return await zipBundle(path, size > bounds.zip ? null : await handle.readFile(), size, bounds)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileFailure('read', path, error)
  }
}

/** A bundle from a zip's bytes; null where the zip is too large to be looked into. */
export const zipBundle = async (
  path: string,
  content: Buffer | null,
  size: number,
  bounds: ZipBounds = BOUNDS_OF_A_BUNDLE,
): Promise<Bundle> => {
  const { entries, faults } =
    content === null
      ? {
          entries: [],
          faults: [{ kind: 'too-large', path: null, detail: 'it is larger than allowed for a zip' }],
        }
      : readStructure(content)
  const leftOut: LeftOut[] = []
  const files = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const dropped = droppedBecause(entry.name)
    if (dropped !== null || entry.name.endsWith('/'))
      leftOut.push({ path: entry.name, reason: dropped ?? 'a folder entry' })
    else files.set(entry.name, entry)
  }
  const whole = faults.every(({ path: entry, kind }) => entry !== null || kind === 'unaccounted-bytes')
  let reader: Promise<ZipFile> | undefined
  return {
    kind: 'zip',
    path,
    files: [...files.values()].map(toFile).sort((a, b) => comparePaths(a.path, b.path)),
    leftOut: leftOut.sort((a, b) => comparePaths(a.path, b.path)),
    faults: faults.toSorted((a: BundleFault, b: BundleFault) => comparePaths(a.path ?? '', b.path ?? '')),
    zipBytes: size,
    read: async (name) => {
      const entry = files.get(name)
      // Of a zip that can be read in two ways, nothing is read.
      if (!whole) throw new BundleReadError(name, 'the zip itself is refused')
      if (entry === undefined || content === null) throw new BundleReadError(name, 'it is not in the zip')
      if (entry.bytes > bounds.file) throw new BundleReadError(name, 'it is larger than allowed for a file')
      reader ??= fromBufferPromise(content, { decodeStrings: false })
      return inflate(await reader, name, entry)
    },
    close: async () => (await reader)?.close(),
  }
}

const toFile = ({ name, bytes, compressedBytes }: ZipEntry): BundleFile => ({
  path: name,
  bytes,
  compressedBytes,
})

/**
 * An entry's bytes. They are inflated whole, no more of them than the directory says; that the checksum is right, and
 * that nothing follows the end of the compressed data, is checked here: yauzl does neither.
 */
const inflate = async (zip: ZipFile, name: string, entry: ZipEntry): Promise<Uint8Array> => {
  let content: Uint8Array
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await dataOf(zip, entry)) chunks.push(Buffer.from(chunk))
    const data = Buffer.concat(chunks)
    content = entry.method === 0 ? data : await inflated(data, name, entry)
  } catch (error) {
    if (error instanceof BundleReadError) throw error
    throw new BundleReadError(name, wordsOfError(error), error)
  }
  if (content.length !== entry.bytes) throw new BundleReadError(name, OTHER_SIZE)
  if (crc32(content) !== entry.crc32) throw new BundleReadError(name, 'its checksum is wrong')
  return content
}

const OTHER_SIZE = 'its size differs from the size in the zip'

const inflated = (data: Buffer, name: string, { bytes, compressedBytes }: ZipEntry): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    // With a callback: the promise of Node.js gives only the bytes, and the number of bytes read is needed too.
    inflateRaw(data, { maxOutputLength: Math.max(1, bytes), info: true }, (error, result: unknown) => {
      if (error !== null)
        reject(
          systemErrorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? new BundleReadError(name, OTHER_SIZE) : error,
        )
      else if (!isInflated(result)) reject(new Error('The decompressed data has an unknown form.'))
      else if (result.engine.bytesWritten !== compressedBytes)
        // A reader that takes the zip as a stream would look for the next entry there.
        reject(new BundleReadError(name, 'its compressed data ends earlier than the zip says'))
      else resolve(result.buffer)
    })
  })

/** What zlib returns with `info`, which its types describe only for the synchronous functions. */
const isInflated = (
  value: unknown,
): value is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } =>
  typeof value === 'object' &&
  value !== null &&
  'buffer' in value &&
  value.buffer instanceof Uint8Array &&
  'engine' in value &&
  typeof value.engine === 'object' &&
  value.engine !== null &&
  'bytesWritten' in value.engine &&
  typeof value.engine.bytesWritten === 'number'

/** An entry's data as they stand in the zip; yauzl's own promise for this hands its arguments on to another function. */
const dataOf = (
  zip: ZipFile,
  { dataStart, compressedBytes, bytes }: ZipEntry,
): Promise<NodeJS.ReadableStream> =>
  new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(
      dataStart,
      compressedBytes,
      0,
      compressedBytes,
      false,
      bytes,
      (error, stream) => {
        if (error === null) resolve(stream)
        else reject(error)
      },
    )
  })
