import { RecordIndex } from './record-index.js'
import type { ListPosition, StoredRecord } from './stored-record.js'

/** The orders of `db.list` (4.6). */
export type ListOrder = 'rank_desc' | 'rank_asc' | 'recent'

/** What a record's rank counts where no rank is less than the lowest. */
export const rankOrLess = ({ rank }: ListPosition): number => rank ?? Number.NEGATIVE_INFINITY

/** The records under each key in the three orders of `db.list` (4.6). A key is known by a number, its group. */
export class RecordOrders {
  /** By rank, those without one first; equal ones in the order in which they were reached. */
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

  /** Whether this very record is among them. */
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
   * A group's records in an order, from the first, or from the next after a position. Those without a rank come last in
   * both rank orders (4.6). Nothing may change meanwhile.
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

  /** Rank by rank downwards, each in the order in which it was reached. */
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

/** A record with a rank, or the place of one. */
interface Start {
  readonly rank: number
  readonly sequence: number
}
