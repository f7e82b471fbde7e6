import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type Look, settledLook } from '../look.js'
import { fillTexts, typedTexts } from '../page/labelled-controls.js'
import { type DrawnCanvas, largestCanvas } from '../page/largest-canvas.js'
import { turnFrame } from '../page/shell-questions.js'
import { looksDifferent } from '../still-picture.js'
import { begin } from './begin.js'
import { PLAIN_TEXT } from './explore.js'
import { lostByTurning } from './lost-by-turning.js'
import { isTextGone } from './slow-host.js'
import type { Stage, Trouble } from './trouble.js'

/** The person changes the theme, and turns the phone, while the app runs. */
export const CHANGES: Trouble = {
  name: 'changes',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  prepare: async () => {},
  play: async (stage) => [
    ...(await changeTheme(stage)),
    ...(await replacedTexts(stage)),
    ...(await turn(stage)),
    ...(await lostByTurning(stage)),
  ],
}

const reopen = async ({ close, open }: Pick<Stage, 'close' | 'open'>): Promise<void> => {
  await close()
  await open()
}

/** Types something, changes the theme, and leaves for a moment: what was typed must be there after it. */
const replacedTexts = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  if ((await window.askApp(fillTexts, [PLAIN_TEXT])) !== true) return []
  const texts = async (): Promise<readonly string[]> => {
    await wait(FADES_WITHIN_MS, undefined, { signal })
    return (await window.askApp(typedTexts, null)) ?? []
  }
  const typed = await texts()
  await client.setSwitches({ theme: 'dark', visible: false })
  await client.setSwitches({ visible: true })
  const isGone = isTextGone(typed, await texts(), PLAIN_TEXT)
  await client.setSwitches({ theme: 'light' })
  await reopen(stage)
  const what = 'What was typed is gone after the theme was changed, and the app was left for a moment.'
  return isGone ? [breach('run/replaces-text', entry, what)] : []
}

const changeTheme = async (stage: Stage): Promise<readonly Breach[]> => {
  const { entry } = stage
  const first = await changedLooks(stage)
  const flaw = flawOfTheme(first)
  const looks = flaw === null ? [first] : [first, await changedLooks(stage)]
  const what = beginsAlike(looks) ? flaw : null
  const twice = shownAgain(first.light?.lines ?? [], first.changed?.lines ?? [])
  return [
    ...(what === null ? [] : [breach('run/ignores-theme', entry, `The app has a dark theme, but ${what}.`)]),
    ...(twice === null
      ? []
      : [
          breach(
            'run/shown-again',
            entry,
            `After the theme was changed, the app shows ${quoted(twice)} and other lines a second time.`,
          ),
        ]),
  ]
}

/** How an app looks before and after a change of the theme, and once it is opened again in either theme. */
interface ChangedLooks<L> {
  readonly light: L
  readonly changed: L
  readonly dark: L
  /** The first theme, once more: an app that begins differently each time says nothing. */
  readonly again: L
}

const changedLooks = async (stage: Stage): Promise<ChangedLooks<Look | null>> => {
  const { window, client, signal } = stage
  const light = await settledLook(window)
  await client.setSwitches({ theme: 'dark' })
  await wait(FADES_WITHIN_MS, undefined, { signal })
  const changed = await settledLook(window)
  await reopen(stage)
  const dark = await settledLook(window)
  await client.setSwitches({ theme: 'light' })
  await reopen(stage)
  return { light, changed, dark, again: await settledLook(window) }
}

/** Whether an app looks the same each time that it is opened in a theme: what begins by chance differs now and then. */
export const beginsAlike = (looks: readonly ChangedLooks<Pick<Look, 'still'> | null>[]): boolean =>
  (['light', 'dark', 'again'] as const).every((name) => {
    const [first, ...more] = looks.flatMap((one) => one[name] ?? [])
    return first !== undefined && more.every(({ still }) => !looksDifferent(first.still, still))
  })

/** The first of several lines that are there more often than before; null where fewer are. */
export const shownAgain = (before: readonly string[], after: readonly string[]): string | null => {
  const count = (lines: readonly string[], line: string): number => lines.filter((one) => one === line).length
  const again = [...new Set(before)].filter((line) => count(after, line) > count(before, line))
  return again.length < LEAST_LINES ? null : (again[0] ?? null)
}

/** One or two may be a message. */
const LEAST_LINES = 3

/**
 * How an app fails to follow the theme, as the end of a sentence; null if it follows, or has only one. After a change it must look as
 * when it is opened in that theme, and not as in the first.
 * @param looks null where it closed itself
 */
export const flawOfTheme = ({
  light,
  changed,
  dark,
  again,
}: ChangedLooks<Pick<Look, 'still'> | null>): string | null => {
  if (light === null || changed === null || dark === null || again === null) return null
  if (!looksDifferent(changed.still, dark.still)) return null
  const [hasDark, follows] = [dark, changed].map(({ still }) => looksDifferent(light.still, still))
  if (hasDark === true && follows === false)
    return 'keeps the light one when the person changes the theme, until it is opened again'
  if (looksDifferent(light.still, again.still)) return null
  return hasDark === true
    ? 'follows only in part when the person changes the theme, until it is opened again'
    : follows === true
      ? 'shows the light one when it is opened, until the person changes the theme'
      : null
}

const turn = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, entry, signal } = stage
  await begin(stage)
  await wait(FADES_WITHIN_MS, undefined, { signal })
  const before = await window.askApp(largestCanvas, null)
  if (before === null || !(await window.askShell(turnFrame, 'landscape'))) return []
  await wait(FADES_WITHIN_MS, undefined, { signal })
  const after = await window.askApp(largestCanvas, null)
  const flaw = after === null ? null : (flawOfTurned(before, after) ?? (await flawOfResting(stage, before)))
  return flaw === null
    ? []
    : [breach('run/ignores-size', entry, `After the phone was turned, what the app draws is ${flaw}.`)]
}

/**
 * Turns the phone back after the person was away: a game that rests then draws nothing by itself. Where it is drawn in another scale
 * then, the phone is turned twice more.
 * @param first how the canvas was before the phone was turned at all
 */
const flawOfResting = async (
  { window, client, signal }: Stage,
  first: DrawnCanvas,
): Promise<string | null> => {
  await client.setSwitches({ visible: false })
  await wait(AWAY_MS, undefined, { signal })
  await client.setSwitches({ visible: true })
  await wait(FADES_WITHIN_MS, undefined, { signal })
  const before = await window.askApp(largestCanvas, null)
  if (before === null || !(await window.askShell(turnFrame, 'phone'))) return null
  await wait(FADES_WITHIN_MS, undefined, { signal })
  const after = await window.askApp(largestCanvas, null)
  if (after === null) return null
  const flaw = flawOfTurned(before, after)
  if (flaw !== null || after.scale === first.scale) return flaw
  for (const frame of ['landscape', 'phone']) {
    await window.askShell(turnFrame, frame)
    await wait(FADES_WITHIN_MS, undefined, { signal })
  }
  const last = await window.askApp(largestCanvas, null)
  const times = addedUp([first, after, last].map((one) => one?.scale ?? null))
  return times === null ? null : `${times.toFixed(1)} times larger each time, since the scales add up`
}

/**
 * How many times larger a canvas draws each time that the phone is back as it was; null where it does not.
 * @param scales before the phone was turned, and each time that it was turned back
 */
export const addedUp = (scales: readonly (number | null)[]): number | null => {
  const [first, second, third] = scales
  if (!first || !second || !third) return null
  const [once, again] = [second / first, third / second]
  return once > CLEAR_STRETCH && Math.abs(again / once - 1) < SAME_WITHIN ? once : null
}

/** Of what is computed from the same numbers. */
const SAME_WITHIN = 0.001

/** What is wrong with a canvas after the phone was turned that was not before; null where nothing is. */
export const flawOfTurned = (before: DrawnCanvas, after: DrawnCanvas): string | null => {
  if (before.isPlain === false && after.isPlain === true) return 'gone'
  if (stretch(before) < UNSEEN_STRETCH && stretch(after) > CLEAR_STRETCH)
    return `stretched ${stretch(after).toFixed(1)} times`
  return before.isCutOff || !after.isCutOff ? null : 'larger than the frame, which does not scroll'
}

/** How many times wider, or higher, a canvas is shown than it is drawn. */
const stretch = ({ stretched }: DrawnCanvas): number => Math.max(stretched, 1 / stretched)

const FADES_WITHIN_MS = 1_000
const AWAY_MS = 200
const UNSEEN_STRETCH = 1.05
const CLEAR_STRETCH = 1.2
