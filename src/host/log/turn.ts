import type { MatchLeftReason } from '../../platform/events.js'
import type { ClockMove } from '../clock.js'

/**
 * Something that moved the host on, and that is not an entry of its own. Together with the calls and actions of a log,
 * turns are all that reaches a host: a replay that repeats them in their order does the same.
 */
export type Turn = { readonly order: number; readonly at: string } & Move

/** What a turn was. Saved logs contain these names, so they cannot change. */
export type Move =
  | ClockMove
  /** Work outside the host ended. `work` counts from 1 in the order in which the host began it. */
  | ({ readonly do: 'done'; readonly work: number } & WorkOutcome)
  /** A page's session ended. */
  | { readonly do: 'end'; readonly seat: number; readonly reason: MatchLeftReason }
  /** The page of a paid app gave a person their first balance. */
  | { readonly do: 'balance'; readonly seat: number }
  /** The host closed: another one starts with other data. */
  | { readonly do: 'close' }

/** How work outside the host ended. */
export type WorkOutcome =
  /** Of files, only the size. Absent for a save. */
  | { readonly value?: unknown }
  /** @property notSaved whether it was a save that the disk refused */
  | { readonly error: { readonly notSaved: boolean; readonly message: string } }
