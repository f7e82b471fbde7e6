import { RecordIndex } from './record-index.js'
import type { ListPosition, StoredRecord } from './stored-record.js'

/** The orders of `db.list` (4.6). */
export type ListOrder = 'rank_desc' | 'rank_asc' | 'recent'

/** A record's rank as a number: no rank sorts below every rank. */
export const rankOrLess = ({ rank }: ListPosition): number => rank ?? Number.NEGATIVE_INFINITY

/** The records of each key in the three orders of `db.list` (4.6). A key is represented by a number, its group. */
export class RecordOrders {
  /** By rank, those without a rank first. Equal ranks are in the order in which they were reached. */
  readonly #ranked = new RecordIndex<StoredRecord>()
  /** Newest first. */
  readonly #recent = new RecordIndex<StoredRecord>()

  insert(group: number, record: StoredRecord): void {
    this.#ranked.insert(group, rankOrLess(record), record.sequence, 0, record)
    this.#recent.insert(group, -record.sequence, 0, 0, record)
  }

  /** @param rank as `rankOrLess` gives it */
  delete(group: number, rank: number, sequence: number): void {
    this.#ranked.delete(group, rank, sequence)
    this.#recent.delete(group, -sequence, 0)
  }

  /** Whether it contains this record object. */
  has(group: number, record: StoredRecord): boolean {
    return this.#ranked.get(group, rankOrLess(record), record.sequence) === record
  }

  /** Every record of every group. */
  all(): readonly StoredRecord[] {
    const records: StoredRecord[] = []
    this.#ranked.visit((record) => {
      records.push(record)
      return true
    })
    return records
  }

  /**
   * A group's records in an order, from the first, or after a position. Records without a rank come last in both rank
   * orders (4.6). The records must not change during the iteration.
   */
  list(group: number, order: ListOrder, after: ListPosition | null): Iterable<StoredRecord> {
    if (order === 'recent')
      return after === null
        ? this.#recent.from(group, Number.NEGATIVE_INFINITY, 0)
        : this.#recent.from(group, -after.sequence, 1)
    return this.#byRank(group, order, after)
  }

  *#byRank(
    group: number,
    order: 'rank_desc' | 'rank_asc',
    after: ListPosition | null,
  ): Generator<StoredRecord> {
    if (after !== null && after.rank === null) yield* this.#equal(group, null, after.sequence + 1)
    else {
      const start = after === null ? null : { rank: after.rank ?? 0, sequence: after.sequence + 1 }
      yield* order === 'rank_asc' ? this.#ascending(group, start) : this.#descending(group, start)
      yield* this.#equal(group, null, 0)
    }
  }

  *#ascending(group: number, start: Start | null): Generator<StoredRecord> {
    yield* this.#ranked.from(group, start?.rank ?? -Number.MAX_VALUE, start?.sequence ?? 0)
  }

  /** From the highest rank to the lowest. Equal ranks are in the order in which they were reached. */
  *#descending(group: number, start: Start | null): Generator<StoredRecord> {
    if (start !== null) yield* this.#equal(group, start.rank, start.sequence)
    let rank = start?.rank ?? Number.POSITIVE_INFINITY
    for (;;) {
      const lower = this.#ranked.before(group, rank, 0)
      if (lower === undefined || lower.rank === null) return
      rank = lower.rank
      yield* this.#equal(group, rank, 0)
    }
  }

  *#equal(group: number, rank: number | null, sequence: number): Generator<StoredRecord> {
    for (const record of this.#ranked.from(group, rankOrLess({ rank, sequence }), sequence)) {
      if (record.rank !== rank) return
      yield record
    }
  }
}

/** A position among records with a rank. */
interface Start {
  readonly rank: number
  readonly sequence: number
}
