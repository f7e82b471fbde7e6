/** A rate: at most so many within any window of this length, sliding (readings). */
export class RateWindow {
  /** How many fit into the window. */
  readonly limit: number
  readonly #windowMs: number
  readonly #times: number[] = []

  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.#windowMs = windowMs
  }

  /**
   * Takes one if the rate allows it.
   * @param now milliseconds since 1970
   * @returns null if it was taken, else how many milliseconds remain until one is free again
   */
  take(now: number): number | null {
    const wait = this.wait(now)
    if (wait === null) this.#times.push(now)
    return wait
  }

  /**
   * Says whether the rate allows one more, without taking it.
   * @returns null if it does, else how many milliseconds remain until one is free again
   */
  wait(now: number): number | null {
    const start = now - this.#windowMs
    const firstWithin = this.#times.findIndex((time) => time > start)
    this.#times.splice(0, firstWithin === -1 ? this.#times.length : firstWithin)
    const oldest = this.#times[0]
    return this.#times.length >= this.limit && oldest !== undefined ? oldest - start : null
  }
}
