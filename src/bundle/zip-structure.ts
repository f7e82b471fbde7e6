import { MAX_FILES, MAX_PATH_CHARACTERS } from '../platform/limits.js'
import { dataEnd, headerFlaw, kindFlaw, methodFlaw } from './zip-entry.js'
import { flaw, PACK_ANEW, type ZipFault, type ZipFlaw } from './zip-faults.js'
import { NameSet } from './zip-name-set.js'
import { decodeName, nameFlaw, shortName, shownName } from './zip-names.js'
import {
  type CentralEntry,
  END_BYTES,
  END_SIGNATURE_BYTES,
  type EndRecord,
  endRecords,
  holdsRecord,
  readCentral,
  readLocal,
} from './zip-records.js'

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

/**
 * Reads a zip's structure and refuses everything that two readers could read differently: yauzl, strict as it is, accepts
 * overlapping and duplicate entries, contradicting headers, bytes around the parts, and links. Inflates nothing.
 * Each cause is told once: what is wrong only because of it is not.
 */
export const readStructure = (
  zip: Buffer,
): { readonly entries: readonly ZipEntry[]; readonly faults: readonly ZipFault[] } => {
  const audit = new Audit(zip)
  audit.run()
  return audit
}

class Audit {
  readonly entries: ZipEntry[] = []
  readonly faults: ZipFault[] = []
  readonly #zip: Buffer
  /** Whether it is known of every entry where it ends: else nobody knows what is between them. */
  #knowsEnds = true
  /** The entries whose two headers contradict each other, and where they start. */
  readonly #contradicted: { readonly start: number; readonly shown: string; readonly flaw: ZipFlaw }[] = []
  readonly #gaps: Gap[] = []

  constructor(zip: Buffer) {
    this.#zip = zip
  }

  run(): void {
    const [end = null] = endRecords(this.#zip)
    const fatal = end === null ? withoutEnd(this.#zip) : endFlaw(this.#zip, end)
    if (fatal !== null || end === null) {
      this.#fault(fatal, null)
      return
    }
    this.#judgeEnd(end)
    const central = this.#readDirectory(end)
    if (central === null) return
    if (central.length === 0 && this.faults.length === 0) {
      this.#fault(emptyFlaw(this.#zip.subarray(0, end.centralOffset)), null)
      return
    }
    const spans: Span[] = []
    const names = new NameSet()
    for (const entry of central) this.#judgeEntry(entry, names, spans)
    this.#judgeSpans(spans, end.centralOffset)
  }

  /** Whether there was a fault. */
  #fault(found: ZipFlaw | null, path: string | null): boolean {
    if (found !== null) this.faults.push({ ...found, path })
    return found !== null
  }

  /** What is wrong with the end record and does not keep the rest of the zip from being judged. */
  #judgeEnd(end: EndRecord): void {
    const trailing = this.#zip.length - end.offset - END_BYTES
    if (trailing !== end.commentBytes)
      this.#fault(
        flaw(
          'ambiguous-structure',
          'there are bytes after the end of the zip',
          'Remove the bytes after the end of the zip.',
        ),
        null,
      )
    if (end.disk !== 0 || end.centralDisk !== 0) this.#fault(inParts(), null)
  }

  /** What the directory lists; null where that is a flood, or damaged. */
  #readDirectory(end: EndRecord): readonly CentralEntry[] | null {
    const entries: CentralEntry[] = []
    const limit = end.centralOffset + end.centralBytes
    const gap = end.start - limit
    const lean: ZipEntry[] = []
    let at = end.centralOffset
    // An end record cannot count more; 20 MB of directory could list half a million.
    while (at < limit && lean.length <= MOST_COUNTED) {
      const entry = readCentral(this.#zip, at, limit)
      if (entry === null) {
        this.#fault(unreadDirectory(this.#zip, end, gap), null)
        return null
      }
      // A flood of entries is refused for its number; looking at each of them would be what it is made for.
      if (lean.length < MAX_AUDITED) entries.push(entry)
      const { method, bytes, compressedBytes, crc32 } = entry
      lean.push({ name: shownName(entry.name), method, bytes, compressedBytes, crc32, dataStart: 0 })
      at = entry.end
    }
    const count = lean.length
    const counted = count > MOST_COUNTED ? `more than ${shownNumber(MOST_COUNTED)}` : shownNumber(count)
    if (count > MAX_AUDITED) {
      this.#fault(
        flaw(
          'flood',
          `it has ${counted} entries; a bundle has at most ${shownNumber(MAX_FILES)} files`,
          'Remove files, or combine them: sprites into sheets, data into one JSON file.',
        ),
        null,
      )
      this.entries.push(...lean)
      return null
    }
    // Of a directory that is longer than its end record says, the rest is in the gap.
    if (gap > 0)
      this.#fault(
        flaw('ambiguous-structure', 'there are bytes between its directory and its end record', PACK_ANEW),
        null,
      )
    else if (count !== end.entries)
      this.#fault(
        flaw(
          'ambiguous-structure',
          `its end record says ${shownNumber(end.entries)} entries, and its directory has ${counted}`,
          PACK_ANEW,
        ),
        null,
      )
    else if (end.entriesOnDisk !== end.entries) this.#fault(inParts(), null)
    return entries
  }

  #judgeEntry(entry: CentralEntry, names: NameSet, spans: Span[]): void {
    const zip = this.#zip
    const whole = shownName(entry.name)
    const shown = shortName(entry.name)
    const before = this.faults.length
    const isUnsafe = this.#fault(nameFlaw(entry.name, entry.flags), shown)
    // A path that long is refused for its length; comparing its thousands of folders is what it would be made for.
    const twin = whole.length > MAX_PATH_CHARACTERS ? null : names.add(whole)
    if (!isUnsafe) this.#fault(twin, shown)
    this.#fault(kindFlaw(entry, whole.endsWith('/')), shown)
    const isUnread = this.#fault(methodFlaw(entry), shown)
    const local = readLocal(zip, entry.offset)
    if (local === null) {
      this.#fault(
        flaw('contradicting-header', 'there is no local header where the directory says', PACK_ANEW),
        shown,
      )
      this.#knowsEnds = false
      return
    }
    const odd = isUnread ? null : headerFlaw(entry, local)
    if (odd?.kind === 'contradicting-header') {
      // Nobody knows what the entry covers, and the other header may be that of another entry.
      this.#contradicted.push({ start: entry.offset, shown, flaw: odd })
      this.#knowsEnds = false
      return
    }
    this.#fault(odd, shown)
    const data = dataEnd(zip, entry, local)
    if (!isUnread && odd === null) this.#fault(data.flaw, shown)
    if (data.end === null) this.#knowsEnds = false
    else spans.push({ start: entry.offset, end: data.end, shown })
    const name = decodeName(entry.name)
    if (this.faults.length > before || name === null) return
    const { method, bytes, compressedBytes, crc32 } = entry
    this.entries.push({ name, method, bytes, compressedBytes, crc32, dataStart: local.dataStart })
  }

  #judgeSpans(spans: readonly Span[], centralOffset: number): void {
    for (const { start, shown, flaw: contradiction } of this.#contradicted) {
      const other = spans.find((span) => span.start <= start && start < span.end)
      this.#fault(other === undefined ? contradiction : overlapWith(other), shown)
    }
    let reached = 0
    let previous: Span | null = null
    for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      if (span.start < reached) this.#fault(overlapWith(previous), span.shown)
      else this.#judgeGap(reached, span.start)
      if (span.end > reached) {
        reached = span.end
        previous = span
      }
    }
    if (reached > centralOffset)
      this.#fault(overlap('its data overlaps the directory of the zip'), previous?.shown ?? null)
    else this.#judgeGap(reached, centralOffset)
    if (this.#gaps.length > 0) this.#fault(unaccounted(this.#gaps), null)
  }

  #judgeGap(from: number, to: number): void {
    if (from === to || !this.#knowsEnds) return
    if (from === 0) this.#fault(bytesBefore(), null)
    else if (holdsRecord(this.#zip.subarray(from, to))) this.#fault(unlisted(), null)
    else this.#gaps.push({ start: from, bytes: to - from })
  }
}

/** Bytes that belong to no entry. */
interface Gap {
  readonly start: number
  readonly bytes: number
}

const unaccounted = (gaps: readonly Gap[]): ZipFlaw => {
  const bytes = shownNumber(gaps.reduce((sum, gap) => sum + gap.bytes, 0))
  return flaw(
    'unaccounted-bytes',
    gaps.length === 1
      ? `${bytes} bytes at offset ${gaps[0]?.start} belong to no entry`
      : `${bytes} bytes in ${shownNumber(gaps.length)} places belong to no entry, the first at offset ${gaps[0]?.start}`,
    PACK_ANEW,
  )
}

interface Span {
  readonly start: number
  readonly end: number
  readonly shown: string
}

const shownNumber = (value: number): string => value.toLocaleString('en')

const GET_AGAIN = 'Copy or download the zip again, or create it again with `miniapp pack`.'

const overlap = (detail: string): ZipFlaw => flaw('overlapping-entries', detail, PACK_ANEW)

const overlapWith = (other: Span | null): ZipFlaw =>
  overlap(`its data overlaps the data of ${other?.shown ?? 'another entry'}`)

const bytesBefore = (): ZipFlaw =>
  flaw(
    'ambiguous-structure',
    'there are bytes before its first entry',
    'Remove the bytes before the zip, such as a self-extractor.',
  )

const inParts = (): ZipFlaw =>
  flaw('ambiguous-structure', 'it claims to be one of several parts', 'Create the zip in one part.')

/** Why there is no directory where the end record says. @param gap the bytes from the end of that place to the end record */
const unreadDirectory = (zip: Buffer, end: EndRecord, gap: number): ZipFlaw => {
  if (gap === 0) return flaw('not-a-zip', 'its directory is damaged', GET_AGAIN)
  // Bytes before a zip shift all of it and leave its offsets as they were.
  const first = readCentral(zip, end.centralOffset + gap, end.start)
  return first !== null && readLocal(zip, first.offset + gap) !== null
    ? bytesBefore()
    : flaw('not-a-zip', 'its directory is not where its end record says', GET_AGAIN)
}

const unlisted = (): ZipFlaw =>
  flaw('ambiguous-structure', 'it contains records that its directory does not list', PACK_ANEW)

/** What a directory that lists nothing makes of a zip. @param before what is before the directory */
const emptyFlaw = (before: Buffer): ZipFlaw => {
  if (holdsRecord(before)) return unlisted()
  return before.length > 0
    ? bytesBefore()
    : flaw('empty', 'it has no entries', "Zip the folder's contents, with manifest.json at the root.")
}

/** What a file without an end record is. */
const withoutEnd = (content: Buffer): ZipFlaw => {
  if (content.length === 0) return flaw('not-a-zip', 'it is empty', GET_AGAIN)
  if (content.toString('latin1', 0, 2) === 'PK')
    return flaw('not-a-zip', 'it has no end record, so it was cut off, or is still being written', GET_AGAIN)
  const other = OTHER_ARCHIVES.find(({ start, at }) =>
    content.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1')),
  )
  return flaw(
    'not-a-zip',
    other === undefined ? 'it is not a zip' : `it is ${other.what}, not a zip`,
    "Zip the folder's contents, for example with `miniapp pack`.",
  )
}

/** What people take for a zip, by how it begins. */
const OTHER_ARCHIVES: readonly { readonly start: string; readonly at: number; readonly what: string }[] = [
  { start: 'Rar!', at: 0, what: 'a RAR archive' },
  { start: '7z\u00bc\u00af\u0027\u001c', at: 0, what: 'a 7-Zip archive' },
  { start: '\u001f\u008b', at: 0, what: 'a gzip file' },
  { start: 'ustar', at: 257, what: 'a tar archive' },
]

/** What is wrong with the end of a zip in a way that nothing else of it can be judged by it; null where nothing is. */
const endFlaw = (zip: Buffer, end: EndRecord): ZipFlaw | null => {
  if (end.zip64 === 'contradicts')
    return flaw(
      'ambiguous-structure',
      'its Zip64 end record contradicts its end record',
      'Create the zip without Zip64, for example with `miniapp pack`.',
    )
  if (hasEndInComment(zip, end))
    return flaw(
      'ambiguous-structure',
      'its comment holds the signature of another end record',
      'Remove the comment of the zip.',
    )
  const directoryEnd = end.centralOffset + end.centralBytes
  if (directoryEnd > end.start) return flaw('not-a-zip', 'its directory is outside the file', GET_AGAIN)
  return zip.subarray(directoryEnd, end.start).includes(END_SIGNATURE_BYTES)
    ? flaw(
        'ambiguous-structure',
        'it has more than one end record',
        'Keep one archive in the file: zip the contents of both together.',
      )
    : null
}

/**
 * Whether the signature of an end record follows the end record: whole, or cut off at the end of the file, where some
 * readers begin to look for it.
 */
const hasEndInComment = (zip: Buffer, end: EndRecord): boolean => {
  const after = zip.subarray(end.offset + END_BYTES)
  const cut = END_SIGNATURE_BYTES.subarray(0, -1)
  if (after.includes(END_SIGNATURE_BYTES) || after.subarray(-cut.length).equals(cut)) return true
  // What was found may itself be in the comment of one before, which has its directory right before it.
  for (const other of endRecords(zip))
    if (
      other.offset < end.offset &&
      other.offset + END_BYTES + other.commentBytes === zip.length &&
      other.centralOffset + other.centralBytes === other.start
    )
      return true
  return false
}
