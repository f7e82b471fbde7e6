import type { StartTimer } from '../../../src/rpc/transport.js'

export interface ManualTimers {
  readonly startTimer: StartTimer
  /** Lets that much time pass and fires what is due. */
  advance(milliseconds: number): void
  /** Milliseconds since it began. */
  now(): number
  /** How many timers run. */
  running(): number
}

/** Timers that stand still until a test moves them. */
export const manualTimers = (): ManualTimers => {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly fire: () => void }>()
  return {
    startTimer: (fire, milliseconds) => {
      const timer = { at: now + milliseconds, fire }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (milliseconds) => {
      now += milliseconds
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !timers.delete(timer)) continue
        timer.fire()
      }
    },
    now: () => now,
    running: () => timers.size,
  }
}
