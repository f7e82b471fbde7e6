import type { PayoutMood } from '../money/ledger.js'
import type { Services } from '../services.js'

/** Something that will happen by itself when the clock gets there. */
export interface Upcoming {
  /** When, milliseconds since 1970. */
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout' | 'pass-end' | 'session-end' | 'match-idle' | 'match-end'
  /** Whose it is, where it is one person's. */
  readonly seat: number | null
  /** How many of it happen together. */
  readonly count: number
  /** In words for the developer, without a stop: `gems is refunded, unless it is consumed (3.2)`. */
  readonly text: string
}

/** What is asked for what will happen. */
export interface UpcomingWorld {
  readonly services: Services
  /** What becomes of payouts now. */
  readonly payouts: PayoutMood
  /** The host's time. */
  readonly now: number
  /** The seat of an `app_user_id`, or null where it is nobody here. */
  readonly seatOf: (person: string) => number | null
  /** Who runs the app, by their seats. */
  readonly sessions: Iterable<readonly [number, { readonly endsAt: number; readonly running: boolean }]>
}
