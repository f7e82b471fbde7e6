import type { Movement } from '../page/clockwork.js'

type Changes = Movement[string]

/** A number that changes steadily in one direction. */
interface Pace {
  /** Change a second, with its sign. */
  readonly perSecond: number
  readonly changes: number
}

/** The longest stretch in which a number changes in one direction; null if it does not. */
export const paceOf = (changes: Changes): Pace | null => {
  let best: { readonly from: number; readonly to: number } | null = null
  let from = 0
  for (let at = 2; at <= changes.length; at += 1) {
    const isOver = at === changes.length || direction(changes, at) !== direction(changes, at - 1)
    if (!isOver) continue
    if (best === null || at - 1 - from > best.to - best.from) best = { from, to: at - 1 }
    from = at - 1
  }
  if (best === null) return null
  const [start, end] = [changes[best.from], changes[best.to]]
  if (start === undefined || end === undefined || end[0] <= start[0]) return null
  return { perSecond: ((end[1] - start[1]) / (end[0] - start[0])) * 1_000, changes: best.to - best.from }
}

const direction = (changes: Changes, at: number): number =>
  Math.sign((changes[at]?.[1] ?? 0) - (changes[at - 1]?.[1] ?? 0))

/** Something that moves at another speed. */
export interface Speeds {
  readonly what: string
  readonly slow: number
  readonly fast: number
}

/**
 * How much faster an app is in one recording than in another: the middle one of all that moves steadily in both.
 * @returns null if nothing does
 */
export const speedUp = (slow: Movement, fast: Movement): (Speeds & { readonly factor: number }) | null => {
  const found = Object.entries(slow).flatMap(([what, changes]) => {
    const [one, other] = [paceOf(changes), paceOf(fast[what] ?? [])]
    if (one === null || other === null || one.changes < STEADY || other.changes < STEADY) return []
    const factor = other.perSecond / one.perSecond
    return factor > 0
      ? [{ what, slow: Math.abs(one.perSecond), fast: Math.abs(other.perSecond), factor }]
      : []
  })
  return middle(found, ({ factor }) => factor)
}

/**
 * How much faster a text counts in one recording than in another, such as a countdown of seconds: too few numbers for a steady
 * pace, but in even steps at even intervals.
 * @returns null if none does
 */
export const countSpeedUp = (
  slow: Movement,
  fast: Movement,
): (Speeds & { readonly factor: number }) | null => {
  for (const [what, changes] of Object.entries(slow)) {
    const [one, other] = [countOf(changes), countOf(fast[what] ?? [])]
    if (!what.startsWith('text') || one === null || other === null || one.step !== other.step) continue
    const [shortest, longest] = [Math.min(...other.intervals), Math.max(...other.intervals)]
    if (other.intervals.length < LEAST_INTERVALS || shortest < longest * EVEN) continue
    // One of the slower ones may be the first, which began before anyone looked.
    const [slowMs, fastMs] = [Math.min(...one.intervals), longest]
    return {
      what,
      slow: (1_000 / slowMs) * one.step,
      fast: (1_000 / fastMs) * one.step,
      factor: slowMs / fastMs,
    }
  }
  return null
}

/** The first stretch of a number that changes by the same each time, as far as the times of its changes are known. */
const countOf = (
  changes: Changes,
): { readonly step: number; readonly intervals: readonly number[] } | null => {
  const steps = changes.slice(1).map(([, value], index) => value - (changes[index]?.[1] ?? value))
  const [step = 0] = steps
  const odd = steps.findIndex((one) => one !== step)
  // The first value was there before, so that nobody knows since when.
  const times = changes.slice(1, odd < 0 ? changes.length : odd + 1).map(([time]) => time)
  const intervals = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return step === 0 || intervals.length === 0 ? null : { step: Math.abs(step), intervals }
}

/** Frames from the first thing that came into sight to the last one, where they are as many at both rates. */
interface Arrivals {
  readonly things: number
  readonly frames: number
}

/**
 * What comes into sight by itself, one thing after the other, after as many frames in one recording as in another, and so not after as
 * much time.
 * @param hertz the frames a second of each
 * @returns null where nothing does, where it follows the time, and where something new is there in every few frames, as sparks are
 */
export const arriveByFrames = (
  slow: Movement,
  fast: Movement,
  hertz: { readonly slow: number; readonly fast: number },
): Arrivals | null => {
  const framesOf = (changes: Changes | undefined, rate: number): number =>
    ((changes?.[0]?.[0] ?? Number.NaN) * rate) / 1_000
  const arrivals = Object.entries(slow)
    .map(([what, changes]) => [framesOf(changes, hertz.slow), framesOf(fast[what], hertz.fast)] as const)
    .filter(([one, other]) => one > SOON_FRAMES && other > SOON_FRAMES)
    .sort(([a], [b]) => a - b)
  const [first] = arrivals
  if (first === undefined) return null
  let [last, things] = [first[0], 1]
  for (const [one, other] of arrivals) {
    if (Math.abs(one - first[0] - (other - first[1])) > SAME_WITHIN_FRAMES) return null
    if (one - last <= ROUNDED_FRAMES) continue
    things += 1
    last = one
  }
  const frames = last - first[0]
  return things < LEAST_THINGS || frames < things * APART_FRAMES ? null : { things, frames }
}

/** A number that jumped while the page was hidden. */
export interface Jump {
  readonly what: string
  /** How many seconds of play it jumped. */
  readonly seconds: number
}

/**
 * How far time jumped when the page was shown again: the middle one of what moved on a canvas before, the furthest of texts.
 * @param hiddenAt, shownAt when that happened, in milliseconds of the recording
 * @param soonMs for how long after that a change counts
 */
export const jumpOf = (
  movement: Movement,
  hiddenAt: number,
  shownAt: number,
  soonMs: number,
): Jump | null => {
  const jumps = Object.entries(movement).flatMap(([what, changes]) => {
    const before = changes.filter(([time]) => time <= hiddenAt)
    const pace = paceOf(before)
    const last = before.at(-1)
    if (pace === null || last === undefined || pace.changes < LEAST_CHANGES) return []
    const after = changes.filter(([time]) => time >= shownAt && time <= shownAt + soonMs).at(-1) ?? last
    const seconds = (after[1] - last[1]) / pace.perSecond
    return [{ what, seconds }]
  })
  const texts = jumps.filter(({ what }) => what.startsWith('text'))
  const furthest = texts.sort((a, b) => b.seconds - a.seconds)[0]
  if (furthest !== undefined && furthest.seconds >= JUMP_SECONDS) return furthest
  const moved = middle(
    jumps.filter(({ what }) => !what.startsWith('text')),
    ({ seconds }) => seconds,
  )
  return moved !== null && moved.seconds >= JUMP_SECONDS ? moved : null
}

const middle = <Value>(values: readonly Value[], of: (value: Value) => number): Value | null =>
  [...values].sort((a, b) => of(a) - of(b))[Math.floor((values.length - 1) / 2)] ?? null

const SOON_FRAMES = 10
const ROUNDED_FRAMES = 1.5
/** Before time is steered, a frame may be more or less. */
const SAME_WITHIN_FRAMES = 3
const APART_FRAMES = 10
const LEAST_THINGS = 4
const LEAST_INTERVALS = 2
/** Frames round each interval. */
const EVEN = 0.85
/** Fewer changes in one direction may be chance. */
const STEADY = 8
const LEAST_CHANGES = 2
/** A game that goes on where it was has moved less by then. */
const JUMP_SECONDS = 5
