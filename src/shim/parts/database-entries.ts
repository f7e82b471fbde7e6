import { STORAGE_VALUE_MAX_CHARACTERS } from '../../platform/storage-limits.js'
import { createWriter, NotKept, writeValue } from './clone-bytes.js'
import { bytesIn } from './dense-text.js'
import type { RawRecord } from './raw-database.js'

/** Before the entries: how they are packed, when, how many, and the last key. */
export const HEAD_BYTES = 32

export const PAGE_BYTES = bytesIn(STORAGE_VALUE_MAX_CHARACTERS) - HEAD_BYTES

/** A larger record would take the writes of a whole minute. */
const RECORD_KEYS = 96
const RECORD_BYTES = bytesIn(RECORD_KEYS * STORAGE_VALUE_MAX_CHARACTERS) - HEAD_BYTES

/** As much as is packed, to see whether it becomes small enough. */
const UNPACKED_BYTES = 8 * RECORD_BYTES

const PLAIN = 0
const PACKED = 1

/**
 * Makes the bytes of records' entries.
 * @param again called when what a record needs is there: it can be asked for once more
 * @param failed called where a value cannot be read
 * @returns gives the bytes. @throws {NotKept} @throws {Waiting}
 */
export const createEntries = (again: () => void, failed: () => void): ((record: RawRecord) => Uint8Array) => {
  /** What Blobs hold, and the bytes of large records, packed; null while they are awaited. */
  const blobs = new WeakMap<Blob, Uint8Array | null>()
  const packed = new WeakMap<RawRecord, Uint8Array | null>()

  const whenThere = (what: Promise<unknown>): void => {
    what.then(again, failed)
  }

  const bytesOfBlob = (blob: Blob): Uint8Array => {
    const bytes = blobs.get(blob)
    if (bytes instanceof Uint8Array) return bytes
    if (bytes === undefined) {
      blobs.set(blob, null)
      if (blob.size > UNPACKED_BYTES) throw new NotKept('size')
      whenThere(new Response(blob).arrayBuffer().then((read) => blobs.set(blob, new Uint8Array(read))))
    }
    throw new Waiting()
  }

  return (record) => {
    const before = packed.get(record)
    if (before instanceof Uint8Array) {
      if (before.length > RECORD_BYTES) throw new NotKept('size')
      return before
    }
    if (before === null) throw new Waiting()
    const writer = createWriter(UNPACKED_BYTES)
    writeValue(writer, record.key, bytesOfBlob)
    writeValue(writer, record.value, bytesOfBlob)
    const bytes = writer.taken()
    if (bytes.length < PAGE_BYTES) return withFirst(PLAIN, bytes)
    packed.set(record, null)
    whenThere(pack(bytes).then((made) => packed.set(record, made)))
    throw new Waiting()
  }
}

/** What a record needs is awaited. */
export class Waiting extends Error {}

/** The bytes of a large entry, in as few as possible. */
const pack = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  if (typeof CompressionStream !== 'function') return withFirst(PLAIN, bytes)
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const smaller = new Uint8Array(await new Response(stream).arrayBuffer())
  // Of what hardly becomes smaller, a small change stays one.
  return 2 * smaller.length < bytes.length ? withFirst(PACKED, smaller) : withFirst(PLAIN, bytes)
}

const withFirst = (first: number, bytes: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(bytes.length + 1)
  whole[0] = first
  whole.set(bytes, 1)
  return whole
}

/** What an entry holds. */
export const unpack = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const rest = bytes.subarray(1)
  if (bytes[0] !== PACKED) return rest
  const stream = new Blob([rest]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
