import * as z from 'zod'
import { formatCredits, inCredits, parseCredits } from '../../platform/credits.js'
import { DAY_MS } from '../../platform/units.js'
import { seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { creditsTextSchema } from '../control/switch-change.js'
import type { Domain } from '../domain.js'
import { MONEY } from './calls.js'
import { itemSchema, MONEY_DATA } from './data.js'
import { editSale, giveSale, type SaleEdit } from './sale-edit.js'
import { upcomingMoney } from './upcoming.js'

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
      return `The developer set the balance of seat ${edit.seat} to ${inCredits(formatCredits(thousandths))}.`
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
