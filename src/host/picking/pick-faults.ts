import { PICK_IMAGE_SOURCE_MAX_BYTES, PICK_VIDEO_MAX_BYTES } from '../../platform/limits.js'
import { MB } from '../../platform/units.js'
import type { UnusablePicture, UnusableVideo } from './picked-file.js'

/** The sheets on which a person picks a file. */
export const PICK_SHEETS = ['pick-image', 'pick-video'] as const
export type PickSheet = (typeof PICK_SHEETS)[number]

/** The largest file that each accepts (4.5, 8.2). */
export const PICK_MAX_BYTES = {
  'pick-image': PICK_IMAGE_SOURCE_MAX_BYTES,
  'pick-video': PICK_VIDEO_MAX_BYTES,
} as const satisfies Record<PickSheet, number>

/** What the sheet says about a file that is too large. */
export const tooLarge = (sheet: PickSheet): string =>
  `This file is too large: ${sheet === 'pick-image' ? 'a photo' : 'a video'} can have up to ${PICK_MAX_BYTES[sheet] / MB} MB. Choose another one.`

/** What the sheet says about a picture that cannot be used. */
export const pictureFault = ({ fault }: UnusablePicture): string =>
  fault === 'too-large'
    ? tooLarge('pick-image')
    : 'This picture cannot be opened here. Choose another one, such as a JPEG or a PNG.'

/** What the sheet says about a video that cannot be used. */
export const videoFault = ({ fault, seconds }: UnusableVideo, maxSeconds: number): string => {
  switch (fault) {
    case 'too-large':
      return tooLarge('pick-video')
    case 'unreadable':
      return 'This video cannot be opened here. Choose another one: an MP4, a MOV or a WebM.'
    case 'too-long':
      return `This video is ${seconds === undefined ? 'too long' : `${inWords(Math.ceil(seconds))} long`}. The limit is ${inWords(maxSeconds)}. Choose a shorter one.`
  }
}

/** `45 seconds`, `2 minutes`, `2 minutes 5 seconds`. */
export const inWords = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  const rest = Math.round((seconds % 60) * 10) / 10
  const parts = [
    ...(minutes > 0 ? [`${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest} ${rest === 1 ? 'second' : 'seconds'}`] : []),
  ]
  return parts.join(' ')
}
