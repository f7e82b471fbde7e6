import { flaw, PACK_ANEW, type ZipFlaw } from './zip-faults.js'
import { type EntryHeader, extraFields } from './zip-records.js'

const UNICODE_PATH = 0x7075

/**
 * The extra fields that ordinary tools write and that change nothing about an entry in any reader, by id (APPNOTE
 * 4.5.2 and Info-ZIP's list). Any other is refused: some reader may act on it, as bsdtar makes a symbolic link of an
 * entry whose local header has 0x6c78, and others of 0x756e and 0x000d.
 */
const ALLOWED: ReadonlyMap<number, (data: Buffer) => boolean> = new Map<number, (data: Buffer) => boolean>([
  // Sizes of the Zip64 format, which are compared with the header's own: Info-ZIP, Python, archiver, zip.js.
  [0x0001, () => true],
  // Times in Windows' own steps: 7-Zip, WinRAR.
  [0x000a, () => true],
  // Times in seconds, "UT": Info-ZIP, bsdtar, Go, yazl, zip.js.
  [0x5455, () => true],
  // Times with the numbers of user and group, "UX": Archive Utility and ditto of macOS.
  [0x5855, () => true],
  // The numbers of user and group, "Ux": Info-ZIP before 3.0.
  [0x7855, () => true],
  // The numbers of user and group, "ux": Info-ZIP, bsdtar.
  [0x7875, () => true],
  // An entry's comment as Unicode: Info-ZIP, WinZip.
  [0x6375, () => true],
  // Says that a file is a Java archive, and has nothing in it: `jar`.
  [0xcafe, (data) => data.length === 0],
  // Padding, so that data start at a round offset: zipalign of Android.
  [0xd935, () => true],
  // Padding, room for what Zip64 would say: rubyzip.
  [0x9999, (data) => data.every((byte) => byte === 0)],
])

/** What is wrong with the extra fields of a local or central header; null where nothing is. */
export const extraFlaw = ({ extra, name }: EntryHeader): ZipFlaw | null => {
  const fields = extraFields(extra)
  if (fields === null) return flaw('contradicting-header', 'its extra field is damaged', PACK_ANEW)
  for (const { id, data } of fields) {
    if (id === UNICODE_PATH) {
      // One byte of version and four of a checksum stand before the name; some readers take the last such field.
      if (data.subarray(5).equals(name)) continue
      return flaw(
        'unsafe-name',
        'a Unicode path field gives it another name',
        'Rename the file with letters, digits, _, - and dots, and zip it again.',
      )
    }
    if (ALLOWED.get(id)?.(data) !== true)
      return flaw(
        'ambiguous-structure',
        `it has an extra field that some readers may act on (id 0x${id.toString(16).padStart(4, '0')})`,
        'Zip the file without extra fields (`zip -X`), or use `miniapp pack`.',
      )
  }
  return null
}
