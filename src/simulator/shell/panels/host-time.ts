import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { SECOND_MS } from '../../../platform/units.js'
import type { ClockState } from '../control.js'

/**
 * The host's time, in milliseconds since 1970.
 * @param realNow the machine's time
 */
export const hostNow = ({ now, ahead, paused }: ClockState, realNow: number): number =>
  paused ? Date.parse(now) : realNow + ahead

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
