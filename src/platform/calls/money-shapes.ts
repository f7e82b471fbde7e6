import * as z from 'zod/mini'
import type { MONEY_CALLS } from './money.js'
import { accessType, none, type ShapesOf, shapes } from './shape.js'

const purchase = () =>
  z.strictObject({
    id: z.string(),
    product: z.string(),
    kind: z.enum(['consumable', 'permanent']),
    purchased_at: z.iso.datetime(),
    consumed_at: z.optional(z.iso.datetime()),
  })

export const MONEY_SHAPES = {
  pay: shapes({
    params: () => z.object({ product: z.string() }),
    result: () =>
      z.discriminatedUnion('status', [
        z.strictObject({ status: z.literal('paid'), purchase: z.omit(purchase(), { consumed_at: true }) }),
        z.strictObject({ status: z.enum(['pending', 'cancelled']) }),
        z.strictObject({
          status: z.literal('failed'),
          reason: z.enum(['insufficient_balance', 'already_owned', 'unavailable']),
        }),
      ]),
  }),
  getPurchases: shapes({
    params: () => none,
    result: () =>
      z.strictObject({
        purchases: z.array(purchase()),
        access: z.strictObject({
          type: accessType,
          active: z.boolean(),
          until: z.optional(z.iso.datetime()),
        }),
      }),
  }),
  consume: shapes({
    params: () => z.object({ purchase: z.string() }),
    result: () => z.strictObject({ consumed: z.literal(true) }),
  }),
} as const satisfies ShapesOf<typeof MONEY_CALLS>
