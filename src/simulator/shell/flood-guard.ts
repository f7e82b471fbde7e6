/**
 * Tells an honest app from one that posts without end, which would leave this page no time for anything else: a token
 * bucket, filled so that any number of calls an app could want at once passes.
 */
export class FloodGuard {
  readonly #now: () => number
  #messages = BURST
  #countedAt: number

  /** @param now milliseconds, rising */
  constructor(now: () => number) {
    this.#now = now
    this.#countedAt = now()
  }

  /**
   * Counts messages; a large one counts for many.
   * @returns false where they are too many
   */
  take(messages: number): boolean {
    const now = this.#now()
    this.#messages = Math.min(BURST, this.#messages + ((now - this.#countedAt) * PER_SECOND) / 1_000)
    this.#countedAt = now
    this.#messages -= messages
    return this.#messages >= 0
  }
}

/** Far more than any app asks at once, and no more than this page can put by. */
const BURST = 100_000
/** Faster than an app that waits for its answers can ask, so that such a one is never stopped. */
const PER_SECOND = 5_000
