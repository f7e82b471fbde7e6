import * as z from 'zod'
import { STORAGE_MAX_KEYS, STORAGE_VALUE_MAX_CHARACTERS } from '../../platform/limits.js'
import type { AppContents } from '../control/app-contents.js'
import { entriesOf, keySchema } from '../control/data-schemas.js'
import { MAX_SEATS } from '../control/switches.js'
import type { DomainData } from '../domain.js'
import { STORAGE_CODEC, storageDocument } from './document.js'

export const storageValueSchema = z
  .string()
  .max(STORAGE_VALUE_MAX_CHARACTERS, `must have at most ${STORAGE_VALUE_MAX_CHARACTERS} characters (8.2)`)

const seatKey = z.string().regex(new RegExp(`^[1-${MAX_SEATS}]$`), `must be a seat, "1" to "${MAX_SEATS}"`)

const fields = {
  storage: entriesOf(
    seatKey,
    entriesOf(keySchema, storageValueSchema).refine((values) => values.size <= STORAGE_MAX_KEYS, {
      error: `must have at most ${STORAGE_MAX_KEYS} keys (8.2)`,
    }),
  ).prefault({}),
}

export const STORAGE_DATA = {
  fields,
  write: ({ storage }: AppContents) => ({
    storage: Object.fromEntries(
      [...storage]
        .filter(([, values]) => values.size > 0)
        .map(([seat, values]) => [String(seat), Object.fromEntries(values)]),
    ),
  }),
  read: ({ storage }: z.output<z.ZodObject<typeof fields>>) => ({
    storage: new Map([...storage].map(([seat, values]) => [Number(seat), values])),
  }),
  documents: ({ storage }: AppContents) =>
    [...storage].map(
      ([seat, values]) => [storageDocument(seat), STORAGE_CODEC.serialize(new Map(values))] as const,
    ),
} as const satisfies DomainData
