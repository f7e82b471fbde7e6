import {
  DROPPED_MESSAGES_TO_DISCONNECT,
  DROPPED_MESSAGES_WINDOW_MS,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
} from '../../platform/limits.js'

/** What became of a message: on its way, dropped, or dropped as one too many, so that its sender is disconnected. */
export type RateVerdict = 'taken' | 'dropped' | 'flooding'

/**
 * The rate of one player's messages (8.3; readings, "SDK and host"): a token bucket, 20 a second and bursts to 40;
 * whoever has 400 messages dropped within 10 seconds is disconnected. Counted in whole milliseconds of credit, so
 * that no rounding adds up.
 */
export class MessageRate {
  #credit = FULL_MS
  #countedAt: number
  /** When the latest drops were, in a ring: no more of them ever matter. */
  #drops: number[] = []
  #nextDrop = 0

  /** @param now milliseconds since 1970; the bucket starts full */
  constructor(now: number) {
    this.#countedAt = now
  }

  take(now: number): RateVerdict {
    this.#credit = Math.min(FULL_MS, this.#credit + Math.max(0, now - this.#countedAt))
    this.#countedAt = now
    if (this.#credit >= MESSAGE_MS) {
      this.#credit -= MESSAGE_MS
      return 'taken'
    }
    this.#drops[this.#nextDrop] = now
    this.#nextDrop = (this.#nextDrop + 1) % DROPPED_MESSAGES_TO_DISCONNECT
    const oldest = this.#drops[this.#nextDrop]
    return oldest !== undefined && oldest > now - DROPPED_MESSAGES_WINDOW_MS ? 'flooding' : 'dropped'
  }
}

/** What one message costs, in milliseconds of credit: one token comes back in this time. */
const MESSAGE_MS = 1_000 / MESSAGES_PER_SECOND
const FULL_MS = MESSAGE_BURST * MESSAGE_MS
