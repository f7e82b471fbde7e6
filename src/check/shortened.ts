import { formatNumber } from '../terminal/units.js'

const LONGEST_WORD = 160
const WORD_START = 100
const WORD_END = 40
const LONGEST_TEXT = 480

/**
 * A message or a name that is no longer than a person reads. Messages quote names, paths and texts of an app, which can
 * be as long as a file: of a word too long for any path the middle is left out, of a text too long for a message the end.
 */
export const shortened = (text: string): string => {
  if (text.length <= LONGEST_WORD) return text
  // Each word and its blank are at least one character of the text: more are never shown.
  const words = text
    .split(' ', LONGEST_TEXT + 2)
    .map((word) =>
      word.length <= LONGEST_WORD ? word : `${word.slice(0, WORD_START)}…${word.slice(-WORD_END)}`,
    )
    .join(' ')
  return words.length <= LONGEST_TEXT ? words : `${words.slice(0, LONGEST_TEXT - 1)}…`
}

/** The first of many names, and how many more there are. */
export const namesOf = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMES
  return more <= 0
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${formatNumber(more)} more`
}

const MAX_NAMES = 3
