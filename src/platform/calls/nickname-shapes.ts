import * as z from 'zod'
import type { NICKNAME_CALLS } from './nickname.js'
import type { ShapesOf } from './shape.js'

export const NICKNAME_SHAPES = {
  getNickname: {
    params: z.object({ ask: z.boolean().optional() }),
    result: z.strictObject({ nickname: z.string().nullable() }),
  },
} as const satisfies ShapesOf<typeof NICKNAME_CALLS>
