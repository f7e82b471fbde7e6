import * as z from 'zod'
import { STORAGE_MAX_KEYS, STORAGE_VALUE_MAX_CHARACTERS } from '../../platform/limits.js'
import type { AppContents } from '../control/app-contents.js'
import { entriesOf, keySchema, seatSchema } from '../control/data-schemas.js'
import type { Edits } from '../control/edit.js'
import { EditRefusedError } from '../control/edit.js'
import { MAX_SEATS } from '../control/switches.js'
import type { Domain, DomainData } from '../domain.js'
import { removeEntry, setEntry } from '../saving/store.js'
import { STORAGE } from './calls.js'
import { clearValues, STORAGE_CODEC, storageDocument } from './document.js'

const storageValueSchema = z
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

const STORAGE_DATA = {
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

/** The developer's edits of stored values. */
const STORAGE_EDITS = {
  'set-value': {
    schema: z.strictObject({
      edit: z.literal('set-value'),
      seat: seatSchema,
      key: keySchema,
      value: storageValueSchema,
    }),
    apply: async (edit, world) => {
      const { storage } = await world.seat(edit.seat)
      if (!storage.value.has(edit.key) && storage.value.size >= STORAGE_MAX_KEYS)
        throw new EditRefusedError(`There are ${STORAGE_MAX_KEYS} keys already (8.2).`)
      await storage.change((values) => setEntry(values, edit.key, edit.value))
      return `The stored value of ${edit.key} in seat ${edit.seat} was set by hand.`
    },
  },
  'remove-value': {
    schema: z.strictObject({ edit: z.literal('remove-value'), seat: seatSchema, key: keySchema }),
    apply: async (edit, world) => {
      const { storage } = await world.seat(edit.seat)
      if (!storage.value.has(edit.key)) throw new EditRefusedError(`Nothing is stored under ${edit.key}.`)
      await storage.change((values) => removeEntry(values, edit.key))
      return `The stored value of ${edit.key} in seat ${edit.seat} was removed by hand.`
    },
  },
  'clear-storage': {
    schema: z.strictObject({ edit: z.literal('clear-storage'), seat: seatSchema }),
    apply: async (edit, world) => {
      const { storage } = await world.seat(edit.seat)
      await storage.change(clearValues)
      return `All stored values of seat ${edit.seat} were removed by hand.`
    },
  },
} as const satisfies Edits<'set-value' | 'remove-value' | 'clear-storage'>

/** Small texts that the app stores for one person (4.1, 8.2). */
export const STORAGE_DOMAIN = {
  calls: STORAGE,
  data: STORAGE_DATA,
  edits: STORAGE_EDITS,
} as const satisfies Domain
