import * as z from 'zod/mini'
import { empty, optional, type ShapesOf, shapes } from './shape.js'
import type { SHARING_CALLS } from './sharing.js'

export const SHARING_SHAPES = {
  share: shapes({
    // `image` may be empty (4.1). Invalid pictures and texts have their own codes.
    params: () =>
      z.object({
        // The SDK sends a canvas or a Blob as a data URL, and anything else as it is.
        image: optional(z.string('must be a canvas, a Blob, or a PNG or JPEG as a data URL')),
        text: optional(z.string()),
      }),
    result: () => empty,
  }),
} as const satisfies ShapesOf<typeof SHARING_CALLS>
