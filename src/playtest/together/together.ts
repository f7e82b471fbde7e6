import type { ErrorCode } from '../../platform/error-codes.js'
import type { ControlClient, MatchView } from '../../testing/index.js'
import type { TestWindow } from '../drivers/driver.js'
import type { Breach } from '../judge.js'
import type { ScenarioName } from '../scenarios.js'

/** Someone who plays in a window of their own, on a device of their own. */
export interface Player {
  /** From 1. */
  readonly seat: number
  readonly window: TestWindow
  /** The seed of their play. */
  readonly seed: number
}

/** A match that several people play. */
export interface Table {
  readonly client: ControlClient
  readonly signal: AbortSignal
  readonly players: readonly Player[]
  /** The match's id. */
  readonly match: string
  /** The seat of its host. */
  readonly host: number
  /** What the board of the first player shows at the start, as `board` has it. */
  readonly board: readonly string[]
  /** Lets players play at random; by default all. */
  readonly play: (milliseconds: number, players?: readonly Player[]) => Promise<void>
  /** Lets up to three of these players, by default of all, tap what can be tapped, as people do who finish a round. */
  readonly tap: (milliseconds: number, players?: readonly Player[]) => Promise<void>
  /** Closes the app of a player. */
  readonly close: (player: Player) => Promise<void>
  /** Opens the app of a player again. */
  readonly reopen: (player: Player) => Promise<void>
  /** Looks for a way into the match again, in the app of a player who lost it. */
  readonly bringBack: (player: Player) => Promise<void>
  /** Starts the game in the app of each player who has a button for it. */
  readonly start: () => Promise<void>
  /** Opens the app for everyone again, and brings them into another match; null if no buttons lead two of them there. */
  readonly sitDownAgain: (beforeStart: () => Promise<void>) => Promise<Table | null>
}

/** The match while it is open. */
export const matchOf = async ({
  client,
  match,
}: Pick<Table, 'client' | 'match'>): Promise<MatchView | null> =>
  (await client.state()).matches.find(({ id }) => id === match) ?? null

/** A scenario that several people play. */
export interface Together {
  readonly name: ScenarioName
  /** The codes that calls are refused with because of what happens, which the app cannot prevent. */
  readonly expects: readonly ErrorCode[]
  /** Whether the network holds messages back, so that some may come too fast after it. */
  readonly holdsBack: boolean
  /** What is so from the first move on. */
  readonly prepare?: (table: Table) => Promise<void>
  /** What happens in the middle. @returns null if nothing does */
  readonly disturb: (table: Table, entry: string) => Promise<Disturbance | null>
  /** What happens once the match was judged. @returns what else players would hit */
  readonly finish?: (table: Table, entry: string) => Promise<readonly Breach[]>
}

/** What happened to a match. */
export interface Disturbance {
  /** What happened, as the end of a sentence: `after its host left`. */
  readonly when: string
  /** The seats that were taken out of the match on purpose. */
  readonly removed: readonly number[]
  /** What players would hit right after it. */
  readonly found?: readonly Breach[]
}
