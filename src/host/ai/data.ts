import * as z from 'zod'
import { CAPABILITIES } from '../../platform/features.js'
import type { AppContents } from '../control/app-contents.js'
import { entriesOf, personSchema } from '../control/data-schemas.js'
import type { DomainData } from '../domain.js'
import { AI_CONSENTS_CODEC, AI_CONSENTS_DOCUMENT } from './document.js'

const fields = { aiConsents: entriesOf(personSchema, z.array(z.enum(CAPABILITIES))).prefault({}) }

export const AI_DATA = {
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
