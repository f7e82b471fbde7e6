/** A record as it is stored (2.7). A player has one per key. */
export interface StoredRecord {
  readonly player: string
  readonly key: string
  readonly value: string
  readonly rank: number | null
  readonly replaceable: boolean
  /** Milliseconds since 1970. */
  readonly updatedAt: number
  /** Increases with every change of the store, so that two records of the same millisecond have an order. */
  readonly sequence: number
}

/** A position in a list: that of the record with this rank and sequence. It stays valid while others write. */
export interface ListPosition {
  readonly rank: number | null
  readonly sequence: number
}
