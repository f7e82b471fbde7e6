import type { EventMessage } from '../../platform/envelope.js'
import type { MatchEventName } from '../../platform/events.js'
import type { JoinOutcome } from './match-registry.js'
import type { PlayGroup } from './play-group.js'

/** A page load of a person, as matches see it. */
export interface MatchPlayer {
  readonly seat: number
  /** The `app_user_id`. */
  readonly person: string
  /**
   * Sends an event to their app.
   * @param onSettled called once, with whether it reached the app, or with false if the page is closed first
   */
  send(message: EventMessage<MatchEventName>, onSettled?: (arrived: boolean) => void): void
  /** The group that they may play with now. */
  group(): PlayGroup
  /** Whether they have a connection. */
  online(): boolean
  /** Whether the network loses a message on its way from them or to them. */
  loses(direction: 'up' | 'down'): boolean
}

/** The outcome of a message, for the sender's log. The app always gets `{}`. */
export type Sending =
  | { readonly outcome: 'sent'; readonly to: readonly string[]; readonly lostTo: readonly string[] }
  /** `held`: the developer holds the messages of the match back. */
  | { readonly outcome: 'lost' | 'held' | 'dropped' | 'flooding' | 'not-in-match' }

/** Why the developer cannot add a player to a match; with `why` because of the person, for the log. */
export type SeatRefusal = Exclude<JoinOutcome['outcome'], 'entered'> | Extract<PlayGroup, { why: string }>
