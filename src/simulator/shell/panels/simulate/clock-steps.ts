import {
  CONSUMABLE_REFUND_MS,
  MATCH_IDLE_MS,
  MATCH_MAX_MS,
  PASS_MS,
  PAYOUT_HOLD_MS,
  RATE_MINUTE_MS,
  SESSION_MS,
} from '../../../../platform/limits.js'

/** A time by which the clock is moved forward, with what the platform does after it. */
export interface ClockStep {
  readonly milliseconds: number
  readonly effect: string
}

/** The shortest first. */
export const CLOCK_STEPS: readonly ClockStep[] = [
  { milliseconds: RATE_MINUTE_MS, effect: 'Per-minute rate limits reset (8.2)' },
  { milliseconds: MATCH_IDLE_MS, effect: 'A match with one player and no messages closes (8.3)' },
  { milliseconds: 60 * RATE_MINUTE_MS, effect: 'Per-hour rate limits reset (8.2, 8.4)' },
  { milliseconds: MATCH_MAX_MS, effect: 'All matches close (8.3)' },
  { milliseconds: SESSION_MS, effect: 'The session ends: calls reject with LAUNCH_INVALID (5)' },
  { milliseconds: CONSUMABLE_REFUND_MS, effect: 'A consumable that was not consumed is refunded (3.2)' },
  { milliseconds: PAYOUT_HOLD_MS, effect: 'Sales are paid out (3.3)' },
  { milliseconds: PASS_MS, effect: 'A pass ends (2.3)' },
]
