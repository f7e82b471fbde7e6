import * as z from 'zod/mini'
import {
  PICK_IMAGE_SIZE_MAX_PIXELS,
  PICK_IMAGE_SIZE_MIN_PIXELS,
  PICK_VIDEO_SECONDS_MAX,
  PICK_VIDEO_SECONDS_MIN,
} from '../limits.js'
import type { PICKING_CALLS } from './picking.js'
import { binary, optional, type ShapesOf, shapes } from './shape.js'

export const PICKING_SHAPES = {
  pickImage: shapes({
    params: () =>
      z.object({
        max_size: optional(
          z.int().check(z.gte(PICK_IMAGE_SIZE_MIN_PIXELS), z.lte(PICK_IMAGE_SIZE_MAX_PIXELS)),
        ),
      }),
    result: () =>
      z.discriminatedUnion('status', [
        z.strictObject({
          status: z.literal('picked'),
          image: binary,
          type: z.enum(['image/png', 'image/jpeg']),
          width: z.int(),
          height: z.int(),
        }),
        z.strictObject({ status: z.enum(['cancelled', 'unavailable']) }),
      ]),
  }),
  pickVideo: shapes({
    params: () =>
      z.object({
        max_seconds: optional(z.number().check(z.gte(PICK_VIDEO_SECONDS_MIN), z.lte(PICK_VIDEO_SECONDS_MAX))),
      }),
    result: () =>
      z.discriminatedUnion('status', [
        z.strictObject({
          status: z.literal('picked'),
          video: binary,
          type: z.enum(['video/mp4', 'video/quicktime', 'video/webm']),
          size: z.int(),
          duration: z.number(),
          width: z.int(),
          height: z.int(),
        }),
        z.strictObject({ status: z.enum(['cancelled', 'unavailable']) }),
      ]),
  }),
} as const satisfies ShapesOf<typeof PICKING_CALLS>
