import * as z from 'zod'
import { type Change, type Codec, SavedDocument, type Store } from '../saving/store.js'

/** What an app stores for one person (4.1, `storage.*`). A map, so that no key is special, not even `__proto__`. */
export type StorageValues = Map<string, string>

export const storageDocument = (seat: number): string => `seat-${seat}/storage`

export const openStorage = (store: Store, seat: number): Promise<SavedDocument<StorageValues>> =>
  SavedDocument.open(store, storageDocument(seat), STORAGE_CODEC)

export const clearValues = (values: StorageValues): Change<void> => {
  const before = [...values]
  values.clear()
  return {
    result: undefined,
    undo: () => {
      for (const [key, value] of before) values.set(key, value)
    },
  }
}

export const STORAGE_CODEC: Codec<StorageValues> = {
  ifLost: 'The stored values of this seat start empty.',
  empty: () => new Map(),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    if (!parsed.success) return undefined
    const values: StorageValues = new Map()
    // Not a zod record, which would leave out `__proto__`.
    for (const [key, value] of Object.entries(parsed.data.values)) {
      if (typeof value !== 'string') return undefined
      values.set(key, value)
    }
    return values
  },
  serialize: (values) => ({ schema: 1, values: Object.fromEntries(values) }),
}

const savedSchema = z.object({
  schema: z.literal(1),
  values: z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
})
