import { COVER_MAX_MS } from '../../platform/limits.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type Movement, passTime, recordAt, recorded, releaseTime } from '../page/clockwork.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { frameBox } from '../page/shell-questions.js'
import { CLOCKWORK } from '../page-names.js'
import { begin, goOn, pauses, pressOne } from './begin.js'
import { countSpeedUp, speedUp } from './pace.js'
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
    if (speed === null) return startedTwice(stage, slow)
    return [
      breach(
        'run/speed-follows-display',
        stage.entry,
        `At ${FAST_HERTZ} Hz the game runs ${speed.factor.toFixed(1)} times as fast as at ${SLOW_HERTZ} Hz (${speed.what}: ${speed.fast.toFixed(1)} instead of ${speed.slow.toFixed(1)} a second).`,
      ),
    ]
  },
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
/** Two seconds of a clock that counts frames are more than three at the slower rate. */
const RECORD_MS = 5_000
/** By how much a game must be faster to say that it follows the display. */
const FOLLOWS = 1.7
