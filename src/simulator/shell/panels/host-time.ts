import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { HostClockState } from '../../../control/simulator-answers.js'
import { SECOND_MS } from '../../../platform/units.js'

/**
 * The host's time, in milliseconds since 1970.
 * @param realNow the machine's time
 */
export const hostNow = ({ now, ahead, paused, speed }: HostClockState, realNow: number): number => {
  const then = Date.parse(now)
  // `ahead` was true at `now`; a faster clock has gone further since.
  return paused ? then : then + (realNow - (then - ahead)) * speed
}

/** The machine's time, updated every second. */
export const useRealNow = (): number => {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now.value
}
