import * as z from 'zod/mini'
import { none, type ShapesOf, shapes } from './shape.js'
import type { STORAGE_CALLS } from './storage.js'

export const STORAGE_SHAPES = {
  'storage.get': shapes({
    params: () => z.object({ key: z.string() }),
    result: () => z.union([z.string(), z.null()]),
  }),
  'storage.set': shapes({
    params: () => z.object({ key: z.string(), value: z.string() }),
    result: () => z.strictObject({ saved: z.literal(true) }),
  }),
  'storage.remove': shapes({
    params: () => z.object({ key: z.string() }),
    result: () => z.strictObject({ removed: z.literal(true) }),
  }),
  'storage.keys': shapes({ params: () => none, result: () => z.strictObject({ keys: z.array(z.string()) }) }),
} as const satisfies ShapesOf<typeof STORAGE_CALLS>
