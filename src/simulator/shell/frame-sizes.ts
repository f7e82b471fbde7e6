import { FRAME_MIN_WIDTH_PIXELS, PORTRAIT_MAX_WIDTH_PIXELS } from '../../platform/limits.js'
import type { AppInfo } from '../messages.js'

/** A size to try the app in. `null` fills the room there is. */
export interface FrameSize {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly width: number | null
  readonly height: number | null
  /** Whether the frame looks like a phone. */
  readonly phone: boolean
}

export const FRAME_SIZES: readonly FrameSize[] = [
  {
    id: 'narrow',
    label: `${FRAME_MIN_WIDTH_PIXELS} px`,
    description: 'The narrowest that an app must work in',
    width: FRAME_MIN_WIDTH_PIXELS,
    height: 568,
    phone: true,
  },
  { id: 'phone', label: 'Phone', description: 'A phone held upright', width: 390, height: 844, phone: true },
  {
    id: 'portrait',
    label: `${PORTRAIT_MAX_WIDTH_PIXELS} px`,
    description: 'The widest that a portrait app is shown on the web',
    width: PORTRAIT_MAX_WIDTH_PIXELS,
    height: null,
    phone: false,
  },
  {
    id: 'landscape',
    label: 'Landscape',
    description: 'A phone held sideways',
    width: 844,
    height: 390,
    phone: true,
  },
  {
    id: 'desktop',
    label: 'Desktop',
    description: 'All the room there is',
    width: null,
    height: null,
    phone: false,
  },
]

export type FrameSizeId = string

/** Why an app of this orientation is never shown in that size; null where it is. */
export const whyNotShown = (size: FrameSize, orientation: AppInfo['orientation']): string | null => {
  const shape =
    size.width === null || size.height === null || size.width === size.height
      ? 'any'
      : size.width > size.height
        ? 'landscape'
        : 'portrait'
  if (orientation === 'portrait' && (shape === 'landscape' || size.id === 'desktop'))
    return size.id === 'desktop'
      ? `A portrait app is shown at most ${PORTRAIT_MAX_WIDTH_PIXELS} pixels wide on the web`
      : 'The manifest says portrait: a phone held sideways shows it upright'
  if (orientation === 'landscape' && (shape === 'portrait' || size.id === 'portrait'))
    return 'The manifest says landscape: a phone held upright shows it sideways'
  return null
}

/** The size that was chosen, or the nearest one in which an app of this orientation is shown. */
export const sizeFor = (chosen: FrameSizeId, orientation: AppInfo['orientation']): FrameSize => {
  const shown = FRAME_SIZES.filter((size) => whyNotShown(size, orientation) === null)
  const fallback = orientation === 'landscape' ? 'landscape' : 'phone'
  const size =
    shown.find(({ id }) => id === chosen) ?? shown.find(({ id }) => id === fallback) ?? FRAME_SIZES[1]
  if (size === undefined) throw new Error('There is no frame size.')
  return size
}
