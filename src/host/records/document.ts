import * as z from 'zod'
import { type JournalCodec, JournaledDocument } from '../saving/journaled-document.js'
import type { Store } from '../saving/store.js'
import { type RecordWrite, type SavedWrite, SharedStore, type WriteOutcome } from './shared-store.js'
import type { StoredRecord } from './stored-record.js'

export const SHARED_STORE_DOCUMENT = 'shared-store'

/** An app's shared store, saved as its records and a journal of later changes. */
export type SharedDocument = JournaledDocument<SharedStore>

export const openSharedStore = (store: Store): Promise<SharedDocument> =>
  JournaledDocument.open(store, SHARED_STORE_DOCUMENT, SHARED_STORE_CODEC)

/** Writes a player's record (4.6). @throws {NotSavedError} */
export const writeRecord = (shared: SharedDocument, write: RecordWrite, now: number): Promise<WriteOutcome> =>
  shared.change<WriteOutcome>((store) => {
    const result = store.set(write, now)
    return { result, ...journaledWrites(store, result.outcome === 'saved' ? [result] : []) }
  })

/** Removes a player's record. @throws {NotSavedError} */
export const removeRecord = (shared: SharedDocument, player: string, key: string): Promise<void> =>
  shared.change((store) => {
    const removed = store.remove(player, key)
    const entry: SavedChange | null = removed && { sequence: store.sequence, remove: { player, key } }
    return {
      result: undefined,
      entry,
      undo: () => {
        if (removed !== null) store.restore(removed)
      },
    }
  })

/**
 * The journal entry of writes that were just made together, and how to undo them. Only the writes are saved: their
 * evictions follow from them, and listing hundreds of evicted records would take longer than evicting them.
 */
export const journaledWrites = (
  store: SharedStore,
  writes: readonly SavedWrite[],
): { readonly entry: SavedChange | null; readonly undo: () => void } => {
  const first = writes[0]?.record
  return {
    entry:
      first === undefined
        ? null
        : {
            sequence: first.sequence,
            now: first.updatedAt,
            set: writes.map(({ record: { player, key, value, rank, replaceable } }) => ({
              player,
              key,
              value,
              rank,
              replaceable,
            })),
          },
    undo: () => {
      for (const write of writes.toReversed()) store.undo(write)
    },
  }
}

const writeSchema = z.object({
  player: z.string(),
  key: z.string(),
  value: z.string(),
  rank: z.number().nullable(),
  replaceable: z.boolean(),
})

const recordSchema = writeSchema.extend({ updatedAt: z.number(), sequence: z.int().min(0) })

const savedSchema = z.object({
  schema: z.literal(1),
  /** The sequence of the latest change. Default: that of the latest record. */
  sequence: z.int().min(0).default(0),
  records: z.array(recordSchema),
})

/** A change as it is saved. `sequence` is that of its first write, or of the removal. */
const changeSchema = z.union([
  z.object({ sequence: z.int().min(1), now: z.number(), set: z.array(writeSchema) }),
  z.object({ sequence: z.int().min(1), remove: z.object({ player: z.string(), key: z.string() }) }),
])

type SavedChange = z.input<typeof changeSchema>

/** How many records are serialized in one go, in less than a millisecond. */
const RECORDS_IN_PIECE = 256

export const SHARED_STORE_CODEC: JournalCodec<SharedStore> = {
  empty: () => new SharedStore(),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    return parsed.success ? new SharedStore(parsed.data.records, parsed.data.sequence) : undefined
  },
  serialize: (shared) => ({ schema: 1, sequence: shared.sequence, records: shared.records() }),
  pieces: (shared) => piecesOf(shared.sequence, shared.unsorted()),
  replay: (shared, entry) => {
    const parsed = changeSchema.safeParse(entry)
    if (!parsed.success) return false
    const change = parsed.data
    if (change.sequence <= shared.sequence) return true
    shared.continueAt(change.sequence)
    if ('set' in change) for (const write of change.set) shared.set(write, change.now)
    else shared.remove(change.remove.player, change.remove.key)
    return true
  },
}

/** One line per record. */
function* piecesOf(sequence: number, records: readonly StoredRecord[]): Generator<string> {
  yield `{\n  "schema": 1,\n  "sequence": ${sequence},\n  "records": [`
  for (let at = 0; at < records.length; at += RECORDS_IN_PIECE) {
    const lines = records.slice(at, at + RECORDS_IN_PIECE).map((record) => `\n    ${JSON.stringify(record)}`)
    yield `${at === 0 ? '' : ','}${lines.join(',')}`
  }
  yield '\n  ]\n}\n'
}
