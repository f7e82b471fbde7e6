import type { Clock } from './clock.js'

/**
 * The time of a host. It stands still from one thing that reaches the host to the next, so that a replay, which is faster
 * or slower, has the same times.
 */
export class TurnClock implements Clock {
  readonly #clock: Clock
  #now: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#now = clock.now()
  }

  /** Something reaches the host now. */
  begin(): void {
    this.#now = this.#clock.now()
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  at(time: number, run: () => void): () => void {
    return this.#clock.at(time, () => {
      this.begin()
      run()
    })
  }
}
