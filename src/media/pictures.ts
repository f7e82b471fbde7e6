import type { Metadata, Sharp } from 'sharp'
import { isDecodingError, loadSharp } from '../load-sharp.js'
import {
  PICK_IMAGE_PNG_MAX_BYTES,
  PICK_IMAGE_SOURCE_MAX_BYTES,
  SHARE_IMAGE_MAX_BYTES,
  SHARE_IMAGE_MAX_PIXELS,
  SHARE_IMAGE_MIN_PIXELS,
  SHARE_PNG_MAX_BYTES,
} from '../platform/limits.js'

/** A picture that was re-encoded from its pixels, without the original's metadata. */
interface RedrawnPicture {
  readonly bytes: Uint8Array
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

/** Why a picture cannot be used. */
type PictureFault = 'too-large' | 'unreadable' | 'wrong-type' | 'wrong-size'

type PictureOutcome =
  | { readonly ok: true; readonly picture: RedrawnPicture }
  | { readonly ok: false; readonly fault: PictureFault }

/** More pixels than any camera takes, and no more than a decoder can hold: 16,384 by 16,384. */
export const DECODED_MAX_PIXELS = 16_384 * 16_384
const JPEG_QUALITY = 92

/**
 * The picture of a share (4.4): PNG or JPEG, at most 6 MB, 64 to 4,096 pixels per side. A PNG stays one unless the
 * re-drawn file is over 5 MB; then it becomes a JPEG on white.
 */
export const redrawForShare = async (bytes: Uint8Array): Promise<PictureOutcome> => {
  if (bytes.length > SHARE_IMAGE_MAX_BYTES) return { ok: false, fault: 'too-large' }
  return decode(bytes, async (open, metadata) => {
    if (metadata.format !== 'png' && metadata.format !== 'jpeg') return { ok: false, fault: 'wrong-type' }
    const inRange = (pixels: number): boolean =>
      pixels >= SHARE_IMAGE_MIN_PIXELS && pixels <= SHARE_IMAGE_MAX_PIXELS
    if (!inRange(metadata.width) || !inRange(metadata.height)) return { ok: false, fault: 'wrong-size' }
    return { ok: true, picture: await draw(open, metadata.format === 'png', SHARE_PNG_MAX_BYTES) }
  })
}

/**
 * A picture that a person picked (4.5): up to 50 MB in any format that can be opened, drawn upright, scaled down
 * to `maxPixels` on its longer side, never up. A PNG stays one, with its transparency, unless it is over 10 MB;
 * everything else becomes a JPEG on white.
 */
export const redrawForPick = async (bytes: Uint8Array, maxPixels: number): Promise<PictureOutcome> => {
  if (bytes.length > PICK_IMAGE_SOURCE_MAX_BYTES) return { ok: false, fault: 'too-large' }
  return decode(bytes, async (open, metadata) => {
    const scaled = (): Sharp =>
      open().resize({ width: maxPixels, height: maxPixels, fit: 'inside', withoutEnlargement: true })
    return { ok: true, picture: await draw(scaled, metadata.format === 'png', PICK_IMAGE_PNG_MAX_BYTES) }
  })
}

/** Opens a picture and hands it on; one that does not decode whole is `unreadable`. */
const decode = async (
  bytes: Uint8Array,
  use: (open: () => Sharp, metadata: Metadata) => Promise<PictureOutcome>,
): Promise<PictureOutcome> => {
  const sharp = await loadSharp()
  // A damaged picture is refused rather than shown in part; of an animation the first frame counts.
  const open = (): Sharp =>
    sharp(bytes, { failOn: 'warning', limitInputPixels: DECODED_MAX_PIXELS, pages: 1 }).autoOrient()
  try {
    return await use(open, await open().metadata())
  } catch (error) {
    if (isDecodingError(error)) return { ok: false, fault: 'unreadable' }
    throw error
  }
}

const draw = async (open: () => Sharp, keepPng: boolean, pngMaxBytes: number): Promise<RedrawnPicture> => {
  if (keepPng) {
    const { data, info } = await open().png().toBuffer({ resolveWithObject: true })
    if (data.length <= pngMaxBytes)
      return { bytes: data, type: 'image/png', width: info.width, height: info.height }
  }
  const { data, info } = await open()
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, type: 'image/jpeg', width: info.width, height: info.height }
}
