import type { BaseClock } from '../../host/clock.js'
import type { ServiceClock } from '../clock.js'

/** The service's time for hosts: what waits looks again when the clock is moved, paused, or made faster. */
export const runClock = (clock: Pick<ServiceClock, 'now' | 'paused' | 'speed' | 'onChange'>): BaseClock => {
  const waiting = new Set<() => void>()
  clock.onChange(() => {
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
      const timer = clock.paused ? undefined : setTimeout(wake, Math.ceil(milliseconds / clock.speed))
      timer?.unref()
      const cancel = (): void => {
        clearTimeout(timer)
        waiting.delete(wake)
      }
      waiting.add(wake)
      return cancel
    },
  }
}
