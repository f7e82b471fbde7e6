import { COVER_MAX_MS } from '../../platform/limits.js'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type Movement, passTime, recordAt, recorded, releaseTime } from '../page/clockwork.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { seen } from '../page/seen.js'
import { frameBox } from '../page/shell-questions.js'
import { CLOCKWORK } from '../page-names.js'
import { begin, goOn, pauses, pressOne } from './begin.js'
import { arriveByFrames, countSpeedUp, speedUp } from './pace.js'
import type { Stage, Trouble } from './trouble.js'

/** The same start of a game on a display of 30 and of 144 Hz, and once more with two taps. */
export const DISPLAY_RATE: Trouble = {
  name: 'display-rate',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { clockwork: true },
  prepare: async () => {},
  play: async (stage) => {
    const slow = await recordedAt(stage, SLOW_HERTZ)
    await reopen(stage)
    const fast = await recordedAt(stage, FAST_HERTZ)
    if (slow === null || fast === null) return []
    const inPlay = [speedUp(slow, fast), countSpeedUp(slow, fast)].find(follows)
    const later = inPlay === undefined ? await countAfterPause(stage) : null
    const speed = inPlay ?? (follows(later) ? later : null)
    if (speed === null) {
      const twice = await startedTwice(stage, slow)
      return twice.length > 0 ? twice : countsFrames(stage)
    }
    return [
      breach(
        'run/speed-follows-display',
        stage.entry,
        `At ${FAST_HERTZ} Hz the game runs ${speed.factor.toFixed(1)} times as fast as at ${SLOW_HERTZ} Hz (${speed.what}: ${speed.fast.toFixed(1)} instead of ${speed.slow.toFixed(1)} a second).`,
      ),
    ]
  },
}

/**
 * What comes into sight by itself some seconds after a start, such as the end of a game: after as many frames at every rate, or after
 * as much time.
 */
const countsFrames = async (stage: Stage): Promise<readonly Breach[]> => {
  const { later: slow, movement } = await viewsByFrames(stage, SLOW_HERTZ, MOST_FRAMES)
  const longest = Math.max(0, ...slow.values())
  const { later: fast, movement: faster } = await viewsByFrames(
    stage,
    FAST_HERTZ,
    Math.max(LEAST_FRAMES, longest * MOST_MORE),
  )
  const arrivals = arriveByFrames(movement, faster, { slow: SLOW_HERTZ, fast: FAST_HERTZ })
  if (arrivals !== null) return [arriveTooFast(stage.entry, arrivals)]
  const counted = [...slow].flatMap(([view, frames]) => {
    const between = framesAt(OTHER_HERTZ, frames, fast.get(view) ?? null)
    return between === null ? [] : [{ view, frames, between }]
  })
  if (counted.length === 0) return []
  const { later: other } = await viewsByFrames(stage, OTHER_HERTZ, longest * MOST_MORE)
  const sure = counted.find(({ view, between }) => Math.abs((other.get(view) ?? 0) - between) <= STEP_FRAMES)
  if (sure === undefined) return []
  const { view, frames } = sure
  return [
    breach(
      'run/speed-follows-display',
      stage.entry,
      `${quoted(view)} comes into sight ${seconds(frames, SLOW_HERTZ)} s after the start at ${SLOW_HERTZ} Hz, but ${seconds(fast.get(view) ?? 0, FAST_HERTZ)} s after it at ${FAST_HERTZ} Hz.`,
    ),
  ]
}

const seconds = (frames: number, rate: number): string => (frames / rate).toFixed(1)

const arriveTooFast = (
  entry: string,
  { things, frames }: NonNullable<ReturnType<typeof arriveByFrames>>,
): Breach => ({
  ...breach(
    'run/speed-follows-display',
    entry,
    `In the game, ${things} things come into sight by themselves within ${seconds(frames, SLOW_HERTZ)} s at ${SLOW_HERTZ} Hz, but within ${seconds(frames, FAST_HERTZ)} s at ${FAST_HERTZ} Hz.`,
  ),
  fix: 'Add them after a time, not by chance in each frame: count the time since the last frame down, or multiply the chance by it.',
})

/**
 * After how many frames something comes at another rate that comes after some frames and, before or after those, some time.
 * @param slow after how many frames it comes at the slow rate
 * @param fast the same at the fast one; null if it does not
 * @returns null where it follows the time more than the frames
 */
export const framesAt = (rate: number, slow: number, fast: number | null): number | null => {
  if (fast === null) return null
  const seconds = (fast - slow) / (FAST_HERTZ - SLOW_HERTZ)
  const counted = slow - seconds * SLOW_HERTZ
  return counted > slow * MOSTLY && counted <= slow + STEP_FRAMES ? counted + seconds * rate : null
}

/**
 * The lines that come into sight by themselves once a game was begun, or where nothing begins one, a button was tapped.
 * @returns later: after how many frames each did, without those that come soon
 */
const viewsByFrames = async (
  stage: Stage,
  rate: number,
  most: number,
): Promise<{ readonly later: ReadonlyMap<string, number>; readonly movement: Movement }> => {
  const { window, client } = stage
  await reopen(stage)
  // The host counts the app's calls by its own clock, and those of before count as well.
  await client.advance('1m')
  const lines = async (): Promise<readonly string[]> => (await window.askApp(seen, null))?.lines ?? []
  await window.askApp(recordAt, { name: CLOCKWORK, rate })
  if ((await begin(stage)) === null)
    await pressOne(stage, (controls) => controls.find(({ isButton }) => isButton))
  const known = new Set<string>()
  const later = new Map<string, number>()
  for (let frames = 0; frames <= most; frames += STEP_FRAMES) {
    await window.askApp(passTime, { name: CLOCKWORK, milliseconds: (STEP_FRAMES * SECOND_MS) / rate })
    for (const line of await lines()) {
      if (!known.has(line) && frames >= SOON_FRAMES) later.set(line, frames)
      known.add(line)
    }
  }
  const movement = (await window.askApp(recorded, CLOCKWORK)) ?? {}
  await window.askApp(releaseTime, CLOCKWORK)
  return { later, movement }
}

type Faster = NonNullable<ReturnType<typeof speedUp>>

const follows = (speed: Faster | null): speed is Faster => speed !== null && speed.factor >= FOLLOWS

/** How much faster a game counts down once it was paused and goes on; null where it has no pause, or counts nothing then. */
const countAfterPause = async (stage: Stage): Promise<Faster | null> => {
  let isPaused = false
  const record = async (rate: number): Promise<Movement | null> => {
    await reopen(stage)
    return recordedAt(stage, rate, async () => {
      isPaused = await pressOne(stage, (controls) => controls.find(pauses))
      if (isPaused) await goOn(stage)
    })
  }
  const slow = await record(SLOW_HERTZ)
  if (slow === null || !isPaused) return null
  const fast = await record(FAST_HERTZ)
  return fast === null ? null : countSpeedUp(slow, fast)
}

/**
 * Begins with two quick taps, as people tap: a button that fades away, and begins a second loop with the second tap, makes the game
 * twice as fast.
 * @param once what moves after one tap
 */
const startedTwice = async (stage: Stage, once: Movement): Promise<readonly Breach[]> => {
  const { window, entry } = stage
  await reopen(stage)
  let label: string | null = null
  const twice = await recordedAt(stage, SLOW_HERTZ, async (button) => {
    // Where something else is there by then, the second tap is for that.
    label = button !== null && (await isThere(stage, button)) ? button.label : null
    const box = await window.askShell(frameBox, null)
    if (label !== null && button !== null && box !== null)
      await window.press({ x: box.x + button.x, y: box.y + button.y })
  })
  const [button, speed] = [label, twice === null ? null : speedUp(once, twice)]
  if (button === null || speed === null || !isTwice(speed.factor)) return []
  // What stays may be meant to make it faster.
  if (((await window.askApp(labelledControls, null)) ?? []).some((one) => one.label === button)) return []
  return [
    breach(
      'run/counts-twice',
      entry,
      `After two quick taps on the button ${quoted(button)}, the game runs ${speed.factor.toFixed(1)} times as fast (${speed.what}: ${speed.fast.toFixed(1)} instead of ${speed.slow.toFixed(1)} a second).`,
    ),
  ]
}

/** Whether two loops run instead of one: more or less than twice as fast is something else. */
export const isTwice = (factor: number): boolean => factor > 1.8 && factor < 2.2

const isThere = async ({ window }: Stage, button: LabelledControl): Promise<boolean> =>
  ((await window.askApp(labelledControls, null)) ?? []).some(
    ({ label, x, y }) => label === button.label && x === button.x && y === button.y,
  )

const reopen = async ({ close, open }: Stage): Promise<void> => {
  await close()
  await open()
}

/**
 * What moves in the start of a game. The page's time is made by its frames, so that a busy machine records the same.
 * @param onBegun what is done right after it was begun
 */
const recordedAt = async (
  stage: Stage,
  rate: number,
  onBegun: (button: LabelledControl | null) => Promise<void> = async () => {},
): Promise<Movement | null> => {
  const { window } = stage
  await window.askApp(recordAt, { name: CLOCKWORK, rate })
  await onBegun(await begin(stage))
  await window.askApp(passTime, { name: CLOCKWORK, milliseconds: RECORD_MS })
  const movement = await window.askApp(recorded, CLOCKWORK)
  await window.askApp(releaseTime, CLOCKWORK)
  return movement
}

const SLOW_HERTZ = 30
const FAST_HERTZ = 144
const OTHER_HERTZ = 60
/** Some seconds at the fast rate. */
const LEAST_FRAMES = 400
/** Nearly half a minute at the slow rate. */
const MOST_FRAMES = 800
const STEP_FRAMES = 10
const SOON_FRAMES = 50
/** What comes after this part of its frames comes by frames. */
const MOSTLY = 0.8
/** How many times as many frames that is at most at the fast rate. */
const MOST_MORE = 1.8
/** Two seconds of a clock that counts frames are more than three at the slower rate. */
const RECORD_MS = 5_000
/** By how much a game must be faster to say that it follows the display. */
const FOLLOWS = 1.7
