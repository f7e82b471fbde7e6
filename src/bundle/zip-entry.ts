import { extraFlaw } from './zip-extra-fields.js'
import { flaw, PACK_ANEW, type ZipFlaw } from './zip-faults.js'
import {
  type CentralEntry,
  DESCRIPTOR_SIGNATURE,
  type EntryHeader,
  holdsRecord,
  type LocalEntry,
} from './zip-records.js'

const STORED = 0
const DEFLATED = 8
const FLAG_ENCRYPTED = 1
const FLAG_DESCRIPTOR = 1 << 3
/** What an ordinary entry may say of itself: deflate's effort, a data descriptor, a UTF-8 name. */
const KNOWN_FLAGS = 0b110 | FLAG_DESCRIPTOR | (1 << 11)
const ENCRYPTION_FLAGS = FLAG_ENCRYPTED | (1 << 6) | (1 << 13)
/** The newest version of the format, times ten. Readers refuse an entry that needs one that they do not know (APPNOTE 4.4.3.2). */
const NEWEST_VERSION = 63
const MODE_TYPE = 0o170000
const MODE_FILE = 0o100000
const MODE_FOLDER = 0o040000
const DOS_VOLUME_LABEL = 0x08
const DOS_FOLDER = 0x10

/**
 * How an entry is kept in a way that not every reader knows; null where it is stored or deflated in the plain way. What
 * is encrypted, say, has another method and a later version for that: the cause is told, and not what comes of it.
 */
export const methodFlaw = (central: CentralEntry): ZipFlaw | null => {
  const { flags, method, disk } = central
  if ((flags & ENCRYPTION_FLAGS) !== 0)
    return flaw('encrypted', 'it is encrypted', 'Zip the file without a password.')
  if (method !== STORED && method !== DEFLATED)
    return flaw(
      'unknown-method',
      `it is compressed by method ${method}${METHOD_NAMES.has(method) ? ` (${METHOD_NAMES.get(method)})` : ''}`,
      'Zip the file with the method Deflate.',
    )
  if ((flags & ~KNOWN_FLAGS) !== 0)
    return flaw(
      'unknown-method',
      'it uses a feature that only some readers know',
      'Zip the file with the method Deflate and no further options.',
    )
  if (disk !== 0)
    return flaw(
      'ambiguous-structure',
      'the directory says that it is in another part of the zip',
      'Create the zip in one part.',
    )
  return null
}

/** The methods that people's tools offer beside Deflate. */
const METHOD_NAMES: ReadonlyMap<number, string> = new Map([
  [9, 'Deflate64'],
  [12, 'BZip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
])

/** Why an entry is not a regular file; null for a regular file or a folder. */
export const kindFlaw = (
  { attributes, bytes, compressedBytes, method }: CentralEntry,
  isFolder: boolean,
): ZipFlaw | null => {
  const type = (attributes >>> 16) & MODE_TYPE
  if (type !== 0 && type !== (isFolder ? MODE_FOLDER : MODE_FILE)) {
    const { what, fix } = TYPES.get(type) ?? { what: 'not an ordinary file', fix: REMOVE }
    return flaw('special-entry', `its attributes say that it is ${what}`, fix)
  }
  // Readers that know only MS-DOS attributes use these, not the name.
  if (!isFolder && (attributes & (DOS_FOLDER | DOS_VOLUME_LABEL)) !== 0)
    return flaw(
      'special-entry',
      'its attributes say that it is a folder or the label of a disk',
      'Zip it again as an ordinary file.',
    )
  if (isFolder && (bytes > 0 || (method === STORED && compressedBytes > 0)))
    return flaw(
      'special-entry',
      'it is a folder entry with contents',
      'Zip the folder again without contents of its own, or remove its entry.',
    )
  return null
}

const REMOVE = 'Remove it from the zip.'

const TYPES: ReadonlyMap<number, { readonly what: string; readonly fix: string }> = new Map([
  [0o120000, { what: 'a symbolic link', fix: 'Replace the link with the file that it leads to.' }],
  [0o010000, { what: 'a pipe', fix: REMOVE }],
  [0o020000, { what: 'a device', fix: REMOVE }],
  [0o060000, { what: 'a device', fix: REMOVE }],
  [0o140000, { what: 'a socket', fix: REMOVE }],
  [MODE_FOLDER, { what: 'a folder', fix: 'Zip it again as an ordinary file.' }],
  [
    MODE_FILE,
    { what: 'a file, though its name is that of a folder', fix: 'Remove the / at the end of its name.' },
  ],
])

/** In what the two headers of an entry differ, or say what only some readers act on; null where they do not. */
export const headerFlaw = (central: CentralEntry, local: LocalEntry): ZipFlaw | null => {
  const extra = extraFlaw(central) ?? extraFlaw(local)
  if (extra !== null) return extra
  if (central.zip64 === 'contradicts' || local.zip64 === 'contradicts')
    return flaw(
      'contradicting-header',
      'its Zip64 field contradicts the header that it is in',
      'Zip the file without Zip64, for example with `miniapp pack`.',
    )
  const difference = headerDifference(central, local)
  if (difference !== null)
    return flaw('contradicting-header', `its local header and the directory give it ${difference}`, PACK_ANEW)
  if (central.method === STORED && central.bytes !== central.compressedBytes)
    return flaw('contradicting-header', 'it is stored but has two different sizes', PACK_ANEW)
  const version = Math.max(central.version, local.version)
  if (version > NEWEST_VERSION)
    return flaw(
      'ambiguous-structure',
      `it says that it needs version ${version / 10} of the zip format, which does not exist`,
      'Zip the file with another tool or without further options, for example with `miniapp pack`.',
    )
  return null
}

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

/** Where an entry's data end, their descriptor included, and what is wrong with them; null where that is not known. */
export const dataEnd = (
  zip: Buffer,
  central: CentralEntry,
  local: LocalEntry,
): { readonly end: number | null; readonly flaw: ZipFlaw | null } => {
  const end = local.dataStart + central.compressedBytes
  if (end > zip.length)
    return {
      end: null,
      flaw: flaw('contradicting-header', 'its data extends past the end of the file', PACK_ANEW),
    }
  if ((local.flags & FLAG_DESCRIPTOR) === 0) return { end, flaw: null }
  const described = endOfDescriptor(zip, central, end, local.zip64 === 'none' ? 4 : 8)
  if (described === null)
    return {
      end: null,
      flaw: flaw('contradicting-header', 'its data descriptor contradicts the directory', PACK_ANEW),
    }
  // Only the descriptor says where stored data ends: a streaming reader searches the data for it. The
  // three bytes more are those of a record that begins in the data.
  const data = zip.subarray(local.dataStart, end + 3)
  if (central.method === STORED && (!described.isSigned || holdsRecord(data)))
    return {
      end: described.end,
      flaw: flaw(
        'ambiguous-structure',
        described.isSigned
          ? 'it is stored with a data descriptor, and its data looks like zip records'
          : 'it is stored with a data descriptor that has no signature, so not every reader finds its end',
        'Zip the file with the method Deflate, or with a tool that writes sizes first, such as `miniapp pack`.',
      ),
    }
  return { end: described.end, flaw: null }
}

/**
 * Where a descriptor ends that says what the directory says, and whether it begins with a signature; null where there is none.
 * @param width the bytes of a size: eight where the local header is in the Zip64 format (APPNOTE 4.3.9.2)
 */
const endOfDescriptor = (
  zip: Buffer,
  { crc32, compressedBytes, bytes }: EntryHeader,
  start: number,
  width: 4 | 8,
): { readonly end: number; readonly isSigned: boolean } | null => {
  const sizeAt = (at: number): number =>
    width === 4 ? zip.readUInt32LE(at) : Number(zip.readBigUInt64LE(at))
  const says = (at: number): boolean =>
    at + 4 + 2 * width <= zip.length &&
    zip.readUInt32LE(at) === crc32 &&
    sizeAt(at + 4) === compressedBytes &&
    sizeAt(at + 4 + width) === bytes
  const signed = start + 4 <= zip.length && zip.readUInt32LE(start) === DESCRIPTOR_SIGNATURE
  if (signed && says(start + 4)) return { end: start + 8 + 2 * width, isSigned: true }
  return says(start) ? { end: start + 4 + 2 * width, isSigned: false } : null
}
