import { hasExifLocation } from './exif-location.js'
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
const HEADER_BYTES = 16
/** What describes a video of 100 MB is far smaller. */
const MAX_HEADERS_BYTES = 32 * 1_048_576
const MAX_TOP_BOXES = 100_000

/** Whether an MP4 or MOV has a track of places. */
export const hasTrackLocation = async (file: RandomAccessFile): Promise<boolean> => {
  let at = 0
  for (let count = 0; count < MAX_TOP_BOXES && at + 8 <= file.size; count++) {
    const header = Buffer.from(await file.read(at, Math.min(at + HEADER_BYTES, file.size)))
    const short = header.readUInt32BE(0)
    const bytes =
      short === 0
        ? file.size - at
        : short === 1 && header.length === HEADER_BYTES
          ? Number(header.readBigUInt64BE(8))
          : short
    if (bytes < 8) return false
    const end = Math.min(at + bytes, file.size)
    if (header.toString('latin1', 4, 8) === 'moov' && end - at <= MAX_HEADERS_BYTES) {
      const headers = Buffer.from(await file.read(at, end))
      return TRACK_LOCATIONS.some((location) => headers.includes(location))
    }
    at = end
  }
  return false
}
