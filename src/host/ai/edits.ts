import * as z from 'zod'
import { CAPABILITIES } from '../../platform/features.js'
import { seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { setConsent } from './document.js'

/** The developer's edits of people's consent to AI. */
export const AI_EDITS = {
  'set-ai-consent': {
    schema: z.strictObject({
      edit: z.literal('set-ai-consent'),
      seat: seatSchema,
      capability: z.enum(CAPABILITIES),
      allowed: z.boolean(),
    }),
    apply: async (edit, world) => {
      const { appUserId } = await world.seat(edit.seat)
      await setConsent(world.services.ai.consents, appUserId, edit.capability, edit.allowed)
      return `The developer ${edit.allowed ? 'allowed' : 'disallowed'} ${edit.capability} for seat ${edit.seat}.`
    },
  },
} as const satisfies Edits<'set-ai-consent'>
