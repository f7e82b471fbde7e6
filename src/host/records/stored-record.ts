import * as z from 'zod'

/** A record as it is stored (2.7). A player has one per key. */
export const recordSchema = z.object({
  player: z.string(),
  key: z.string(),
  value: z.string(),
  rank: z.number().nullable(),
  replaceable: z.boolean(),
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
  /** Increases with every change of the store, so that two records of the same millisecond have an order. */
  sequence: z.int().min(0),
})
export type StoredRecord = Readonly<z.output<typeof recordSchema>>

/** A position in a list: that of the record with this rank and sequence. It stays valid while others write. */
export interface ListPosition {
  readonly rank: number | null
  readonly sequence: number
}
