/** The allowed number of wrong codes per minute: too few to find one of 20^8 codes (RFC 8628, 5.1). */
const MAX_WRONG = 10
const WINDOW_MS = 60_000

/** Counts wrong guesses, to prevent brute force. */
export class Guesses {
  readonly #now: () => number
  #wrongAt: readonly number[] = []

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  wrong(): void {
    this.#wrongAt = [...this.#recent(), this.#now()]
  }

  /** How long all tries are blocked, including right ones, in milliseconds; 0 if they are allowed. */
  waitMs(): number {
    const recent = this.#recent()
    const oldest = recent.at(-MAX_WRONG)
    return oldest === undefined ? 0 : oldest + WINDOW_MS - this.#now()
  }

  #recent(): readonly number[] {
    return this.#wrongAt.filter((at) => at + WINDOW_MS > this.#now())
  }
}
