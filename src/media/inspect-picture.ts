import { isDecodingError, loadSharp } from '../load-sharp.js'
import { hasExifLocation, hasPictureLocation, XMP_LOCATION } from './location-scan.js'
import { DECODED_MAX_PIXELS } from './pictures.js'
import { inMemory, type RandomAccessFile, withFile } from './random-access-file.js'

/** The types that can be decoded here; of other pictures nothing is known. */
export const DECODED_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]

interface PictureFacts {
  /** In pixels, as it is shown, upright. */
  readonly width: number
  readonly height: number
  /** Whether it says where it was taken. */
  readonly hasLocation: boolean
}

/** The side of what is drawn: small, since only decoding counts, which reads every row. */
const DRAWN_PIXELS = 8

/**
 * Decodes a whole picture, every frame of an animation.
 * @param picture its bytes, or its path
 * @returns null if it does not decode whole
 * @throws {Failure} `usage` if the library that decodes pictures does not load
 */
export const inspectPicture = async (picture: Uint8Array | string): Promise<PictureFacts | null> => {
  const sharp = await loadSharp()
  const options = { failOn: 'warning', limitInputPixels: DECODED_MAX_PIXELS, sequentialRead: true } as const
  try {
    const metadata = await sharp(picture, options).metadata()
    if (!(await withPicture(picture, (file) => hasItsEnd(file, metadata.format)))) return null
    const { width, height } = metadata.autoOrient
    for (let page = 0; page < (metadata.pages ?? 1); page++)
      await sharp(picture, { ...options, page })
        .resize(DRAWN_PIXELS, DRAWN_PIXELS, { fit: 'fill' })
        .raw()
        .toBuffer()
    const hasLocation =
      hasExifLocation(metadata.exif ?? Buffer.alloc(0)) ||
      XMP_LOCATION.test(metadata.xmp?.toString('latin1') ?? '') ||
      // The decoder does not give a GIF's metadata.
      (metadata.format === 'gif' && (await withPicture(picture, hasPictureLocation)))
    return { width, height, hasLocation }
  } catch (error) {
    if (isDecodingError(error)) return null
    throw error
  }
}

/** Whether a picture of a type that cannot be decoded here says where it was taken. */
export const hasLocationInside = (path: string): Promise<boolean> => withFile(path, hasPictureLocation)

const withPicture = <Result>(
  picture: Uint8Array | string,
  use: (file: RandomAccessFile) => Promise<Result>,
): Promise<Result> => (typeof picture === 'string' ? withFile(picture, use) : use(inMemory(picture)))

const SIGNATURE_BYTES = 8
const HEADER_BYTES = 8
const CHECKSUM_BYTES = 4
const MAX_CHUNKS = 100_000

/** Whether a picture has all bytes that it claims, where decoders do not care; true for other formats. */
const hasItsEnd = async (file: RandomAccessFile, format: string | undefined): Promise<boolean> => {
  if (format === 'png') return hasPngEnd(file)
  if (format === 'webp') return hasRiffEnd(file)
  return true
}

/** Whether a RIFF file, such as a WebP, is as long as its header says. */
const hasRiffEnd = async (file: RandomAccessFile): Promise<boolean> => {
  if (file.size < HEADER_BYTES) return false
  const header = Buffer.from(await file.read(0, HEADER_BYTES))
  return header.readUInt32LE(4) + HEADER_BYTES <= file.size
}

/** Whether a PNG has all chunks up to its end: decoders do not read those of later frames, nor the last one. */
const hasPngEnd = async (file: RandomAccessFile): Promise<boolean> => {
  let at = SIGNATURE_BYTES
  for (let count = 0; count < MAX_CHUNKS && at + HEADER_BYTES <= file.size; count++) {
    const header = Buffer.from(await file.read(at, at + HEADER_BYTES))
    at += HEADER_BYTES + header.readUInt32BE(0) + CHECKSUM_BYTES
    if (at > file.size) return false
    if (header.toString('latin1', 4) === 'IEND') return true
  }
  return false
}
