/** A record as it is kept (2.7). A player has one per key. */
export interface StoredRecord {
  readonly player: string
  readonly key: string
  readonly value: string
  readonly rank: number | null
  readonly replaceable: boolean
  /** Milliseconds since 1970. */
  readonly updatedAt: number
  /** Rises with every change of the store, so that two records of one millisecond still have an order. */
  readonly sequence: number
}

/** A place in a list: that of the record with this rank and sequence. It stays valid whatever others write. */
export interface ListPosition {
  readonly rank: number | null
  readonly sequence: number
}
