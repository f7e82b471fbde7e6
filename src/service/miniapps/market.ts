import type { FaultsView } from '../../control/service-answers.js'
import type { SaleAction } from '../../control/service-bodies.js'
import { nextOfSales, type PayoutMode } from '../../host/money/ledger.js'
import { CONFIRMATION_MS } from '../../host/money/paying.js'
import type { Item } from '../../host/money/sale.js'
import { isChild, mayOpenRating, PERSON_WORDS } from '../../platform/ages.js'
import { parseCredits } from '../../platform/credits.js'
import { PAYOUT_HOLD_MS } from '../../platform/limits.js'
import type { Manifest } from '../../platform/manifest.js'
import { MINUTE_MS } from '../../platform/units.js'
import {
  appOf,
  type CommandContext,
  liveVersionOf,
  memberOf,
  openAppOf,
  type ReadingContext,
  RefusedError,
} from './context.js'
import type { RecordReader } from './draft.js'
import { personKind } from './members.js'
import type { Member, MiniApp, SaleRecord } from './records.js'
import { memberLedger, saveLedger } from './sales-ledger.js'

/**
 * The one ledger of all apps (3.2, 3.3). Members have one balance; each app's sales are judged by the same ledger that
 * the simulator's host has.
 */

/** What is switched on: how payments and payouts go. */
export type MoneyFaults = Pick<FaultsView, 'payments' | 'payouts'>

export type PurchaseOutcome =
  | { readonly status: 'paid' | 'pending'; readonly sale: SaleRecord }
  | { readonly status: 'failed'; readonly reason: 'insufficient_balance' | 'already_owned' | 'unavailable' }

export const salesOf = (reader: Pick<RecordReader, 'where'>, appId: string): readonly SaleRecord[] => [
  ...reader.where('sale', 'appId', appId),
]

/** Whether a member has access to an app now: it is free, theirs, or paid for (2.3). */
export const hasAccess = (
  context: ReadingContext & Pick<CommandContext, 'now'>,
  app: MiniApp,
  { access }: Manifest,
  member: string,
): boolean =>
  access.type === 'free' ||
  memberLedger(context.draft, app.id, salesOfBuyer(context.draft, app.id, member)).ledger.accessOf(
    member,
    access.type,
    context.now,
  ).active

const salesOfBuyer = (
  reader: Pick<RecordReader, 'where'>,
  appId: string,
  buyer: string,
): readonly SaleRecord[] => salesOf(reader, appId).filter((sale) => sale.buyer === buyer)

/** Why a member may not open an app, in words for the developer; null where they may (5). */
const mayOpen = (member: Member, app: MiniApp, manifest: Manifest, now: number): string | null => {
  const kind = personKind(member, now)
  if (!mayOpenRating(kind, manifest.age_rating))
    return `${member.name} (${PERSON_WORDS[kind].toLowerCase()}) cannot open ${app.name}, which is rated ${manifest.age_rating} (5).`
  if (!isChild(kind)) return null
  if (!member.guardian.miniApps) return `A guardian has not allowed mini apps for ${member.name} (5).`
  return member.guardian.apps.includes(app.id)
    ? null
    : `A guardian has not allowed ${app.name} for ${member.name} (5).`
}

/**
 * Why an app does not open for somebody, apart from its price; null where it does (5).
 * @param member null for a visitor who is not signed in, who cannot buy anything either
 */
export const whyClosed = (
  { now }: Pick<CommandContext, 'now'>,
  app: MiniApp,
  manifest: Manifest,
  member: Member | null,
): string | null => {
  if (member !== null) return mayOpen(member, app, manifest, now)
  if (!mayOpenRating('signed-out', manifest.age_rating))
    return `Signed-out visitors cannot open ${app.name}, which is rated ${manifest.age_rating} (5).`
  return manifest.access.type === 'free' ? null : `Signed-out visitors cannot buy access to ${app.name} (5).`
}

const mayPay = (member: Member, now: number): boolean =>
  !isChild(personKind(member, now)) || member.guardian.pay

/**
 * A member buys access on the app's page, or a product in the app (3.2, 5).
 * @param wanted `access`, or a product's id
 * @throws {RefusedError} where the app is not live, the member may not open it, or it has no such thing to sell
 */
export const buy = (
  context: CommandContext,
  purchase: { readonly appId: string; readonly member: string; readonly wanted: string },
  faults: MoneyFaults,
): PurchaseOutcome => {
  const { draft, now, newId } = context
  const app = openAppOf(context, purchase.appId)
  const live = liveVersionOf(context, app.id)
  if (live === null)
    throw new RefusedError('conflict', `${app.name} has no live version, so it sells nothing (3.1).`)
  const member = memberOf(context, purchase.member)
  const closed = mayOpen(member, app, live.manifest, now)
  if (closed !== null) throw new RefusedError('conflict', closed)
  const { item, thousandths } = itemOf(app, live.manifest, purchase.wanted)
  const opened = memberLedger(draft, app.id, salesOfBuyer(draft, app.id, member.id), [member.id])
  const { ledger } = opened
  if (item.type === 'product' && !hasAccess(context, app, live.manifest, member.id))
    throw new RefusedError('conflict', `${member.name} has no access to ${app.name}: buy access first (5).`)
  if (!mayPay(member, now) || faults.payments === 'unavailable')
    return { status: 'failed', reason: 'unavailable' }
  if (item.type === 'access' && ledger.isConfirmingAccess(member.id, item.access))
    return { status: 'failed', reason: 'already_owned' }
  const outcome = ledger.pay(
    { id: newId('p'), buyer: member.id, item, thousandths },
    now,
    faults.payments === 'pending' ? now + CONFIRMATION_MS : null,
  )
  if (outcome.status === 'failed') return outcome
  const [sale] = saveLedger(context, opened)
  if (sale === undefined) throw new Error('A paid sale was not saved.')
  return { status: outcome.status, sale }
}

const itemOf = (
  app: MiniApp,
  { access, products }: Manifest,
  wanted: string,
): { readonly item: Item; readonly thousandths: number } => {
  if (wanted === 'access') {
    if (access.type === 'free')
      throw new RefusedError('conflict', `${app.name} is free: there is nothing to pay (2.3).`)
    return {
      item: { type: 'access', access: access.type },
      thousandths: thousandthsOf(access.price),
    }
  }
  const product = products?.find(({ id }) => id === wanted)
  if (product === undefined)
    throw new RefusedError('invalid', `item: ${app.name} has no product ${JSON.stringify(wanted)}.`)
  return {
    item: { type: 'product', id: product.id, kind: product.kind },
    thousandths: thousandthsOf(product.price),
  }
}

const thousandthsOf = (price: string): number => {
  const thousandths = parseCredits(price)
  // The manifest was checked when it was uploaded.
  if (thousandths === null) throw new Error(`${price} is not a price.`)
  return thousandths
}

/**
 * `consume`: the app delivered a consumable (3.2). `refund`: an admin returns a sale during the hold. `complete`: an admin
 * pays out by hand what failed (3.3).
 * @returns the sale afterwards
 * @throws {RefusedError} `conflict` where the sale is not in a state for it
 */
export const actOnSale = (
  context: CommandContext,
  appId: string,
  saleId: string,
  action: SaleAction,
): SaleRecord => {
  const { draft, now } = context
  const app = appOf(context, appId)
  const sale = draft.get('sale', saleId)
  if (sale === null || sale.appId !== appId)
    throw new RefusedError('not-found', `${app.name} has no sale ${saleId}.`)
  const opened = memberLedger(draft, appId, [sale])
  const { ledger } = opened
  const refuse = (why: string): never => {
    throw new RefusedError('conflict', why)
  }
  switch (action) {
    case 'consume':
      if (!ledger.consume(sale.buyer, sale.id, now))
        refuse('Only a confirmed consumable that was not consumed can be consumed (3.2).')
      break
    case 'refund':
      if (!ledger.returnToBuyer(sale.id, app.standing === 'blocked' ? 'blocked' : 'refund'))
        refuse(`A sale can be returned while it is held; this one is ${sale.state} (3.3).`)
      break
    case 'complete':
      // 3.1: payouts pause, those by hand too.
      if (app.standing === 'blocked') refuse('Payouts pause while the app is blocked (3.1).')
      if (!ledger.completePayout(sale.id))
        refuse(`Only a failed payout can be completed manually; this sale is ${sale.state} (3.3).`)
  }
  saveLedger(context, opened)
  if (action === 'complete') payOut(context, [{ sale, at: now }], true)
  return draft.get('sale', saleId) ?? sale
}

/** Returns the payments of the last 7 days that were not paid out, as the app is deleted (3.1). */
export const returnForDeletion = (context: CommandContext, appId: string): void => {
  const opened = memberLedger(context.draft, appId, salesOf(context.draft, appId))
  opened.ledger.returnForDeletion(context.now)
  saveLedger(context, opened)
}

export const payoutModeOf = ({ standing }: MiniApp, { payouts }: MoneyFaults): PayoutMode =>
  standing === 'blocked' ? 'paused' : payouts

/** When time will do something to the sales of an app next; null where there is nothing to come. */
export const nextSaleStepAt = (
  app: MiniApp,
  sales: readonly SaleRecord[],
  faults: MoneyFaults,
): number | null => nextOfSales(sales, payoutModeOf(app, faults))

/** Lets time do its work on the sales of these apps: confirmations, refunds, payouts. */
export const settleSales = (context: CommandContext, apps: readonly MiniApp[], faults: MoneyFaults): void => {
  const { draft, now } = context
  const due: { readonly sale: SaleRecord; readonly at: number }[] = []
  for (const app of apps) {
    const sales = salesOf(draft, app.id)
    if (sales.length === 0) continue
    const opened = memberLedger(draft, app.id, sales)
    opened.ledger.advance(now, payoutModeOf(app, faults))
    for (const sale of saveLedger(context, opened))
      if (sale.state === 'paid-out')
        due.push({ sale, at: Math.max(sale.purchasedAt + PAYOUT_HOLD_MS, app.openSince) })
  }
  payOut(context, due, false)
}

/** Pays sales to their developers; what falls due in the same minute arrives as one entry (3.3). */
const payOut = (
  context: CommandContext,
  due: readonly { readonly sale: SaleRecord; readonly at: number }[],
  byHand: boolean,
): void => {
  const { draft, newId } = context
  const together = grouped(
    due,
    ({ sale, at }) => `${appOf(context, sale.appId).owner} ${Math.floor(at / MINUTE_MS)}`,
  )
  for (const group of together.values()) {
    const [first] = group
    if (first === undefined) continue
    const owner = memberOf(context, appOf(context, first.sale.appId).owner)
    const thousandths = group.reduce((sum, { sale }) => sum + sale.thousandths, 0)
    draft.put('payout', {
      id: newId('pay'),
      to: owner.id,
      thousandths,
      sales: group.map(({ sale }) => sale.id),
      byHand,
      at: Math.max(...group.map(({ at }) => at)),
    })
    draft.put('member', { ...owner, balance: owner.balance + thousandths })
  }
}

/** Values by what they have in common, in the order of their first. (`Map.groupBy` needs Node.js 21.) */
const grouped = <Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> => {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
