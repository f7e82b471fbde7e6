import type { AiMaker } from '../../host/ai/ai-maker.js'
import type { BaseClock, Clock } from '../../host/clock.js'
import type { SwitchSource } from '../../host/control/switch-board.js'
import type { Host } from '../../host/host.js'
import type { HostedApp } from '../../host/hosted-app.js'
import type { CallLog } from '../../host/log/call-log.js'
import type { Pictures } from '../../host/sharing/pictures.js'
import type { Platform, Theme } from '../../platform/features.js'

/**
 * What opens apps in a browser. The service knows nothing of pages, frames and sockets: it is handed in, and is made with
 * the first app that somebody opens.
 */
export interface AppRunner {
  readonly pictures: Pictures
  readonly aiMaker: AiMaker
  /**
   * Opens an app for a person, in a real run.
   * @returns the address of the run's page, which nobody can guess
   */
  openRun(app: RunnableApp, visitor: Visitor): Promise<string>
  /** Another version of the app is live, or what the app may use changed. */
  update(appId: string): Promise<void>
  /** The files of the app are going to be removed. Its open pages learn from the host that it is gone. */
  removeFiles(appId: string): Promise<void>
  /** Ends every real run and closes its windows. */
  endRuns(): Promise<void>
  /** Opens a version in a simulator, as a test run. */
  openTest(run: TestRun): Promise<TestRunAddress>
  endTests(): Promise<void>
  stop(): Promise<void>
}

/** An app, with the host of its real runs. */
export interface RunnableApp {
  readonly id: string
  readonly host: Host
  readonly clock: Clock
  readonly log: CallLog
  readonly switches: Pick<SwitchSource, 'of'>
  /** Calls `listener` after every change of the switches of a seat. @returns a function that stops listening */
  onSwitches(listener: (seat: number) => void): () => void
  /** The version that opens now; null if none is live. */
  live(): {
    readonly version: string
    /** The path of its zip. */
    readonly zip: string
    /** What the host runs, of what the manifest says. */
    hosted(app: HostedApp): HostedApp
  } | null
  /** The browser's theme and language are the person's. */
  surroundings(seat: number, surroundings: { readonly theme: Theme; readonly locale: string }): void
}

/** Who opens an app, and on what. */
export interface Visitor {
  readonly seat: number
  /** The person's name, or that nobody is signed in. */
  readonly person: string
  /** The address of the app's page. */
  readonly home: string
}

/** The device on which a person opens an app. */
export type Device = Platform

export interface TestRun {
  readonly appId: string
  readonly version: string
  /** The path of its zip. */
  readonly zip: string
  /** The folder of the app's test data. */
  readonly data: string
  readonly clock: BaseClock
}

/** Where a test run is: its simulator, and the control API of that simulator. */
export interface TestRunAddress {
  readonly url: string
  readonly control: string
  readonly token: string
}
