import { MINUTE_MS } from '../../platform/units.js'

/** What differs between the devices of people who play together. */
export interface Device {
  /** A BCP 47 language tag. */
  readonly locale: string
  /** How far its clock is ahead of the service's, in milliseconds. */
  readonly aheadMs: number
  /** How much longer than in truth the app has been open on it, in milliseconds. */
  readonly openForMs: number
  readonly timeZone: string
  /** 1 draws each frame of the display, 2 every second one, as a phone does that saves power. */
  readonly drawsEvery: number
}

/**
 * Languages with other digits, separators, orders and directions. The first speaks English, in which buttons are recognized, and
 * writes numbers and dates as in Germany. Its time zone is more than a day behind that of the second: they never have one date. The
 * clock of the second is behind the first one's: what it sends looks old to an app that compares times.
 */
const DEVICES: readonly (readonly [locale: string, minutesAhead: number, timeZone: string])[] = [
  ['en-DE', 0, 'Pacific/Pago_Pago'],
  ['ar-EG', -11, 'Pacific/Kiritimati'],
  ['da', 7, 'Asia/Kathmandu'],
  ['tr', 4, 'Europe/Istanbul'],
  ['lt', -3, 'America/Los_Angeles'],
  ['hi', 13, 'Asia/Kolkata'],
  ['de', -6, 'America/Sao_Paulo'],
  ['ja', 2, 'Asia/Tokyo'],
]

/** Longer than a round of most games. */
const OPEN_FOR_MS = 5 * MINUTE_MS

/** The device in a seat, from 1. */
export const deviceOf = (seat: number): Device => {
  const [locale, minutes, timeZone] = DEVICES[(seat - 1) % DEVICES.length] ?? ['en-DE', 0, 'UTC']
  return {
    locale,
    aheadMs: minutes * MINUTE_MS,
    openForMs: (seat - 1) * OPEN_FOR_MS,
    timeZone,
    drawsEvery: seat % 2 === 0 ? 2 : 1,
  }
}

/** The device in a seat, in words: `seat 2 ar-EG, Pacific/Kiritimati, clock 7 min ahead, open for 5 min, 30 Hz`. */
export const deviceWords = (seat: number): string => {
  const { locale, aheadMs, openForMs, timeZone, drawsEvery } = deviceOf(seat)
  const minutes = Math.abs(aheadMs) / MINUTE_MS
  const clock = minutes === 0 ? '' : `, clock ${minutes} min ${aheadMs > 0 ? 'ahead' : 'behind'}`
  const open = openForMs === 0 ? '' : `, open for ${openForMs / MINUTE_MS} min`
  const display = drawsEvery === 1 ? '' : ', 30 Hz'
  return `seat ${seat} ${locale}, ${timeZone}${clock}${open}${display}`
}
