import { setTimeout as wait } from 'node:timers/promises'
import { loadSharp } from '../load-sharp.js'
import type { TestWindow } from './drivers/driver.js'
import { pictureOf } from './look.js'
import { contentWidth, pixelRatio } from './page/questions.js'
import { cutControls, cutTexts, type TextPlace, textPlaces } from './page/text-places.js'

/** The texts in sight that have the colour of what is behind them. What fades in is looked at again. */
export const unreadableTexts = async (window: TestWindow): Promise<readonly string[]> => {
  let found = await unreadableNow(window)
  for (let looks = 1; looks < LOOKS && found.length > 0; looks += 1) {
    await wait(FADES_WITHIN_MS / LOOKS)
    const again = new Set((await unreadableNow(window)).map(keyOf))
    found = found.filter((place) => again.has(keyOf(place)))
  }
  return found.map(({ text }) => text)
}

/** The controls that are outside the frame and stay there: what slides in has come by then. */
export const cutOffControls = (window: TestWindow): Promise<readonly string[]> => staying(window, cutControls)

/** The texts that are cut off and stay so: what runs through its box has moved by then. */
export const cutOffTexts = (window: TestWindow): Promise<readonly string[]> => staying(window, cutTexts)

const staying = async (window: TestWindow, question: () => readonly string[]): Promise<readonly string[]> => {
  let found = (await window.askApp(question, null)) ?? []
  for (let looks = 1; looks < LOOKS && found.length > 0; looks += 1) {
    await wait(FADES_WITHIN_MS / LOOKS)
    const again = new Set((await window.askApp(question, null)) ?? [])
    found = found.filter((label) => again.has(label))
  }
  return found
}

/** The width of the page's content where it stays the same: what flies past the edge is gone by then. */
export const stayingWidth = async (window: TestWindow): Promise<ReturnType<typeof contentWidth> | null> => {
  const before = await window.askApp(contentWidth, null)
  await wait(FADES_WITHIN_MS)
  const after = await window.askApp(contentWidth, null)
  return before?.width === after?.width && before?.widest === after?.widest ? after : null
}

const LOOKS = 3
const FADES_WITHIN_MS = 1_500

const unreadableNow = async (window: TestWindow): Promise<readonly TextPlace[]> => {
  const before = (await window.askApp(textPlaces, null)) ?? []
  if (before.length === 0) return []
  const picture = await pictureOf(window)
  // What has moved meanwhile is not where it was.
  const after = new Set(((await window.askApp(textPlaces, null)) ?? []).map(keyOf))
  const scale = await window.askShell(pixelRatio, null)
  const unreadable: TextPlace[] = []
  for (const place of before)
    if (picture !== null && after.has(keyOf(place)) && (await contrastIn(picture, place, scale)) < READABLE)
      unreadable.push(place)
  return unreadable
}

const keyOf = ({ text, x, y }: TextPlace): string => `${text}\n${Math.round(x)} ${Math.round(y)}`

/** People do not see a text at all with less contrast; 4.5 is good. */
const READABLE = 1.25

/** The contrast between the lightest and the darkest of a part of a picture, as WCAG 2.2 defines it; at least what its pixels have. */
const contrastIn = async (
  picture: Uint8Array,
  { x, y, width, height }: TextPlace,
  scale: number,
): Promise<number> => {
  const sharp = await loadSharp()
  const whole = await sharp(picture).metadata()
  const left = Math.max(0, Math.floor(x * scale))
  const top = Math.max(0, Math.floor(y * scale))
  const size = {
    width: Math.min((whole.width ?? 0) - left, Math.ceil(width * scale)),
    height: Math.min((whole.height ?? 0) - top, Math.ceil(height * scale)),
  }
  if (size.width < 1 || size.height < 1) return Number.POSITIVE_INFINITY
  const part = await sharp(picture)
    .removeAlpha()
    .extract({ left, top, ...size })
    .toBuffer()
  const { channels } = await sharp(part).stats()
  return (
    (luminance(channels.map(({ max }) => max)) + 0.05) / (luminance(channels.map(({ min }) => min)) + 0.05)
  )
}

const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

const linear = (shade: number): number =>
  shade <= 10 ? shade / 255 / 12.92 : ((shade / 255 + 0.055) / 1.055) ** 2.4
