import {
  DROPPED_MESSAGES_TO_DISCONNECT,
  DROPPED_MESSAGES_WINDOW_MS,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
} from '../../platform/limits.js'

/** The verdict on a message: accepted, dropped, or dropped as one too many, so that its sender is disconnected. */
export type RateVerdict = 'taken' | 'dropped' | 'flooding'

/**
 * The rate limit of one player's messages (8.3; readings, "SDK and host"): a token bucket of 20 a second with bursts of
 * 40. A player with 400 dropped messages within 10 seconds is disconnected. Counted in whole milliseconds, so that
 * rounding errors do not add up.
 */
export class MessageRate {
  #credit = FULL_MS
  #countedAt: number
  /** The times of the latest drops, in a ring buffer. Earlier ones do not matter. */
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
    if (oldest === undefined || oldest <= now - DROPPED_MESSAGES_WINDOW_MS) return 'dropped'
    // Counted once: the player may join again.
    this.#drops = []
    this.#nextDrop = 0
    return 'flooding'
  }
}

/** The cost of a message in milliseconds: a token is refilled in this time. */
const MESSAGE_MS = 1_000 / MESSAGES_PER_SECOND
const FULL_MS = MESSAGE_BURST * MESSAGE_MS
