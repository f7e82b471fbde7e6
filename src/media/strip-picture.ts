import { crc32 } from 'node:zlib'
import { loadSharp } from '../load-sharp.js'
import { DECODED_MAX_PIXELS } from './pictures.js'
import { PNG_SIGNATURE, pngChunks } from './png-chunks.js'

/** The types whose metadata can be removed without re-encoding. */
export const STRIPPED_PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Removes the metadata of a picture (Exif, XMP, IPTC, comments, further pictures behind the first) and keeps
 * every pixel, the colour profile, and which side is up.
 * @param bytes a picture of `STRIPPED_PICTURE_TYPES` that decodes whole
 */
export const stripPicture = async (bytes: Buffer, type: string): Promise<Buffer> => {
  const sharp = await loadSharp()
  const { orientation = 1 } = await sharp(bytes, { limitInputPixels: DECODED_MAX_PIXELS }).metadata()
  const exif = orientation > 1 ? exifOf(orientation) : null
  if (type === 'image/jpeg') return stripJpeg(bytes, exif)
  return type === 'image/png' ? stripPng(bytes, exif) : stripWebp(bytes, exif)
}

/** Exif data with nothing but the orientation (tag 0x0112, a short), in TIFF's big-endian form. */
const exifOf = (orientation: number): Buffer => {
  // The header with the place of the directory, its one entry (tag, type, count, value), and no next directory.
  const exif = Buffer.from(
    '4d4d002a00000008 0001 0112 0003 00000001 00000000 00000000'.replaceAll(' ', ''),
    'hex',
  )
  exif.writeUInt16BE(orientation, 18)
  return exif
}

const MARKER = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, app0: 0xe0, app15: 0xef } as const
/** The application segments that decoding needs: JFIF, a colour profile, and Adobe's colour transform. */
const NEEDED_SEGMENTS: Readonly<Record<number, string>> = {
  224: 'JFIF\0',
  226: 'ICC_PROFILE\0',
  238: 'Adobe',
}

/** ITU T.81, annex B: segments, each a marker with a length; a scan is followed by data up to the next marker. */
const stripJpeg = (bytes: Buffer, exif: Buffer | null): Buffer => {
  const kept: Buffer[] = [Buffer.from([0xff, MARKER.start])]
  if (exif !== null) kept.push(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])))
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes.readUInt8(at + 1)
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === MARKER.end) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const after = marker === MARKER.scan ? endOfScan(bytes, end) : end
    if (isNeeded(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, after))
    at = after
  }
  return Buffer.concat([...kept, Buffer.from([0xff, MARKER.end])])
}

const segment = (marker: number, content: Buffer): Buffer => {
  const header = Buffer.from([0xff, marker, 0, 0])
  header.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([header, content])
}

const isNeeded = (marker: number, content: Buffer): boolean => {
  if (marker === MARKER.comment) return false
  if (marker < MARKER.app0 || marker > MARKER.app15) return true
  const name = NEEDED_SEGMENTS[marker]
  return name !== undefined && content.toString('latin1', 0, name.length) === name
}

/** Where the next marker is that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** The chunks that change how a PNG looks, besides those that every decoder needs (upper-case names). */
const SHOWN_CHUNKS: readonly string[] = [
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs', 'cICP'],
  ...['acTL', 'fcTL', 'fdAT'],
]

const stripPng = (bytes: Buffer, exif: Buffer | null): Buffer => {
  const kept: Buffer[] = [PNG_SIGNATURE]
  for (const { type, whole } of pngChunks(bytes)) {
    if (/^[A-Z]/.test(type) || SHOWN_CHUNKS.includes(type)) kept.push(whole)
    if (type === 'IHDR' && exif !== null) kept.push(pngChunk('eXIf', exif))
  }
  return Buffer.concat(kept)
}

const pngChunk = (name: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** RFC 9649, 2.7: the extended header's flags for Exif and XMP. */
const WEBP_EXIF_FLAG = 0x08
const WEBP_XMP_FLAG = 0x04
const WEBP_CHUNKS: readonly string[] = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']

const stripWebp = (bytes: Buffer, exif: Buffer | null): Buffer => {
  const kept: Buffer[] = []
  const all = Math.min(bytes.length, bytes.readUInt32LE(4) + 8)
  for (let at = 12; at + 8 <= all; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (WEBP_CHUNKS.includes(name)) {
      const chunk = Buffer.from(bytes.subarray(at, end))
      if (name === 'VP8X') {
        const flags = chunk.readUInt8(8) & ~(WEBP_EXIF_FLAG | WEBP_XMP_FLAG)
        chunk.writeUInt8(exif === null ? flags : flags | WEBP_EXIF_FLAG, 8)
      }
      kept.push(chunk)
    }
    at = end
  }
  if (exif !== null) {
    const header = Buffer.from('EXIF\0\0\0\0', 'latin1')
    header.writeUInt32LE(exif.length, 4)
    kept.push(header, exif)
  }
  const content = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([head, content])
}
