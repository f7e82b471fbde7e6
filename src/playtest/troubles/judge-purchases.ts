import { CONSUMABLE_REFUND_MS } from '../../platform/limits.js'
import { HOUR_MS } from '../../platform/units.js'
import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { creditOf, savedNumbers } from './saved-numbers.js'

/** What is saved after something was bought, and the app was opened again. */
export interface Bought {
  readonly data: AppData
  /** The product's id. */
  readonly product: string
  /** The log entry of `pay`. */
  readonly pay: number
}

/** An interrupted purchase; null where nothing could be bought. */
interface Interrupted {
  /** When the app was closed, as the end of a sentence. */
  readonly when: string
  readonly bought: Bought | null
}

/**
 * Compares interrupted purchases with an undisturbed one.
 * @param start what is saved before each of them
 */
export const judgePurchases = (
  start: AppData,
  undisturbed: Bought,
  interrupted: readonly Interrupted[],
): readonly Breach[] => {
  if (!isConsumed(undisturbed))
    return [
      breach(
        'run/purchase-lost',
        null,
        `${nameOf(undisturbed)} was paid for and never consumed: the payment is returned after ${CONSUMABLE_REFUND_MS / HOUR_MS} hours.`,
      ),
    ]
  const before = savedNumbers(start)
  const after = savedNumbers(undisturbed.data)
  return interrupted.flatMap(({ when, bought }) => {
    if (bought === null) return []
    const closed = `the app was closed ${when} and opened again`
    const credit = creditOf(before, after, savedNumbers(bought.data))
    if (credit.kind === 'twice')
      return [
        breach(
          'run/credited-twice',
          null,
          `${nameOf(bought)} was credited twice: ${closed}, and ${credit.place} changed by ${credit.found} instead of ${credit.once}.`,
        ),
      ]
    if (credit.kind === 'none')
      return [
        breach(
          'run/purchase-lost',
          null,
          `${nameOf(bought)} was paid for and not credited: ${closed}, and ${credit.place} did not change by ${credit.once}.`,
        ),
      ]
    if (isConsumed(bought)) return []
    return [breach('run/purchase-lost', null, `${nameOf(bought)} was paid for and not consumed: ${closed}.`)]
  })
}

const nameOf = ({ product, pay }: Bought): string => `${JSON.stringify(product)} (pay, log entry ${pay})`

const isConsumed = ({ data: { sales = [] }, product }: Bought): boolean =>
  sales.some(
    ({ item, consumedAt }) => item.type === 'product' && item.id === product && (consumedAt ?? null) !== null,
  )
