import { SHARED_STORE_BYTES } from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'
import type { ListPosition, StoredRecord } from './stored-record.js'

/** A player's write of a record. */
export type RecordWrite = Pick<StoredRecord, 'player' | 'key' | 'value' | 'rank' | 'replaceable'>

/**
 * The outcome of a write (4.6): saved, with its evictions; not saved, because the record itself would have been evicted
 * first; or refused, because nothing can make room.
 */
export type WriteOutcome = SavedWrite | { readonly outcome: 'not-saved' } | { readonly outcome: 'store-full' }

/** A saved write: the record, the record that it replaced, and the records that were evicted for it. */
export interface SavedWrite {
  readonly outcome: 'saved'
  readonly record: StoredRecord
  readonly replaced: StoredRecord | null
  readonly evicted: readonly StoredRecord[]
}

/** The orders of `db.list` (4.6). */
export type ListOrder = 'rank_desc' | 'rank_asc' | 'recent'

type Compare = (a: ListPosition, b: ListPosition) => number

const oldestFirst: Compare = (a, b) => a.sequence - b.sequence

/** By rank, with equal ones, and those without a rank, in the order in which they were written. */
const byRank =
  (compare: (a: number, b: number) => number, withoutRank: 'first' | 'last'): Compare =>
  (a, b) => {
    if (a.rank !== null && b.rank !== null) return compare(a.rank, b.rank) || oldestFirst(a, b)
    if (a.rank === null && b.rank === null) return oldestFirst(a, b)
    return (a.rank === null) === (withoutRank === 'first') ? -1 : 1
  }

const ascending = (a: number, b: number): number => a - b

/** Records without a rank come last in both rank orders (4.6). */
const ORDERS: Readonly<Record<ListOrder, Compare>> = {
  rank_desc: byRank((a, b) => b - a, 'last'),
  rank_asc: byRank(ascending, 'last'),
  recent: (a, b) => b.sequence - a.sequence,
}

/** First records without a rank, then the lowest rank; equal ranks oldest first (4.6, 8.3). */
const evictedFirst = byRank(ascending, 'first')

/**
 * The shared store of one app (4.6, 8.3): every player's records, at most 1,048,576 bytes of keys and values.
 * Pure: each write gets the time. Saving all of it takes longer than sorting it, so it keeps no order.
 */
export class SharedStore {
  /** By key, then by player. No key is empty. */
  readonly #byKey = new Map<string, Map<string, StoredRecord>>()
  #bytes = 0
  #sequence = 0

  /**
   * @param records the records of an earlier store
   * @param sequence the sequence of its latest change, at least that of its latest record
   */
  constructor(records: Iterable<StoredRecord> = [], sequence = 0) {
    this.#sequence = sequence
    for (const record of records) {
      this.#insert(record)
      this.#sequence = Math.max(this.#sequence, record.sequence)
    }
  }

  /** The number of the latest change. An undone change's number is not used again. */
  get sequence(): number {
    return this.#sequence
  }

  /** Sets the number of the next change, if it is higher than expected: the changes between were undone. */
  continueAt(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence - 1)
  }

  /** The bytes of all keys and values (4.6: `db.usage`). */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Writes a player's record under a key, and replaces an existing one. When the store is full, replaceable records are
   * evicted: first those without a rank, then those with the lowest rank; equal ranks oldest first. The written record
   * counts among them. A write that is not saved changes nothing.
   */
  set(write: RecordWrite, now: number): WriteOutcome {
    const record: StoredRecord = { ...write, updatedAt: now, sequence: this.#sequence + 1 }
    const old = this.get(record.player, record.key)
    const evicted: StoredRecord[] = []
    let bytes = this.#bytes + sizeOf(record) - (old === null ? 0 : sizeOf(old))
    if (bytes > SHARED_STORE_BYTES) {
      const others = this.unsorted().filter((other) => other.replaceable && other !== old)
      for (const other of others.sort(evictedFirst)) {
        if (bytes <= SHARED_STORE_BYTES || (record.replaceable && evictedFirst(record, other) < 0)) break
        evicted.push(other)
        bytes -= sizeOf(other)
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
    return this.#byKey.get(key)?.get(player) ?? null
  }

  /** Undoes the latest write. */
  undo({ record, replaced, evicted }: SavedWrite): void {
    this.#delete(record)
    if (replaced !== null) this.#insert(replaced)
    for (const victim of evicted) this.#insert(victim)
  }

  /** Removes a player's record and returns it; null if there was none. */
  remove(player: string, key: string): StoredRecord | null {
    const record = this.get(player, key)
    if (record === null) return null
    this.#delete(record)
    this.#sequence += 1
    return record
  }

  /** Restores a record that `remove` just returned. */
  restore(record: StoredRecord): void {
    this.#insert(record)
  }

  /**
   * A page of all records under a key.
   * @param after the position of the previous page's last record, or null for the first page
   * @returns the records, and the position for the next page, or null if there are no more
   */
  list(
    key: string,
    order: ListOrder,
    limit: number,
    after: ListPosition | null,
  ): { readonly records: readonly StoredRecord[]; readonly next: ListPosition | null } {
    const compare = ORDERS[order]
    const all = [...(this.#byKey.get(key)?.values() ?? [])]
    const rest = after === null ? all : all.filter((record) => compare(record, after) > 0)
    const records = rest.sort(compare).slice(0, limit)
    const last = records.at(-1)
    const isMore = last !== undefined && rest.length > limit
    return { records, next: isMore ? { rank: last.rank, sequence: last.sequence } : null }
  }

  /** Every record, oldest write first. */
  records(): readonly StoredRecord[] {
    return this.unsorted().sort(oldestFirst)
  }

  /** Every record, by key. */
  unsorted(): StoredRecord[] {
    return [...this.#byKey.values()].flatMap((byPlayer) => [...byPlayer.values()])
  }

  #insert(record: StoredRecord): void {
    const byPlayer = this.#byKey.get(record.key) ?? new Map<string, StoredRecord>()
    this.#byKey.set(record.key, byPlayer.set(record.player, record))
    this.#bytes += sizeOf(record)
  }

  #delete({ key, player, ...record }: StoredRecord): void {
    const byPlayer = this.#byKey.get(key)
    byPlayer?.delete(player)
    if (byPlayer?.size === 0) this.#byKey.delete(key)
    this.#bytes -= sizeOf({ key, ...record })
  }
}

/** A record's size: the bytes of its key and value in UTF-8 (4.6). */
export const sizeOf = (record: Pick<StoredRecord, 'key' | 'value'>): number =>
  utf8Bytes(record.key) + utf8Bytes(record.value)

/**
 * The `next` of `db.list` as apps see it (4.6): opaque text that stands for a position in a list. It is not a number of
 * records to skip, so it stays valid while others write.
 */
export const encodeCursor = (key: string, order: ListOrder, position: ListPosition): string =>
  `${key}~${order}~${position.rank ?? ''}~${position.sequence}`

/** The position that a cursor stands for, or null if it is invalid or belongs to another key or order. */
export const decodeCursor = (key: string, order: ListOrder, cursor: string): ListPosition | null => {
  const [cursorKey, cursorOrder, rank, sequence, ...rest] = cursor.split('~')
  if (cursorKey !== key || cursorOrder !== order) return null
  if (rank === undefined || sequence === undefined || rest.length > 0) return null
  if (!/^\d{1,15}$/.test(sequence)) return null
  if (rank === '') return { rank: null, sequence: Number(sequence) }
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(rank)) return null
  const number = Number(rank)
  return Number.isFinite(number) ? { rank: number, sequence: Number(sequence) } : null
}
