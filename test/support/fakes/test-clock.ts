import type { Clock } from '../../../src/publish/clock.js'

/** A clock that stands still, except that sleeping moves it forward immediately. */
export interface TestClock extends Clock {
  /** How long each sleep was, in milliseconds. */
  readonly slept: number[]
  advance(milliseconds: number): void
}

export const testClock = (start = Date.UTC(2026, 0, 2, 3, 4, 5)): TestClock => {
  let time = start
  const slept: number[] = []
  return {
    now: () => time,
    slept,
    advance: (milliseconds) => {
      time += milliseconds
    },
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted()
      slept.push(milliseconds)
      time += milliseconds
    },
  }
}
