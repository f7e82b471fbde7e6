import { loadSharp } from '../../load-sharp.js'
import { AI_IMAGE_SIDE_PIXELS } from '../../platform/limits.js'
import { drawPicture, type PictureWords } from './draw.js'

/** Makes a picture of 384 by 384 as a PNG (4.7). The same words and seed give the same bytes. */
export const makePicture = async (words: PictureWords): Promise<Uint8Array> => {
  const sharp = await loadSharp()
  return sharp(Buffer.from(drawPicture(words)))
    .resize(AI_IMAGE_SIDE_PIXELS, AI_IMAGE_SIDE_PIXELS)
    .png({ compressionLevel: 9, adaptiveFiltering: false })
    .toBuffer()
}
