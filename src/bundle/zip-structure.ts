import { MAX_FILES, MAX_PATH_CHARACTERS } from '../platform/limits.js'
import type { BundleFault } from './bundle.js'
import { NameSet } from './zip-name-set.js'
import { decodeName, shownName, unsafeName } from './zip-names.js'
import {
  CENTRAL_SIGNATURE,
  type CentralEntry,
  DESCRIPTOR_SIGNATURE,
  END_BYTES,
  END_SIGNATURE,
  type EndRecord,
  type EntryHeader,
  extraFields,
  findEndRecord,
  LOCAL_SIGNATURE,
  type LocalEntry,
  readCentral,
  readLocal,
  ZIP64_LOCATOR_BYTES,
  ZIP64_LOCATOR_SIGNATURE,
} from './zip-records.js'

/** What can be wrong with a zip's structure; the validator has one rule for each. */
export type ZipFaultKind =
  | 'not-a-zip'
  | 'flood'
  | 'ambiguous-structure'
  | 'unaccounted-bytes'
  | 'unsafe-name'
  | 'duplicate-entry'
  | 'contradicting-header'
  | 'overlapping-entries'
  | 'special-entry'
  | 'encrypted'
  | 'unknown-method'

/** An entry that reads the same to everybody. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly bytes: number
  readonly compressedBytes: number
  readonly crc32: number
  readonly dataStart: number
}

// Files, their folders, and what the platform drops beside each of them: far more than a bundle can need.
const MAX_AUDITED = 10 * MAX_FILES

/** The most entries that an end record counts, without Zip64. */
const MOST_COUNTED = 0xffff

const STORED = 0
const DEFLATED = 8
const FLAG_ENCRYPTED = 1
const FLAG_DESCRIPTOR = 1 << 3
/** What an ordinary entry may say of itself: deflate's effort, a data descriptor, a UTF-8 name. */
const KNOWN_FLAGS = 0b110 | FLAG_DESCRIPTOR | (1 << 11)
const ENCRYPTION_FLAGS = FLAG_ENCRYPTED | (1 << 6) | (1 << 13)
const ZIP64_FIELD = 0x0001
const UNICODE_PATH_FIELD = 0x7075
const MODE_TYPE = 0o170000
const MODE_FILE = 0o100000
const MODE_FOLDER = 0o040000
const DOS_VOLUME_LABEL = 0x08
const DOS_FOLDER = 0x10

/**
 * Reads a zip's structure and refuses whatever two readers could read differently: yauzl, strict as it is, takes
 * overlapping and duplicate entries, contradicting headers, bytes around the parts, and links. Inflates nothing.
 */
export const readStructure = (
  zip: Buffer,
): { readonly entries: readonly ZipEntry[]; readonly faults: readonly BundleFault[] } => {
  const audit = new Audit(zip)
  audit.run()
  return audit
}

class Audit {
  readonly entries: ZipEntry[] = []
  readonly faults: BundleFault[] = []
  readonly #zip: Buffer

  constructor(zip: Buffer) {
    this.#zip = zip
  }

  run(): void {
    const end = findEndRecord(this.#zip)
    if (end === null) {
      this.#fault('not-a-zip', null, withoutEnd(this.#zip))
      return
    }
    if (!this.#judgeEnd(end)) return
    if (end.centralOffset + end.centralBytes > end.offset) {
      this.#fault('not-a-zip', null, 'its directory lies outside the file')
      return
    }
    const central = this.#readDirectory(end)
    if (central === null) return
    const spans: Span[] = []
    const names = new NameSet()
    for (const entry of central) this.#judgeEntry(entry, names, spans)
    this.#judgeSpans(spans, end.centralOffset)
  }

  #fault(kind: ZipFaultKind, path: string | null, detail: string): void {
    this.faults.push({ kind, path, detail })
  }

  /** Whether the rest of the zip can be judged by its end record. */
  #judgeEnd(end: EndRecord): boolean {
    const zip = this.#zip
    const locator = end.offset - ZIP64_LOCATOR_BYTES
    if (locator >= 0 && zip.readUInt32LE(locator) === ZIP64_LOCATOR_SIGNATURE) {
      // Most of the end record says nothing then but that another has its numbers.
      this.#fault('ambiguous-structure', null, 'it is in the Zip64 format, which nothing in it needs')
      return false
    }
    const trailing = zip.length - end.offset - END_BYTES
    const refuse = (detail: string): void => this.#fault('ambiguous-structure', null, detail)
    if (trailing !== end.commentBytes) refuse('there are bytes after its end')
    const before = zip.lastIndexOf(END_SIGNATURE_BYTES, end.offset - 1)
    if (before >= end.centralOffset + end.centralBytes) refuse('it has more than one end record')
    if (end.disk !== 0 || end.centralDisk !== 0 || end.entriesOnDisk !== end.entries)
      refuse('it says that it is one of several parts')
    if (end.centralOffset + end.centralBytes < end.offset)
      refuse('there are bytes between its directory and its end record')
    return true
  }

  /** What the directory lists; null where that is a flood. */
  #readDirectory(end: EndRecord): readonly CentralEntry[] | null {
    const entries: CentralEntry[] = []
    const limit = end.centralOffset + end.centralBytes
    const lean: ZipEntry[] = []
    let at = end.centralOffset
    // An end record cannot count more; 20 MB of directory could list half a million.
    while (at < limit && lean.length <= MOST_COUNTED) {
      const entry = readCentral(this.#zip, at, limit)
      if (entry === null) {
        this.#fault('not-a-zip', null, 'its directory is damaged')
        break
      }
      // A flood of entries is refused for its number; looking at each of them would be what it is made for.
      if (lean.length < MAX_AUDITED) entries.push(entry)
      const { method, bytes, compressedBytes, crc32 } = entry
      lean.push({ name: shownName(entry.name), method, bytes, compressedBytes, crc32, dataStart: 0 })
      at = entry.end
    }
    const count = lean.length
    if (count !== end.entries)
      this.#fault(
        'ambiguous-structure',
        null,
        `its end record says ${end.entries} entries, and its directory has ${count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : count}`,
      )
    if (count <= MAX_AUDITED) return entries
    this.#fault('flood', null, `it has ${count} entries`)
    this.entries.push(...lean)
    return null
  }

  #judgeEntry(entry: CentralEntry, names: NameSet, spans: Span[]): void {
    const shown = shownName(entry.name)
    const before = this.faults.length
    const unsafe = unsafeName(entry.name, entry.flags)
    if (unsafe !== null) this.#fault('unsafe-name', shown, `its name ${unsafe}`)
    // A path that long is refused for its length; comparing its thousands of folders is what it would be made for.
    const twin = shown.length > MAX_PATH_CHARACTERS ? null : names.add(shown)
    if (twin !== null) this.#fault('duplicate-entry', shown, twin)
    this.#judgeKind(entry, shown)
    const local = readLocal(this.#zip, entry.offset)
    if (local === null) {
      this.#fault('contradicting-header', shown, 'there is no local header where the directory says')
      return
    }
    this.#judgeExtra(entry, shown)
    this.#judgeExtra(local, shown)
    // Where Zip64 is used, the sizes stand in a field of their own; it is refused for that.
    const difference = isZip64(entry) || isZip64(local) ? null : headerDifference(entry, local)
    if (difference !== null)
      this.#fault('contradicting-header', shown, `its local header and the directory give it ${difference}`)
    const end = this.#dataEnd(entry, local, shown)
    spans.push({ start: entry.offset, end, shown })
    const name = decodeName(entry.name)
    if (this.faults.length > before || name === null) return
    this.entries.push({
      name,
      method: entry.method,
      bytes: entry.bytes,
      compressedBytes: entry.compressedBytes,
      crc32: entry.crc32,
      dataStart: local.dataStart,
    })
  }

  #judgeKind(entry: CentralEntry, shown: string): void {
    if ((entry.flags & ENCRYPTION_FLAGS) !== 0) this.#fault('encrypted', shown, 'it is encrypted')
    else if ((entry.flags & ~KNOWN_FLAGS) !== 0)
      this.#fault('unknown-method', shown, 'it uses a feature that only some readers know')
    if (entry.method !== STORED && entry.method !== DEFLATED)
      this.#fault('unknown-method', shown, `it is compressed by method ${entry.method}`)
    if (entry.disk !== 0)
      this.#fault('ambiguous-structure', shown, 'it is said to lie in another part of the zip')
    const type = (entry.attributes >>> 16) & MODE_TYPE
    const isFolder = shown.endsWith('/')
    if (type !== 0 && type !== (isFolder ? MODE_FOLDER : MODE_FILE))
      this.#fault(
        'special-entry',
        shown,
        `its attributes say that it is ${TYPE_WORDS.get(type) ?? 'no ordinary file'}`,
      )
    // Readers that know MS-DOS attributes alone take them from here, whatever the name is.
    if (!isFolder && (entry.attributes & (DOS_FOLDER | DOS_VOLUME_LABEL)) !== 0)
      this.#fault('special-entry', shown, 'its attributes say that it is a folder or the label of a disk')
    if (isFolder && (entry.bytes > 0 || (entry.method === STORED && entry.compressedBytes > 0)))
      this.#fault('special-entry', shown, 'it is a folder and has contents')
    const isEncrypted = (entry.flags & ENCRYPTION_FLAGS) !== 0
    if (entry.method === STORED && entry.bytes !== entry.compressedBytes && !isEncrypted && !isZip64(entry))
      this.#fault('contradicting-header', shown, 'it is stored, and has two different sizes')
  }

  #judgeExtra({ extra, name }: EntryHeader, shown: string): void {
    const fields = extraFields(extra)
    if (fields === null) {
      this.#fault('contradicting-header', shown, 'its extra field is damaged')
      return
    }
    if (isZip64({ extra }))
      this.#fault('ambiguous-structure', shown, 'it is in the Zip64 format, which nothing in it needs')
    // One byte of version and four of a checksum stand before the name; some readers take the last such field.
    if (fields.some(({ id, data }) => id === UNICODE_PATH_FIELD && !data.subarray(5).equals(name)))
      this.#fault('unsafe-name', shown, 'a Unicode path field gives it another name')
  }

  /** Where an entry's data end, their descriptor included. */
  #dataEnd(entry: CentralEntry, local: LocalEntry, shown: string): number {
    const zip = this.#zip
    const end = local.dataStart + entry.compressedBytes
    if (end > zip.length) {
      this.#fault('contradicting-header', shown, 'its data reach beyond the end of the file')
      return zip.length
    }
    if ((local.flags & FLAG_DESCRIPTOR) === 0) return end
    const says = (at: number): boolean =>
      at + 12 <= zip.length &&
      zip.readUInt32LE(at) === entry.crc32 &&
      zip.readUInt32LE(at + 4) === entry.compressedBytes &&
      zip.readUInt32LE(at + 8) === entry.bytes
    if (end + 4 <= zip.length && zip.readUInt32LE(end) === DESCRIPTOR_SIGNATURE && says(end + 4))
      return end + 16
    if (says(end)) return end + 12
    this.#fault('contradicting-header', shown, 'its data descriptor contradicts the directory')
    return end
  }

  #judgeSpans(spans: readonly Span[], centralOffset: number): void {
    let reached = 0
    let previous: Span | null = null
    for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      if (span.start < reached)
        this.#fault(
          'overlapping-entries',
          span.shown,
          `its data overlap those of ${previous?.shown ?? 'another entry'}`,
        )
      else this.#judgeGap(reached, span.start)
      if (span.end > reached) {
        reached = span.end
        previous = span
      }
    }
    if (reached > centralOffset)
      this.#fault('overlapping-entries', previous?.shown ?? null, 'its data overlap the directory of the zip')
    else this.#judgeGap(reached, centralOffset)
  }

  #judgeGap(from: number, to: number): void {
    if (from === to) return
    if (from === 0) this.#fault('ambiguous-structure', null, 'there are bytes before its first entry')
    else if (RECORD_SIGNATURES.some((signature) => this.#zip.subarray(from, to).includes(signature)))
      this.#fault('ambiguous-structure', null, 'there are records in it that its directory does not list')
    else this.#fault('unaccounted-bytes', null, `${to - from} bytes from ${from} on belong to no entry`)
  }
}

/** What a file without an end record is. */
const withoutEnd = (content: Buffer): string => {
  if (content.length === 0) return 'it is empty'
  return content.toString('latin1', 0, 2) === 'PK'
    ? 'it has no end record, so it was cut off, or is still being written'
    : 'it is no zip at all'
}

interface Span {
  readonly start: number
  readonly end: number
  readonly shown: string
}

const TYPE_WORDS: ReadonlyMap<number, string> = new Map([
  [0o120000, 'a symbolic link'],
  [0o010000, 'a pipe'],
  [0o020000, 'a device'],
  [0o060000, 'a device'],
  [0o140000, 'a socket'],
  [MODE_FOLDER, 'a folder'],
  [MODE_FILE, 'a file, though its name is that of a folder'],
])

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const END_SIGNATURE_BYTES = signature(END_SIGNATURE)
/** What bytes between the parts may not hold: somebody might read it as an entry, or as another zip. */
const RECORD_SIGNATURES = [signature(LOCAL_SIGNATURE), signature(CENTRAL_SIGNATURE), END_SIGNATURE_BYTES]

/** Whether the Zip64 format gives an entry's sizes. */
const isZip64 = ({ extra }: Pick<EntryHeader, 'extra'>): boolean =>
  extraFields(extra)?.some(({ id }) => id === ZIP64_FIELD) === true

/** In what a local header contradicts the directory; null where it does not. */
const headerDifference = (central: CentralEntry, local: LocalEntry): string | null => {
  if (!central.name.equals(local.name)) return 'two names'
  if (central.method !== local.method) return 'two methods'
  if (central.flags !== local.flags) return 'different flags'
  const described = (local.flags & FLAG_DESCRIPTOR) !== 0
  const agrees = (inLocal: number, inCentral: number): boolean =>
    inLocal === inCentral || (described && inLocal === 0)
  if (!agrees(local.crc32, central.crc32)) return 'two checksums'
  return agrees(local.bytes, central.bytes) && agrees(local.compressedBytes, central.compressedBytes)
    ? null
    : 'two sizes'
}
