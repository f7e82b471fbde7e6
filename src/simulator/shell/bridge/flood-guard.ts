/**
 * Detects an app that sends messages without end, which would leave this page no time for anything else: a
 * token bucket that allows any realistic burst of calls.
 */
export class FloodGuard {
  readonly #now: () => number
  #messages = BURST
  #countedAt: number

  /** @param now monotonic time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
    this.#countedAt = now()
  }

  /**
   * Counts messages; a large one counts for several.
   * @returns false if there are too many
   */
  take(messages: number): boolean {
    const now = this.#now()
    this.#messages = Math.min(BURST, this.#messages + ((now - this.#countedAt) * PER_SECOND) / 1_000)
    this.#countedAt = now
    this.#messages -= messages
    return this.#messages >= 0
  }
}

/** Far more than any app sends in one burst, and no more than this page can queue. */
const BURST = 100_000
/** Faster than any app that waits for its answers. */
const PER_SECOND = 5_000
