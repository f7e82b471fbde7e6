/**
 * For your own tests, with Vitest, Playwright or any other runner: `import { startSimulator } from
 * 'miniapp/testing'` runs the simulator on free ports, with its own saved data, which is deleted afterwards.
 */
import type { LogEntry } from '../host/log/call-log.js'
import type { Replayed } from '../host/replay/replayed.js'
import { parseLog, replayLog as replay } from '../simulator/server/replay-log.js'
import { startSimulator as start } from '../simulator/server/start.js'
import { ControlClient } from './control-client.js'
import type { ControlAddress } from './control-error.js'
import { refuseUnknownOptions } from './control-requests.js'
import { runOnData, throwLater } from './run-on-data.js'

export type {
  AccountView,
  AppView,
  FaultsView,
  GuardianView,
  HistoryPageView,
  HistoryView,
  MemberView,
  NicknameView,
  NoticesView,
  NoticeView,
  OperationFaultView,
  PurchaseView,
  RunView,
  SalesView,
  SaleView,
  StateView,
  TestRunView,
  UploadView,
  VersionView,
} from '../control/service-answers.js'
export type {
  OpenSeat,
  OpenSheet,
  SimulatorState,
  SnapshotInfo,
  Upcoming,
} from '../control/simulator-answers.js'
export type { AppData, AppDataRecord, AppDataSale } from '../host/control/app-data.js'
export type { DataEdit } from '../host/control/data-edit-request.js'
export type { ActiveFault, Fault, FaultRequest, FaultState } from '../host/control/faults/fault.js'
export type { Network, NetworkChange, NetworkStalls, NetworkWay } from '../host/control/network.js'
export type { NetworkName } from '../host/control/network-presets.js'
export type { SwitchChanges as SwitchChange, Switches } from '../host/control/switches.js'
export type { LogEntry } from '../host/log/call-log.js'
export type { EveryoneSeated } from '../host/matches/match-step-request.js'
export type { MatchMessageView, MatchPlayerView, MatchView } from '../host/matches/match-view.js'
export type { RobotRequest, RobotView } from '../host/matches/robot-control.js'
export type { MatchSyncView, StatePosts } from '../host/matches/state-hashes.js'
export type {
  MessageDetails,
  MessageEntry,
  StateDifference,
  Timeline,
  TimelineEntry,
} from '../host/matches/timeline-entry.js'
export type { Difference, Replayed, ReplayStop } from '../host/replay/replayed.js'
export type { SheetKind, SheetKinds } from '../host/session/sheets.js'
export type { CallName } from '../platform/calls/table.js'
export {
  ControlClient,
  type SheetChoice,
  type SheetOptions,
  type TimelineOptions,
  type WaitOptions,
  type WatchOptions,
} from './control-client.js'
export { type ControlAddress, ControlError } from './control-error.js'
export { type RunningService, type StartServiceOptions, startService } from './service.js'
export {
  type FaultsChange,
  type MemberChange,
  ServiceClient,
  UploadRefusedError,
} from './service-client.js'

export interface StartSimulatorOptions {
  /** The folder that relative paths start from; default: the current one. */
  readonly cwd?: string
  /** The shell's port; default 0, any free one. */
  readonly port?: number
  /** The folder for saved data, kept afterwards; default: a temporary one. */
  readonly data?: string
  /** How many seats to open without a window; default 0. The first window that opens shows them. */
  readonly seats?: number
  /** Whether a saved file reloads the app; default true. */
  readonly watch?: boolean
}

/** A simulator that runs in this process. */
export interface RunningSimulator extends ControlAddress {
  /** The shell's page; seat n is `${url}?seat=n`. */
  readonly url: string
  /** The control API. */
  readonly client: ControlClient
  /** Stops it and frees its ports. A second call does nothing. */
  stop(): Promise<void>
}

/**
 * Starts the simulator on an app.
 * @param path the app's folder, its project's, or a zip
 * @throws {Failure} if there is no app at the path, or its saved data is in use
 */
export const startSimulator = async (
  path: string,
  options: StartSimulatorOptions = {},
): Promise<RunningSimulator> => {
  refuseUnknownOptions('startSimulator', options, {
    cwd: true,
    port: true,
    data: true,
    seats: true,
    watch: true,
  })
  return await runOnData(options.data, async (data) => {
    const { served, stop } = await start({
      path,
      cwd: options.cwd ?? process.cwd(),
      port: options.port ?? 0,
      host: '127.0.0.1',
      hostNames: [],
      data,
      fresh: false,
      seats: options.seats ?? 0,
      watch: options.watch ?? true,
      onEntry: () => {},
      onProblems: () => {},
      onNotice: (message) => process.emitWarning(message),
      onDefect: throwLater,
    })
    const url = `http://localhost:${served.port}/`
    const address = { control: `${url}control/`, token: served.token }
    return { url, ...address, client: new ControlClient(address), stop }
  })
}

/**
 * Replays an exported log on a new host in memory, and compares every answer and event.
 * @param log the result of `client.calls()`, or the text of a saved log
 * @param options app: an app whose manifest replaces the one in the log; cwd: where relative paths start
 * @throws {Failure} if the log cannot be replayed, or there is no app at the path
 */
export const replayLog = async (
  log: readonly LogEntry[] | string,
  options: { readonly app?: string; readonly cwd?: string } = {},
): Promise<Replayed> => {
  refuseUnknownOptions('replayLog', options, { app: true, cwd: true })
  return await replay(typeof log === 'string' ? parseLog(log, 'The log') : log, {
    cwd: options.cwd ?? process.cwd(),
    path: options.app ?? null,
  })
}
