/** A rate limit: how many within a sliding window (readings). */
export interface RateLimit {
  readonly limit: number
  readonly windowMs: number
}

/** Counts uses against a rate limit. */
export class RateWindow {
  readonly #limit: RateLimit
  readonly #times: number[] = []

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  /**
   * Counts a use if the limit allows it.
   * @param now milliseconds since 1970
   * @returns null if it was counted, else the milliseconds until the next use is allowed
   */
  take(now: number): number | null {
    const wait = this.wait(now)
    if (wait === null) this.#times.push(now)
    return wait
  }

  /**
   * Checks whether the limit allows one more use, without counting it.
   * @returns null if it does, else the milliseconds until the next use is allowed
   */
  wait(now: number): number | null {
    const start = now - this.#limit.windowMs
    const firstWithin = this.#times.findIndex((time) => time > start)
    this.#times.splice(0, firstWithin === -1 ? this.#times.length : firstWithin)
    const oldest = this.#times[0]
    return this.#times.length >= this.#limit.limit && oldest !== undefined ? oldest - start : null
  }
}
