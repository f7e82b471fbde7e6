import * as z from 'zod'
import { empty, optional, type ShapesOf } from './shape.js'
import type { SHARING_CALLS } from './sharing.js'

export const SHARING_SHAPES = {
  share: {
    // `image` may be empty (4.1). Invalid pictures and texts have their own codes.
    params: z.object({ image: optional(z.string()), text: optional(z.string()) }),
    result: empty,
  },
} as const satisfies ShapesOf<typeof SHARING_CALLS>
