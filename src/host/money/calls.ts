import type { MONEY_CALLS } from '../../platform/calls/money.js'
import type { ResultOf } from '../../platform/calls/shapes.js'
import { formatCredits, inCredits, parseCredits } from '../../platform/credits.js'
import { PAYMENTS_PER_MINUTE } from '../../platform/limits.js'
import { isoTime, MINUTE_MS } from '../../platform/units.js'
import type { Cause } from '../control/switches.js'
import type { RateLimit } from '../rate-window.js'
import type { Call, Handlers } from '../session/call.js'
import { CallRejection } from '../session/call-rejection.js'
import { amountsOf, CONFIRMATION_MS, confirmationOf, mayPay, purchaseId } from './paying.js'
import { isConsumable, type Sale } from './sale.js'

const PAYMENTS: RateLimit = { limit: PAYMENTS_PER_MINUTE, windowMs: MINUTE_MS }

/** `pay`, `getPurchases` and `consume` (2.6, 3.2, 4.3). */
export const MONEY = {
  pay: async ({ product: id }, call, { money }) => {
    const { app, seat, clock } = call.session
    const product = app.products.find((one) => one.id === id)
    const thousandths = product === undefined ? null : parseCredits(product.price)
    if (product === undefined || thousandths === null)
      throw new CallRejection(
        'NO_SUCH_PRODUCT',
        `The manifest has no product ${JSON.stringify(id)}.`,
        app.products.length === 0
          ? 'The manifest of the running version has no products: add `products` (2.3).'
          : `Its products: ${app.products.map((one) => one.id).join(', ')} (2.3).`,
      )
    if (seat.rate(PAYMENTS).take(clock.now()) !== null)
      return failed(
        call,
        'unavailable',
        `Too many payment requests: the limit is ${PAYMENTS_PER_MINUTE} a minute (4.3).`,
      )
    const refusal = mayPay(call.switches)
    if (refusal !== null) return failed(call, 'unavailable', refusal.why, refusal.by)
    const buyer = seat.appUserId
    if (product.kind === 'permanent' && money.ledger.owns(buyer, id))
      return failed(
        call,
        'already_owned',
        'A permanent product can be bought only once: check `getPurchases()` first (3.2).',
        'owned',
      )
    const sheet = call.claimSheet()
    await money.ensureBalance(buyer, call.switches)
    const balance = money.ledger.balanceOf(buyer)
    const choice = await sheet.open(
      'payment',
      {
        app: app.name,
        developer: call.session.run.developer,
        title: product.title,
        statement: product.statement,
        ...amountsOf(thousandths, balance),
      },
      () => null,
    )
    // 3.2: Cancel is `cancelled` under any condition, also where the person bought the product elsewhere meanwhile.
    if (choice === 'cancel') return { status: 'cancelled' }
    const switches = call.session.switches()
    const refusalNow = mayPay(switches)
    if (refusalNow !== null) return failed(call, 'unavailable', refusalNow.why, refusalNow.by)
    const now = clock.now()
    const outcome = await money.change((open) =>
      open.pay(
        {
          id: purchaseId(call.session.randomness),
          buyer,
          item: { type: 'product', id, kind: product.kind },
          thousandths,
        },
        now,
        confirmationOf(switches, now),
      ),
    )
    if (outcome.status !== 'failed') call.saved('purchases')
    switch (outcome.status) {
      case 'paid':
        return { status: 'paid', purchase: shown(outcome.sale, false) }
      case 'pending':
        call.explain(
          `The switch \`payments\` is \`pending\`: the payment is confirmed in ${CONFIRMATION_MS / 1_000} s, and \`getPurchases()\` lists it then (3.2).`,
          'payments',
        )
        return { status: 'pending' }
      case 'failed':
        return failed(
          call,
          outcome.reason,
          outcome.reason === 'already_owned'
            ? 'The person bought it in the meantime (3.2).'
            : `The balance is ${inCredits(formatCredits(balance))}; the switch \`balance\` changes it.`,
          outcome.reason === 'already_owned' ? 'owned' : 'balance',
        )
    }
  },

  getPurchases: (_params, { session: { app, seat, clock } }, { money: { ledger } }) => {
    const now = clock.now()
    const { type } = app.access
    const until = type === 'free' ? null : ledger.accessOf(seat.appUserId, type, now).until
    return {
      purchases: ledger.purchasesOf(seat.appUserId).map((sale) => shown(sale, true)),
      // Active while the app runs, even in a test run without a purchase (2.5).
      access: { type, active: true, ...(until === null ? {} : { until: isoTime(until) }) },
    }
  },

  consume: async ({ purchase }, call, { money }) => {
    const { seat, clock } = call.session
    const now = clock.now()
    const buyer = seat.appUserId
    const consumable = money.ledger
      .purchasesOf(buyer)
      .some((sale) => sale.id === purchase && isConsumable(sale) && sale.consumedAt === null)
    if (!consumable || !(await money.change((ledger) => ledger.consume(buyer, purchase, now))))
      throw new CallRejection(
        'NOT_CONSUMABLE',
        'The purchase is not a consumable, or it was consumed before.',
        'Pass the `id` of a purchase from `getPurchases()` whose `kind` is `consumable` and that has no `consumed_at` (3.2).',
      )
    call.saved('purchases')
    return { consumed: true }
  },
} as const satisfies Handlers<keyof typeof MONEY_CALLS, 'money'>

const failed = (
  call: Call,
  reason: 'insufficient_balance' | 'already_owned' | 'unavailable',
  why: string,
  by?: Cause,
): ResultOf<'pay'> => {
  call.explain(why, by)
  return { status: 'failed', reason }
}

type Purchase = ResultOf<'getPurchases'>['purchases'][number]

/** A purchase as apps see it (2.6, 4.3). */
const shown = ({ id, item, purchasedAt, consumedAt }: Sale, withConsumed: boolean): Purchase => ({
  id,
  product: item.type === 'product' ? item.id : '',
  kind: item.type === 'product' ? item.kind : 'permanent',
  purchased_at: isoTime(purchasedAt),
  ...(withConsumed && consumedAt !== null ? { consumed_at: isoTime(consumedAt) } : {}),
})
