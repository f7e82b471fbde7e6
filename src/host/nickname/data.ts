import * as z from 'zod'
import type { AppContents } from '../control/app-contents.js'
import { entriesOf, personSchema } from '../control/data-schemas.js'
import type { DomainData } from '../domain.js'
import { NICKNAMES_CODEC, NICKNAMES_DOCUMENT } from './document.js'

const fields = { nicknames: entriesOf(personSchema, z.string().min(1).max(100)).prefault({}) }

export const NICKNAME_DATA = {
  fields,
  write: ({ nicknames }: AppContents) => ({ nicknames: Object.fromEntries(nicknames) }),
  read: ({ nicknames }: z.output<z.ZodObject<typeof fields>>) => ({ nicknames }),
  documents: ({ nicknames }: AppContents) => [
    [NICKNAMES_DOCUMENT, NICKNAMES_CODEC.serialize(new Map(nicknames))],
  ],
} as const satisfies DomainData
