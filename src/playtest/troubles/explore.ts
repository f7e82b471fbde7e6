import { setTimeout as wait } from 'node:timers/promises'
import { seededRandomness } from '../../host/randomness.js'
import type { LogEntry } from '../../testing/index.js'
import type { Point } from '../drivers/driver.js'
import { learningPlayer } from '../learning-player.js'
import { lookAt } from '../look.js'
import { hasChangedSince, watchChanges } from '../page/holdings.js'
import {
  fillTexts,
  type LabelledControl,
  labelledControls,
  MARKED_TEXT,
  scrollOn,
} from '../page/labelled-controls.js'
import { frameBox } from '../page/shell-questions.js'
import { HOLDINGS } from '../page-names.js'
import { chooseOnSheet } from '../random-player.js'
import { hasChanged } from '../still-picture.js'
import { CLOSES, startOf } from './begin.js'
import { LEADS_AWAY } from './buying.js'
import type { Stage } from './trouble.js'

/** A control that is about to be tapped. */
export interface Tapped {
  readonly label: string
  readonly isButton: boolean
  /** Where it is in the page, in CSS pixels. */
  readonly place: string
  /** Taps it. */
  readonly tap: () => Promise<void>
  /** Clicks it with a mouse. */
  readonly click: () => Promise<void>
}

/**
 * Taps every control that is found, also those that appear only after another was tapped: the ones that were tapped least come
 * first. Every other sheet of the host is accepted, the rest answered at random.
 * @param taps how many, of controls and of sheets
 * @param onControl taps one, and may look before and after
 * @param more playMs: how long a game is played on, in the app's time, to see others. moreTaps: how many more controls are tapped after
 * that, as long as there are others than before
 */
export const explore = async (
  stage: Stage,
  taps: number,
  onControl: (control: Tapped) => Promise<void> = ({ tap }) => tap(),
  { playMs = SHORT_PLAY_MS, moreTaps = 0 }: { readonly playMs?: number; readonly moreTaps?: number } = {},
): Promise<void> => {
  const { window, seed, signal } = stage
  const randomness = seededRandomness(seed)
  const tapped = new Map<string, number>()
  let wasStarted = false
  /** What opens a part of the app that has a way back: not where a game is won. */
  const doors = new Set<string>()
  let latest: { readonly key: string; readonly hadWayBack: boolean } | null = null
  const player = learningPlayer({ ...stage, avoids: (one) => doors.has(keyOf(one)) })
  let plays = 0
  /** How often a game showed nothing new: another one may have more luck. */
  let misses = 0
  let scrolls = 0
  let sheets = 0
  // A busy machine takes longer, and finds the same.
  const end = performance.now() + MOST_MS
  for (let count = 0; count < taps + moreTaps && performance.now() < end; count += 1) {
    signal.throwIfAborted()
    const choice = sheets % 2 === 0 ? ACCEPTS : randomness.integer(1_000) / 1_000
    if (await chooseOnSheet(window, choice)) {
      sheets += 1
      await wait(ANSWERS_WITHIN_MS, undefined, { signal })
      continue
    }
    const box = await window.askShell(frameBox, null)
    if (box === null) return
    await window.askApp(fillTexts, [count % 2 === 0 ? PLAIN_TEXT : MARKED_TEXT])
    const controls = (await window.askApp(labelledControls, null)) ?? []
    const start = startOf(controls)
    const hasWayBack = controls.some(({ label }) => CLOSES.test(label))
    if (latest !== null && hasWayBack && !latest.hadWayBack) doors.add(latest.key)
    latest = null
    // Once everything in sight was tapped, a game goes on to its end, which may show others.
    const isNew = (one: LabelledControl): boolean => !tapped.has(keyOf(one))
    if (scrolls < MOST_SCROLLS && !controls.some(isNew) && (await window.askApp(scrollOn, null)) === true) {
      scrolls += 1
      count -= 1
      continue
    }
    if (plays < MOST_PLAYS && misses < MOST_MISSES && wasStarted && !controls.some(isNew)) {
      let found = false
      await player.play(playMs, (scene) => {
        found = scene.controls.some(isNew)
        return found
      })
      if (found) plays += 1
      else misses += 1
      continue
    }
    const control = leastTapped(controls, tapped)
    if (count >= taps && (control === null || !isNew(control))) return
    if (control === null) {
      const share = (): number => randomness.integer(1_000) / 1_000
      await window.press({
        x: box.x + 1 + share() * (box.width - 2),
        y: box.y + 1 + share() * (box.height - 2),
      })
      await wait(ANSWERS_WITHIN_MS, undefined, { signal })
      continue
    }
    wasStarted ||= control === start
    tapped.set(keyOf(control), (tapped.get(keyOf(control)) ?? 0) + 1)
    latest = { key: keyOf(control), hadWayBack: hasWayBack }
    const { label, isButton } = control
    /** Where it is by now: what comes into sight meanwhile, moves it. */
    const at = async (): Promise<Point> => {
      const alike = ((await window.askApp(labelledControls, null)) ?? []).filter(
        (one) => keyOf(one) === keyOf(control),
      )
      const { x, y } = nearestTo(control, alike)
      return { x: box.x + x, y: box.y + y }
    }
    await onControl({
      label,
      isButton,
      place: placeOf(control),
      tap: async () => window.press(await at()),
      click: async () => window.click(await at(), 'app'),
    })
    await wait(ANSWERS_WITHIN_MS, undefined, { signal })
  }
}

/**
 * Whether anything followed on a tap; null where other things move, so that nobody can say.
 * @param effect mustShow: whether only what a person sees counts, not what else changes in the page. isOwn: whether an entry of the
 * log may follow on the tap, and is not what the app does by itself. isDrawn: whether something may change in sight that does not
 * change the page's elements.
 */
export const hadEffect = async (
  { window, client, signal }: Stage,
  tap: () => Promise<unknown>,
  {
    mustShow = false,
    isOwn = () => true,
    isDrawn = true,
  }: {
    readonly mustShow?: boolean
    readonly isOwn?: (entry: LogEntry) => boolean
    readonly isDrawn?: boolean
  } = {},
): Promise<boolean | null> => {
  const before = await lookAt(window, 1)
  const latest = (await client.calls()).at(-1)?.seq ?? 0
  await window.askApp(watchChanges, HOLDINGS)
  await tap()
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await wait(FOLLOWS_WITHIN_MS / LOOKS, undefined, { signal })
    if (!mustShow && (await window.askApp(hasChangedSince, HOLDINGS)) !== false) return true
  }
  if ((await client.calls()).some((one) => one.seq > latest && isOwn(one))) return true
  if (!isDrawn) return false
  const after = await lookAt(window)
  if (before === null || after === null) return true
  if (after.still.cells.includes(null)) return null
  return hasChanged(before.still, after.still)
}

/** The control that is nearest to where one was; itself where there is none. */
const nearestTo = (control: LabelledControl, others: readonly LabelledControl[]): LabelledControl => {
  const distance = ({ x, y }: LabelledControl): number => Math.hypot(x - control.x, y - control.y)
  const [first = control, ...more] = others
  return more.reduce((nearest, one) => (distance(one) < distance(nearest) ? one : nearest), first)
}

/** Where a control is in the page. */
export const placeOf = ({ x, y }: Pick<LabelledControl, 'x' | 'y'>): string =>
  `${Math.round(x)} ${Math.round(y)}`

/** A word that every field takes. */
export const PLAIN_TEXT = 'hello'

/** A button that counts is the same button. */
export const keyOf = ({ label }: Pick<LabelledControl, 'label'>): string => label.replace(/\d+/g, '#')

/**
 * The control that was tapped least, and of those one that does not lead away; the start of a game leads away from all others.
 * Null where each was tapped often enough.
 */
export const leastTapped = (
  controls: readonly LabelledControl[],
  tapped: ReadonlyMap<string, number>,
): LabelledControl | null => {
  const order = (control: LabelledControl): number =>
    (tapped.get(keyOf(control)) ?? 0) * 3 +
    (LEADS_AWAY.test(control.label) ? 1 : 0) +
    (startOf([control]) === null ? 0 : 2)
  const [first, ...others] = controls
  if (first === undefined) return null
  const best = others.reduce((least, one) => (order(one) < order(least) ? one : least), first)
  return (tapped.get(keyOf(best)) ?? 0) >= MOST_TAPS ? null : best
}

/** The first button of a sheet. */
const ACCEPTS = 0
const ANSWERS_WITHIN_MS = 250
const MOST_TAPS = 4
const SHORT_PLAY_MS = 10_000
const MOST_PLAYS = 3
const MOST_MISSES = 2
const MOST_SCROLLS = 8
const MOST_MS = 90_000
const FOLLOWS_WITHIN_MS = 300
const LOOKS = 5
