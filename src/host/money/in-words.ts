import { formatCredits } from '../../platform/credits.js'
import type { Sale } from './sale.js'

/** `1 payment`, `3 payments`. */
export const many = (sales: readonly Sale[], noun: string): string =>
  `${sales.length} ${noun}${sales.length === 1 ? '' : 's'}`

export const areIs = (sales: readonly Sale[]): string => (sales.length === 1 ? 'is' : 'are')

export const sum = (sales: readonly Sale[]): string =>
  formatCredits(sales.reduce((total, { thousandths }) => total + thousandths, 0))

const MOST_NAMES = 3

/** What was bought, each name once: `gems, skin and 2 more`. */
export const things = (sales: readonly Sale[]): string => {
  const names = [...new Set(sales.map(({ item }) => (item.type === 'product' ? item.id : 'access')))]
  const more = names.length - MOST_NAMES
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
