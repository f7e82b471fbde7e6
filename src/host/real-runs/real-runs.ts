import type { Money } from '../money/money.js'
import type { RealSharing } from '../sharing/real-sharing.js'

/**
 * What makes the runs of a host real: people with accounts, their money, and where their shares go. Without it, every run
 * is a test run of the app's developer.
 */
export interface RealRuns {
  /** The `app_user_id` of the person in a seat (2.5). */
  readonly appUserId: (seat: number) => string
  readonly money: Money
  readonly sharing: RealSharing
  /** The developer's handle on the payment sheet (4.3). */
  readonly developer: string
}
