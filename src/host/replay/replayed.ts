/** Where a replay came out otherwise than the log. */
export interface Difference {
  /** The entry of the log. */
  readonly seq: number
  readonly at: string
  readonly seat: number
  /** The method or the event. */
  readonly what: string
  /** In words for the developer. */
  readonly message: string
  /** The result, the error or the event's data, as they were put down; absent where there was none. */
  readonly recorded?: unknown
  readonly replayed?: unknown
}

export interface Replayed {
  /** How many calls and events came out alike. */
  readonly alike: number
  /** What was not compared, since the call that it hangs on has no answer where the log ends, or the log is of an earlier version. */
  readonly skipped: readonly { readonly seq: number; readonly why: string }[]
  /** The first difference; null where there is none. */
  readonly difference: Difference | null
}
