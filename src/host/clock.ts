/** The host's time. It is passed in, so that tests and the developer's clock can move it. */
export interface Clock {
  /** The host's time in milliseconds since 1970: what sessions, rates and records go by. */
  now(): number
  /** Milliseconds from some fixed moment, never moved or paused: how long the host took. */
  monotonic(): number
}

/** Beyond this, a time has no form that every program reads (ISO 8601 with a year of four digits). */
export const LATEST_TIME = Date.UTC(9999, 11, 31)

/** A clock that follows another one, and can be moved forward: hours pass for the app in an instant. */
export class MovableClock implements Clock {
  readonly #base: Clock
  #ahead = 0

  constructor(base: Clock) {
    this.#base = base
  }

  now(): number {
    return this.#base.now() + this.#ahead
  }

  monotonic(): number {
    return this.#base.monotonic()
  }

  /** How far this clock is ahead of the one it follows, in milliseconds. */
  get ahead(): number {
    return this.#ahead
  }

  /** @param milliseconds 0 or more, and not beyond `LATEST_TIME`: time only goes forward */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('A clock only goes forward.')
    if (this.now() + milliseconds > LATEST_TIME) throw new RangeError('The clock cannot go that far.')
    this.#ahead += milliseconds
  }

  /** Back to the time of the clock that it follows. */
  reset(): void {
    this.#ahead = 0
  }
}
