import type { EventMessage } from '../../platform/envelope.js'
import type { MatchEventName } from '../../platform/events.js'
import type { Switches } from '../control/switches.js'
import { because, type SwitchReason } from '../control/switches.js'
import type { JoinOutcome } from './match-registry.js'

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

/** The group that a person plays with, or why they cannot play: for the log, since the app never learns it (4.8, 5). */
export type PlayGroup = { readonly group: string } | SwitchReason

/** Adults play with adults. Children play within their age group, if the app allows it and a guardian agreed (4.8). */
export const playGroup = ({ app, multiplayer, person, guardian }: Switches): PlayGroup => {
  if (app !== 'live') return because('app', `The switch \`app\` is \`${app}\`: the app has no matches (3.1).`)
  if (multiplayer === 'off') return because('multiplayer', 'The switch `multiplayer` is `off` (4.8).')
  switch (person) {
    case 'adult':
      return { group: person }
    case '16-17':
    case '13-15':
      if (multiplayer === 'adults')
        return because(
          'multiplayer',
          'The person is a child, and the switch `multiplayer` is `adults` (4.8).',
        )
      if (!guardian.online)
        return because('guardian', 'The person is a child whose guardian did not allow online play (4.8, 5).')
      return { group: person }
    case 'under-13':
      return because('person', 'Children can play from the age of 13 (4.8).')
    case 'no-birth-date':
      return because('person', 'The person gave no date of birth, so their age group is unknown (4.8).')
    case 'signed-out':
      return because('person', 'The person is signed out (4.8).')
  }
}
