import { FRAME_MIN_WIDTH_PIXELS, PORTRAIT_MAX_WIDTH_PIXELS } from '../../../platform/limits.js'
import type { AppInfo } from '../../messages.js'

/** A frame size for the app. `null` fills the available space. */
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
    description: 'The minimum width that an app must support',
    width: FRAME_MIN_WIDTH_PIXELS,
    height: 568,
    phone: true,
  },
  {
    id: 'phone',
    label: 'Phone',
    description: 'A phone in portrait orientation',
    width: 390,
    height: 844,
    phone: true,
  },
  {
    id: 'portrait',
    label: `${PORTRAIT_MAX_WIDTH_PIXELS} px`,
    description: 'A portrait app on the web: the maximum width, and all available height',
    width: PORTRAIT_MAX_WIDTH_PIXELS,
    height: null,
    phone: false,
  },
  {
    id: 'landscape',
    label: 'Landscape',
    description: 'A phone in landscape orientation',
    width: 844,
    height: 390,
    phone: true,
  },
  {
    id: 'desktop',
    label: 'Desktop',
    description: 'All available space',
    width: null,
    height: null,
    phone: false,
  },
]

export type FrameSizeId = string

/** Why an app of this orientation is never shown in that size; null if it is. */
export const whyNotShown = (size: FrameSize, orientation: AppInfo['orientation']): string | null => {
  const shape =
    size.width === null || size.height === null || size.width === size.height
      ? 'any'
      : size.width > size.height
        ? 'landscape'
        : 'portrait'
  if (orientation === 'portrait' && (shape === 'landscape' || size.id === 'desktop'))
    return size.id === 'desktop'
      ? `On the web, a portrait app is at most ${PORTRAIT_MAX_WIDTH_PIXELS} pixels wide`
      : 'The manifest says portrait, so phones never show it in landscape'
  if (orientation === 'landscape' && (shape === 'portrait' || size.id === 'portrait'))
    return 'The manifest says landscape, so phones never show it in portrait'
  return null
}

/** The chosen size, or the nearest one in which an app of this orientation is shown. */
export const sizeFor = (chosen: FrameSizeId, orientation: AppInfo['orientation']): FrameSize => {
  const shown = FRAME_SIZES.filter((size) => whyNotShown(size, orientation) === null)
  const upright = orientation === 'landscape' ? 'landscape' : 'phone'
  // A size that is as high as the space stays so: in a browser that a program controls, nothing may be scaled.
  const wanted = chosen === 'portrait' ? [chosen, 'desktop', upright] : [chosen, upright]
  const size = wanted.flatMap((id) => shown.filter((other) => other.id === id))[0] ?? FRAME_SIZES[1]
  if (size === undefined) throw new Error('The list of frame sizes is empty.')
  return size
}
