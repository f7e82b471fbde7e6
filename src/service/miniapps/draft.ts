import type { RecordOf } from '../records/records.js'
import type { Change } from '../records/store.js'
import type { MINI_APP_RECORDS } from './records.js'

/** The tables whose records have their key as `id`. */
export type Kept = Exclude<keyof typeof MINI_APP_RECORDS, 'clock'>

/** The tables of which an app has many. */
export type OfApps = 'miniAppVersion' | 'sale'

/** Reads records. */
export interface RecordReader {
  get<Name extends Kept>(table: Name, id: string): RecordOf<Name> | null
  /** The records of a table, oldest first. */
  all<Name extends Kept>(table: Name): Iterable<RecordOf<Name>>
  /** Those of an app, oldest first. */
  ofApp<Name extends OfApps>(table: Name, appId: string): readonly RecordOf<Name>[]
}

/**
 * Changes that are not made yet, over the records as they are: a command reads what it wrote, and all of it is
 * committed together, or nothing.
 */
export class Draft implements RecordReader {
  readonly #below: RecordReader
  /** By table. */
  readonly #written = new Map<Kept, Map<string, RecordOf<Kept>>>()

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
    for (const [id, record] of written) if (this.#below.get(table, id) === null) yield record
  }

  ofApp<Name extends OfApps>(table: Name, appId: string): readonly RecordOf<Name>[] {
    const written = this.#of(table)
    const before = this.#below.ofApp(table, appId)
    const added = [...written.values()].filter(
      (record) => record.appId === appId && this.#below.get(table, record.id) === null,
    )
    return [...before.map((record) => written.get(record.id) ?? record), ...added]
  }

  put<Name extends Kept>(table: Name, record: RecordOf<Name>): void {
    this.#of(table).set(record.id, record)
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

  #of<Name extends Kept>(table: Name): Map<string, RecordOf<Name>> {
    const written = this.#written.get(table) ?? new Map<string, RecordOf<Kept>>()
    this.#written.set(table, written)
    // The compiler does not follow that a table's name decides on its records.
    return written as unknown as Map<string, RecordOf<Name>>
  }
}
