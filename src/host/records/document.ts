import * as z from 'zod'
import { type Codec, SavedDocument, type Store, withLaterFields } from '../saving/store.js'
import { type RecordWrite, SharedStore, type WriteOutcome } from './shared-store.js'
import { recordSchema } from './stored-record.js'

export const SHARED_STORE_DOCUMENT = 'shared-store'

/** An app's shared store. It is at most 1 MB (8.3), so every change saves all of it. */
export type SharedDocument = SavedDocument<SharedStore>

export const openSharedStore = (store: Store): Promise<SharedDocument> =>
  SavedDocument.open(store, SHARED_STORE_DOCUMENT, SHARED_STORE_CODEC)

/** Writes a player's record (4.6). @throws {NotSavedError} */
export const writeRecord = async (
  shared: SharedDocument,
  write: RecordWrite,
  now: number,
): Promise<WriteOutcome> => {
  const result = shared.value.set(write, now)
  // A refused write changes nothing, so nothing has to be saved.
  if (result.outcome !== 'saved') return result
  return await shared.change((store) => ({ result, undo: () => store.undo(result) }))
}

/** Removes a player's record. @throws {NotSavedError} */
export const removeRecord = (shared: SharedDocument, player: string, key: string): Promise<void> =>
  shared.change((store) => {
    const removed = store.remove(player, key)
    return {
      result: undefined,
      undo: () => {
        if (removed !== null) store.restore(removed)
      },
    }
  })

const savedSchema = z.object({
  schema: z.literal(1),
  /** The sequence of the latest change. Default: that of the latest record. */
  sequence: z.int().min(0).default(0),
  records: z.array(recordSchema),
})

export const SHARED_STORE_CODEC: Codec<SharedStore> = {
  ifLost: 'The shared store starts empty.',
  empty: () => new SharedStore(),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    if (!parsed.success) return undefined
    const { records, sequence } = withLaterFields(parsed.data, saved)
    return new SharedStore(records, sequence)
  },
  serialize: (shared) => ({ schema: 1, sequence: shared.sequence, records: shared.unsorted() }),
}
