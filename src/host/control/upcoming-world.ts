import type { PayoutMode } from '../money/ledger.js'
import type { Services } from '../services.js'

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
