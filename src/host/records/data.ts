import * as z from 'zod'
import { RECORD_VALUE_MAX_BYTES, SHARED_STORE_BYTES } from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'
import { isoTime } from '../../platform/units.js'
import type { AppContents } from '../control/app-contents.js'
import { keySchema, personSchema, repeated, timeSchema } from '../control/data-schemas.js'
import type { DataReading, DomainData } from '../domain.js'
import { SHARED_STORE_CODEC, SHARED_STORE_DOCUMENT } from './document.js'
import { SharedStore, sizeOf } from './shared-store.js'

export const recordValueSchema = z.string().refine((text) => utf8Bytes(text) <= RECORD_VALUE_MAX_BYTES, {
  error: `must have at most ${RECORD_VALUE_MAX_BYTES} bytes (8.3)`,
})

const recordSchema = z.strictObject({
  player: personSchema,
  key: keySchema,
  value: recordValueSchema,
  rank: z
    .number()
    .nullish()
    .transform((rank) => rank ?? null),
  replaceable: z.boolean().default(false),
  updatedAt: timeSchema,
})

const fields = {
  sharedStore: z
    .array(recordSchema)
    .default([])
    .superRefine((records, context) => {
      for (const index of repeated(records.map(({ player, key }) => `${player} ${key}`)))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'is a second record of this player under this key (8.3)',
        })
      const bytes = records.reduce((sum, record) => sum + sizeOf(record), 0)
      if (bytes > SHARED_STORE_BYTES)
        context.addIssue({
          code: 'custom',
          path: [],
          message: `must have at most ${SHARED_STORE_BYTES.toLocaleString('en')} bytes of keys and values, but has ${bytes.toLocaleString('en')} (8.3)`,
        })
    }),
}

export const RECORDS_DATA = {
  fields,
  write: ({ records }: AppContents) => ({
    sharedStore: records.map(({ player, key, value, rank, replaceable, updatedAt }) => ({
      player,
      key,
      value,
      rank,
      replaceable,
      updatedAt: isoTime(updatedAt),
    })),
  }),
  read: ({ sharedStore }: z.output<z.ZodObject<typeof fields>>, { moved }: DataReading) => ({
    records: sharedStore.map((record, index) => ({
      ...record,
      updatedAt: moved(record.updatedAt),
      sequence: index + 1,
    })),
  }),
  documents: ({ records }: AppContents) => [
    [SHARED_STORE_DOCUMENT, SHARED_STORE_CODEC.serialize(new SharedStore(records))],
  ],
} as const satisfies DomainData
