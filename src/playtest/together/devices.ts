import { MINUTE_MS } from '../../platform/units.js'

/** What differs between the devices of people who play together. */
export interface Device {
  /** A BCP 47 language tag. */
  readonly locale: string
  /** How far its clock is ahead of the service's, in milliseconds. */
  readonly aheadMs: number
}

/**
 * Languages with other digits, separators, orders and directions. The first speaks English, in which buttons are recognized, and
 * writes numbers and dates as in Germany.
 */
const DEVICES: readonly (readonly [locale: string, minutesAhead: number])[] = [
  ['en-DE', 0],
  ['ar-EG', 7],
  ['da', -11],
  ['tr', 4],
  ['lt', -3],
  ['hi', 13],
  ['de', -6],
  ['ja', 2],
]

/** The device in a seat, from 1. */
export const deviceOf = (seat: number): Device => {
  const [locale, minutes] = DEVICES[(seat - 1) % DEVICES.length] ?? ['en-DE', 0]
  return { locale, aheadMs: minutes * MINUTE_MS }
}

/** The device in a seat, in words: `seat 2 ar-EG, clock 7 min ahead`. */
export const deviceWords = (seat: number): string => {
  const { locale, aheadMs } = deviceOf(seat)
  const minutes = Math.abs(aheadMs) / MINUTE_MS
  const clock = minutes === 0 ? '' : `, clock ${minutes} min ${aheadMs > 0 ? 'ahead' : 'behind'}`
  return `seat ${seat} ${locale}${clock}`
}
