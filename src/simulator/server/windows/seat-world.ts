import type { Clock } from '../../../host/clock.js'
import type { SwitchSource } from '../../../host/control/switch-board.js'
import type { Host } from '../../../host/host.js'
import type { CallLog } from '../../../host/log/call-log.js'
import type { Surroundings } from '../../../host/real-runs/surroundings.js'
import type { RealRunInfo } from '../../messages.js'
import type { AddressedApp } from '../app/addressed-app.js'
import type { LiveApp } from '../app/live-app.js'
import type { Steering } from '../control/steering.js'
import type { UploadFolder } from '../picking/upload-folder.js'
import type { AnswerBytes } from '../shell-origin/answer-bytes.js'
import type { ObserverConnection } from './observer-connection.js'
import type { SeatConnection } from './seat-connection.js'
import type { Windows } from './windows.js'

/** The app that windows show, and its host: a simulator, or an app whose real runs are served. */
export interface SeatWorld {
  readonly log: CallLog
  readonly clock: Clock
  readonly switches: Pick<SwitchSource, 'of'>
  readonly live: Pick<LiveApp, 'state' | 'problems'>
  readonly windows: Windows
  readonly answerBytes: AnswerBytes
  readonly uploads: UploadFolder
  /** What a developer may do from a window; null in real runs, in which people cannot change the host. */
  readonly steering: Pick<Steering, 'setSwitches' | 'dropConnection'> | null
  /** What windows of a real run show; null in a test run. */
  readonly real: RealWindows | null
  /** A window opened a frame. @returns the last entry of the log before this page load */
  frameOpened(): number
  host(appId: string): Promise<Host>
  /** @param origin the bundle's origin for that browser */
  addressed(origin: string): AddressedApp
  /** Checks again whether a seat's app can open. */
  reconsider(window: SeatConnection): void
  /** Reports why something that a seat asked for failed. */
  seatFailed(seat: number, error: unknown): void
  /** Called when a sheet was opened in a window. */
  sheetOpened(): void
}

/** What windows show and tell in real runs. */
export interface RealWindows {
  infoOf(seat: number): RealRunInfo
  /** The browser's theme and language are the person's. */
  surroundings(seat: number, surroundings: Surroundings): void
}

/** Whom a token admits: to an app, and to which of its parts. */
export interface Admission {
  readonly world: SeatWorld
  /** The only seat that the window can take; null for any. */
  readonly seat: number | null
  /** The panels of a window; null where there are none. */
  readonly observer: ((bundleOrigin: string, send: ObserverSend) => ObserverConnection) | null
}

type ObserverSend = ConstructorParameters<typeof ObserverConnection>[3]
