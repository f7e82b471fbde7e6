import { STORAGE_WRITES_PER_MINUTE } from '../../platform/storage-limits.js'

/** What the shim takes of the 120 writes a minute: the app's own calls have the rest. */
export const SHIM_WRITES_PER_MINUTE = STORAGE_WRITES_PER_MINUTE - 20

const MINUTE_MS = 60_000

/** Time as a test may play it. */
export interface Time {
  /** Milliseconds since any moment. */
  readonly now: () => number
  /** Calls back after so many milliseconds; what it returns stops that. */
  readonly later: (call: () => void, milliseconds: number) => () => void
}

/** Spreads writes, so that no minute has more than the platform allows. */
export const createWriteSlots = ({ now }: Time) => {
  const times: number[] = []
  let pausedUntil = Number.NEGATIVE_INFINITY
  const forget = (): void => {
    const oldest = now() - MINUTE_MS
    while (times.length > 0 && (times[0] as number) <= oldest) times.shift()
  }
  return {
    /** Milliseconds until the next write may be sent; 0 where it may be now. */
    wait: (): number => {
      forget()
      const [first] = times
      const full =
        times.length < SHIM_WRITES_PER_MINUTE || first === undefined ? 0 : first + MINUTE_MS - now()
      return Math.max(0, full, pausedUntil - now())
    },
    take: (): void => {
      times.push(now())
    },
    /** The writes of the last minute. */
    used: (): number => {
      forget()
      return times.length
    },
    /** Lets nothing through for so many milliseconds: the host has refused one. */
    pause: (milliseconds: number): void => {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds)
    },
  }
}
