import { setTimeout as wait } from 'node:timers/promises'
import { seededRandomness } from '../../host/randomness.js'
import type { Product } from '../../platform/manifest.js'
import type { Point } from '../drivers/driver.js'
import { inTime } from '../drivers/until.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets, nextAction } from '../random-player.js'
import type { Stage } from './trouble.js'

/** A payment sheet that a tap in the app has opened. */
export interface OpenedPayment {
  readonly product: Product
  /** Where the app was tapped, in CSS pixels of the shell's page. */
  readonly at: Point
}

/**
 * Looks for a way to buy: taps what looks like a shop, a price or a purchase, then everything else, until the host's payment sheet
 * opens for a product.
 * @returns null if no sheet opens for one of these products
 */
export const openPayment = async (
  { window, client, seed, signal }: Stage,
  products: readonly Product[],
): Promise<OpenedPayment | null> => {
  if (products.length === 0) return null
  await closeSheets(window)
  const randomness = seededRandomness(seed)
  const tapped = new Map<string, number>()
  let hasWaited = false
  for (let taps = 0; taps < MOST_TAPS; taps += 1) {
    signal.throwIfAborted()
    const box = await window.askShell(frameBox, null)
    if (box === null) return null
    const controls = (await window.askApp(labelledControls, null)) ?? []
    const chosen = mostLikelyPurchase(controls, products, tapped)
    const action = nextAction(randomness)
    const [x, y] =
      chosen === null
        ? 'x' in action
          ? [action.x * box.width, action.y * box.height]
          : [box.width / 2, box.height / 2]
        : [chosen.x, chosen.y]
    if (chosen !== null) tapped.set(keyOf(chosen), (tapped.get(keyOf(chosen)) ?? 0) + 1)
    const at = { x: box.x + x, y: box.y + y }
    await window.press(at)
    const title = await paymentTitle(client)
    const product = products.find((one) => one.title === title)
    if (product !== undefined) return { product, at }
    // What asks for a payment long after the tap is refused, unless somebody taps again.
    if (!hasWaited && chosen !== null && title === null && isPurchase(chosen, products)) {
      hasWaited = true
      await wait(TAP_LAPSES_MS, undefined, { signal })
    }
    await closeSheets(window)
    // A shop that has just opened may be moving.
    await wait(MOVES_FOR_MS, undefined, { signal })
  }
  return null
}

/** The switch of someone who can pay for anything. */
export const RICH = { balance: '1000000' } as const

/** What the payment sheet sells that opens soon; null if none does. */
export const paymentTitle = async (client: Stage['client']): Promise<string | null> =>
  (await inTime(client.waitForSheet('payment', { timeoutMs: OPENS_WITHIN_MS })))?.offer.title ?? null

/**
 * The control that most likely buys one of these products, or leads there.
 * @param tapped how often each was tapped before, by `keyOf`
 * @returns null if there are no controls
 */
export const mostLikelyPurchase = (
  controls: readonly LabelledControl[],
  products: readonly Product[],
  tapped: ReadonlyMap<string, number>,
): LabelledControl | null => {
  const likelihood = (control: LabelledControl): number =>
    likelihoodOf(control, products) - AGAIN * (tapped.get(keyOf(control)) ?? 0)
  const [first] = controls
  if (first === undefined) return null
  return controls.reduce((best, one) => (likelihood(one) > likelihood(best) ? one : best), first)
}

/** How likely a control buys something, or leads there. */
const likelihoodOf = ({ label, context }: LabelledControl, products: readonly Product[]): number => {
  const names = products.some(({ title }) => context.includes(title) || label.includes(title))
  const prices = products.some(({ price }) => new RegExp(`(^|[^\\d.])${price}($|[^\\d.])`).test(label))
  return (
    (names ? 4 : 0) +
    (prices ? 3 : 0) +
    (BUYS.test(label) ? 3 : 0) +
    (LEADS_TO_SHOP.test(label) ? 2 : 0) -
    (LEADS_AWAY.test(label) ? 2 : 0)
  )
}

/** Whether a control most likely buys something itself: it says what, and the price or that it does. */
export const isPurchase = (control: LabelledControl, products: readonly Product[]): boolean =>
  likelihoodOf(control, products) >= A_PURCHASE

/** Two controls with the same texts are the same to a player. */
const keyOf = ({ label, context }: LabelledControl): string => `${label}\n${context}`

const BUYS = /\b(buy|purchase|unlock|credits?)\b/i
const LEADS_TO_SHOP = /\b(shop|store|coins?|gems?|premium|hints?|extras?|upgrades?|more)\b/i
export const LEADS_AWAY = /\b(share|mute|sound|back|close|cancel|settings)\b/i
/** How much less likely a control is once it was tapped. */
const AGAIN = 4
const MOST_TAPS = 12
const OPENS_WITHIN_MS = 500
const MOVES_FOR_MS = 200
/** The likelihood of a control that names a product and its price. */
const A_PURCHASE = 7
/** Browsers let a tap count for five seconds. */
const TAP_LAPSES_MS = 6_000
