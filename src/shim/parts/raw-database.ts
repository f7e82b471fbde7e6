// The objects of the implementation of IndexedDB, as far as they are needed, and how they are kept.

/** A record of an object store, another object after each change. */
export interface RawRecord {
  readonly key: unknown
  readonly value: unknown
}

/** An object store of the implementation, as far as it is needed. */
export interface RawStore {
  readonly name: string
  readonly keyPath: string | readonly string[] | null
  readonly autoIncrement: boolean
  readonly keyGenerator: { num: number } | null
  readonly records: {
    get(key: unknown): RawRecord | undefined
    values(): Iterable<RawRecord>
  }
  readonly rawIndexes: ReadonlyMap<string, RawIndex>
  storeRecord(record: { key: unknown; value: unknown }): unknown
}

interface RawIndex {
  readonly name: string
  readonly keyPath: string | readonly string[]
  readonly multiEntry: boolean
  readonly unique: boolean
}

export interface RawDatabase {
  readonly version: number
  readonly rawObjectStores: ReadonlyMap<string, RawStore>
}

/** How an object store is made again. */
export interface StorePlan {
  readonly id: number
  readonly name: string
  readonly keyPath: string | readonly string[] | null
  readonly autoIncrement: boolean
  /** The last key that it made. */
  readonly lastKey: number
  readonly indexes: readonly RawIndex[]
}

export interface DatabasePlan {
  readonly name: string
  readonly version: number
  readonly stores: readonly StorePlan[]
}

/** A record that is read again. */
export interface ReadEntry {
  readonly key: unknown
  readonly value: unknown
  readonly bytes: Uint8Array
}

export interface ReadPage {
  readonly name: string
  readonly time: number
  readonly lastKey: number
  readonly entries: readonly ReadEntry[]
}

/** A database that is read again. */
export interface ReadDatabase {
  readonly plan: DatabasePlan
  /** By the ids of its object stores. */
  readonly pages: ReadonlyMap<number, readonly ReadPage[]>
}
