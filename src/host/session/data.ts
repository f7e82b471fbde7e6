import type * as z from 'zod'
import type { AppContents } from '../control/app-contents.js'
import { personSchema } from '../control/data-schemas.js'
import type { DataReading, DomainData } from '../domain.js'
import { IDENTITY_CODEC, IDENTITY_DOCUMENT } from './identity-document.js'

const fields = { ownerId: personSchema.optional() }

export const SESSION_DATA = {
  fields,
  write: ({ ownerId }: AppContents) => ({ ownerId }),
  read: (document: z.output<z.ZodObject<typeof fields>>, { ownerId }: DataReading) => ({
    ownerId: document.ownerId ?? ownerId,
  }),
  documents: ({ ownerId }: AppContents) => [[IDENTITY_DOCUMENT, IDENTITY_CODEC.serialize({ ownerId })]],
} as const satisfies DomainData
