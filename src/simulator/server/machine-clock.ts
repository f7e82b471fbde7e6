import type { BaseClock } from '../../host/clock.js'

/** The time of this machine. What waits for it keeps no process alive. */
export const machineClock: BaseClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wake: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
