/** What a replay found. Without imports, because these types are published. */

/** A difference between a replay and its log. */
export interface Difference {
  /** The entry of the log. */
  readonly seq: number
  readonly at: string
  readonly seat: number
  /** The method or the event. */
  readonly what: string
  /** In words for the developer. */
  readonly message: string
  /** The result, the error or the event's data, as logged; absent if there was none. */
  readonly recorded?: unknown
  readonly replayed?: unknown
}

/** Why a replay ends before its log, without a difference. */
export interface ReplayStop {
  /** The entry of the log. */
  readonly seq: number
  /** `missing-entry`: the log does not have this entry, so what happened from here on is not known. */
  readonly reason: 'missing-entry'
  /** In words for the developer. */
  readonly message: string
}

export interface Replayed {
  /** How many calls and events were equal. */
  readonly alike: number
  /** The first difference, or null. */
  readonly difference: Difference | null
  /** Where the replay stopped, since the rest of the log cannot be replayed; null if it reached the end. */
  readonly stopped: ReplayStop | null
}
