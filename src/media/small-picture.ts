import { loadSharp } from '../load-sharp.js'
import { DECODED_MAX_PIXELS } from './pictures.js'

/** A picture for a preview: upright, and encoded again from its pixels. */
export type SmallPicture =
  | { readonly png: Uint8Array }
  /** Three bytes each, red, green and blue, row by row. */
  | { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

/**
 * Shrinks a picture into a box, in pixels.
 * @throws if it cannot be decoded
 */
export const smallPicture = async (
  bytes: Uint8Array,
  maxWidth: number,
  maxHeight: number,
  as: 'png' | 'pixels',
): Promise<SmallPicture> => {
  const sharp = await loadSharp()
  const small = sharp(bytes, { limitInputPixels: DECODED_MAX_PIXELS })
    .rotate()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
  if (as === 'png') return { png: await small.png().toBuffer() }
  const { data, info } = await small
    .flatten({ background: '#888888' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
