import * as z from 'zod'
import { formatCredits } from '../../platform/credits.js'
import { isoTime } from '../../platform/units.js'
import type { AppContents } from '../control/app-contents.js'
import { creditsSchema, entriesOf, personSchema, repeated, timeSchema } from '../control/data-schemas.js'
import type { DataReading, DomainData } from '../domain.js'
import { LEDGER_CODEC, LEDGER_DOCUMENT } from './document.js'
import { Ledger } from './ledger.js'
import { RETURN_REASONS, SALE_STATES } from './sale.js'

export const itemSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('product'),
    id: z.string().min(1),
    kind: z.enum(['consumable', 'permanent']),
  }),
  z.strictObject({ type: z.literal('access'), access: z.enum(['one_time', 'pass_30d']) }),
])

const saleSchema = z
  .strictObject({
    id: personSchema,
    buyer: personSchema,
    item: itemSchema,
    price: creditsSchema,
    purchasedAt: timeSchema,
    confirmsAt: timeSchema.nullish().transform((given) => given ?? null),
    consumedAt: timeSchema.nullish().transform((given) => given ?? null),
    state: z.enum(SALE_STATES),
    returnReason: z
      .enum(RETURN_REASONS)
      .nullish()
      .transform((given) => given ?? null),
  })
  .refine((sale) => (sale.state === 'confirming') === (sale.confirmsAt !== null), {
    path: ['confirmsAt'],
    error: 'must be set if and only if the state is `confirming`',
  })
  .refine((sale) => (sale.state === 'returned') === (sale.returnReason !== null), {
    path: ['returnReason'],
    error: 'must be set if and only if the state is `returned`',
  })

const fields = {
  balances: entriesOf(personSchema, creditsSchema).prefault({}),
  sales: z
    .array(saleSchema)
    .default([])
    .superRefine((sales, context) => {
      for (const index of repeated(sales.map(({ id }) => id)))
        context.addIssue({
          code: 'custom',
          path: [index, 'id'],
          message: 'is also the id of an earlier sale',
        })
    }),
}

export const MONEY_DATA = {
  fields,
  write: ({ ledger }: AppContents) => ({
    balances: Object.fromEntries(
      Object.entries(ledger.balances).map(([person, amount]) => [person, formatCredits(amount)]),
    ),
    sales: ledger.sales.map((sale) => ({
      id: sale.id,
      buyer: sale.buyer,
      item: sale.item,
      price: formatCredits(sale.thousandths),
      purchasedAt: isoTime(sale.purchasedAt),
      confirmsAt: sale.confirmsAt === null ? null : isoTime(sale.confirmsAt),
      consumedAt: sale.consumedAt === null ? null : isoTime(sale.consumedAt),
      state: sale.state,
      returnReason: sale.returnReason,
    })),
  }),
  read: ({ balances, sales }: z.output<z.ZodObject<typeof fields>>, { moved }: DataReading) => ({
    ledger: {
      balances: Object.fromEntries(balances),
      sales: sales.map(({ price, ...sale }) => ({
        ...sale,
        thousandths: price,
        purchasedAt: moved(sale.purchasedAt),
        confirmsAt: sale.confirmsAt === null ? null : moved(sale.confirmsAt),
        consumedAt: sale.consumedAt === null ? null : moved(sale.consumedAt),
      })),
    },
  }),
  documents: ({ ledger }: AppContents) => [
    [LEDGER_DOCUMENT, LEDGER_CODEC.serialize({ ledger: new Ledger(ledger) })],
  ],
} as const satisfies DomainData
