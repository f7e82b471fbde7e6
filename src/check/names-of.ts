import { formatNumber } from '../terminal/units.js'

/** The first of many names, and how many more there are. */
export const namesOf = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMES
  return more <= 0
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${formatNumber(more)} more`
}

const MAX_NAMES = 3
