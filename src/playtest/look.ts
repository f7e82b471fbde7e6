import { setTimeout as wait } from 'node:timers/promises'
import { loadSharp } from '../load-sharp.js'
import type { TestWindow } from './drivers/driver.js'
import { isEmpty } from './judge-views.js'
import { unmark } from './page/questions.js'
import { type Seen, seen, unfocus } from './page/seen.js'
import { frameBox } from './page/shell-questions.js'
import {
  commonPicture,
  type Frame,
  GRID_CELLS,
  hasChanged,
  type StillPicture,
  stillPicture,
} from './still-picture.js'

/** What a person sees of an app within half a second. */
export interface Look extends Seen {
  readonly still: StillPicture
  /** The last frame, a PNG. */
  readonly picture: Uint8Array
}

/** A screenshot of the app; null if none runs. The frame may be between two pixels of the page. */
export const pictureOf = async (window: TestWindow): Promise<Uint8Array | null> => {
  const box = await window.askShell(frameBox, null)
  if (box === null) return null
  const { x, y, width, height } = box
  return window.screenshot({
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  })
}

/** Whether a picture is a single plain colour. */
export const isPlain = async (picture: Uint8Array): Promise<boolean> => {
  const sharp = await loadSharp()
  const { channels } = await sharp(picture).removeAlpha().stats()
  return !channels.some(({ min, max }) => max - min > PLAIN_COLOUR_SPREAD)
}

/** How much the shades of a plain colour may differ. */
const PLAIN_COLOUR_SPREAD = 6

/** Looks at the app over several frames; null if none runs. */
export const lookAt = async (window: TestWindow, frames = FRAMES): Promise<Look | null> => {
  const found: Frame[] = []
  let picture: Uint8Array | null = null
  for (let index = 0; index < frames; index += 1) {
    if (index > 0) await wait(BETWEEN_FRAMES_MS)
    picture = await pictureOf(window)
    if (picture === null) return null
    found.push(await frameOf(picture))
  }
  const text = await window.askApp(seen, null)
  return picture === null || text === null ? null : { ...text, still: stillPicture(found), picture }
}

/**
 * Looks until two looks are the same: what loads or fades in is there by then. A page that never rests is taken as it is, and one
 * that shows nothing is given more time, as a player would.
 */
export const settledLook = async (window: TestWindow): Promise<Look | null> => {
  let last = await lookAt(window)
  for (let looks = 1; last !== null && looks < (isEmpty(last) ? MOST_EMPTY_LOOKS : MOST_LOOKS); looks += 1) {
    const next = await lookAt(window)
    if (next === null || (!differs(last, next) && !isEmpty(next))) return next
    last = next
  }
  return last
}

/** A settled look without what changes by itself some seconds later, as the pictures of an intro do. */
export const restedLook = async (window: TestWindow, restMs = REST_MS): Promise<Look | null> => {
  const settled = await settledLook(window)
  await wait(restMs)
  const later = settled === null ? null : await lookAt(window, 1)
  return settled === null || later === null
    ? settled
    : { ...settled, still: commonPicture(settled.still, later.still) }
}

/** As long as a logo is shown. */
const REST_MS = 4_000

/**
 * Where something moves, as fractions of the frame: nothing where no app runs.
 * @param meanwhile what happens between two frames
 */
export const movingPlaces = async (
  window: TestWindow,
  meanwhile: () => Promise<void>,
): Promise<readonly { readonly x: number; readonly y: number }[]> => {
  const before = await pictureOf(window)
  await meanwhile()
  const after = await pictureOf(window)
  if (before === null || after === null) return []
  const { cells } = stillPicture([await frameOf(before), await frameOf(after)])
  return cells.flatMap((colour, cell) =>
    colour === null
      ? [
          {
            x: ((cell % GRID_CELLS) + 0.5) / GRID_CELLS,
            y: (Math.floor(cell / GRID_CELLS) + 0.5) / GRID_CELLS,
          },
        ]
      : [],
  )
}

/** Whether a person sees another text or picture, beside what moves by itself. */
const differs = (before: Look, after: Look): boolean =>
  !isSameText(before, after) || hasChanged(before.still, after.still)

const isSameText = (before: Seen, after: Seen): boolean =>
  before.lines.join('\n') === after.lines.join('\n') && before.bars.join() === after.bars.join()

/**
 * Looks at the app as if nobody had tapped it: what the browser draws for a tap by itself, such as an outline, a selection or a
 * hovered button, is removed first.
 */
export const unmarkedLook = async (window: TestWindow, frames = FRAMES): Promise<Look | null> => {
  const box = await window.askShell(frameBox, null)
  if (box === null) return null
  await window.hover({ x: Math.max(0, box.x - OUTSIDE_PIXELS), y: box.y })
  await window.askApp(unmark, null)
  await window.askApp(unfocus, null)
  return lookAt(window, frames)
}

/** Whether the app shows anything other than in an unmarked look before. */
export const hasReacted = async (window: TestWindow, before: Look): Promise<boolean> => {
  const now = await unmarkedLook(window, 1)
  return now === null || differs(before, now)
}

const OUTSIDE_PIXELS = 8
const FRAMES = 3
const BETWEEN_FRAMES_MS = 150
const MOST_LOOKS = 6
/** About ten seconds: on a busy machine, large games show their plain background for as long. */
const MOST_EMPTY_LOOKS = 20

const frameOf = async (picture: Uint8Array): Promise<Frame> => {
  const sharp = await loadSharp()
  const pixels = await sharp(picture)
    .removeAlpha()
    .resize(GRID_CELLS, GRID_CELLS, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return { pixels, plain: await isPlain(picture) }
}
