import type { AiStage } from '../../platform/events.js'
import type { Capability } from '../../platform/features.js'
import type { AiRequest } from './ai-maker.js'

/** A step of an AI request: the progress that the app gets when it begins, and how long it lasts. */
export interface Step {
  readonly stage: AiStage
  readonly done?: number
  readonly total?: number
  readonly ms: number
}

export type Pace = 'fast' | 'real'

/** Durations at each pace, in milliseconds. */
const DOWNLOAD: Readonly<Record<Pace, number>> = { fast: 1_000, real: 90_000 }
const DOWNLOAD_STEPS = 10

/** Loading a model into memory (4.7: an answer takes "about a minute the first time while the model loads"). */
const LOADING: Readonly<Record<Pace, Readonly<Record<Capability, number>>>> = {
  fast: { 'ai.image': 150, 'ai.audio': 150, 'ai.assistant': 150 },
  real: { 'ai.image': 8_000, 'ai.audio': 8_000, 'ai.assistant': 55_000 },
}

const SEARCHING: Readonly<Record<Pace, number>> = { fast: 150, real: 2_500 }

/** From about 40 seconds for a fast picture to a minute for the best; a few seconds for sounds and answers (4.7). */
const WORK: Readonly<Record<Pace, (request: AiRequest) => number>> = {
  fast: (request) => (request.capability === 'ai.image' ? 600 : 300),
  real: (request) => {
    if (request.capability === 'ai.image')
      return { fast: 40_000, balanced: 50_000, best: 60_000 }[request.quality]
    return request.capability === 'ai.audio' ? 3_000 + 100 * request.seconds : 4_000
  },
}

/** The number of progress steps, as a model reports them. */
const stepsOf = (request: AiRequest): number =>
  request.capability === 'ai.image' ? { fast: 4, balanced: 8, best: 12 }[request.quality] : 4

/** The steps of a model's download. `done` and `total` are bytes. */
export const downloading = (bytes: number, pace: Pace): readonly Step[] =>
  Array.from({ length: DOWNLOAD_STEPS + 1 }, (_, index) => ({
    stage: 'downloading',
    done: Math.round((bytes * index) / DOWNLOAD_STEPS),
    total: bytes,
    ms: index === DOWNLOAD_STEPS ? 0 : DOWNLOAD[pace] / DOWNLOAD_STEPS,
  }))

/** The stages of a request, in order (6). @param delayMs how long the work takes by the script; null leaves it to the pace */
export const working = (
  request: AiRequest,
  pace: Pace,
  firstTime: boolean,
  delayMs: number | null,
): readonly Step[] => {
  const work = delayMs ?? WORK[pace](request)
  const loading: Step[] = firstTime ? [{ stage: 'loading', ms: LOADING[pace][request.capability] }] : []
  if (request.capability === 'ai.assistant')
    return [
      ...loading,
      ...(request.webSearch ? [{ stage: 'searching', ms: SEARCHING[pace] } as const] : []),
      { stage: 'writing', ms: work },
    ]
  const steps = stepsOf(request)
  return [
    ...loading,
    ...Array.from(
      { length: steps + 1 },
      (_, done): Step => ({ stage: 'making', done, total: steps, ms: done === steps ? 0 : work / steps }),
    ),
  ]
}
