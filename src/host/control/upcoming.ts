import type { PayoutMode } from '../money/ledger.js'
import type { Services } from '../services.js'

/** Something that will happen when the clock reaches its time. */
export interface Upcoming {
  /** When, milliseconds since 1970. */
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout' | 'pass-end' | 'session-end' | 'match-idle' | 'match-end'
  /** The seat that it concerns; null if it concerns no single person. */
  readonly seat: number | null
  /** How many of these happen together. */
  readonly count: number
  /** In words for the developer, without a full stop: `1 consumable is refunded, unless consumed: gems (3.2)`. */
  readonly text: string
}

/** What lists of upcoming events are made from. */
export interface UpcomingWorld {
  readonly services: Services
  /** What happens to payouts that come due now. */
  readonly payouts: PayoutMode
  /** The host's time. */
  readonly now: number
  /** The seat with this `app_user_id`, or null. */
  readonly seatOf: (person: string) => number | null
  /** The sessions, by seat. */
  readonly sessions: Iterable<readonly [number, { readonly endsAt: number; readonly running: boolean }]>
}
