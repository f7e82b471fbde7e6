import type { CheckResult } from '../check/problem.js'
import type { ClockSpeed } from '../host/clock-course.js'
import type { NetworkChange } from '../host/control/network.js'
import type { NetworkName } from '../host/control/network-presets.js'
import type { Switches } from '../host/control/switches.js'
import type { Upcoming as HostUpcoming } from '../host/control/upcoming.js'
import type { MatchView } from '../host/matches/match-view.js'
import type { RobotView } from '../host/matches/robot-view.js'
import type { TimelineEntry } from '../host/matches/timeline-entry.js'
import type { SheetKind, SheetKinds } from '../host/session/sheets.js'
import type { AppInfo } from '../simulator/messages.js'

/** What the control API takes and answers; the shapes are a stable interface. */

/** A change of switches: name only what changes, in nested ones too. */
export type SwitchChange = {
  readonly [Name in Exclude<keyof Switches, 'network'>]?: Switches[Name] extends object
    ? Partial<Switches[Name]>
    : Switches[Name]
} & { readonly network?: NetworkChange | NetworkName }

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
  readonly clock: {
    /** The host's time, ISO 8601. */
    readonly now: string
    /** Milliseconds ahead of the machine's clock. */
    readonly ahead: number
    /** Whether it is paused. */
    readonly paused: boolean
    /** How many times as fast as the machine's clock it runs. */
    readonly speed: ClockSpeed
  }
  /** The three figures on the app's page, in credits (3.3); null if the manifest cannot be read. */
  readonly figures: { readonly purchases: string; readonly held: string; readonly paid: string } | null
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

/** What a person can choose on a sheet; for a photo or a video the file's bytes, or null to close the sheet. */
export type SheetChoice<Kind extends SheetKind> = Kind extends 'pick-image' | 'pick-video'
  ? { readonly file: Uint8Array } | null
  : SheetKinds[Kind]['choice']

export interface SheetOptions {
  /** From 1, which is the default. */
  readonly seat?: number
  /** How long to wait for the sheet; default 10 s. */
  readonly timeoutMs?: number
}

/** Which entries of the time line of matches are wanted. */
export interface TimelineOptions {
  readonly after?: number
  readonly match?: string
  readonly seat?: number
  readonly kind?: TimelineEntry['kind']
  readonly type?: string
}

/** A snapshot as it is listed. */
export interface SnapshotInfo {
  readonly name: string
  /** When it was taken, in real time, ISO 8601. */
  readonly takenAt: string
  /** The size of its file. */
  readonly bytes: number
}
