import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListOrder } from '../../../src/host/records/shared-store.js'
import { decodeCursor, encodeCursor, SharedStore } from '../../../src/host/records/shared-store.js'
import type { ListPosition, StoredRecord } from '../../../src/host/records/stored-record.js'
import { utf8Bytes } from '../../../src/platform/text.js'
import { runs } from '../../support/vitest/runs.js'

const LIMIT = 1_048_576
const write = (
  player: string,
  key: string,
  value: string,
  rank: number | null = null,
  replaceable = false,
) => ({
  player,
  key,
  value,
  rank,
  replaceable,
})
const KILOBYTE = 'x'.repeat(1022)

/** A store filled to the last byte: 1,024 records of 1,024 bytes, keys `aa` … */
const fullStore = (rankOf: (n: number) => number | null, replaceable: boolean): SharedStore => {
  const store = new SharedStore()
  for (let n = 0; n < 1024; n++) {
    const outcome = store.set(write(`p${n}`, 'aa', KILOBYTE, rankOf(n), replaceable), n)
    expect(outcome.outcome).toBe('saved')
  }
  expect(store.bytes).toBe(LIMIT)
  return store
}

describe('4.6: the shared store', () => {
  it('4.6: a second write replaces the first: one record per player per key', () => {
    const store = new SharedStore()
    store.set(write('me', 'score', 'one', 1), 1)
    store.set(write('me', 'score', 'two', 2), 2)
    expect(store.records()).toMatchObject([{ value: 'two', rank: 2, updatedAt: 2 }])
    expect(store.bytes).toBe(8)
  })

  it('4.6: usage counts the bytes of keys and values in UTF-8', () => {
    const store = new SharedStore()
    store.set(write('me', 'k', 'é😀'), 1)
    expect(store.bytes).toBe(1 + 2 + 4)
    expect(store.remove('me', 'k')).toMatchObject({ player: 'me', key: 'k' })
    expect(store.remove('me', 'k')).toBeNull()
    expect(store.bytes).toBe(0)
  })

  it('8.3: eviction takes records without a rank first, then the lowest rank, ties oldest', () => {
    const ranks = [5, null, 3, 3, null, 4]
    const store = fullStore((n) => (n < ranks.length ? (ranks[n] ?? null) : 9), true)
    const order: string[] = []
    for (let n = 0; n < 6; n++) {
      const outcome = store.set(write('new', `b${n}`, KILOBYTE), 2000 + n)
      if (outcome.outcome === 'saved') order.push(...outcome.evicted.map(({ player }) => player))
    }
    expect(order).toEqual(['p1', 'p4', 'p2', 'p3', 'p5', 'p0'])
  })

  it('4.6: the record being written takes part: one that would go first is not saved, and nothing changes', () => {
    const store = fullStore(() => 5, true)
    const before = store.records()
    expect(store.set(write('new', 'bb', KILOBYTE, 4, true), 5000)).toEqual({ outcome: 'not-saved' })
    expect(store.set(write('new', 'bb', KILOBYTE, null, true), 5000)).toEqual({ outcome: 'not-saved' })
    expect(store.records()).toEqual(before)
    // Of equal rank it is the newest, so an older one goes.
    expect(store.set(write('new', 'bb', KILOBYTE, 5, true), 5000)).toMatchObject({
      outcome: 'saved',
      evicted: [{ player: 'p0' }],
    })
  })

  it('4.6: a record that is evicted second of two is not saved, and the first stays', () => {
    const store = new SharedStore()
    store.set(write('low', 'a', '', 1, true), 0)
    for (let n = 0; n < 1023; n++) store.set(write(`p${n}`, 'aa', KILOBYTE, 9, false), n)
    const room = LIMIT - store.bytes
    store.set(write('last', 'zz', 'x'.repeat(room - 2), 9, false), 5)
    expect(store.bytes).toBe(LIMIT)
    expect(store.set(write('new', 'bb', KILOBYTE, 5, true), 6)).toEqual({ outcome: 'not-saved' })
    expect(store.get('low', 'a')).not.toBeNull()
  })

  it('4.6: a non-replaceable record is never evicted; if nothing can make room, the store is full', () => {
    const store = fullStore(() => 5, false)
    const before = store.records()
    expect(store.set(write('new', 'bb', KILOBYTE, 100, false), 5000)).toEqual({ outcome: 'store-full' })
    expect(store.records()).toEqual(before)
  })

  it("4.6: a player's own old record makes room for the new one", () => {
    const store = fullStore(() => null, false)
    expect(store.set(write('p3', 'aa', 'y'.repeat(1022)), 5000)).toMatchObject({
      outcome: 'saved',
      evicted: [],
    })
    expect(store.bytes).toBe(LIMIT)
  })

  it('4.6: records without a rank come last in both rank orders; recent is newest first', () => {
    const store = new SharedStore()
    const ranks = [2, null, 3, 1, 2]
    for (const [n, rank] of ranks.entries()) store.set(write(`p${n}`, 'k', '', rank), n)
    const players = (order: ListOrder): string =>
      store
        .list('k', order, 100, null)
        .records.map(({ player }) => player)
        .join(' ')
    expect(players('rank_desc')).toBe('p2 p0 p4 p3 p1')
    expect(players('rank_asc')).toBe('p3 p0 p4 p2 p1')
    expect(players('recent')).toBe('p4 p3 p2 p1 p0')
  })

  it('4.6: a cursor stays valid while others write, and when its own record is gone', () => {
    const store = new SharedStore()
    for (let n = 0; n < 10; n++) store.set(write(`p${n}`, 'k', '', 10 - n), n)
    const first = store.list('k', 'rank_desc', 3, null)
    expect(first.records.map(({ player }) => player)).toEqual(['p0', 'p1', 'p2'])
    store.remove('p2', 'k')
    store.set(write('top', 'k', '', 99), 100)
    const second = store.list('k', 'rank_desc', 3, first.next)
    expect(second.records.map(({ player }) => player)).toEqual(['p3', 'p4', 'p5'])
  })

  it('4.6: the last page has no next', () => {
    const store = new SharedStore()
    for (let n = 0; n < 4; n++) store.set(write(`p${n}`, 'k', '', n), n)
    expect(store.list('k', 'rank_asc', 4, null).next).toBeNull()
    expect(store.list('k', 'rank_asc', 3, null).next).not.toBeNull()
    expect(store.list('none', 'rank_asc', 3, null)).toEqual({ records: [], next: null })
  })

  it('8.3: a write that evicts hundreds together evicts exactly those, and gives all of them back', () => {
    const store = new SharedStore()
    // Larger than the platform lets a value be, so that the small ones fill what is left.
    store.set(write('big', 'aa', 'x'.repeat(LIMIT - 2 - 2 * 2_000)), 0)
    for (let n = 0; n < 2_000; n++) store.set(write(`p${n}`, 'k', 'v', (n * 7) % 2_000, true), n)
    expect(store.bytes).toBe(LIMIT)
    const ranksOf = (records: readonly StoredRecord[]) => records.map(({ rank }) => rank)
    const before = store.records()
    const victims = before.filter(({ rank }) => rank !== null && rank < 512)
    const set = () => store.set(write('new', 'bb', KILOBYTE), 3_000)
    const outcome = set()
    if (outcome.outcome !== 'saved') throw new Error(`The write was ${outcome.outcome}.`)
    expect(ranksOf(outcome.evicted)).toEqual(Array.from({ length: 512 }, (_, rank) => rank))
    const gone = () => victims.filter(({ player }) => store.get(player, 'k') === null).length
    expect(gone()).toBe(512)
    expect(ranksOf(store.list('k', 'rank_asc', 2, null).records)).toEqual([512, 513])
    store.undo(outcome)
    expect(gone()).toBe(0)
    expect(store.records()).toEqual(before)
    set()
    // Every write forgets some more of what was evicted.
    for (let n = 0; n < 20; n++) store.set(write('new', 'bb', KILOBYTE), 3_000 + n)
    expect(gone()).toBe(512)
    expect(store.records()).toHaveLength(before.length - 512 + 1)
    expect(store.set(write('p0', 'k', 'w', 9_999, true), 4_000).outcome).toBe('saved')
    expect(store.get('p0', 'k')).toMatchObject({ value: 'w' })
  })

  it('a store is the same after it was saved and read again', () => {
    const store = fullStore((n) => (n % 3 === 0 ? null : n % 7), true)
    const again = new SharedStore(store.records())
    expect(again.records()).toEqual(store.records())
    expect(again.bytes).toBe(store.bytes)
    expect(again.set(write('new', 'bb', 'x', 9, true), 1)).toEqual(
      store.set(write('new', 'bb', 'x', 9, true), 1),
    )
  })
})

/** The same store as naively as it can be written. */
class NaiveStore {
  records: StoredRecord[] = []
  #sequence = 0

  set(entry: ReturnType<typeof write>, now: number): string {
    const record = { ...entry, updatedAt: now, sequence: ++this.#sequence }
    const others = this.records.filter(({ player, key }) => player !== record.player || key !== record.key)
    const kept = [...others, record]
    // The model's values are plain ASCII.
    const size = () => kept.reduce((sum, { key, value }) => sum + utf8Bytes(key) + value.length, 0)
    while (size() > LIMIT) {
      const victim = kept
        .filter(({ replaceable }) => replaceable)
        .sort(
          (a, b) =>
            Number(a.rank !== null) - Number(b.rank !== null) ||
            (a.rank ?? 0) - (b.rank ?? 0) ||
            a.sequence - b.sequence,
        )[0]
      if (victim === undefined || victim === record) {
        this.#sequence--
        return victim === undefined ? 'store-full' : 'not-saved'
      }
      kept.splice(kept.indexOf(victim), 1)
    }
    this.records = kept
    return 'saved'
  }

  remove(player: string, key: string): boolean {
    const kept = this.records.filter((record) => record.player !== player || record.key !== key)
    if (kept.length === this.records.length) return false
    this.records = kept
    this.#sequence++
    return true
  }

  list(key: string, order: ListOrder): StoredRecord[] {
    const last = order === 'rank_asc' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    const rank = (record: StoredRecord): number => record.rank ?? last
    return this.records
      .filter((record) => record.key === key)
      .sort((a, b) => {
        if (order === 'recent') return b.sequence - a.sequence
        const difference = rank(a) === rank(b) ? 0 : rank(a) - rank(b)
        return (order === 'rank_asc' ? difference : -difference) || a.sequence - b.sequence
      })
  }
}

describe('4.6: a write that could not be saved', () => {
  it('is taken back with all that it evicted, in the reverse order of the writes', () => {
    const entry = fc.record({
      player: fc.constantFrom('a', 'b', 'c', 'd'),
      kilobytes: fc.integer({ min: 0, max: 500 }),
      rank: fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 3 })),
      replaceable: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 10 }), fc.array(entry, { maxLength: 10 }), (kept, lost) => {
        const store = new SharedStore()
        const set = ({ player, kilobytes, rank, replaceable }: (typeof kept)[number]) =>
          store.set(write(player, 'k', 'x'.repeat(kilobytes * 1024), rank, replaceable), 0)
        for (const one of kept) set(one)
        const before = {
          records: store.records(),
          bytes: store.bytes,
          list: store.list('k', 'rank_desc', 100, null),
        }
        for (const outcome of lost.map(set).reverse()) if (outcome.outcome === 'saved') store.undo(outcome)
        expect({
          records: store.records(),
          bytes: store.bytes,
          list: store.list('k', 'rank_desc', 100, null),
        }).toEqual(before)
        const removed = store.remove('a', 'k')
        if (removed !== null) store.restore(removed)
        expect(store.records()).toEqual(before.records)
      }),
      { numRuns: runs(50) },
    )
  })
})

describe('4.6: the shared store against a naive model', () => {
  const step = fc.record({
    action: fc.constantFrom('set', 'set', 'set', 'set', 'remove'),
    player: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    key: fc.constantFrom('k', 'key', 'schlüssel'),
    kilobytes: fc.integer({ min: 0, max: 400 }),
    rank: fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 3 })),
    replaceable: fc.boolean(),
  })

  it('saves, evicts, refuses and lists alike after any operations', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const store = new SharedStore()
        const model = new NaiveStore()
        for (const [now, { action, player, key, kilobytes, rank, replaceable }] of steps.entries()) {
          if (action === 'remove') {
            expect(store.remove(player, key) !== null).toBe(model.remove(player, key))
          } else {
            // Larger than the platform lets a value be, so that few records fill the store.
            const entry = write(player, key, 'x'.repeat(kilobytes * 1024), rank, replaceable)
            expect(store.set(entry, now).outcome).toBe(model.set(entry, now))
          }
          const bare = ({ value: _, ...rest }: StoredRecord) => rest
          for (const one of ['a', 'b', 'c', 'd', 'e', 'f'])
            expect(store.get(one, key)).toEqual(
              model.records.find((record) => record.player === one && record.key === key) ?? null,
            )
          expect(store.records().map(bare)).toEqual(
            model.records.map(bare).sort((a, b) => a.sequence - b.sequence),
          )
        }
        for (const key of ['k', 'key', 'schlüssel'])
          for (const order of ['rank_desc', 'rank_asc', 'recent'] as const) {
            const pages: StoredRecord[] = []
            let position: ListPosition | null = null
            do {
              const page: ReturnType<SharedStore['list']> = store.list(key, order, 2, position)
              pages.push(...page.records)
              position = page.next
            } while (position !== null)
            expect(pages.map(({ sequence }) => sequence)).toEqual(
              model.list(key, order).map(({ sequence }) => sequence),
            )
          }
      }),
      { numRuns: runs(30) },
    )
  })
})

describe('4.6: cursors', () => {
  it('give back the position they were made of', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<ListOrder>('rank_desc', 'rank_asc', 'recent'),
        fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (order, rank, sequence) => {
          const position = decodeCursor('score', order, encodeCursor('score', order, { rank, sequence }))
          expect(position?.sequence).toBe(sequence)
          expect(position?.rank === rank || (position?.rank === 0 && rank === 0)).toBe(true)
        },
      ),
    )
  })

  it.each([
    '',
    'x',
    'score~rank_desc',
    'score~rank_desc~1',
    'score~rank_desc~~',
    'score~rank_desc~1~1~1',
    'score~rank_asc~1~1',
    'score~rank_desc~NaN~1',
    'score~rank_desc~1e999~1',
    'other~rank_desc~1~1',
  ])('refuse what is not a cursor of this key and order: %s', (cursor) => {
    expect(decodeCursor('score', 'rank_desc', cursor)).toBeNull()
  })
})
