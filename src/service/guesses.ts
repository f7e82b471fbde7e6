/** How many wrong codes may be entered within a minute: of 20^8 codes, that finds none (RFC 8628, 5.1). */
const MAX_WRONG = 10
const WINDOW_MS = 60_000

/** Counts wrong guesses of what must not be found by trying. */
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

  /** How long no more may be tried, right ones neither, in milliseconds; 0 where one may. */
  waitMs(): number {
    const recent = this.#recent()
    const oldest = recent.at(-MAX_WRONG)
    return oldest === undefined ? 0 : oldest + WINDOW_MS - this.#now()
  }

  #recent(): readonly number[] {
    return this.#wrongAt.filter((at) => at + WINDOW_MS > this.#now())
  }
}
