import * as z from 'zod'
import { SHARED_STORE_CODEC } from './document.js'
import { recordSchema } from './stored-record.js'

const writeSchema = recordSchema.omit({ updatedAt: true, sequence: true })

/** `sequence` is that of the first write, or of the removal. */
const changeSchema = z.union([
  z.object({ sequence: z.int().min(1), now: z.number(), set: z.array(writeSchema) }),
  z.object({ sequence: z.int().min(1), remove: z.object({ player: z.string(), key: z.string() }) }),
])

/** A saved shared store with the changes of a journal. */
export interface FoldedJournal {
  readonly document: unknown
  /** Whether every change could be read. The others are skipped. */
  readonly isWhole: boolean
}

/**
 * Version 0.1.0 saved changes of the shared store as entries of a journal. Applies them to its saved document.
 * @param document may contain some of the changes already; undefined if there is none that can be read
 */
export const foldJournal = (document: unknown, entries: readonly unknown[]): FoldedJournal => {
  const store = document === undefined ? SHARED_STORE_CODEC.empty() : SHARED_STORE_CODEC.parse(document)
  if (store === undefined) return { document, isWhole: false }
  let isWhole = true
  for (const entry of entries) {
    const { success, data: change } = changeSchema.safeParse(entry)
    isWhole &&= success
    if (!success || change.sequence <= store.sequence) continue
    store.continueAt(change.sequence)
    if ('set' in change) for (const write of change.set) store.set(write, change.now)
    else store.remove(change.remove.player, change.remove.key)
  }
  return { document: SHARED_STORE_CODEC.serialize(store), isWhole }
}
