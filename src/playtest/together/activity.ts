import type { TimelineEntry } from '../../testing/index.js'

/** What happened in a match for a while. */
export interface Span {
  /** What the timeline of the match has of it. */
  readonly entries: readonly TimelineEntry[]
  /** The number of the latest state that each seat had posted before it. */
  readonly statesBefore: ReadonlyMap<number, number>
  /** The same after it. */
  readonly statesAfter: ReadonlyMap<number, number>
  /** The seats whose picture changed, beside what moves by itself. */
  readonly moved: ReadonlySet<number>
}

/**
 * What became of a match for the seats that are left in it, where something happened before. Their states decide, where their app
 * posts them, else the messages that arrive. It stands still without these, if nothing changes in sight, or all that players send
 * is for one who is gone.
 */
export const wayOf = (
  seats: ReadonlySet<number>,
  before: Span,
  after: Span,
): 'goes on' | 'stands still' | 'nobody can say' => {
  const posting = [...seats].filter((seat) => before.statesAfter.has(seat))
  if (posting.length > 0) return posting.some((seat) => hasAdvanced(after, seat)) ? 'goes on' : 'stands still'
  if (arrivals(after, seats) > 0) return 'goes on'
  if (arrivals(before, seats) < LEAST_MESSAGES) return 'nobody can say'
  const moves = [...seats].some((seat) => after.moved.has(seat))
  return moves && callsForTheGone(after, seats) < LEAST_MESSAGES ? 'nobody can say' : 'stands still'
}

/** Whether messages of a player become larger and larger, such as a list of all moves: one day they are too large. */
export const messagesGrow = (entries: readonly TimelineEntry[]): boolean => {
  const sizes = new Map<string, number[]>()
  for (const entry of entries) {
    if (entry.kind !== 'message') continue
    const key = `${entry.seat} ${entry.type}`
    const known = sizes.get(key)
    if (known === undefined) sizes.set(key, [entry.bytes])
    else if (known.at(-1) !== entry.bytes) known.push(entry.bytes)
  }
  return [...sizes.values()].some((all) => {
    const last = all.slice(-LEAST_GROWTH)
    return (
      last.length === LEAST_GROWTH &&
      last.every((bytes, index) => index === 0 || bytes - (last[index - 1] ?? 0) >= GROWS_BY_BYTES)
    )
  })
}

/** A number with another digit grows by one. */
const GROWS_BY_BYTES = 4
const LEAST_GROWTH = 4

const hasAdvanced = ({ statesBefore, statesAfter }: Span, seat: number): boolean =>
  statesAfter.has(seat) && statesAfter.get(seat) !== statesBefore.get(seat)

/** How many messages reached these seats. */
const arrivals = ({ entries }: Span, seats: ReadonlySet<number>): number =>
  entries
    .flatMap((entry) => (entry.kind === 'message' ? entry.deliveries : []))
    .filter(({ seat, outcome }) => outcome === 'delivered' && seats.has(seat)).length

/** How many messages of these seats were for one player who was not there to get them. */
const callsForTheGone = ({ entries }: Span, seats: ReadonlySet<number>): number =>
  entries.filter(
    (entry) =>
      entry.kind === 'message' &&
      seats.has(entry.seat) &&
      entry.to !== null &&
      entry.outcome === 'sent' &&
      entry.deliveries.length === 0,
  ).length

/** With fewer messages, nobody can say that a match went on. */
const LEAST_MESSAGES = 3
