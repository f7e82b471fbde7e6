/** The reasons with which a developer can close a match. `connection_lost` concerns one player: drop their connection. */
export const CLOSE_REASONS = ['idle', 'expired', 'unavailable'] as const

/**
 * Something that a developer does to a match by hand. Saved logs contain these names, so they cannot change. Without zod's types,
 * because this type is published.
 */
export type MatchStep = SimpleStep | (Message & { readonly to: number | null })

/** A step as it is sent. */
export type MatchStepRequest = SimpleStep | (Message & { readonly to?: number | null | undefined })

type SimpleStep =
  | { readonly action: 'close'; readonly reason: (typeof CLOSE_REASONS)[number] }
  /** Makes another player the host. */
  | { readonly action: 'host'; readonly seat: number }
  /** Removes a player, as the service may. */
  | { readonly action: 'kick'; readonly seat: number }
  /** Holds messages back from now on. */
  | { readonly action: 'hold' }
  /** Delivers held messages: that many of the earliest, or all, and then holds no more. */
  | { readonly action: 'release'; readonly count?: number | undefined }
  /** Adds the person in a seat. Their app enters the match with its next `host` or `join` call. */
  | { readonly action: 'seat'; readonly seat: number }

/** A message as a player, to all others or to one. */
interface Message {
  readonly action: 'send'
  readonly seat: number
  readonly data: unknown
}

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
