import type { Metadata, Sharp } from 'sharp'
import { isDecodingError, loadSharp } from '../load-sharp.js'
import { isAnimatedPng } from './media-type.js'
import { DECODED_MAX_PIXELS } from './pictures.js'

/** A picture re-encoded in fewer bytes: upright, and without the original's metadata, such as place and camera. */
interface ShrunkPicture {
  readonly bytes: Uint8Array
  readonly type: 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
}

export type ShrinkOutcome =
  | { readonly ok: true; readonly picture: ShrunkPicture }
  /** An animation would stand still; and what does not decode whole would lose its rest. */
  | { readonly ok: false; readonly fault: 'animated' | 'unreadable' }

const QUALITY = 85
/** What the encoders of the two formats take, in pixels a side. */
const MAX_SIDE = { jpeg: 65_500, webp: 16_383 } as const
/** Each try has so much of the last one's sides. */
const STEP = 0.75

/**
 * Re-encodes a picture so that it has at most `maxBytes`: at its full size where that does, else smaller and smaller.
 * A picture with transparency becomes a WebP, any other a JPEG.
 */
export const shrinkPicture = async (bytes: Uint8Array, maxBytes: number): Promise<ShrinkOutcome> => {
  const sharp = await loadSharp()
  const open = (): Sharp => sharp(bytes, { failOn: 'warning', limitInputPixels: DECODED_MAX_PIXELS })
  try {
    const metadata = await open().metadata()
    if ((metadata.pages ?? 1) > 1 || (await isAnimatedPng(bytes))) return { ok: false, fault: 'animated' }
    const { width, height } = metadata.autoOrient
    const largest = Math.min(
      Math.max(width, height),
      metadata.hasAlpha === true ? MAX_SIDE.webp : MAX_SIDE.jpeg,
    )
    for (let scale = 1; ; scale *= STEP) {
      const side = Math.max(1, Math.round(largest * scale))
      const picture = await draw(open(), metadata, side)
      if (picture.bytes.length <= maxBytes || side === 1) return { ok: true, picture }
    }
  } catch (error) {
    if (isDecodingError(error)) return { ok: false, fault: 'unreadable' }
    throw error
  }
}

const draw = async (picture: Sharp, { hasAlpha }: Metadata, side: number): Promise<ShrunkPicture> => {
  const scaled = picture
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const encoded = hasAlpha === true ? scaled.webp({ quality: QUALITY }) : scaled.jpeg({ quality: QUALITY })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return {
    bytes: data,
    type: hasAlpha === true ? 'image/webp' : 'image/jpeg',
    width: info.width,
    height: info.height,
  }
}
