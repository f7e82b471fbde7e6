import type { CheckResult } from '../check/problem.js'
import type { ClockSpeed, Upcoming as HostUpcoming } from '../host/clock-course.js'
import type { FaultState } from '../host/control/faults/fault.js'
import type { Switches } from '../host/control/switches.js'
import type { MatchView } from '../host/matches/match-view.js'
import type { RobotView } from '../host/matches/robot-control.js'
import type { SheetKind, SheetKinds } from '../host/session/sheets.js'
import type { AppInfo } from '../simulator/messages.js'

/**
 * What the simulator's control API answers; the shapes are a stable interface. Without zod's types, because these types are
 * published. Times are ISO 8601, amounts are credits as decimal strings.
 */

/** A clock that programs move. */
export interface ClockState {
  readonly now: string
  /** Milliseconds ahead of the machine's clock. */
  readonly ahead: number
  readonly paused: boolean
  /** How many times as fast as the machine's clock it runs. */
  readonly speed: ClockSpeed
}

/** The host's clock, with what comes due, soonest first. */
export interface HostClockState extends ClockState {
  readonly upcoming: readonly Upcoming[]
}

/** The three figures on an app's page (3.3). */
export interface Figures {
  readonly purchases: string
  readonly held: string
  readonly paid: string
}

/** The answer of `GET control/state`. */
export interface SimulatorState {
  readonly schema: 1
  /** The version of the simulator. */
  readonly simulator: string
  readonly app: AppInfo
  /** The app's entry page; null if its manifest cannot be read. */
  readonly frameUrl: string | null
  /** The result of `check`; null until the first check is done. */
  readonly problems: CheckResult | null
  /** The switches of seat 1. */
  readonly switches: Switches
  /** The switches that have an effect in this simulator. */
  readonly actingSwitches: readonly string[]
  readonly clock: ClockState
  /** Null if the manifest cannot be read. */
  readonly figures: Figures | null
  readonly faults: FaultState
  /** The open seats. */
  readonly seats: readonly OpenSeat[]
  /** The live matches, the oldest first. */
  readonly matches: readonly MatchView[]
}

/** A seat that is open. */
export interface OpenSeat {
  readonly seat: number
  readonly nickname: string | null
  /** Whether it has a session of the app. */
  readonly running: boolean
  /** Whether a window shows it. Without one, the seat has a session, but no code of the app runs. */
  readonly window: boolean
  /** What a robot does in it; null if none plays there. */
  readonly robot: RobotView | null
  /** The id of the match that the person is in, or null. */
  readonly match: string | null
  readonly switches: Switches
}

/** Something that will happen when the clock reaches its time. */
export interface Upcoming extends Omit<HostUpcoming, 'at'> {
  /** ISO 8601, by the host's clock. */
  readonly at: string
}

/** A sheet that is open. */
export interface OpenSheet<Kind extends SheetKind> {
  readonly seat: number
  readonly sheet: number
  readonly kind: Kind
  /** What it shows. */
  readonly offer: SheetKinds[Kind]['offer']
}

export type AnyOpenSheet = { readonly [Kind in SheetKind]: OpenSheet<Kind> }[SheetKind]

/** A snapshot as it is listed. */
export interface SnapshotInfo {
  readonly name: string
  /** When it was taken, in real time, ISO 8601. */
  readonly takenAt: string
  /** The size of its file. */
  readonly bytes: number
}

/** The script of AI answers. */
export interface AiScriptState {
  /** Its path, whether or not it exists. */
  readonly file: string
  /** How many answers it contains. */
  readonly answers: number
  /** Its errors; an invalid script is not used. */
  readonly problems: readonly string[]
  /** How many answers could be recorded to it. */
  readonly recordable: number
}
