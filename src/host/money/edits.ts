import * as z from 'zod'
import { formatCredits, parseCredits } from '../../platform/credits.js'
import { seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { itemSchema } from './data.js'
import { editSale, giveSale, type SaleEdit } from './sale-edit.js'

const sale = z.string().min(1).max(100)
const credits = z
  .string()
  .refine((text) => parseCredits(text) !== null, 'must be credits with up to three decimals, such as 12.5')
/** Ten years: whatever time does to a sale, it did by then. */
const LONGEST_AGE_MS = 10 * 366 * 86_400_000

/** What a developer changes by hand in balances and purchases. */
export const MONEY_EDITS = {
  'set-balance': {
    schema: z.strictObject({ edit: z.literal('set-balance'), seat: seatSchema, credits }),
    apply: async (edit, world) => {
      const { appUserId } = await world.seat(edit.seat)
      const thousandths = parseCredits(edit.credits) ?? 0
      await world.services.money.setPurse(appUserId, thousandths)
      return `The developer put the balance of seat ${edit.seat} to ${formatCredits(thousandths)} credits.`
    },
  },
  give: {
    schema: z.strictObject({ edit: z.literal('give'), seat: seatSchema, item: itemSchema, price: credits }),
    apply: giveSale,
  },
  refund: { schema: z.strictObject({ edit: z.literal('refund'), sale }), apply: editSale },
  'complete-payout': {
    schema: z.strictObject({ edit: z.literal('complete-payout'), sale }),
    apply: editSale,
  },
  consume: { schema: z.strictObject({ edit: z.literal('consume'), sale }), apply: editSale },
  unconsume: { schema: z.strictObject({ edit: z.literal('unconsume'), sale }), apply: editSale },
  confirm: { schema: z.strictObject({ edit: z.literal('confirm'), sale }), apply: editSale },
  'forget-sale': { schema: z.strictObject({ edit: z.literal('forget-sale'), sale }), apply: editSale },
  age: {
    schema: z.strictObject({
      edit: z.literal('age'),
      sale,
      milliseconds: z.int().min(1).max(LONGEST_AGE_MS),
    }),
    apply: editSale,
  },
} as const satisfies Edits<'set-balance' | 'give' | SaleEdit['edit']>
