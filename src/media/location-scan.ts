import { MAX_HEADERS_BYTES, MAX_TOP_BOXES, topBoxes } from './iso-tables.js'
import type { RandomAccessFile } from './random-access-file.js'

/** How much is read at a time, and how much of it again with the next part: Exif data are shorter. */
const PART_BYTES = 1_048_576
const OVERLAP_BYTES = 65_536
/** A TIFF header in either byte order, with which Exif data begin. */
const TIFF_HEADERS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')] as const
/** The properties of XMP (ISO 16684) for a place, as attributes or elements. */
export const XMP_LOCATION = /GPS(?:Latitude|Longitude)/

/**
 * Whether a picture that no decoder here looks into says where it was taken: Exif data or XMP anywhere in it. HEIC
 * has them among its media data, and GIF in an extension.
 */
export const hasPictureLocation = async (file: RandomAccessFile): Promise<boolean> => {
  for (let at = 0; at < file.size; at += PART_BYTES - OVERLAP_BYTES) {
    const part = Buffer.from(await file.read(at, Math.min(at + PART_BYTES, file.size)))
    if (XMP_LOCATION.test(part.toString('latin1')) || TIFF_HEADERS.some((header) => hasExifAt(part, header)))
      return true
  }
  return false
}

const hasExifAt = (part: Buffer, header: Buffer): boolean => {
  for (let at = part.indexOf(header); at !== -1; at = part.indexOf(header, at + 1))
    if (hasExifLocation(part.subarray(at))) return true
  return false
}

/**
 * Places that change with time, in a track of their own: the sample entries of GoPro and Google's camera motion
 * metadata, and the keys of QuickTime's timed metadata.
 */
const TRACK_LOCATIONS = [
  // A sample entry begins with six zeros and the index of its data, which is 1.
  ...['gpmd', 'camm'].map((format) => Buffer.from(`${format}\0\0\0\0\0\0\0\u0001`, 'latin1')),
  Buffer.from('com.apple.quicktime.location', 'latin1'),
]

/** Whether an MP4 or MOV has a track of places. */
export const hasTrackLocation = async (file: RandomAccessFile): Promise<boolean> => {
  let count = 0
  for await (const { type, start, end } of topBoxes(file)) {
    if (++count > MAX_TOP_BOXES) return false
    if (type !== 'moov' || end - start > MAX_HEADERS_BYTES) continue
    const headers = Buffer.from(await file.read(start, end))
    return TRACK_LOCATIONS.some((location) => headers.includes(location))
  }
  return false
}

/** Tags of Exif 2.32 (CIPA DC-008), 4.6.3 and 4.6.6. */
const GPS_TAG = 0x8825
const LATITUDE_TAG = 2
const LONGITUDE_TAG = 4
const ENTRY_BYTES = 12
/** A TIFF header in either byte order: its first bytes, and the number that follows. */
const LITTLE_ENDIAN = 0x4949
const BIG_ENDIAN = 0x4d4d
const TIFF_NUMBER = 42
const EXIF_PREFIX = 'Exif\0\0'

/** Whether Exif data, with or without their prefix, give a latitude or longitude. */
export const hasExifLocation = (exif: Uint8Array): boolean => {
  const prefix = Buffer.from(exif.subarray(0, EXIF_PREFIX.length)).toString('latin1')
  const tiff = prefix === EXIF_PREFIX ? exif.subarray(EXIF_PREFIX.length) : exif
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  if (view.byteLength < 8) return false
  const order = view.getUint16(0)
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) return false
  const isLittle = order === LITTLE_ENDIAN
  if (view.getUint16(2, isLittle) !== TIFF_NUMBER) return false
  const gps = entriesAt(view, view.getUint32(4, isLittle), isLittle).find(({ tag }) => tag === GPS_TAG)
  return (
    gps !== undefined &&
    entriesAt(view, gps.value, isLittle).some(({ tag }) => tag === LATITUDE_TAG || tag === LONGITUDE_TAG)
  )
}

/** The entries of a directory; those that lie outside of the data are left out. */
const entriesAt = (
  view: DataView,
  at: number,
  isLittle: boolean,
): readonly { readonly tag: number; readonly value: number }[] => {
  if (at + 2 > view.byteLength) return []
  const room = Math.floor((view.byteLength - at - 2) / ENTRY_BYTES)
  const count = Math.min(view.getUint16(at, isLittle), room)
  return Array.from({ length: count }, (_, index) => {
    const entry = at + 2 + index * ENTRY_BYTES
    return { tag: view.getUint16(entry, isLittle), value: view.getUint32(entry + 8, isLittle) }
  })
}
