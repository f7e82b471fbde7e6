import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHARED_STORE_CODEC } from '../../../src/host/records/document.js'
import { foldJournal } from '../../../src/host/records/earlier-journal.js'
import { SharedStore } from '../../../src/host/records/shared-store.js'
import { runs } from '../../support/vitest/runs.js'

/** Less than a kilobyte is left, so that few writes evict others. (One value is larger than apps may write.) */
const nearlyFull = (): SharedStore => {
  const store = new SharedStore()
  for (const [index, size] of [1_046_000, 300, 300, 300, 300].entries())
    store.set({ player: `p${index}`, key: 'f', value: 'x'.repeat(size), rank: 1, replaceable: index > 0 }, 0)
  return store
}

const saved = (store: SharedStore): unknown => JSON.parse(JSON.stringify(SHARED_STORE_CODEC.serialize(store)))

const step = fc.record({
  removes: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  player: fc.constantFrom('p1', 'p2', 'a', 'b'),
  key: fc.constantFrom('f', 'é'),
  bytes: fc.integer({ min: 0, max: 900 }),
  rank: fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 3 })),
  replaceable: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Makes a change, as version 0.1.0 did. @returns its journal entry; null if nothing changed */
const change = (
  store: SharedStore,
  { removes, player, key, bytes, rank, replaceable }: Step,
  now: number,
) => {
  if (removes)
    return store.remove(player, key) === null ? null : { sequence: store.sequence, remove: { player, key } }
  const write = { player, key, value: 'x'.repeat(bytes), rank, replaceable }
  return store.set(write, now).outcome === 'saved' ? { sequence: store.sequence, now, set: [write] } : null
}

describe('the journal of version 0.1.0', () => {
  it('gives the store that it was written for, with its evictions, from any document that it belongs to', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { maxLength: 12 }), fc.nat(), (full, steps, where) => {
        const store = full ? nearlyFull() : new SharedStore()
        const documents = [saved(store)]
        const entries = steps.flatMap((one, now) => {
          const entry = change(store, one, now)
          documents.push(saved(store))
          return entry === null ? [] : [entry]
        })
        // What the journal starts with may be in the document already.
        const document = documents[where % documents.length]
        const folded = foldJournal(document, entries)
        expect(folded.isWhole).toBe(true)
        expect(SHARED_STORE_CODEC.parse(folded.document)?.records()).toEqual(store.records())
      }),
      { numRuns: runs(40) },
    )
  })

  it('keeps the numbers of changes, of which some were undone', () => {
    const set = [{ player: 'a', key: 'k', value: '', rank: null, replaceable: false }]
    const { document } = foldJournal({ schema: 1, records: [] }, [
      { sequence: 4, now: 1, set },
      { sequence: 7, now: 2, set },
    ])
    expect(document).toEqual({
      schema: 1,
      sequence: 7,
      records: [{ ...set[0], updatedAt: 2, sequence: 7 }],
    })
  })

  it('leaves a document as it is that is not a shared store', () => {
    const document = { schema: 2 }
    expect(foldJournal(document, [{ sequence: 1 }])).toEqual({ document, isWhole: false })
  })
})
