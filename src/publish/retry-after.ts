import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/units.js'

/**
 * How long a service asks to wait (Retry-After: RFC 9110, 10.2.3), in seconds or until a date.
 * @param now milliseconds since 1970
 * @returns milliseconds; null if the header is missing, invalid or in the past
 */
export const retryAfter = (headers: ReadonlyMap<string, string>, now: number): number | null => {
  const header = headers.get('retry-after') ?? ''
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(wait) && wait > 0 ? wait : null
}

/** A wait in words, never shorter than it is. */
export const describeWait = (milliseconds: number): string => {
  const [unit, name] =
    milliseconds <= 2 * MINUTE_MS
      ? [SECOND_MS, 'second']
      : milliseconds <= 2 * HOUR_MS
        ? [MINUTE_MS, 'minute']
        : ([HOUR_MS, 'hour'] as const)
  const count = Math.ceil(milliseconds / unit)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
