import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'
import { fileFailure } from '../failure.js'
import { MAX_FILE_BYTES, MAX_ZIP_BYTES } from '../platform/limits.js'
import { type Bundle, type BundleFault, type BundleFile, BundleReadError, type LeftOut } from './bundle.js'
import { comparePaths } from './compare-paths.js'
import { droppedBecause } from './left-out.js'

/**
 * Opens a zip as a bundle. What is wrong with the zip itself is among the bundle's faults.
 * @param path as the person gave it
 * @throws {Failure} when the file cannot be read
 */
export const openZip = async (path: string): Promise<Bundle> => {
  const bytes = await readZip(path)
  return zipBundle(path, bytes.content, bytes.size)
}

/** A zip's bytes; only its size where it is larger than a zip may be. */
const readZip = async (path: string): Promise<{ content: Buffer | null; size: number }> => {
  try {
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      return { content: size > MAX_ZIP_BYTES ? null : await handle.readFile(), size }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileFailure('read', path, error)
  }
}

/** A bundle from a zip's bytes; null where the zip is too large to be looked into. */
export const zipBundle = async (path: string, content: Buffer | null, size: number): Promise<Bundle> => {
  const faults: BundleFault[] = []
  const leftOut: LeftOut[] = []
  const entries = new Map<string, Entry>()
  const zip =
    content === null
      ? null
      : await fromBufferPromise(content, { decodeStrings: false }).catch((error: unknown) => {
          faults.push({ kind: 'not-a-zip', path: null, detail: words(error) })
          return null
        })
  try {
    for await (const entry of zip?.eachEntry() ?? []) {
      const name = entry.fileNameRaw.toString('utf8')
      const dropped = droppedBecause(name)
      if (dropped !== null || name.endsWith('/')) {
        leftOut.push({ path: name, reason: dropped ?? 'a folder entry' })
      } else if (entries.has(name)) {
        faults.push({ kind: 'duplicate-entry', path: name, detail: 'the zip has two entries of this name' })
      } else entries.set(name, entry)
    }
  } catch (error) {
    faults.push({ kind: 'damaged', path: null, detail: words(error) })
  }
  const files: BundleFile[] = [...entries].map(([name, entry]) => ({
    path: name,
    bytes: entry.uncompressedSize,
    compressedBytes: entry.compressedSize,
  }))
  return {
    kind: 'zip',
    path,
    files: files.sort((a, b) => comparePaths(a.path, b.path)),
    leftOut: leftOut.sort((a, b) => comparePaths(a.path, b.path)),
    faults,
    zipBytes: size,
    read: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined || zip === null) throw new BundleReadError(name, 'it is not in the zip')
      if (entry.uncompressedSize > MAX_FILE_BYTES)
        throw new BundleReadError(name, 'it is larger than a file may be')
      const chunks: Buffer[] = []
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
      } catch (error) {
        throw new BundleReadError(name, words(error), error)
      }
      const bytes = Buffer.concat(chunks)
      if (crc32(bytes) !== entry.crc32) throw new BundleReadError(name, 'its checksum is wrong')
      return bytes
    },
    close: async () => zip?.close(),
  }
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))
