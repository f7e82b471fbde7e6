import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/units.js'

const DATES_FROM_DAYS = 7
/** How far clocks may differ: a time so little ahead is now. */
const CLOCK_SKEW_MS = 2 * MINUTE_MS

/**
 * A readable time: relative within a week, else the date; the exact time if `now` is null. Dates and days are
 * those of the reader's time zone.
 * @param at milliseconds since 1970
 * @param timeZone an IANA name; the machine's if omitted
 */
export const describeTime = (at: number, now: number | null, timeZone?: string): string => {
  if (now === null) return exactTime(at, timeZone)
  const ago = now - at
  if (ago < -CLOCK_SKEW_MS) return localDate(at, timeZone)
  if (ago < MINUTE_MS) return 'just now'
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h ago`
  // A day of 25 hours may contain both.
  const days = Math.max(1, dayNumber(now, timeZone) - dayNumber(at, timeZone))
  if (days >= DATES_FROM_DAYS) return localDate(at, timeZone)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** A time in ISO 8601 with the offset of the reader's time zone, to the second. */
export const exactTime = (at: number, timeZone?: string): string => {
  const part = partsOf(at, timeZone)
  const offset = part('timeZoneName').replace('GMT', '')
  return `${localDate(at, timeZone)}T${part('hour')}:${part('minute')}:${part('second')}${offset === '+00:00' || offset === '' ? 'Z' : offset}`
}

const localDate = (at: number, timeZone: string | undefined): string => {
  const part = partsOf(at, timeZone)
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Counts the days of a time zone. */
const dayNumber = (at: number, timeZone: string | undefined): number =>
  Math.round(Date.parse(`${localDate(at, timeZone)}T00:00:00Z`) / DAY_MS)

const partsOf = (at: number, timeZone: string | undefined) => {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  return (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? ''
}
