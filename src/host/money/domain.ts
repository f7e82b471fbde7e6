import * as z from 'zod'
import { formatCredits, inCredits, parseCredits } from '../../platform/credits.js'
import { DAY_MS } from '../../platform/units.js'
import type { Upcoming } from '../clock-course.js'
import { seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { creditsTextSchema } from '../control/switch-change.js'
import type { Domain, UpcomingWorld } from '../domain.js'
import { MONEY } from './calls.js'
import { itemSchema, MONEY_DATA } from './data.js'
import type { PayoutMode } from './ledger.js'
import type { Sale } from './sale.js'
import { editSale, giveSale, type SaleEdit } from './sale-edit.js'
import { areIs, many, sum, things } from './settled.js'

/** What comes due for sales and passes (2.3, 3.2, 3.3). */
const upcomingMoney = (world: UpcomingWorld): readonly Upcoming[] => [
  ...upcomingSales(world),
  ...upcomingPassEnds(world),
]

/** Sales that come due this close to each other are listed as one entry (3.3). */
const TOGETHER_MS = 60_000

/** What comes due for sales, soonest first (3.2, 3.3). */
const upcomingSales = ({ services, payouts, seatOf }: UpcomingWorld): readonly Upcoming[] => {
  const { ledger } = services.money
  const groups: { readonly at: number; readonly what: Step; readonly seat: number | null; sales: Sale[] }[] =
    []
  for (const { at, what, sale } of ledger.upcoming()) {
    // A payout goes to the developer, so it has no seat.
    const seat = what === 'payout' ? null : seatOf(sale.buyer)
    const group = groups.find(
      (other) => other.what === what && other.seat === seat && at - other.at < TOGETHER_MS,
    )
    if (group === undefined) groups.push({ at, what, seat, sales: [sale] })
    else group.sales.push(sale)
  }
  return groups.map(({ at, what, seat, sales }) => ({
    at,
    what,
    seat,
    count: sales.length,
    text: TEXTS[what](sales, payouts),
  }))
}

/** When passes expire, soonest first (2.3). */
const upcomingPassEnds = ({ services: { money }, now, seatOf }: UpcomingWorld): readonly Upcoming[] =>
  money.ledger
    .passHolders()
    .flatMap((person): Upcoming[] => {
      const { until, active } = money.ledger.accessOf(person, 'pass_30d', now)
      const seat = seatOf(person)
      if (until === null || !active) return []
      const whose = seat === null ? person : `seat ${seat}`
      return [{ at: until, what: 'pass-end', seat, count: 1, text: `the pass of ${whose} ends (2.3)` }]
    })
    .sort((a, b) => a.at - b.at)

type Step = 'confirm' | 'refund' | 'payout'

const TEXTS: Readonly<Record<Step, (sales: readonly Sale[], mode: PayoutMode) => string>> = {
  confirm: (sales) => `${many(sales, 'payment')} ${areIs(sales)} confirmed: ${things(sales)} (3.2)`,
  refund: (sales) =>
    `${many(sales, 'consumable')} ${areIs(sales)} refunded, unless consumed: ${things(sales)} (3.2)`,
  payout: (sales, mode) => {
    const what = `${many(sales, 'sale')}: ${inCredits(sum(sales))}`
    if (mode === 'paused') return `a payout is due but paused because the app is blocked: ${what} (3.1)`
    if (mode === 'failing') return `a payout fails because of the switch \`payouts\`: ${what} (3.3)`
    return `${many(sales, 'sale')} ${areIs(sales)} paid out to you: ${inCredits(sum(sales))} (3.3)`
  },
}

const sale = z.string().min(1).max(100)

/** Ten years: by then, everything that can happen to a sale has happened. */
const LONGEST_AGE_MS = 10 * 366 * DAY_MS

/** An edit that only names its purchase. */
const ofSale = <Kind extends Exclude<SaleEdit['edit'], 'age'>>(edit: Kind) => ({
  schema: z.strictObject({ edit: z.literal(edit), sale }),
  apply: editSale,
})

/** The developer's edits of balances and purchases. */
const MONEY_EDITS = {
  'set-balance': {
    schema: z.strictObject({ edit: z.literal('set-balance'), seat: seatSchema, credits: creditsTextSchema }),
    apply: async (edit, world) => {
      const { appUserId } = await world.seat(edit.seat)
      const thousandths = parseCredits(edit.credits) ?? 0
      await world.services.money.setBalance(appUserId, thousandths)
      return `The balance of seat ${edit.seat} was set to ${inCredits(formatCredits(thousandths))} by hand.`
    },
  },
  give: {
    schema: z.strictObject({
      edit: z.literal('give'),
      seat: seatSchema,
      item: itemSchema,
      price: creditsTextSchema,
    }),
    apply: giveSale,
  },
  refund: ofSale('refund'),
  'complete-payout': ofSale('complete-payout'),
  consume: ofSale('consume'),
  unconsume: ofSale('unconsume'),
  confirm: ofSale('confirm'),
  'forget-sale': ofSale('forget-sale'),
  age: {
    schema: z.strictObject({
      edit: z.literal('age'),
      sale,
      milliseconds: z.int().min(1).max(LONGEST_AGE_MS),
    }),
    apply: editSale,
  },
} as const satisfies Edits<'set-balance' | 'give' | SaleEdit['edit']>

/** Balances, purchases, access and payouts (2.3, 2.6, 3.2, 3.3, 4.3). */
export const MONEY_DOMAIN = {
  calls: MONEY,
  data: MONEY_DATA,
  upcoming: upcomingMoney,
  edits: MONEY_EDITS,
} as const satisfies Domain
