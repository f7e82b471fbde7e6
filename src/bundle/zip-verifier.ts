import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { readStructure, type ZipEntry } from './zip-structure.js'
import type { ZipInput } from './zip-writer.js'

/**
 * Reads a zip back that we wrote ourselves: its structure by the audit that hostile zips get, its contents by
 * inflating every byte, beside the bytes that went in. (Not through yauzl's streams: whole files at once take a
 * third of the time.)
 * @throws {Error} when anything differs, which is a defect of ours and never the person's
 */
export const verifyZip = async (content: Buffer, inputs: readonly ZipInput[]): Promise<void> => {
  const { entries, faults } = readStructure(content)
  if (faults.length > 0) throw new Error(`The zip reads back damaged: ${faults[0]?.detail}`)
  if (entries.length !== inputs.length) throw new Error('The zip reads back with other files.')
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const waiting = inputs.values()
  const verifyNext = async (): Promise<void> => {
    for (const { path, bytes } of waiting) {
      const entry = byName.get(path)
      if (entry === undefined) throw new Error(`The zip reads back without ${path}.`)
      if (Buffer.compare(await contentOf(content, entry), bytes) !== 0)
        throw new Error(`The zip reads back with other bytes in ${path}.`)
      if (crc32(bytes) !== entry.crc32)
        throw new Error(`The zip reads back with a wrong checksum of ${path}.`)
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, verifyNext))
}

/** As many as there are threads to inflate. */
const READ_AT_ONCE = 4

const inflate = promisify(inflateRaw)

const contentOf = async (
  zip: Buffer,
  { dataStart, compressedBytes, bytes, method }: ZipEntry,
): Promise<Buffer> => {
  const data = zip.subarray(dataStart, dataStart + compressedBytes)
  if (method === 0) return data
  // One byte more than is expected would be too many.
  return inflate(data, { chunkSize: Math.max(64, bytes), maxOutputLength: Math.max(1, bytes) })
}
