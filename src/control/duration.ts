import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/units.js'

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
}

/**
 * Converts a duration such as `500ms`, `1.5s` or `2d` into whole milliseconds.
 * @param text a number with one of the units above; schemas decide which units are allowed
 */
export const durationMs = (text: string): number =>
  Math.round(Number.parseFloat(text) * (UNITS_MS[text.replace(/^[\d.]+/, '')] ?? Number.NaN))
