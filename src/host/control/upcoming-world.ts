import type { PayoutMood } from '../money/ledger.js'
import type { Services } from '../services.js'

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
