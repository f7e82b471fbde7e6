import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/units.js'
import type { Clock } from '../clock.js'
import type { BoundedFetch } from './bounded-fetch.js'

/**
 * How long a service asks to wait (Retry-After: RFC 9110, 10.2.3), in seconds or until a date.
 * @param now milliseconds since 1970
 * @returns milliseconds, infinite for a wait beyond all dates; null if the header is missing, invalid or in
 *   the past
 */
export const retryAfter = (headers: ReadonlyMap<string, string>, now: number): number | null => {
  const header = (headers.get('retry-after') ?? '').trim()
  const wait = /^\d+$/.test(header) ? Number(header) * SECOND_MS : (httpDate(header, now) ?? Number.NaN) - now
  return wait > 0 ? wait : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** `Sun, 06 Nov 1994 08:49:37 GMT` and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT`. */
const DAY_FIRST =
  /^[a-z]+, *(?<day>\d{1,2})[ -](?<month>[a-z]{3})[ -](?<year>\d{2,}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) *(?:gmt|utc)$/i
/** The obsolete `Sun Nov  6 08:49:37 1994`: in UTC, though it does not say so. */
const MONTH_FIRST =
  /^[a-z]+ (?<month>[a-z]{3}) +(?<day>\d{1,2}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) (?<year>\d{4,})$/i
/** Other dates that servers send: ISO 8601, or with an offset of their own. */
const OTHER_DATE = /^\d{4}-\d\d-\d\dt|\d{4} \d\d:\d\d:\d\d [+-]\d{4}$/i

/** A date in any form of RFC 9110, 5.6.7, in milliseconds since 1970; null for anything else. */
const httpDate = (text: string, now: number): number | null => {
  const parts = (DAY_FIRST.exec(text) ?? MONTH_FIRST.exec(text))?.groups
  if (parts === undefined) return OTHER_DATE.test(text) ? finite(Date.parse(text)) : null
  const number = (name: string): number => Number(parts[name])
  const month = MONTHS.indexOf((parts['month'] ?? '').toLowerCase())
  if (month === -1) return null
  const year = fullYear(number('year'), new Date(now).getUTCFullYear())
  const at = Date.UTC(year, month, number('day'), number('hour'), number('minute'), number('second'))
  // A year that JavaScript's dates do not reach.
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at
}

const finite = (at: number): number | null => (Number.isFinite(at) ? at : null)

/** RFC 9110, 5.6.7: a year of two digits that seems more than 50 years ahead is the last one with these digits. */
const fullYear = (year: number, thisYear: number): number => {
  if (year > 99) return year
  const inCentury = thisYear - (thisYear % 100) + year
  return inCentury > thisYear + 50 ? inCentury - 100 : inCentury
}

/** A wait in words, never shorter than it is. */
export const describeWait = (milliseconds: number): string => {
  if (milliseconds > LONGEST_IN_DAYS_MS) return 'more than a year'
  const [unit, name] =
    milliseconds <= 2 * MINUTE_MS
      ? [SECOND_MS, 'second']
      : milliseconds <= 2 * HOUR_MS
        ? [MINUTE_MS, 'minute']
        : milliseconds <= 2 * DAY_MS
          ? [HOUR_MS, 'hour']
          : ([DAY_MS, 'day'] as const)
  const count = Math.ceil(milliseconds / unit)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

const LONGEST_IN_DAYS_MS = 366 * DAY_MS

/** How many times to wait and retry after a 429, and for how long at most. */
const RATE_LIMIT_RETRIES = 4
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 30_000

export interface Patience {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called before each wait for a rate limit. */
  readonly onBackOff: (milliseconds: number) => void
}

/** Sends a request again after a 429, which refused it: as late as the service asks for, or twice as late each time. */
export const patientFetch =
  (fetch: BoundedFetch, { clock, signal, onBackOff }: Patience): BoundedFetch =>
  async (request) => {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(request)
      if (answer.status !== 429 || attempt === RATE_LIMIT_RETRIES) return answer
      const wait = retryAfter(answer.headers, clock.now()) ?? FIRST_BACK_OFF_MS * 2 ** attempt
      if (wait > MAX_BACK_OFF_MS) return answer
      onBackOff(wait)
      await clock.sleep(wait, signal)
    }
  }
