import type { Product } from '../../platform/manifest.js'
import { SECOND_MS } from '../../platform/units.js'
import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { labelledControls } from '../page/labelled-controls.js'
import { boughtAll } from '../purchases.js'
import { closeSheets } from '../random-player.js'
import { pressOne } from './begin.js'
import { isPurchase } from './buying.js'
import { savedNumbers } from './saved-numbers.js'
import type { Stage } from './trouble.js'

/** What is used up and was bought without a problem, with what is saved after it was credited. */
export interface Sold {
  readonly product: Product
  readonly bought: AppData
}

interface OpenOptions {
  readonly sold: Sold
  /** The same of what costs more; null where nothing else is sold that is used up. */
  readonly dearer: Sold | null
  /** What is saved before anything is bought. */
  readonly start: AppData
  /** Waits until the app makes no more calls. */
  readonly quiet: (stage: Stage) => Promise<void>
}

/**
 * Opens the app for someone who has paid twice for what is used up, such as on two devices, and has got nothing yet. It must deliver
 * both, as it delivers one after the other.
 */
export const openPurchases = async (
  stage: Stage,
  { sold: { product, bought }, dearer, start, quiet }: OpenOptions,
): Promise<readonly Breach[]> => {
  const { client } = stage
  /** @returns what is saved once the app was opened with so many purchases to deliver */
  const deliveredAtStart = async (data: AppData, count: number, paid = product): Promise<AppData> => {
    await stage.close()
    await client.setData(withOpen(data, paid, count))
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
  const playedOn = async (): Promise<AppData> => {
    await pressEach(stage)
    await quiet(stage)
    return client.data()
  }
  const played = await playedOn()
  await stage.close()
  await client.setData(bought)
  await stage.open()
  await quiet(stage)
  const without = await playedOn()
  const together = await deliveredAtStart(start, 2)
  const delivered = dearer === null ? null : await deliveredAtStart(start, 1, dearer.product)
  return [
    ...judgeOpen({ product: product.id, start, bought, after, together }),
    ...judgeOverwritten({ product: product.id, bought, after, played, without }),
    ...(dearer === null || delivered === null ? [] : judgeDearer(start, dearer, delivered)),
  ]
}

/**
 * What was credited when the app was opened, and is as good as gone once somebody has played: the game still had what was saved before.
 * @param bought what is saved before the app delivers, and `after` that
 * @param played the same after a while of play
 * @param without what as much play saves without the purchase
 */
export const judgeOverwritten = ({
  product,
  bought,
  after,
  played,
  without,
}: Record<'bought' | 'after' | 'played' | 'without', AppData> & {
  readonly product: string
}): readonly Breach[] => {
  const [before, credited, now, control] = [bought, after, played, without].map(savedNumbers)
  for (const [place, value] of credited ?? []) {
    const once = value - (before?.get(place) ?? 0)
    const [left, usual] = [now?.get(place), control?.get(place)]
    if (once <= 0 || left === undefined || usual === undefined) continue
    if (value - left >= once / 2 && Math.abs(left - usual) <= once / 4)
      return [
        breach(
          'run/purchase-lost',
          null,
          `${JSON.stringify(product)} was credited when the app was opened, and lost after a few taps: ${place} changed by ${once}, and is then as it is without the purchase.`,
        ),
      ]
  }
  return []
}

/**
 * What costs more, and is credited for less when the app is opened than when it is bought.
 * @param start what is saved before it is bought
 * @param delivered what is saved once the app was opened with it
 */
export const judgeDearer = (
  start: AppData,
  { product: { id }, bought }: Sold,
  delivered: AppData,
): readonly Breach[] => {
  if (openIn(delivered) > 0) return []
  const [before, usual, found] = [start, bought, delivered].map(savedNumbers)
  for (const [place, value] of usual ?? []) {
    const first = before?.get(place) ?? 0
    const [once, got] = [value - first, (found?.get(place) ?? 0) - first]
    if (once > 0 && got > 0 && got < once)
      return [
        breach(
          'run/purchase-lost',
          null,
          `${JSON.stringify(id)} is credited with ${once} when it is bought, but only with ${got} when the app finds it at its start (${place}).`,
        ),
      ]
  }
  return []
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

/** Taps each control once that sells nothing, in the order of the page. */
const pressEach = async (stage: Stage): Promise<void> => {
  const { window, products } = stage
  const controls = (await window.askApp(labelledControls, null)) ?? []
  for (const control of controls.filter((one) => !isPurchase(one, products)).slice(0, MOST_PRESSED)) {
    await pressOne(stage, () => control)
    await closeSheets(window)
  }
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
const MOST_PRESSED = 6
