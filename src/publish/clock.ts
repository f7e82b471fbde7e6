import { setTimeout } from 'node:timers/promises'

/** Time, passed in so that tests do not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after a delay in milliseconds; rejects with the signal's reason when it aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal }).catch(() => {
      throw signal.reason
    }),
}
