import { type LoadSharp, loadSharp } from '../../../load-sharp.js'
import { type PictureFacts, readFastPng } from './fast.js'

// Larger than any picture that a screen shows, small enough to decode: a decompression bomb stops here.
const MAX_DECODED_PIXELS = 16_384 * 4_096

/** Reads any picture by decoding it with sharp. */
export const decodePicture = async (
  bytes: Uint8Array,
  load: LoadSharp = loadSharp,
): Promise<PictureFacts> => {
  const sharp = await load()
  const options = { failOn: 'warning', limitInputPixels: MAX_DECODED_PIXELS } as const
  let header: { format: string; width: number; height: number; hasAlpha: boolean }
  try {
    const { format, width, height, hasAlpha } = await sharp(bytes, options).metadata()
    header = { format, width, height, hasAlpha: hasAlpha === true }
  } catch {
    return { ...ofSignature(bytes), damaged: true, opaque: true }
  }
  const { format, width, height } = header
  try {
    const { isOpaque } = await sharp(bytes, options).stats()
    return { format, width, height, damaged: false, opaque: !header.hasAlpha || isOpaque }
  } catch {
    return { format, width, height, damaged: true, opaque: true }
  }
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** A PNG that is too damaged for the decoder still says what it is, and how large. */
const ofSignature = (bytes: Uint8Array): Pick<PictureFacts, 'format' | 'width' | 'height'> => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.length < PNG_SIGNATURE.length + 8 || !view.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return { format: null, width: 0, height: 0 }
  const { length } = PNG_SIGNATURE
  return { format: 'png', width: view.readUInt32BE(length), height: view.readUInt32BE(length + 4) }
}

/**
 * Reads a picture's header, then decodes all of it. Never throws for bad bytes.
 * @throws {Failure} where it must be decoded by sharp, and that does not load
 */
export const readPicture = async (bytes: Uint8Array, load: LoadSharp = loadSharp): Promise<PictureFacts> =>
  readFastPng(bytes) ?? (await decodePicture(bytes, load))
