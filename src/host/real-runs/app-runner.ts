import type { AiMaker } from '../ai/ai-maker.js'
import type { BaseClock } from '../clock.js'
import type { Pictures } from '../sharing/pictures.js'
import type { RunnableApp, Visitor } from './runnable-app.js'

/**
 * What opens apps in a browser. A service knows nothing of pages, frames and sockets: it is handed in, and is made with
 * the first app that somebody opens.
 */
export interface AppRunner {
  readonly pictures: Pictures
  readonly aiMaker: AiMaker
  /**
   * Opens an app for a person, in a real run.
   * @returns the address of the run's page, which nobody can guess
   * @throws {Failure} if no version is live
   */
  openRun(app: RunnableApp, visitor: Visitor): Promise<string>
  /** Another version of the app is live, or what the app may use changed. */
  update(appId: string): Promise<void>
  /** The files of the app are going to be removed. Its open pages learn from the host that it is gone. */
  removeFiles(appId: string): Promise<void>
  /** Ends every real run and closes its windows. */
  endRuns(): Promise<void>
  /** Opens a version in a simulator, as a test run. An app has one at a time, with test data that all versions share. */
  openTest(run: TestRun): Promise<TestRunAddress>
  endTests(): Promise<void>
  stop(): Promise<void>
}

/** A version of an app to open as a test run. */
export interface TestRun {
  readonly appId: string
  readonly version: string
  /** The path of its zip. */
  readonly zip: string
  /** The folder of the app's test data, created where it is not there. */
  readonly data: string
  readonly clock: BaseClock
}

/** Where a test run is: its simulator, and the control API of that simulator. */
export interface TestRunAddress {
  readonly url: string
  readonly control: string
  readonly token: string
}
