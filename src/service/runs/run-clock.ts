import type { BaseClock } from '../../host/clock.js'
import type { ServiceClock } from '../clock.js'

/** The service's time for hosts: what waits looks again when the clock is moved. */
export const runClock = (clock: Pick<ServiceClock, 'now' | 'onAdvance'>): BaseClock => {
  const waiting = new Set<() => void>()
  clock.onAdvance(() => {
    for (const wake of [...waiting]) wake()
  })
  return {
    now: clock.now,
    monotonic: () => performance.now(),
    wake: (milliseconds, run) => {
      const wake = (): void => {
        cancel()
        run()
      }
      const timer = setTimeout(wake, milliseconds)
      timer.unref()
      const cancel = (): void => {
        clearTimeout(timer)
        waiting.delete(wake)
      }
      waiting.add(wake)
      return cancel
    },
  }
}
