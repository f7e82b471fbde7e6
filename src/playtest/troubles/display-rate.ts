import { COVER_MAX_MS } from '../../platform/limits.js'
import { breach } from '../judge.js'
import { type Movement, passTime, recordAt, recorded, releaseTime } from '../page/clockwork.js'
import { CLOCKWORK } from '../page-names.js'
import { begin } from './begin.js'
import { speedUp } from './pace.js'
import type { Stage, Trouble } from './trouble.js'

/** The same start of a game on a display of 30 and of 144 Hz. */
export const DISPLAY_RATE: Trouble = {
  name: 'display-rate',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { clockwork: true },
  prepare: async () => {},
  play: async (stage) => {
    const slow = await recordedAt(stage, SLOW_HERTZ)
    await stage.close()
    await stage.open()
    const fast = await recordedAt(stage, FAST_HERTZ)
    if (slow === null || fast === null) return []
    const speed = speedUp(slow, fast)
    if (speed === null || speed.factor < FOLLOWS) return []
    return [
      breach(
        'run/speed-follows-display',
        stage.entry,
        `At ${FAST_HERTZ} Hz the game runs ${speed.factor.toFixed(1)} times as fast as at ${SLOW_HERTZ} Hz (${speed.what}: ${speed.fast.toFixed(1)} instead of ${speed.slow.toFixed(1)} a second).`,
      ),
    ]
  },
}

/** What moves in the start of a game. The page's time is made by its frames, so that a busy machine records the same. */
const recordedAt = async (stage: Stage, rate: number): Promise<Movement | null> => {
  const { window } = stage
  await window.askApp(recordAt, { name: CLOCKWORK, rate })
  await begin(stage)
  await window.askApp(passTime, { name: CLOCKWORK, milliseconds: RECORD_MS })
  const movement = await window.askApp(recorded, CLOCKWORK)
  await window.askApp(releaseTime, CLOCKWORK)
  return movement
}

const SLOW_HERTZ = 30
const FAST_HERTZ = 144
const RECORD_MS = 3_000
/** By how much a game must be faster to say that it follows the display. */
const FOLLOWS = 1.7
