import { isJsonObject } from '../../platform/text.js'
import { isSilent, TIME_FIELDS } from './entry-fields.js'
import { describeTime } from './time-text.js'

export interface ValueLayout {
  /** Milliseconds since 1970, for relative times; null for exact ones. */
  readonly now: number | null
  /** An IANA name, for dates; the machine's time zone if omitted. */
  readonly timeZone?: string
}

/** No real answer is nested deeper; deeper ones could exhaust the stack. */
const MAX_DEPTH = 100

/** Every value below a field that says something, with its dotted path. */
export const flatten = (
  path: string,
  value: unknown,
  layout: ValueLayout,
  depth = 0,
): readonly (readonly [string, string])[] => {
  if (isSilent(value)) return []
  if (depth > MAX_DEPTH) return [[path, `nested deeper than ${MAX_DEPTH} levels`]]
  if (Array.isArray(value) && value.every((item) => !isJsonObject(item) && !Array.isArray(item)))
    return [[path, value.map((item) => scalarText(item, path, layout)).join(', ')]]
  if (Array.isArray(value))
    return value.flatMap((item, index) => flatten(`${path}.${index + 1}`, item, layout, depth + 1))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      flatten(`${path}.${key}`, inner, layout, depth + 1),
    )
  return [[path, scalarText(value, path, layout)]]
}

/** A text, number or other plain value as text, not yet safe. */
export const scalarText = (value: unknown, path: string, layout: ValueLayout): string => {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const name = path.slice(path.lastIndexOf('.') + 1)
  const time = TIME_FIELDS.includes(name) || name.endsWith('_at') ? timeText(value, layout) : null
  return time ?? String(value)
}

/** A time as text, from ISO 8601 or seconds or milliseconds since 1970; null for other values. */
export const timeText = (value: unknown, { now, timeZone }: ValueLayout): string | null => {
  const at =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
      ? Date.parse(value)
      : typeof value === 'number' && value > 1e9
        ? value > 1e11
          ? value
          : value * 1_000
        : Number.NaN
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? describeTime(at, now, timeZone) : null
}
