import { BinaryAnswer } from './binary-answer.js'

/**
 * A value as the log keeps it: the same, but for texts so long that nobody reads them (a picture as a data URL), which are
 * cut and say how long they were, and for what the app gets as a Blob, of which the type and the size are told.
 */
export const loggable = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length <= LONGEST_TEXT
      ? value
      : `${value.slice(0, SHOWN)}… (${value.length.toLocaleString('en')} characters)`
  if (value instanceof BinaryAnswer) return { type: value.type, size: value.size }
  if (Array.isArray(value)) return value.map(loggable)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, loggable(field)]))
  return value
}

/** Longer than any stored value and any AI context, so that only pictures are cut. */
const LONGEST_TEXT = 10_000
const SHOWN = 100
