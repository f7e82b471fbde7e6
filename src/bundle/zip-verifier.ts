import { setImmediate } from 'node:timers/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { readStructure, type ZipEntry } from './zip-structure.js'
import type { ZipInput } from './zip-writer.js'

/**
 * Reads a zip back that we wrote ourselves: its structure by the audit that hostile zips get, its contents by
 * inflating every byte, beside the bytes that went in. (Not through yauzl's streams: reading whole files takes a
 * third of the time.)
 * @throws {Error} when anything differs, which is a defect of ours and never the person's
 */
export const verifyZip = async (content: Buffer, inputs: readonly ZipInput[]): Promise<void> => {
  const { entries, faults } = readStructure(content)
  if (faults.length > 0) throw new Error(`The zip reads back damaged: ${faults[0]?.detail}`)
  if (entries.length !== inputs.length) throw new Error('The zip reads back with other files.')
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  for (const [index, { path, bytes }] of inputs.entries()) {
    if (index % FILES_A_TURN === 0) await setImmediate()
    const entry = byName.get(path)
    if (entry === undefined) throw new Error(`The zip reads back without ${path}.`)
    if (Buffer.compare(contentOf(content, entry), bytes) !== 0)
      throw new Error(`The zip reads back with other bytes in ${path}.`)
    if (crc32(bytes) !== entry.crc32) throw new Error(`The zip reads back with a wrong checksum of ${path}.`)
  }
}

/** After so many files the thread is left to others for a moment: to Ctrl-C, for one. */
const FILES_A_TURN = 8

/** In this thread: to hand a file to another one and take it back costs more than it saves. */
const contentOf = (zip: Buffer, { dataStart, compressedBytes, bytes, method }: ZipEntry): Buffer => {
  const data = zip.subarray(dataStart, dataStart + compressedBytes)
  if (method === 0) return data
  // One byte more than is expected would be too many.
  return inflateRawSync(data, { chunkSize: Math.max(64, bytes), maxOutputLength: Math.max(1, bytes) })
}
