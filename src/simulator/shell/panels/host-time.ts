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

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration in words, in its two largest units: `1 day 2 hours`. */
export const formatLongTime = (milliseconds: number): string => {
  const parts: string[] = []
  let left = milliseconds
  for (const [name, length] of UNITS) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0 && parts.length < 2) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ')
}
