import * as z from 'zod'
import type { NICKNAME_CALLS } from './nickname.js'
import { optional, type ShapesOf } from './shape.js'

export const NICKNAME_SHAPES = {
  getNickname: {
    params: z.object({ ask: optional(z.boolean()) }),
    result: z.strictObject({ nickname: z.string().nullable() }),
  },
} as const satisfies ShapesOf<typeof NICKNAME_CALLS>
