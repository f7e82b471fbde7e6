import type { Product } from '../../platform/manifest.js'
import { SECOND_MS } from '../../platform/units.js'
import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { boughtAll } from '../purchases.js'
import { savedNumbers } from './saved-numbers.js'
import type { Stage } from './trouble.js'

interface OpenOptions {
  /** What is used up, and was bought before without a problem. */
  readonly product: Product
  /** What is saved before it was bought, and after it was credited. */
  readonly start: AppData
  readonly bought: AppData
  /** Waits until the app makes no more calls. */
  readonly quiet: (stage: Stage) => Promise<void>
}

/**
 * Opens the app for someone who has paid twice for what is used up, such as on two devices, and has got nothing yet. It must deliver
 * both, as it delivers one after the other.
 */
export const openPurchases = async (
  stage: Stage,
  { product, start, bought, quiet }: OpenOptions,
): Promise<readonly Breach[]> => {
  const { client } = stage
  /** @returns what is saved once the app was opened with so many purchases to deliver */
  const deliveredAtStart = async (data: AppData, count: number): Promise<AppData> => {
    await stage.close()
    await client.setData(withOpen(data, product, count))
    await stage.open()
    for (const end = performance.now() + DELIVERS_WITHIN_MS; ; ) {
      await quiet(stage)
      const now = await client.data()
      if (openIn(now) === 0 || performance.now() > end) return now
    }
  }
  const after = await deliveredAtStart(bought, 1)
  // An app that does not deliver one says nothing about two.
  if (openIn(after) > 0) return []
  return judgeOpen({ product: product.id, start, bought, after, together: await deliveredAtStart(start, 2) })
}

/**
 * Compares two purchases that were delivered one after the other with two at the same start.
 * @param start what is saved before both
 * @param bought the same after the first
 * @param after the same after the second
 * @param together the same where the app found both when it was opened
 */
export const judgeOpen = ({
  product,
  start,
  bought,
  after,
  together,
}: Record<'start' | 'bought' | 'after' | 'together', AppData> & {
  readonly product: string
}): readonly Breach[] => {
  const lost = (what: string): Breach => ({
    ...breach(
      'run/purchase-lost',
      null,
      `The person had paid for ${JSON.stringify(product)} twice when the app was opened, ${what}`,
    ),
    fix: 'Deliver every purchase of getPurchases() without consumed_at, not only the first one: credit each, save that, and consume each.',
  })
  const open = openIn(together)
  if (open > 0) return [lost(`and the app consumed ${open === 1 ? 'only one of them' : 'neither of them'}.`)]
  const [before, one, two, both] = [start, bought, after, together].map(savedNumbers)
  for (const [place, value] of one ?? []) {
    const first = before?.get(place) ?? 0
    const once = value - first
    const isCounted = once > 0 && two?.get(place) === first + 2 * once
    if (isCounted && both?.get(place) === value)
      return [lost(`and the app consumed both, but ${place} changed by ${once} instead of ${2 * once}.`)]
  }
  return []
}

/** Adds purchases that are paid for and not consumed to what someone has bought before. */
const withOpen = (data: AppData, product: Product, count: number): AppData => {
  const now = Date.now()
  const bought = Array.from({ length: count }, (_, index) =>
    boughtAll([product], new Date(now - (count - index) * SECOND_MS)),
  )
  const buyer = data.ownerId ?? bought[0]?.ownerId
  return {
    ...data,
    ...(buyer === undefined ? {} : { ownerId: buyer }),
    sales: bought.flatMap(({ sales = [] }, index) =>
      sales.map((sale) => ({ ...sale, id: `${sale.id}_${index}`, buyer: buyer ?? sale.buyer })),
    ),
  }
}

/** How many purchases are not consumed. */
const openIn = ({ sales = [] }: AppData): number =>
  sales.filter(({ consumedAt }) => (consumedAt ?? null) === null).length

const DELIVERS_WITHIN_MS = 15_000
