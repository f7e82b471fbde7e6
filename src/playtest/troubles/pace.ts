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

/** Fewer changes in one direction may be chance. */
const STEADY = 8
const LEAST_CHANGES = 2
/** A game that goes on where it was has moved less by then. */
const JUMP_SECONDS = 5
