import { SHARED_STORE_BYTES } from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'
import { RecordIndex } from './record-index.js'
import { type ListOrder, RecordOrders, rankOrLess } from './record-orders.js'
import type { ListPosition, StoredRecord } from './stored-record.js'

/** What a player writes under a key. */
export type RecordWrite = Pick<StoredRecord, 'player' | 'key' | 'value' | 'rank' | 'replaceable'>

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

/** Everyone's records under one key. */
interface KeyRecords {
  /** Its number in the orders. */
  readonly group: number
  /** Those that were evicted are in here, too, until they are forgotten. */
  readonly byPlayer: Map<string, StoredRecord>
}

/** How many records that were evicted a write forgets. */
const FORGOTTEN_AT_ONCE = 64

/**
 * The shared store of one app (4.6, 8.3): every player's records, at most 1,048,576 bytes of keys and values.
 * Pure: time comes in with each write. Every operation is logarithmic in the number of records.
 */
export class SharedStore {
  readonly #byKey = new Map<string, KeyRecords>()
  readonly #orders = new RecordOrders()
  /** In the order of eviction: no rank first, then the lowest, equal ones oldest first (4.6, 8.3). */
  readonly #replaceable = new RecordIndex<StoredRecord>()
  /**
   * Records that were deleted and are still found by player: looking up hundreds of players in a large map takes most
   * of a long eviction's time, so that this is left to the writes that follow.
   */
  readonly #forgettable: StoredRecord[][] = []
  #groups = 0
  #bytes = 0
  #sequence = 0

  /**
   * @param records an earlier store's
   * @param sequence its number of changes; at least that of its latest record
   */
  constructor(records: Iterable<StoredRecord> = [], sequence = 0) {
    this.#sequence = sequence
    for (const record of records) {
      this.#insert(record)
      this.#sequence = Math.max(this.#sequence, record.sequence)
    }
  }

  /** The number of the latest change. One that is taken back keeps its number; no later one has it. */
  get sequence(): number {
    return this.#sequence
  }

  /** Gives the next change a number, not below its turn: those between were taken back. */
  continueAt(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence - 1)
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
    let victims = 0
    if (bytes > SHARED_STORE_BYTES) {
      this.#replaceable.visit((candidate, numbers, at) => {
        if (candidate === old) return true
        // Of equals the older one goes, which is the candidate.
        if (record.replaceable && rankOrLess(record) < (numbers[at] ?? 0)) return false
        victims += 1
        bytes -= numbers[at + 3] ?? 0
        return bytes > SHARED_STORE_BYTES
      })
      if (bytes > SHARED_STORE_BYTES) return { outcome: record.replaceable ? 'not-saved' : 'store-full' }
    }
    this.#forget()
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

  /** Takes the latest write back, as if it had not been made. */
  takeBack({ record, replaced, evicted }: SavedWrite): void {
    this.#delete(record)
    if (replaced !== null) this.#insert(replaced)
    for (const victim of evicted) this.#insert(victim)
  }

  /** Removes a player's own record and returns it; null where there was none. */
  remove(player: string, key: string): StoredRecord | null {
    const record = this.get(player, key)
    this.#forget()
    if (record === null) return null
    this.#delete(record)
    this.#sequence += 1
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

  /** Every record: those under one key together, by rank. Takes a moment where `records` holds everything up. */
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
    this.#forgettable.push([record])
  }

  /**
   * Deletes the first records in the order of eviction, without looking at them: half a million lie all over the memory.
   * @param kept one that stays although it is replaceable
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
    if (count > 0) this.#forgettable.push([...evicted])
    return evicted
  }

  /** Forgets some of the records that were deleted, but not those that were put back. */
  #forget(): void {
    for (let count = 0; count < FORGOTTEN_AT_ONCE; count += 1) {
      const batch = this.#forgettable.at(-1)
      const record = batch?.pop()
      if (batch?.length === 0) this.#forgettable.pop()
      if (record === undefined) return
      const ofKey = this.#byKey.get(record.key)
      if (ofKey?.byPlayer.get(record.player) !== record || this.#orders.has(ofKey.group, record)) continue
      ofKey.byPlayer.delete(record.player)
      if (ofKey.byPlayer.size === 0) this.#byKey.delete(record.key)
    }
  }
}

/** What a record counts: the bytes of its key and value in UTF-8 (4.6). */
export const sizeOf = (record: Pick<StoredRecord, 'key' | 'value'>): number =>
  utf8Bytes(record.key) + utf8Bytes(record.value)
