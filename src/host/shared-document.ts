import * as z from 'zod'
import { type RecordWrite, SharedStore, type WriteOutcome } from './shared-store.js'
import { type Codec, SavedDocument, type Store } from './store.js'

export const SHARED_STORE_DOCUMENT = 'shared-store'

/** An app's shared store as it is saved: every record, oldest write first. */
export const openSharedStore = (store: Store): Promise<SavedDocument<SharedStore>> =>
  SavedDocument.open(store, SHARED_STORE_DOCUMENT, SHARED_STORE_CODEC)

/** Writes a player's record (4.6). @throws {NotSavedError} */
export const writeRecord = (
  shared: SavedDocument<SharedStore>,
  write: RecordWrite,
  now: number,
): Promise<WriteOutcome> =>
  shared.change<WriteOutcome>((store) => {
    const result = store.set(write, now)
    return {
      result,
      undo: () => {
        if (result.outcome === 'saved') store.takeBack(result)
      },
    }
  })

/** Removes a player's record. @throws {NotSavedError} */
export const removeRecord = (
  shared: SavedDocument<SharedStore>,
  player: string,
  key: string,
): Promise<void> =>
  shared.change((store) => {
    const removed = store.remove(player, key)
    return {
      result: undefined,
      undo: () => {
        if (removed !== null) store.putBack(removed)
      },
    }
  })

const recordSchema = z.object({
  player: z.string(),
  key: z.string(),
  value: z.string(),
  rank: z.number().nullable(),
  replaceable: z.boolean(),
  updatedAt: z.number(),
  sequence: z.int().min(0),
})

const savedSchema = z.object({ schema: z.literal(1), records: z.array(recordSchema) })

export const SHARED_STORE_CODEC: Codec<SharedStore> = {
  empty: () => new SharedStore(),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    return parsed.success ? new SharedStore(parsed.data.records) : undefined
  },
  serialize: (shared) => ({ schema: 1, records: shared.records() }),
}
