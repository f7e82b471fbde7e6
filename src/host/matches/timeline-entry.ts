import type { MatchClosedReason, MatchLeftReason } from '../../platform/events.js'

/**
 * The timeline of matches: who came and went, and every message with what became of it. The shapes are those of
 * `control/matches/timeline` (a stable interface). Times are ISO 8601 in UTC, by the host's clock.
 */
export type TimelineEntry = PlayerEntry | ClosedEntry | MessageEntry | DesyncEntry

/** The kinds of entries. */
export const TIMELINE_KINDS = [
  'joined',
  'left',
  'host',
  'closed',
  'message',
  'desync',
] as const satisfies readonly TimelineEntry['kind'][]

/** The seats that an entry is about. Of a message: the sender's. */
export const seatsOf = (entry: TimelineEntry): readonly number[] => {
  switch (entry.kind) {
    case 'closed':
      return entry.seats
    case 'desync':
      return entry.hashes.flatMap(({ seats }) => seats)
    default:
      return [entry.seat]
  }
}

interface Common {
  /** From 1, increasing by one with every entry of a simulator. */
  readonly seq: number
  readonly at: string
  /** The id of the match. */
  readonly match: string
}

type PlayerEntry = Common & {
  readonly seat: number
  /** The player id. */
  readonly player: string
} & (
    | {
        readonly kind: 'joined'
        /** The developer seated the player. */
        readonly seated?: true
      }
    | { readonly kind: 'left'; readonly reason: MatchLeftReason }
    /** The player became the host. */
    | { readonly kind: 'host' }
  )

/** The match closed for all who were in it. */
interface ClosedEntry extends Common {
  readonly kind: 'closed'
  readonly reason: MatchClosedReason | 'left'
  /** The seats that were in it. */
  readonly seats: readonly number[]
}

export interface MessageEntry extends Common {
  readonly kind: 'message'
  /** The sender's. */
  readonly seat: number
  /** The sender. */
  readonly player: string
  /** The player it is for; null if it is for all other players. */
  readonly to: string | null
  /** What the message is, by the text that names it or by its fields: `move`, `{ x, y }`. */
  readonly type: string
  readonly data: unknown
  /** Its size in bytes of JSON, of at most 1,024 (8.3). */
  readonly bytes: number
  /**
   * `sent`: it was passed on. `held`: the developer holds it back. `lost`: the network lost it on the way from the sender.
   * `dropped`: it came too fast (8.3).
   */
  readonly outcome: 'sent' | 'held' | 'lost' | 'dropped'
  /** The developer sent it, not the player's app. */
  readonly madeUp?: true
  readonly deliveries: readonly Delivery[]
  /** The number of the sender's latest message of this type before; null if there was none. */
  readonly previous: number | null
}

/** What became of a message on its way to one player. */
export interface Delivery {
  readonly seat: number
  /**
   * `underway`: the network still delays it. `lost`: the network lost it. `missed`: the app had not entered the match, or
   * left it first.
   */
  readonly outcome: 'delivered' | 'underway' | 'lost' | 'missed'
  /** From the sender's app to this player's, in milliseconds of the host's time; null if it did not arrive. */
  readonly ms: number | null
}

/** The apps of a match are not in the same state. */
interface DesyncEntry extends Common, StateDifference {
  readonly kind: 'desync'
}

/** A number for which seats posted different hashes. */
export interface StateDifference {
  readonly number: number
  readonly hashes: readonly { readonly hash: string; readonly seats: readonly number[] }[]
}

/** A match that has entries. */
export interface TimelineMatch {
  readonly id: string
  readonly code: string
  readonly startedAt: string
  /** When it closed; null while it is open. */
  readonly closedAt: string | null
}

/** A part of the timeline. */
export interface Timeline {
  /** Ask with `after` this number for what is new or changed since. */
  readonly revision: number
  /** The number of the oldest entry that is kept. */
  readonly first: number
  /** The matches that have entries, oldest first. */
  readonly matches: readonly TimelineMatch[]
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[]
}

/** A message with what changed since the sender's latest message of its type. */
export interface MessageDetails {
  readonly entry: MessageEntry
  /** Null if there was none. */
  readonly previous: { readonly seq: number; readonly at: string; readonly data: unknown } | null
  /** Empty if there was none. */
  readonly changes: readonly Change[]
}

/** A place in a message that changed. */
export interface Change {
  /** Such as `players[2].x`; empty for the message itself. */
  readonly path: string
  /** Absent if the place is new. */
  readonly before?: unknown
  /** Absent if the place is gone. */
  readonly after?: unknown
}
