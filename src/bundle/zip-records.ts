/** The records of a zip as they stand in its bytes (APPNOTE 4.3), read without judging them. */

const LOCAL_SIGNATURE = 0x04034b50
const CENTRAL_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
export const DESCRIPTOR_SIGNATURE = 0x08074b50
export const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_END_SIGNATURE = 0x06064b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
export const END_BYTES = 22
export const ZIP64_LOCATOR_BYTES = 20

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export const END_SIGNATURE_BYTES = signature(END_SIGNATURE)

const ENTRY_SIGNATURES = [LOCAL_SIGNATURE, CENTRAL_SIGNATURE, END_SIGNATURE].map(signature)
const RECORD_SIGNATURES = [
  ...ENTRY_SIGNATURES,
  ...[DESCRIPTOR_SIGNATURE, ZIP64_END_SIGNATURE, ZIP64_LOCATOR_SIGNATURE].map(signature),
]

/** Whether bytes between the parts may be read as an entry, or as another zip. */
export const holdsEntry = (bytes: Buffer): boolean =>
  ENTRY_SIGNATURES.some((signature) => bytes.includes(signature))

/** Whether a reader that takes a zip as a stream may find the end of an entry, or another one, in these bytes. */
export const holdsRecord = (bytes: Buffer): boolean =>
  RECORD_SIGNATURES.some((signature) => bytes.includes(signature))

/** What local and central headers both say of an entry. */
export interface EntryHeader {
  /** The version of the format that a reader must know, times ten; without the upper byte, in which tools write all sorts. */
  readonly version: number
  readonly flags: number
  readonly method: number
  readonly crc32: number
  readonly compressedBytes: number
  readonly bytes: number
  readonly name: Buffer
  readonly extra: Buffer
}

export interface CentralEntry extends EntryHeader {
  readonly disk: number
  readonly attributes: number
  /** Where the local header starts. */
  readonly offset: number
  /** Where the next central header starts. */
  readonly end: number
}

export interface LocalEntry extends EntryHeader {
  /** Where the data start. */
  readonly dataStart: number
}

export interface EndRecord {
  readonly offset: number
  readonly disk: number
  readonly centralDisk: number
  readonly entriesOnDisk: number
  readonly entries: number
  readonly centralBytes: number
  readonly centralOffset: number
  readonly commentBytes: number
}

const MAX_COMMENT_BYTES = 0xffff

/** The end records that a file may have, the last one first: every place with the signature and room for the rest. */
export function* endRecords(zip: Buffer): Generator<EndRecord> {
  const lowest = Math.max(0, zip.length - END_BYTES - MAX_COMMENT_BYTES)
  const tail = zip.subarray(lowest)
  for (let from = tail.length - END_BYTES; from >= 0; ) {
    const found = tail.lastIndexOf(END_SIGNATURE_BYTES, from)
    if (found === -1) return
    from = found - 1
    const at = lowest + found
    yield {
      offset: at,
      disk: zip.readUInt16LE(at + 4),
      centralDisk: zip.readUInt16LE(at + 6),
      entriesOnDisk: zip.readUInt16LE(at + 8),
      entries: zip.readUInt16LE(at + 10),
      centralBytes: zip.readUInt32LE(at + 12),
      centralOffset: zip.readUInt32LE(at + 16),
      commentBytes: zip.readUInt16LE(at + 20),
    }
  }
}

/** The central header at an offset; null where there is none, or it does not end before `limit`. */
export const readCentral = (zip: Buffer, at: number, limit: number): CentralEntry | null => {
  if (at + CENTRAL_BYTES > limit || zip.readUInt32LE(at) !== CENTRAL_SIGNATURE) return null
  const nameEnd = at + CENTRAL_BYTES + zip.readUInt16LE(at + 28)
  const extraEnd = nameEnd + zip.readUInt16LE(at + 30)
  const end = extraEnd + zip.readUInt16LE(at + 32)
  if (end > limit) return null
  return {
    version: zip.readUInt8(at + 6),
    flags: zip.readUInt16LE(at + 8),
    method: zip.readUInt16LE(at + 10),
    crc32: zip.readUInt32LE(at + 16),
    compressedBytes: zip.readUInt32LE(at + 20),
    bytes: zip.readUInt32LE(at + 24),
    disk: zip.readUInt16LE(at + 34),
    attributes: zip.readUInt32LE(at + 38),
    offset: zip.readUInt32LE(at + 42),
    name: zip.subarray(at + CENTRAL_BYTES, nameEnd),
    extra: zip.subarray(nameEnd, extraEnd),
    end,
  }
}

/** The local header at an offset; null where there is none. */
export const readLocal = (zip: Buffer, at: number): LocalEntry | null => {
  if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_SIGNATURE) return null
  const nameEnd = at + LOCAL_BYTES + zip.readUInt16LE(at + 26)
  const dataStart = nameEnd + zip.readUInt16LE(at + 28)
  if (dataStart > zip.length) return null
  return {
    version: zip.readUInt8(at + 4),
    flags: zip.readUInt16LE(at + 6),
    method: zip.readUInt16LE(at + 8),
    crc32: zip.readUInt32LE(at + 14),
    compressedBytes: zip.readUInt32LE(at + 18),
    bytes: zip.readUInt32LE(at + 22),
    name: zip.subarray(at + LOCAL_BYTES, nameEnd),
    extra: zip.subarray(nameEnd, dataStart),
    dataStart,
  }
}

/** The ids and contents of an extra field; null where it is malformed. */
export const extraFields = (
  extra: Buffer,
): readonly { readonly id: number; readonly data: Buffer }[] | null => {
  const fields: { id: number; data: Buffer }[] = []
  let at = 0
  while (at < extra.length) {
    if (at + 4 > extra.length) return null
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return null
    fields.push({ id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) })
    at = end
  }
  return fields
}
