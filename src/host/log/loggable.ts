import { BinaryAnswer } from '../session/binary-answer.js'

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
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements = value.map(loggable)
    return elements.some((element, index) => element !== value[index]) ? elements : value
  }
  // Most values have nothing to cut: they are kept as they are, since nobody changes them.
  const fields = Object.entries(value)
  const kept = fields.map(([key, field]): [string, unknown] => [key, loggable(field)])
  return kept.some(([, field], index) => field !== fields[index]?.[1]) ? Object.fromEntries(kept) : value
}

const CUT = /^([\s\S]*)… \(([\d,]+) characters\)$/

/**
 * A logged value with a text of the first length in place of each that was cut: limits of length judge it as they judged the
 * text itself.
 */
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

/** Longer than any stored value and any AI context, so that only pictures are cut. */
const LONGEST_TEXT = 10_000
const SHOWN = 100
