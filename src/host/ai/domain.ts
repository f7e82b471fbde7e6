import * as z from 'zod'
import { CAPABILITIES } from '../../platform/features.js'
import type { AppContents } from '../control/app-contents.js'
import { entriesOf, personSchema, seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import type { Domain, DomainData } from '../domain.js'
import { AI } from './calls.js'
import { AI_CONSENTS_CODEC, AI_CONSENTS_DOCUMENT, setConsent } from './document.js'

const fields = { aiConsents: entriesOf(personSchema, z.array(z.enum(CAPABILITIES))).prefault({}) }

const AI_DATA = {
  fields,
  write: ({ aiConsents }: AppContents) => ({
    aiConsents: Object.fromEntries([...aiConsents].map(([person, names]) => [person, [...names]])),
  }),
  read: ({ aiConsents }: z.output<z.ZodObject<typeof fields>>) => ({
    aiConsents: new Map([...aiConsents].map(([person, names]) => [person, new Set(names)])),
  }),
  documents: ({ aiConsents }: AppContents) => [
    [AI_CONSENTS_DOCUMENT, AI_CONSENTS_CODEC.serialize(new Map(aiConsents))],
  ],
} as const satisfies DomainData

/** The developer's edits of people's consent to AI. */
const AI_EDITS = {
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
      return `${edit.capability} was ${edit.allowed ? 'allowed' : 'disallowed'} for seat ${edit.seat} by hand.`
    },
  },
} as const satisfies Edits<'set-ai-consent'>

/** AI on the device (4.7), and people's consent to it. */
export const AI_DOMAIN = {
  calls: AI,
  data: AI_DATA,
  edits: AI_EDITS,
} as const satisfies Domain
