/** The host's time. It is passed in, so that tests and the developer's clock can move it. */
export interface Clock {
  /** The host's time in milliseconds since 1970: what sessions, rates and records go by. */
  now(): number
  /** Milliseconds from some fixed moment, never moved or paused: how long the host took. */
  monotonic(): number
}

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

  /** @param milliseconds 0 or more: time only goes forward */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('A clock only goes forward.')
    this.#ahead += milliseconds
  }

  /** Back to the time of the clock that it follows. */
  reset(): void {
    this.#ahead = 0
  }
}
