import { formatCredits, inCredits } from '../../platform/credits.js'
import { CONSUMABLE_REFUND_MS, PAYOUT_HOLD_MS } from '../../platform/limits.js'
import { DAY_MS, HOUR_MS } from '../../platform/units.js'
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

/** Sales that came due, in words for the log: one sentence for each kind of change (3.2, 3.3). */
export const describeSettled = (changed: readonly Sale[]): readonly string[] => {
  const of = (test: (sale: Sale) => boolean): readonly Sale[] => changed.filter(test)
  const sentences: readonly (readonly [readonly Sale[], (sales: readonly Sale[]) => string])[] = [
    [
      of(({ state }) => state === 'held'),
      (sales) => `${many(sales, 'payment')} ${areIs(sales)} confirmed: ${things(sales)} (3.2).`,
    ],
    [
      of(({ returnReason }) => returnReason === 'unconsumed'),
      (sales) =>
        `${many(sales, 'consumable')} ${areIs(sales)} refunded because ${CONSUMABLE_REFUND_MS / HOUR_MS} hours passed without \`consume\`: ${things(sales)} (3.2).`,
    ],
    [
      of(({ state }) => state === 'paid-out'),
      (sales) => `${many(sales, 'sale')} ${areIs(sales)} paid out to you: ${inCredits(sum(sales))} (3.3).`,
    ],
    [
      of(({ state }) => state === 'awaiting-manual'),
      (sales) =>
        `The payout of ${many(sales, 'sale')} failed: ${inCredits(sum(sales))} must be paid out manually (3.3).`,
    ],
    [
      of(({ returnReason }) => returnReason === 'deleted'),
      (sales) =>
        `${many(sales, 'payment')} of the last ${PAYOUT_HOLD_MS / DAY_MS} days ${sales.length === 1 ? 'was returned to its buyer' : 'were returned to their buyers'} because the app was deleted: ${things(sales)} (3.1).`,
    ],
  ]
  return sentences.flatMap(([sales, say]) => (sales.length === 0 ? [] : [say(sales)]))
}
