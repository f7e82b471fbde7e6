/** The outcome of seating everyone. */
export interface EveryoneSeated {
  /** The id of the match; null if none is open. */
  readonly match: string | null
  /** The open seats, in order. */
  readonly seats: readonly {
    readonly seat: number
    readonly nickname: string
    /** Whether the seat is in the match now. */
    readonly seated: boolean
    /** Why not. */
    readonly why?: string
  }[]
}
