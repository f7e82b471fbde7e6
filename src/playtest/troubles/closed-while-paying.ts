import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import type { Product } from '../../platform/manifest.js'
import { SECOND_MS } from '../../platform/units.js'
import type { AppData, LogEntry } from '../../testing/index.js'
import { inTime } from '../drivers/until.js'
import { type Breach, breach } from '../judge.js'
import { seen } from '../page/seen.js'
import { boughtAll } from '../purchases.js'
import { closeSheets } from '../random-player.js'
import { openPayment, RICH } from './buying.js'
import {
  type AnsweredPayment,
  type Bought,
  creditedUnpaid,
  isConsumed,
  judgePurchases,
  offeredAgain,
  saysUnpaid,
} from './judge-purchases.js'
import { openPurchases } from './open-purchases.js'
import { pendingPayment } from './pending-payment.js'
import type { Stage, Trouble } from './trouble.js'

/**
 * The app is closed after something was paid for, before and after it credits that, and opened again. What is saved then must
 * be what the same purchase saves without an interruption: paid for once, credited once, consumed (4.3). An app that consumes
 * before it has saved the credit loses it, if it is closed in between. What was cancelled or failed must not be credited.
 */
export const CLOSED_WHILE_PAYING: Trouble = {
  name: 'closed-while-paying',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  prepare: async (client) => {
    await client.setSwitches(RICH)
  },
  play: async (stage) => {
    const consumables = stage.products.filter(({ kind }) => kind === 'consumable')
    await quiet(stage)
    const start = await stage.client.data()
    const interrupted = consumables.length === 0 ? [] : await interruptPurchases(stage, consumables, start)
    const { breaches, paid } = await cancelPayments(stage, start)
    const owned = await buyOwned(stage, start)
    const pending = await pendingPayment(stage, { start, quiet, paid })
    return [...interrupted, ...breaches, ...owned, ...pending]
  },
}

/** Buys something without and with an interruption, from the same start, then opens the app with two purchases to deliver. */
const interruptPurchases = async (
  stage: Stage,
  consumables: readonly Product[],
  start: AppData,
): Promise<readonly Breach[]> => {
  /**
   * Buys something from the same start, closes the app, and opens it again.
   * @param isDone whether all is saved that should be: a busy machine takes longer
   * @returns what is saved then, or null if nothing was bought
   */
  const buy = async (
    isDone: (bought: Bought) => boolean,
    interrupt: (after: number) => Promise<void>,
    offered = consumables,
  ): Promise<Bought | null> => {
    await stage.close()
    await stage.client.setData(start)
    await stage.open()
    await quiet(stage)
    const unbought = await stage.client.data()
    const opened = await openPayment(stage, offered)
    if (opened === null) return null
    await interrupt(await latestEntry(stage))
    const atOnce = await stage.client.data()
    await stage.close()
    await stage.client.removeFault()
    await stage.client.setSwitches({ network: { latency: 0, up: null } })
    await stage.open()
    const pay = (await stage.client.calls()).findLast(isCall('pay'))
    const bought = { unbought, atOnce, product: opened.product.id, pay: pay?.seq ?? 0 }
    for (const end = performance.now() + SAVES_WITHIN_MS; ; ) {
      await quiet(stage)
      const now = { ...bought, data: await stage.client.data() }
      if (isDone(now) || performance.now() > end) return now
    }
  }
  const { client } = stage
  const pay = async (after: number): Promise<void> => {
    await client.answerSheet('payment', 'pay')
    await quiet(stage)
    // Some apps save a moment after they have credited something.
    await happens(stage, after, (entry) => SAVES.some((method) => isCall(method)(entry)))
    await quiet(stage)
  }
  const undisturbed = await buy(isConsumed, pay)
  if (undisturbed === null) return []
  const isCredited = (bought: Bought): boolean =>
    judgePurchases(start, undisturbed, [{ when: '', bought, isUnanswered: true }]).length === 0
  const unanswered = await buy(isCredited, async (after) => {
    // The host takes the payment, and its answer never arrives.
    await client.setSwitches({ network: { latency: NEVER_MS, up: { latency: 0, jitter: 0, loss: 0 } } })
    await client.answerSheet('payment', 'pay')
    await happens(stage, after, isCall('pay'))
  })
  const unconsumed = await buy(isCredited, async (after) => {
    await client.addFault({ method: 'consume', silence: true })
    await client.answerSheet('payment', 'pay')
    await happens(stage, after, (entry) => entry.kind === 'dropped' && entry.method === 'consume')
  })
  const unsaved = await buy(isCredited, async () => {
    for (const method of SAVES) await client.addFault({ method, silence: true, times: 'every' })
    await client.answerSheet('payment', 'pay')
    await quiet(stage)
  })
  const refused = await buy(isCredited, async () => {
    for (const [method, error] of FULL) await client.addFault({ method, error, times: 'every' })
    await client.answerSheet('payment', 'pay')
    await quiet(stage)
  })
  const breaches = judgePurchases(start, undisturbed, [
    { when: 'before the app got the answer', bought: unanswered, isUnanswered: true },
    { when: 'before `consume` was answered', bought: unconsumed },
    { when: 'before the credit was saved', bought: unsaved },
    { when: 'when the credit could not be saved, as storage was full,', bought: refused },
  ])
  const product = consumables.find(({ id }) => id === undisturbed.product)
  if (breaches.length > 0 || product === undefined) return breaches
  const [other] = consumables
    .filter(({ price }) => Number(price) > Number(product.price))
    .toSorted((a, b) => Number(b.price) - Number(a.price))
  const dear = other === undefined ? null : await buy(isConsumed, pay, [other])
  const dearer =
    other === undefined || dear === null || !isConsumed(dear) ? null : { product: other, bought: dear.data }
  return openPurchases(stage, { sold: { product, bought: undisturbed.data }, dearer, start, quiet })
}

/**
 * Cancels a payment, makes one, and makes one without the credits for it, each from the same start, for what is used up and for what
 * is owned for good.
 */
const cancelPayments = async (
  stage: Stage,
  start: AppData,
): Promise<{ readonly breaches: readonly Breach[]; readonly paid: AnsweredPayment | null }> => {
  const { window, client, signal } = stage
  const lines = async (): Promise<readonly string[]> => (await window.askApp(seen, null))?.lines ?? []
  const answer = async (
    products: readonly Product[],
    choice: 'pay' | 'cancel' | 'fail',
  ): Promise<AnsweredPayment | null> => {
    await stage.close()
    await client.setData(start)
    await stage.open()
    await quiet(stage)
    const before = new Set<string>()
    const press: Stage['window']['press'] = async (at) => {
      for (const line of await lines()) before.add(line)
      await window.press(at)
    }
    const opened = await openPayment({ ...stage, window: { ...window, press } }, products)
    if (opened === null) return null
    // A number that the tap has changed already may be what nobody has paid for yet.
    for (const line of await lines()) if (!/\d/.test(line)) before.add(line)
    if (choice === 'fail') await client.setSwitches(POOR)
    await client.answerSheet('payment', choice === 'cancel' ? 'cancel' : 'pay')
    await quiet(stage)
    await client.setSwitches(RICH)
    const shown = await lines()
    await wait(STAYS_MS, undefined, { signal })
    const stays = new Set(await lines())
    return { product: opened.product, before, after: shown.filter((line) => stays.has(line)) }
  }
  const breaches: Breach[] = []
  let first: AnsweredPayment | null = null
  for (const kind of ['consumable', 'permanent'] as const) {
    const products = stage.products.filter((product) => product.kind === kind)
    const cancelled = await answer(products, 'cancel')
    const paid = cancelled === null ? null : await answer([cancelled.product], 'pay')
    if (cancelled === null || paid === null) continue
    first ??= paid
    const failed = await answer([cancelled.product], 'fail')
    breaches.push(
      ...creditedUnpaid(stage.entry, cancelled, paid, 'cancelled'),
      ...(failed === null ? [] : creditedUnpaid(stage.entry, failed, paid, 'failed')),
    )
    if (kind === 'permanent') continue
    breaches.push(...(await countsForOther(stage, paid.product)))
    await client.addFault({ method: 'consume', error: 'TIMEOUT', times: 'every' })
    const unconsumed = await answer([cancelled.product], 'pay')
    await client.removeFault()
    if (unconsumed !== null) breaches.push(...saysUnpaid(stage.entry, unconsumed, paid))
  }
  // An app that credits what was cancelled credits what is pending, too.
  return { breaches, paid: breaches.length > 0 ? null : first }
}

/**
 * Whether something else can no longer be bought after a payment for what is used up, until the app is opened again: it counts as
 * bought, and nobody paid for it.
 */
const countsForOther = async (stage: Stage, paid: Product): Promise<readonly Breach[]> => {
  const sells = async (products: readonly Product[]): Promise<boolean> => {
    const opened = await openPayment(stage, products)
    await closeSheets(stage.window)
    // A minute has only so many payments.
    if (opened === null) await stage.client.advance('1m')
    return opened !== null
  }
  const others = stage.products.filter(({ kind }) => kind === 'permanent')
  if (others.length === 0 || (await sells(others))) return []
  // Where the paid product is sold, the others would be in sight as well, or lead there.
  if (!(await sells([paid])) || (await sells(others))) return []
  await stage.close()
  await stage.open()
  await quiet(stage)
  if (!(await sells(others))) return []
  const ids = others.map(({ id }) => JSON.stringify(id)).join(', ')
  return [
    breach(
      'run/credited-unpaid',
      stage.entry,
      `After ${JSON.stringify(paid.id)} was paid for, the app no longer sold ${ids} until it was opened again.`,
    ),
  ]
}

/** Opens the app for someone who has bought everything that is owned for good, and tries to buy it again. */
const buyOwned = async (stage: Stage, start: AppData): Promise<readonly Breach[]> => {
  const { client, products } = stage
  const permanent = products.filter(({ kind }) => kind === 'permanent')
  if (permanent.length === 0) return []
  await stage.close()
  await client.setData({ ...start, ...boughtAll(permanent, new Date()) })
  await stage.open()
  await quiet(stage)
  const after = await latestEntry(stage)
  if ((await openPayment(stage, permanent)) !== null) await closeSheets(stage.window)
  await quiet(stage)
  return offeredAgain(
    stage.entry,
    (await client.calls()).filter(({ seq }) => seq > after),
  )
}

/** The switch of someone who can pay for nothing. */
const POOR = { balance: '0' } as const

/** What keeps a credit. */
const SAVES = ['storage.set', 'db.set'] as const
const FULL = [
  ['storage.set', 'STORAGE_FULL'],
  ['db.set', 'STORE_FULL'],
] as const

const NEVER_MS = 60 * SECOND_MS

const isCall =
  (method: 'pay' | (typeof SAVES)[number]) =>
  (entry: LogEntry): boolean =>
    entry.kind === 'call' && entry.method === method

const latestEntry = async ({ client }: Pick<Stage, 'client'>): Promise<number> =>
  (await client.calls()).at(-1)?.seq ?? 0

/** Waits for an entry, which may not come. */
const happens = async (
  { client }: Pick<Stage, 'client'>,
  after: number,
  wanted: (entry: LogEntry) => boolean,
): Promise<void> => {
  await inTime(client.waitFor(wanted, { after, timeoutMs: HAPPENS_WITHIN_MS }))
}

/** Waits until the app makes no more calls, or for as long as a call that nothing holds up takes at most. */
const quiet = async ({ client, signal }: Pick<Stage, 'client' | 'signal'>): Promise<void> => {
  const end = performance.now() + HAPPENS_WITHIN_MS
  let latest = -1
  for (;;) {
    const now = await latestEntry({ client })
    if (now === latest || performance.now() > end) return
    latest = now
    await wait(QUIET_MS, undefined, { signal })
  }
}

const HAPPENS_WITHIN_MS = 5_000
/** A message about a payment may go after a moment. */
const STAYS_MS = 1_500
const SAVES_WITHIN_MS = 15_000
const QUIET_MS = 600
