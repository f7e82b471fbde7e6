import type { Product } from '../../platform/manifest.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { closeSheets } from '../random-player.js'
import { paymentTitle } from './buying.js'
import { entryName } from './cause.js'
import type { Tapped } from './explore.js'
import { stillDisabled } from './stuck.js'
import type { Stage } from './trouble.js'

/** Watches the buttons that open a payment. */
interface PaymentButtons {
  /** Watches one that is about to be tapped. @param tap taps it */
  readonly watch: (control: Tapped, tap: () => Promise<void>) => Promise<void>
  readonly found: readonly Breach[]
}

/**
 * The buttons that open a payment: each must name the price, and work again after the person has cancelled. The first payment
 * of each is cancelled.
 */
export const paymentButtons = (stage: Stage): PaymentButtons => {
  const { window, client, products, entry } = stage
  const found: Breach[] = []
  const cancelled = new Set<string>()
  return {
    found,
    watch: async ({ label }, tap) => {
      const after = (await client.calls()).at(-1)?.seq ?? 0
      await tap()
      const pay = (await client.calls()).find(
        (one) => one.kind === 'call' && one.method === 'pay' && one.seq > after,
      )
      if (pay === undefined || cancelled.has(label) || (await paymentTitle(client)) === null) return
      cancelled.add(label)
      const id: unknown = pay.kind === 'call' ? Reflect.get(Object(pay.params), 'product') : null
      const product = products.find((one) => one.id === id)
      if (product !== undefined) found.push(...otherPrice(entry, label, product))
      await closeSheets(window)
      if ((await stillDisabled(stage, [label])).length > 0)
        found.push(
          breach(
            'run/stays-disabled',
            entry,
            `The button ${quoted(label)} stays disabled after ${entryName(pay)} was cancelled.`,
          ),
        )
    },
  }
}

/** A button that names another price than the payment that it opens. */
export const otherPrice = (
  entry: string,
  label: string,
  { title, price }: Pick<Product, 'title' | 'price'>,
): readonly Breach[] => {
  const [amount, another] = [...label.matchAll(AMOUNT)].map(([, number = '']) => number)
  // What a game calls credits itself may be what is bought.
  if (amount === undefined || another !== undefined || CREDITS.test(title)) return []
  if (Number(amount.replace(',', '.')) === Number(price)) return []
  return [
    breach(
      'run/other-price',
      entry,
      `The button ${quoted(label)} opens a payment of ${price} ${price === '1' ? 'credit' : 'credits'} for ${quoted(title)}.`,
    ),
  ]
}

const AMOUNT = /(\d+(?:[.,]\d+)?)\s*credits?\b/gi
const CREDITS = /\bcredits?\b/i
