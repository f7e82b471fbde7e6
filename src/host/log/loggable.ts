import { BinaryAnswer } from '../session/binary-answer.js'

/**
 * A value as the log keeps it. Very long texts, such as a picture's data URL, are cut and say how long they were. Of what
 * the app gets as a Blob, the type and the size are kept.
 */
export const loggable = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length <= LONGEST_TEXT
      ? value
      : `${value.slice(0, SHOWN)}… (${value.length.toLocaleString('en')} characters)`
  if (value instanceof BinaryAnswer) return { type: value.type, size: value.size }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements = value.map(loggable)
    return elements.some((element, index) => element !== value[index]) ? elements : value
  }
  // Most values have nothing to cut, and are kept without a copy: nothing changes them.
  const fields = Object.entries(value)
  const kept = fields.map(([key, field]): [string, unknown] => [key, loggable(field)])
  return kept.some(([, field], index) => field !== fields[index]?.[1]) ? Object.fromEntries(kept) : value
}

const CUT = /^([\s\S]*)… \(([\d,]+) characters\)$/

/** A logged value with each cut text padded to its original length, so that length limits apply as they did before. */
export const withCutTexts = (value: unknown): unknown => {
  if (typeof value === 'string') {
    const [, shown, length] = CUT.exec(value) ?? []
    return shown === undefined || length === undefined
      ? value
      : shown.padEnd(Number(length.replaceAll(',', '')), 'A')
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withCutTexts)
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withCutTexts(field)]))
}

/** Longer than stored values and AI contexts, so that only pictures are cut. */
const LONGEST_TEXT = 10_000
const SHOWN = 100
