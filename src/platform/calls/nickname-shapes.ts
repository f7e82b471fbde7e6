import * as z from 'zod/mini'
import type { NICKNAME_CALLS } from './nickname.js'
import { optional, type ShapesOf, shapes } from './shape.js'

export const NICKNAME_SHAPES = {
  getNickname: shapes({
    params: () => z.object({ ask: optional(z.boolean()) }),
    result: () => z.strictObject({ nickname: z.nullable(z.string()) }),
  }),
} as const satisfies ShapesOf<typeof NICKNAME_CALLS>
