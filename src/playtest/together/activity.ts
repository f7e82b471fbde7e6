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
 * Whether a match stood still for the seats that are left in it, where before it did not. Their states decide, where their app
 * posts them. Else no message arrived, and nothing changed in sight, or all that they sent was for a player who is gone.
 */
export const standsStill = (seats: ReadonlySet<number>, before: Span, after: Span): boolean => {
  const posting = [...seats].filter((seat) => hasAdvanced(before, seat))
  if (posting.length > 0) return posting.every((seat) => !hasAdvanced(after, seat))
  if (arrivals(before, seats) < LEAST_MESSAGES || arrivals(after, seats) > 0) return false
  return ![...seats].some((seat) => after.moved.has(seat)) || callsForTheGone(after, seats) >= LEAST_MESSAGES
}

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
