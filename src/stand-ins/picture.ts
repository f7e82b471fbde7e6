import { createAvatar } from '@dicebear/core'
import * as shapes from '@dicebear/shapes'
import { loadSharp } from '../load-sharp.js'
import { AI_IMAGE_SIDE_PIXELS } from '../platform/limits.js'
import { drawCaption } from './caption.js'

export interface PictureWords {
  readonly prompt: string
  readonly avoid: string
  readonly quality: 'fast' | 'balanced' | 'best'
  readonly seed: number
}

const SIDE = AI_IMAGE_SIDE_PIXELS

const COLOURS = [
  '0b3954',
  '087e8b',
  '5fa8d3',
  '7bc950',
  'f4d35e',
  'f79d5c',
  'e4572e',
  'c0487a',
  '6d4ba5',
  'f1ede4',
]

/**
 * Makes a picture as a PNG (4.7): shapes that follow from seed and words, and a caption that says which request it answers.
 * The same words and seed give the same bytes.
 */
export const makePicture = async (words: PictureWords): Promise<Uint8Array> => {
  const sharp = await loadSharp()
  return sharp(Buffer.from(drawPicture(words)))
    .png({ compressionLevel: 9, adaptiveFiltering: false })
    .toBuffer()
}

/** @returns an SVG without any text element: what letters look like would depend on the installed fonts */
export const drawPicture = ({ prompt, avoid, quality, seed }: PictureWords): string => {
  const picture = createAvatar(shapes, {
    seed: [seed, prompt, avoid].join('\u0000'),
    size: SIDE,
    backgroundColor: COLOURS,
    shape1Color: COLOURS,
    shape2Color: COLOURS,
    shape3Color: COLOURS,
  })
  const settings = `seed ${seed}, ${quality}${avoid === '' ? '' : `, avoid: ${avoid}`}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${picture.toString()}${drawCaption(prompt, settings, SIDE)}</svg>`
}
