import type { Grouped, GroupField, RecordOf } from '../records/records.js'
import type { Change } from '../records/store.js'
import type { MINI_APP_RECORDS } from './records.js'

/** The tables whose records have their key as `id`. */
export type Kept = Exclude<keyof typeof MINI_APP_RECORDS, 'clock'>

/** Reads records. */
export interface RecordReader {
  get<Name extends Kept>(table: Name, id: string): RecordOf<Name> | null
  /** The records of a table, oldest first. */
  all<Name extends Kept>(table: Name): Iterable<RecordOf<Name>>
  /** Those in which a field has this value, oldest first; none of the others is looked at. */
  where<Name extends Grouped>(table: Name, field: GroupField<Name>, value: string): Iterable<RecordOf<Name>>
}

/**
 * Changes that are not made yet, over the records as they are: a command reads what it wrote, and all of it is
 * committed together, or nothing.
 */
export class Draft implements RecordReader {
  readonly #below: RecordReader
  /** By table. */
  readonly #written = new Map<Kept, Map<string, RecordOf<Kept>>>()
  /** Those of them that are new. */
  readonly #added = new Map<Kept, Map<string, RecordOf<Kept>>>()

  readonly #others: Change[] = []

  constructor(below: RecordReader) {
    this.#below = below
  }

  get<Name extends Kept>(table: Name, id: string): RecordOf<Name> | null {
    return this.#of(table).get(id) ?? this.#below.get(table, id)
  }

  *all<Name extends Kept>(table: Name): Generator<RecordOf<Name>> {
    const written = this.#of(table)
    for (const record of this.#below.all(table)) yield written.get(record.id) ?? record
    yield* this.#of(table, this.#added).values()
  }

  *where<Name extends Grouped>(
    table: Name,
    field: GroupField<Name>,
    value: string,
  ): Generator<RecordOf<Name>> {
    const written = this.#of(table)
    for (const record of this.#below.where(table, field, value)) yield written.get(record.id) ?? record
    for (const record of this.#of(table, this.#added).values())
      if (Reflect.get(record, field) === value) yield record
  }

  put<Name extends Kept>(table: Name, record: RecordOf<Name>): void {
    this.#of(table).set(record.id, record)
    if (this.#below.get(table, record.id) === null) this.#of(table, this.#added).set(record.id, record)
  }

  /** Commits changes of other tables together with what is written. */
  add(changes: readonly Change[]): void {
    this.#others.push(...changes)
  }

  /** What is to be committed. */
  get changes(): readonly Change[] {
    const written = [...this.#written].flatMap(([table, records]) =>
      [...records].map(([key, value]) => ({ table, key, value }) as Change),
    )
    return [...written, ...this.#others]
  }

  #of<Name extends Kept>(table: Name, tables = this.#written): Map<string, RecordOf<Name>> {
    const records = tables.get(table) ?? new Map<string, RecordOf<Kept>>()
    tables.set(table, records)
    // The compiler does not follow that a table's name decides on its records.
    return records as unknown as Map<string, RecordOf<Name>>
  }
}
