import { SHARED_STORE_BYTES } from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'
import { RecordIndex } from './record-index.js'
import { type ListOrder, RecordOrders, rankOrLess } from './record-orders.js'
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

/** All records under one key. */
interface KeyRecords {
  /** The key's number in the orders. */
  readonly group: number
  /** Also contains evicted records until they are cleaned up. */
  readonly byPlayer: Map<string, StoredRecord>
}

/** How many deleted records a write cleans up. */
const CLEANED_UP_PER_WRITE = 64

/**
 * The shared store of one app (4.6, 8.3): every player's records, at most 1,048,576 bytes of keys and values.
 * Pure: each write gets the time. Every operation is logarithmic in the number of records.
 */
export class SharedStore {
  readonly #byKey = new Map<string, KeyRecords>()
  readonly #orders = new RecordOrders()
  /** In the order of eviction: records without a rank, then the lowest rank; equal ranks oldest first (4.6, 8.3). */
  readonly #replaceable = new RecordIndex<StoredRecord>()
  /**
   * Deleted records that are still in `byPlayer`. Removing hundreds of players from a large map would take most of a long
   * eviction's time, so later writes do it.
   */
  readonly #deleted: StoredRecord[][] = []
  #groups = 0
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
    let bytes = this.#bytes + sizeOf(record) - (old === null ? 0 : sizeOf(old))
    let victims = 0
    if (bytes > SHARED_STORE_BYTES) {
      this.#replaceable.visit((candidate, numbers, at) => {
        if (candidate === old) return true
        // Of equal ranks the older record is evicted: the candidate.
        if (record.replaceable && rankOrLess(record) < (numbers[at] ?? 0)) return false
        victims += 1
        bytes -= numbers[at + 3] ?? 0
        return bytes > SHARED_STORE_BYTES
      })
      if (bytes > SHARED_STORE_BYTES) return { outcome: record.replaceable ? 'not-saved' : 'store-full' }
    }
    this.#cleanUp()
    const evicted = this.#evict(victims, old)
    if (old !== null) this.#delete(old)
    this.#insert(record)
    this.#sequence = record.sequence
    return { outcome: 'saved', record, replaced: old, evicted }
  }

  /** A player's record under a key, or null. */
  get(player: string, key: string): StoredRecord | null {
    const ofKey = this.#byKey.get(key)
    const record = ofKey?.byPlayer.get(player)
    if (ofKey === undefined || record === undefined) return null
    return this.#orders.has(ofKey.group, record) ? record : null
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
    this.#cleanUp()
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
    const group = this.#byKey.get(key)?.group
    if (group === undefined) return { records: [], next: null }
    const records: StoredRecord[] = []
    for (const record of this.#orders.list(group, order, after)) {
      if (records.length === limit) {
        const last = records.at(-1)
        return { records, next: last === undefined ? null : { rank: last.rank, sequence: last.sequence } }
      }
      records.push(record)
    }
    return { records, next: null }
  }

  /** Every record, oldest write first. */
  records(): readonly StoredRecord[] {
    return this.unsorted().toSorted((a, b) => a.sequence - b.sequence)
  }

  /** Every record, grouped by key and sorted by rank. Much faster than `records`. */
  unsorted(): readonly StoredRecord[] {
    return this.#orders.all()
  }

  #insert(record: StoredRecord): void {
    let ofKey = this.#byKey.get(record.key)
    if (ofKey === undefined) {
      this.#groups += 1
      ofKey = { group: this.#groups, byPlayer: new Map() }
      this.#byKey.set(record.key, ofKey)
    }
    ofKey.byPlayer.set(record.player, record)
    const { group } = ofKey
    const bytes = sizeOf(record)
    this.#orders.insert(group, record)
    if (record.replaceable)
      this.#replaceable.insert(rankOrLess(record), record.sequence, group, bytes, record)
    this.#bytes += bytes
  }

  #delete(record: StoredRecord): void {
    const ofKey = this.#byKey.get(record.key)
    if (ofKey === undefined) throw new Error(`There is no record under ${record.key} to delete.`)
    const { group } = ofKey
    this.#orders.delete(group, rankOrLess(record), record.sequence)
    if (record.replaceable) this.#replaceable.delete(rankOrLess(record), record.sequence, group)
    this.#bytes -= sizeOf(record)
    this.#deleted.push([record])
  }

  /**
   * Deletes the first records in the order of eviction, without reading them: half a million are all over the memory.
   * @param kept a record to keep although it is replaceable
   */
  #evict(count: number, kept: StoredRecord | null): readonly StoredRecord[] {
    const evicted: StoredRecord[] = []
    this.#replaceable.take(count, (record, numbers, at) => {
      if (record === kept) return false
      this.#orders.delete(numbers[at + 2] ?? 0, numbers[at] ?? 0, numbers[at + 1] ?? 0)
      this.#bytes -= numbers[at + 3] ?? 0
      evicted.push(record)
      return true
    })
    if (count > 0) this.#deleted.push([...evicted])
    return evicted
  }

  /** Removes some deleted records from `byPlayer`, except those that were restored. */
  #cleanUp(): void {
    for (let count = 0; count < CLEANED_UP_PER_WRITE; count += 1) {
      const batch = this.#deleted.at(-1)
      const record = batch?.pop()
      if (batch?.length === 0) this.#deleted.pop()
      if (record === undefined) return
      const ofKey = this.#byKey.get(record.key)
      if (ofKey?.byPlayer.get(record.player) !== record || this.#orders.has(ofKey.group, record)) continue
      ofKey.byPlayer.delete(record.player)
      if (ofKey.byPlayer.size === 0) this.#byKey.delete(record.key)
    }
  }
}

/** A record's size: the bytes of its key and value in UTF-8 (4.6). */
export const sizeOf = (record: Pick<StoredRecord, 'key' | 'value'>): number =>
  utf8Bytes(record.key) + utf8Bytes(record.value)
