import { Failure } from '../../../failure.js'
import type { Clock } from '../../../host/clock.js'
import type { SwitchSource } from '../../../host/control/switch-board.js'
import type { SwitchChange } from '../../../host/control/switch-change.js'
import type { Host } from '../../../host/host.js'
import type { CallLog } from '../../../host/log/call-log.js'
import type { Surroundings } from '../../../host/real-runs/runnable-app.js'
import { NotSavedError } from '../../../host/saving/store.js'
import type { RealRunInfo } from '../../messages.js'
import type { AddressedApp } from '../app/addressed-app.js'
import type { LiveApp } from '../app/live-app.js'
import type { AppFailures } from '../app-reports/app-failures.js'
import type { UploadFolder } from '../picking/upload-folder.js'
import type { AnswerBytes } from '../shell-origin/answer-bytes.js'

/** What a seat needs of the app in it, and of its host: a simulator, or an app whose real runs are served. */
export interface SeatWorld {
  readonly log: CallLog
  readonly clock: Clock
  readonly switches: Pick<SwitchSource, 'of'>
  readonly live: Pick<LiveApp, 'state' | 'problems'>
  /** What windows show over the app; null in real runs, which a developer does not watch. */
  readonly failures: Pick<AppFailures, 'build' | 'ofStart'> | null
  readonly answerBytes: AnswerBytes
  readonly uploads: UploadFolder
  /** What a developer may do from a window; null in real runs, in which people cannot change the host. */
  readonly steering: SeatSteering | null
  /** What windows of a real run show; null in a test run. */
  readonly real: RealWindows | null
  /** A window opened a frame. @returns the last entry of the log before this page load */
  frameOpened(): number
  host(appId: string): Promise<Host>
  /** @param origin the bundle's origin for that browser */
  addressed(origin: string): AddressedApp
  /** Reports an error that nobody expected. */
  readonly onDefect: (error: unknown) => void
  /** Called when a sheet was opened in a window. */
  sheetOpened(): void
}

/**
 * Logs why something that a seat asked for failed. Anything but an expected failure, such as a payment that a full disk
 * cannot keep, is a defect.
 */
export const seatFailed = ({ log, onDefect }: SeatWorld, seat: number, error: unknown): void => {
  if (error instanceof NotSavedError || error instanceof Failure) log.note(seat, error.message)
  else onDefect(error)
}

/** What a developer does from a seat's window. */
interface SeatSteering {
  /** @param seat whose switches change; null means everyone's */
  setSwitches(seat: number | null, change: SwitchChange): Promise<void>
  /** Drops the connection of a seat's match. @returns whether it was in one */
  dropConnection(seat: number): boolean
}

/** What windows show and tell in real runs. */
export interface RealWindows {
  infoOf(seat: number): RealRunInfo
  /** The browser's theme and language are the person's. */
  surroundings(seat: number, surroundings: Surroundings): void
}
