import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/units.js'

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
}

/**
 * The whole milliseconds of a time such as `500ms`, `1.5s` or `2d`.
 * @param text a number and one of the units above; which of them a file or a request may use is its schema's to say
 */
export const durationMs = (text: string): number =>
  Math.round(Number.parseFloat(text) * (UNITS_MS[text.replace(/^[\d.]+/, '')] ?? Number.NaN))
