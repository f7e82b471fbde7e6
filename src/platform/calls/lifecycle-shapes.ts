import * as z from 'zod/mini'
import { CAPABILITIES, CAPABILITY_STATES, CONTEXT_FEATURES, PLATFORMS, THEMES } from '../features.js'
import type { LIFECYCLE_CALLS } from './lifecycle.js'
import { accessType, empty, none, type ShapesOf, shapes } from './shape.js'

/** The result of `getContext` (2.5). */
const context = () =>
  z.strictObject({
    app_user_id: z.string(),
    platform: z.enum(PLATFORMS),
    locale: z.string(),
    theme: z.enum(THEMES),
    version: z.string(),
    test_mode: z.boolean(),
    access: z.strictObject({ type: accessType, active: z.literal(true) }),
    features: z.optional(z.array(z.enum(CONTEXT_FEATURES))),
    capabilities: z.optional(
      z.partialRecord(
        z.enum(CAPABILITIES),
        z.strictObject({
          version: z.int(),
          state: z.enum(CAPABILITY_STATES),
          tools: z.array(z.string()),
        }),
      ),
    ),
  })

export const LIFECYCLE_SHAPES = {
  ready: shapes({ params: () => none, result: () => empty }),
  getContext: shapes({ params: () => none, result: context }),
  close: shapes({ params: () => none, result: () => empty }),
} as const satisfies ShapesOf<typeof LIFECYCLE_CALLS>
