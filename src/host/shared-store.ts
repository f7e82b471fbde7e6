import sortedBtree from 'sorted-btree'
import { SHARED_STORE_BYTES } from '../platform/limits.js'
import { utf8Bytes } from '../platform/text.js'

const BTree = sortedBtree.default

/** A record as it is kept (2.7). A player has one per key. */
export interface StoredRecord {
  readonly player: string
  readonly key: string
  readonly value: string
  readonly rank: number | null
  readonly replaceable: boolean
  /** Milliseconds since 1970. */
  readonly updatedAt: number
  /** Rises with every write, so that two records of one millisecond still have an order. */
  readonly sequence: number
}

/** What a player writes under a key. */
export type RecordWrite = Pick<StoredRecord, 'player' | 'key' | 'value' | 'rank' | 'replaceable'>

/** The orders of `db.list` (4.6). */
export type ListOrder = 'rank_desc' | 'rank_asc' | 'recent'

/**
 * What became of a write (4.6): saved (after the evictions named), not saved because the record itself would
 * have been evicted first, or refused because nothing can make room.
 */
export type WriteOutcome = SavedWrite | { readonly outcome: 'not-saved' } | { readonly outcome: 'store-full' }

/** A write that was saved: the record, the one that it replaced, and those that made room for it. */
export interface SavedWrite {
  readonly outcome: 'saved'
  readonly record: StoredRecord
  readonly replaced: StoredRecord | null
  readonly evicted: readonly StoredRecord[]
}

/** A place in a list: that of the record with this rank and sequence. It stays valid whatever others write. */
export interface ListPosition {
  readonly rank: number | null
  readonly sequence: number
}

type Compare = (a: ListPosition, b: ListPosition) => number

/** Oldest first among equals. */
const bySequence: Compare = (a, b) => a.sequence - b.sequence

const byNumber = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

/** Records without a rank come last in both rank orders (4.6); equal ranks in the order they were reached. */
const ORDERS = {
  rank_desc: (a, b) =>
    byNumber(b.rank ?? Number.NEGATIVE_INFINITY, a.rank ?? Number.NEGATIVE_INFINITY) || bySequence(a, b),
  rank_asc: (a, b) =>
    byNumber(a.rank ?? Number.POSITIVE_INFINITY, b.rank ?? Number.POSITIVE_INFINITY) || bySequence(a, b),
  recent: (a, b) => b.sequence - a.sequence,
} as const satisfies Record<ListOrder, Compare>

/** No rank first, then the lowest rank, equal ones oldest first (4.6, 8.3). */
const evictionOrder: Compare = (a, b) =>
  byNumber(a.rank ?? Number.NEGATIVE_INFINITY, b.rank ?? Number.NEGATIVE_INFINITY) || bySequence(a, b)

const newIndex = (compare: Compare) => new BTree<ListPosition, StoredRecord>(undefined, compare)
type Index = ReturnType<typeof newIndex>
type KeyIndexes = Readonly<Record<ListOrder, Index>>

/**
 * The shared store of one app (4.6, 8.3): every player's records, at most 1,048,576 bytes of keys and values.
 * Pure: time comes in with each write. Every operation is logarithmic in the number of records.
 */
export class SharedStore {
  readonly #byPlayer = new Map<string, Map<string, StoredRecord>>()
  readonly #byKey = new Map<string, KeyIndexes>()
  readonly #replaceable = newIndex(evictionOrder)
  #bytes = 0
  #sequence = 0

  /** @param records what an earlier store's `records()` gave */
  constructor(records: Iterable<StoredRecord> = []) {
    for (const record of records) {
      this.#insert(record)
      this.#sequence = Math.max(this.#sequence, record.sequence)
    }
  }

  /** The bytes of all keys and values (4.6: `db.usage`). */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Writes a player's record under a key, replacing the one that is there. When the store is full, replaceable
   * records go first: those without a rank, then the lowest rank, equal ones oldest first. The record being
   * written takes part. A write that is not saved changes nothing.
   */
  set(write: RecordWrite, now: number): WriteOutcome {
    const record: StoredRecord = { ...write, updatedAt: now, sequence: this.#sequence + 1 }
    const old = this.get(record.player, record.key)
    let bytes = this.#bytes + sizeOf(record) - (old === null ? 0 : sizeOf(old))
    const evicted: StoredRecord[] = []
    if (bytes > SHARED_STORE_BYTES) {
      for (const candidate of this.#replaceable.values()) {
        if (candidate === old) continue
        if (record.replaceable && evictionOrder(record, candidate) < 0) break
        evicted.push(candidate)
        bytes -= sizeOf(candidate)
        if (bytes <= SHARED_STORE_BYTES) break
      }
      if (bytes > SHARED_STORE_BYTES) return { outcome: record.replaceable ? 'not-saved' : 'store-full' }
    }
    for (const victim of evicted) this.#delete(victim)
    if (old !== null) this.#delete(old)
    this.#insert(record)
    this.#sequence = record.sequence
    return { outcome: 'saved', record, replaced: old, evicted }
  }

  /** A player's record under a key, or null. */
  get(player: string, key: string): StoredRecord | null {
    return this.#byPlayer.get(player)?.get(key) ?? null
  }

  /** Takes the latest write back, as if it had not been made. */
  takeBack({ record, replaced, evicted }: SavedWrite): void {
    this.#delete(record)
    if (replaced !== null) this.#insert(replaced)
    for (const victim of evicted) this.#insert(victim)
  }

  /** Removes a player's own record and returns it; null where there was none. */
  remove(player: string, key: string): StoredRecord | null {
    const record = this.get(player, key)
    if (record !== null) this.#delete(record)
    return record
  }

  /** Puts a record back that `remove` just gave. */
  putBack(record: StoredRecord): void {
    this.#insert(record)
  }

  /**
   * A page of everyone's records under a key.
   * @param after the position of the last record of the page before, or null for the first page
   * @returns the records, and the position to go on from, or null where there are no more
   */
  list(
    key: string,
    order: ListOrder,
    limit: number,
    after: ListPosition | null,
  ): { readonly records: readonly StoredRecord[]; readonly next: ListPosition | null } {
    const index = this.#byKey.get(key)?.[order]
    if (index === undefined) return { records: [], next: null }
    const records: StoredRecord[] = []
    for (const [position, record] of index.entries(after ?? undefined)) {
      if (after !== null && ORDERS[order](position, after) === 0) continue
      if (records.length === limit) {
        const last = records.at(-1)
        return { records, next: last === undefined ? null : { rank: last.rank, sequence: last.sequence } }
      }
      records.push(record)
    }
    return { records, next: null }
  }

  /** Every record, oldest write first: what a store is saved as. */
  records(): readonly StoredRecord[] {
    return [...this.#byPlayer.values()].flatMap((keys) => [...keys.values()]).sort(bySequence)
  }

  #insert(record: StoredRecord): void {
    let ownRecords = this.#byPlayer.get(record.player)
    if (ownRecords === undefined) {
      ownRecords = new Map()
      this.#byPlayer.set(record.player, ownRecords)
    }
    ownRecords.set(record.key, record)
    let indexes = this.#byKey.get(record.key)
    if (indexes === undefined) {
      indexes = {
        rank_desc: newIndex(ORDERS.rank_desc),
        rank_asc: newIndex(ORDERS.rank_asc),
        recent: newIndex(ORDERS.recent),
      }
      this.#byKey.set(record.key, indexes)
    }
    for (const index of Object.values(indexes)) index.set(record, record)
    if (record.replaceable) this.#replaceable.set(record, record)
    this.#bytes += sizeOf(record)
  }

  #delete(record: StoredRecord): void {
    const ownRecords = this.#byPlayer.get(record.player)
    ownRecords?.delete(record.key)
    if (ownRecords?.size === 0) this.#byPlayer.delete(record.player)
    const indexes = this.#byKey.get(record.key)
    if (indexes !== undefined) {
      for (const index of Object.values(indexes)) index.delete(record)
      if (indexes.recent.size === 0) this.#byKey.delete(record.key)
    }
    if (record.replaceable) this.#replaceable.delete(record)
    this.#bytes -= sizeOf(record)
  }
}

/** What a record counts: the bytes of its key and value in UTF-8 (4.6). */
export const sizeOf = (record: Pick<StoredRecord, 'key' | 'value'>): number =>
  utf8Bytes(record.key) + utf8Bytes(record.value)
