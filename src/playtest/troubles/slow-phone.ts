import { COVER_MAX_MS } from '../../platform/limits.js'
import { MB, SECOND_MS } from '../../platform/units.js'
import { ANSWERS_WITHIN_MS, isTimeout } from '../drivers/until.js'
import { type Breach, breach } from '../judge.js'
import { firstPicture, longFrames } from '../page/questions.js'
import { LONG_FRAMES } from '../page-names.js'
import { begin } from './begin.js'
import type { Stage, Trouble } from './trouble.js'

/** Scripts run six times slower. */
export const SLOW_PHONE: Trouble = {
  name: 'slow-phone',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 5,
  view: { slowdown: 6 },
  prepare: async () => {},
  play: async (stage) => {
    const { window, entry } = stage
    const frames = await framesOf(stage)
    if (frames === null) {
      // Nothing can be asked of such a page.
      await stage.close()
      return [breach('run/long-frames', entry, NEVER_ANSWERS)]
    }
    return judgeSlowPhone(entry, {
      isReady: stage.ready !== null,
      // Asked only now: an app may be ready before its first picture is on the screen.
      pictureMs: await window.askApp(firstPicture, null),
      frames,
      memory: await window.memory(),
    })
  },
}

/** Plays a game. @returns how long scripts blocked rendering, in milliseconds; null if the page does not answer in time */
export const framesOf = async (
  stage: Pick<Stage, 'window' | 'playFor' | 'milliseconds'>,
): Promise<readonly number[] | null> => {
  try {
    await begin(stage)
    await stage.playFor(stage.milliseconds)
    const frames = (await stage.window.askApp(longFrames, LONG_FRAMES)) ?? []
    return frames.map(({ milliseconds }) => milliseconds)
  } catch (error) {
    if (isTimeout(error)) return null
    throw error
  }
}

const NEVER_ANSWERS = `On a slow phone, scripts blocked rendering for more than ${ANSWERS_WITHIN_MS / SECOND_MS} s.`

/** What was measured on a slow phone. */
interface SlowPhone {
  readonly isReady: boolean
  /** From the start of the page to its first picture; null if it is not known. */
  readonly pictureMs: number | null
  /** How long scripts blocked rendering, in milliseconds. */
  readonly frames: readonly number[]
  /** In bytes; null if it is not known. */
  readonly memory: number | null
}

export const judgeSlowPhone = (
  entry: string,
  { isReady, pictureMs, frames, memory }: SlowPhone,
): readonly Breach[] => {
  const breaches: Breach[] = []
  if (!isReady)
    breaches.push(
      breach('run/ready-missing', entry, 'On a slow phone, the app never called Service.ready().'),
    )
  if (pictureMs !== null && pictureMs > LATE_PICTURE_MS)
    breaches.push(
      breach(
        'run/slow-start',
        entry,
        `On a slow phone, the first picture came after ${(pictureMs / SECOND_MS).toFixed(1)} s.`,
      ),
    )
  const long = frames.filter((milliseconds) => milliseconds >= LONG_FRAME_MS)
  if (long.length >= LONG_FRAMES_MIN)
    breaches.push(
      breach(
        'run/long-frames',
        entry,
        `On a slow phone, scripts blocked rendering ${long.length} times for more than ${LONG_FRAME_MS} ms; the longest took ${Math.round(Math.max(...long))} ms.`,
      ),
    )
  if (memory !== null && memory > MUCH_MEMORY_BYTES)
    breaches.push(
      breach('run/memory-high', entry, `The app uses ${Math.round(memory / MB)} MB after a short play.`),
    )
  return breaches
}

const LATE_PICTURE_MS = 5 * SECOND_MS
/** Longer than on this machine: a part of the time is what other programs take. */
const LONG_FRAME_MS = 750
const LONG_FRAMES_MIN = 3
/** Phones end a page at about 512 MB, of which pictures on the screen take a part. */
const MUCH_MEMORY_BYTES = 400 * MB
