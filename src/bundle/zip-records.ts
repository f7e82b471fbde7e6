/** The records of a zip, as its bytes have them (APPNOTE 4.3), with the numbers of the Zip64 format where it is used. */

const LOCAL_SIGNATURE = 0x04034b50
const CENTRAL_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
export const DESCRIPTOR_SIGNATURE = 0x08074b50
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_END_SIGNATURE = 0x06064b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
export const END_BYTES = 22
const ZIP64_LOCATOR_BYTES = 20
const ZIP64_END_BYTES = 56
/** The extra field with an entry's sizes in the Zip64 format (APPNOTE 4.5.3). */
const ZIP64_FIELD = 0x0001
/** In place of a number that is in a record or field of the Zip64 format. */
const ELSEWHERE = 0xffffffff
const ELSEWHERE_SHORT = 0xffff

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export const END_SIGNATURE_BYTES = signature(END_SIGNATURE)

const RECORD_SIGNATURES = [
  LOCAL_SIGNATURE,
  CENTRAL_SIGNATURE,
  END_SIGNATURE,
  DESCRIPTOR_SIGNATURE,
  ZIP64_END_SIGNATURE,
  ZIP64_LOCATOR_SIGNATURE,
].map(signature)

/** Whether a reader may find the end of an entry, another entry, or another zip in these bytes. */
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
  /**
   * `agrees`: the header has the numbers of the Zip64 format too, and every reader gets the same from both. `contradicts`: readers
   * differ in what they make of it.
   */
  readonly zip64: 'none' | 'agrees' | 'contradicts'
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

/** The end of a zip: what its end record says, or the Zip64 end record where the numbers are there. */
export interface EndRecord {
  /** Where the records of the end start: the Zip64 end record, or the end record. */
  readonly start: number
  /** Where the end record is. */
  readonly offset: number
  readonly zip64: EntryHeader['zip64']
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
    yield withZip64End(zip, {
      start: at,
      offset: at,
      zip64: 'none',
      disk: zip.readUInt16LE(at + 4),
      centralDisk: zip.readUInt16LE(at + 6),
      entriesOnDisk: zip.readUInt16LE(at + 8),
      entries: zip.readUInt16LE(at + 10),
      centralBytes: zip.readUInt32LE(at + 12),
      centralOffset: zip.readUInt32LE(at + 16),
      commentBytes: zip.readUInt16LE(at + 20),
    })
  }
}

/** An end record with the numbers of the Zip64 end record before it, if there is one (APPNOTE 4.3.14). */
const withZip64End = (zip: Buffer, end: EndRecord): EndRecord => {
  const locator = end.offset - ZIP64_LOCATOR_BYTES
  if (locator < 0 || zip.readUInt32LE(locator) !== ZIP64_LOCATOR_SIGNATURE) return end
  const start = locator - ZIP64_END_BYTES
  const contradicting: EndRecord = { ...end, zip64: 'contradicts' }
  if (
    start < 0 ||
    zip.readUInt32LE(start) !== ZIP64_END_SIGNATURE ||
    longAt(zip, start + 4) !== ZIP64_END_BYTES - 12 ||
    longAt(zip, locator + 8) !== start ||
    zip.readUInt32LE(locator + 4) !== 0 ||
    zip.readUInt32LE(locator + 16) > 1
  )
    return contradicting
  const long = {
    disk: zip.readUInt32LE(start + 16),
    centralDisk: zip.readUInt32LE(start + 20),
    entriesOnDisk: longAt(zip, start + 24),
    entries: longAt(zip, start + 32),
    centralBytes: longAt(zip, start + 40),
    centralOffset: longAt(zip, start + 48),
  }
  const agrees = (name: keyof typeof long, elsewhere: number): boolean =>
    end[name] === elsewhere || end[name] === long[name]
  const agreesInAll =
    (['disk', 'centralDisk', 'entriesOnDisk', 'entries'] as const).every((name) =>
      agrees(name, ELSEWHERE_SHORT),
    ) && (['centralBytes', 'centralOffset'] as const).every((name) => agrees(name, ELSEWHERE))
  return agreesInAll ? { ...end, ...long, start, zip64: 'agrees' } : contradicting
}

/** A number of eight bytes; more than any file has where a JavaScript number cannot hold it. */
const longAt = (zip: Buffer, at: number): number => Number(zip.readBigUInt64LE(at))

/**
 * The numbers of a header that may be in its Zip64 field, in the order of that field (APPNOTE 4.5.3). Some readers take from the
 * field only what the header says to be there, others all that it has; they agree where what is there comes first, and the rest
 * says the same twice.
 * @param stated what the header itself says
 */
const withZip64Field = (
  extra: Buffer,
  ...stated: readonly number[]
): { readonly zip64: EntryHeader['zip64']; readonly numbers: readonly number[] } => {
  const [field, another] = (extraFields(extra) ?? []).filter(({ id }) => id === ZIP64_FIELD)
  if (field === undefined) return { zip64: 'none', numbers: stated }
  const count = field.data.length / 8
  if (another !== undefined || !Number.isInteger(count) || count > stated.length)
    return { zip64: 'contradicts', numbers: stated }
  const long = Array.from({ length: count }, (_, index) => longAt(field.data, index * 8))
  const numbers = stated.map((number, index) => long[index] ?? number)
  const isElsewhere = stated.filter((number) => number === ELSEWHERE).length
  const agrees =
    isElsewhere <= count &&
    stated.every((number, index) => (index < isElsewhere ? number === ELSEWHERE : number === numbers[index]))
  return { zip64: agrees ? 'agrees' : 'contradicts', numbers }
}

/** The central header at an offset; null where there is none, or it does not end before `limit`. */
export const readCentral = (zip: Buffer, at: number, limit: number): CentralEntry | null => {
  if (at + CENTRAL_BYTES > limit || zip.readUInt32LE(at) !== CENTRAL_SIGNATURE) return null
  const nameEnd = at + CENTRAL_BYTES + zip.readUInt16LE(at + 28)
  const extraEnd = nameEnd + zip.readUInt16LE(at + 30)
  const end = extraEnd + zip.readUInt16LE(at + 32)
  if (end > limit) return null
  const extra = zip.subarray(nameEnd, extraEnd)
  const { zip64, numbers } = withZip64Field(
    extra,
    zip.readUInt32LE(at + 24),
    zip.readUInt32LE(at + 20),
    zip.readUInt32LE(at + 42),
  )
  const [bytes = 0, compressedBytes = 0, offset = 0] = numbers
  return {
    version: zip.readUInt8(at + 6),
    flags: zip.readUInt16LE(at + 8),
    method: zip.readUInt16LE(at + 10),
    crc32: zip.readUInt32LE(at + 16),
    compressedBytes,
    bytes,
    disk: zip.readUInt16LE(at + 34),
    attributes: zip.readUInt32LE(at + 38),
    offset,
    name: zip.subarray(at + CENTRAL_BYTES, nameEnd),
    extra,
    zip64,
    end,
  }
}

/** The local header at an offset; null where there is none. */
export const readLocal = (zip: Buffer, at: number): LocalEntry | null => {
  if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_SIGNATURE) return null
  const nameEnd = at + LOCAL_BYTES + zip.readUInt16LE(at + 26)
  const dataStart = nameEnd + zip.readUInt16LE(at + 28)
  if (dataStart > zip.length) return null
  const extra = zip.subarray(nameEnd, dataStart)
  const { zip64, numbers } = withZip64Field(extra, zip.readUInt32LE(at + 22), zip.readUInt32LE(at + 18))
  const [bytes = 0, compressedBytes = 0] = numbers
  return {
    version: zip.readUInt8(at + 4),
    flags: zip.readUInt16LE(at + 6),
    method: zip.readUInt16LE(at + 8),
    crc32: zip.readUInt32LE(at + 14),
    compressedBytes,
    bytes,
    name: zip.subarray(at + LOCAL_BYTES, nameEnd),
    extra,
    zip64,
    dataStart,
  }
}

/** The ids and contents of an extra field, without zeros that pad it (zipalign of Android); null where it is malformed. */
export const extraFields = (
  extra: Buffer,
): readonly { readonly id: number; readonly data: Buffer }[] | null => {
  const fields: { id: number; data: Buffer }[] = []
  let at = 0
  const padding = extra.findLastIndex((byte) => byte !== 0) + 1
  while (at < padding) {
    if (at + 4 > extra.length) return null
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return null
    fields.push({ id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) })
    at = end
  }
  return fields
}
