import type { BaseClock } from '../../host/clock.js'

/** This machine's time. Its timers do not keep the process alive. */
export const machineClock: BaseClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wake: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
