import type { MatchSyncView } from './state-hashes.js'

/**
 * The matches as the developer sees them, and no app. The shapes are those of `control/state` (a stable interface).
 * Times are ISO 8601 in UTC.
 */
export interface MatchView {
  readonly id: string
  readonly code: string
  readonly maxPlayers: number
  readonly public: boolean
  readonly meta: Readonly<Record<string, unknown>>
  /** The player id of the host. */
  readonly host: string
  readonly startedAt: string
  /** When it closes if nobody does anything. */
  readonly endsAt: string
  /** The reason that its players get then. */
  readonly ends: 'idle' | 'expired'
  /** In the order in which they joined. */
  readonly players: readonly MatchPlayerView[]
  /** Whether the developer holds messages back. */
  readonly holding: boolean
  /** How many messages are held back. */
  readonly held: number
  /** How the states of the apps compare; null if no app posts them. */
  readonly sync: MatchSyncView | null
  /** The latest messages, oldest first; at most `SHOWN_MESSAGES`. */
  readonly messages: readonly MatchMessageView[]
}

export interface MatchPlayerView {
  readonly id: string
  readonly seat: number
  readonly nickname: string | null
  /** The developer seated this player, and the app has not entered the match yet. */
  readonly waiting: boolean
  readonly joinedAt: string
  /** Messages that this player sent, without those that were dropped or lost on the way from them. */
  readonly sent: number
  /** Messages that reached this player. */
  readonly received: number
  /** Messages dropped because they came too fast (8.3). */
  readonly dropped: number
  /** Messages lost on the way from or to this player (the switch `network.loss`). */
  readonly lost: number
  /** Messages sent in the last whole second. */
  readonly perSecond: number
}

export interface MatchMessageView {
  /** From 1, increasing by one with every message of the match. */
  readonly seq: number
  readonly at: string
  readonly from: string
  /** The player it is for; null if it is for all other players. */
  readonly to: string | null
  readonly data: unknown
  /** The players that it did not reach because the network lost it. */
  readonly lostTo: readonly string[]
  /** The developer sent it, not the player's app. */
  readonly madeUp?: true
}

/** How many messages of a match are shown. */
export const SHOWN_MESSAGES = 20
