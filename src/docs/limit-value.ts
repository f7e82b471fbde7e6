import { formatCredits } from '../platform/credits.js'
import * as LIMITS from '../platform/limits.js'
import { formatNumber } from '../platform/text.js'
import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../platform/units.js'

export type LimitName = keyof typeof LIMITS

const VALUES: Readonly<Record<LimitName, number | readonly number[]>> = LIMITS

/** A limit with its unit, which its name ends in: `64 KB`, `10 minutes`, `0.1 credits`. */
export const limitValue = (name: LimitName): string => {
  const value = VALUES[name]
  if (typeof value !== 'number') return `${listOf(value)} seconds`
  if (name === 'MAX_COMPRESSION_RATIO') return `${value} to 1`
  if (name.endsWith('_BYTES')) return bytes(value)
  if (name.endsWith('_MS')) return duration(value)
  if (name.endsWith('_THOUSANDTHS')) return counted(formatCredits(value), 'credit')
  const unit = Object.entries(UNITS).find(([part]) => name.includes(part))?.[1]
  return unit === undefined ? formatNumber(value) : counted(formatNumber(value), unit)
}

/** `3, 6 or 12`. */
export const listOf = (values: readonly number[]): string =>
  `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

const UNITS: Readonly<Record<string, string>> = {
  _CHARACTERS: 'character',
  _PIXELS: 'pixel',
  _SECONDS: 'second',
  _PLAYERS: 'player',
  _LEVELS: 'level',
}

const counted = (number: string, unit: string): string => `${number} ${unit}${number === '1' ? '' : 's'}`

/** Small sizes are exact, as in the document; 1 MB is 1,048,576 bytes. */
const bytes = (value: number): string => {
  if (value < 64 * KB) return counted(formatNumber(value), 'byte')
  if (value < MB) return `${formatNumber(value / KB)} KB`
  return value < 1024 * MB ? `${formatNumber(value / MB)} MB` : `${formatNumber(value / MB / 1024)} GB`
}

/** The longest unit in which it is a whole number; a day or two are in hours, as in the document. */
const duration = (ms: number): string => {
  if (ms > 2 * DAY_MS && ms % DAY_MS === 0) return counted(String(ms / DAY_MS), 'day')
  if (ms % HOUR_MS === 0) return counted(String(ms / HOUR_MS), 'hour')
  if (ms % MINUTE_MS === 0) return counted(String(ms / MINUTE_MS), 'minute')
  return counted(String(ms / SECOND_MS), 'second')
}
