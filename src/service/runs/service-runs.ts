import type { NicknameView } from '../../control/service-answers.js'
import type { TestRunAddress } from '../../host/real-runs/app-runner.js'
import type { Platform } from '../../platform/features.js'

export interface RunRequest {
  readonly appId: string
  /** A member's ID, or `signed-out`. */
  readonly member: string
  readonly device: Platform
  /** The service's own origin, for links back to it. */
  readonly origin: string
}

/** Runs of the service's mini apps: real ones for its members, and test runs of any version. */
export interface ServiceRuns {
  /**
   * Opens the live version of an app for a member, or for a visitor who is not signed in.
   * @returns the address of the run's page
   * @throws {RefusedError} where the app is not live, or does not open for this person (5)
   */
  openRun(request: RunRequest): Promise<string>
  /**
   * Opens a version in any state as a test run, which only the owner and admins may (5).
   * @throws {RefusedError} where there are no files of it
   */
  openTest(appId: string, version: string): Promise<TestRunAddress>
  /** Everyone's nickname in an app (4.6). */
  nicknames(appId: string): Promise<readonly NicknameView[]>
  /**
   * An admin replaces a nickname that was reported (4.6).
   * @param wanted null for a suggested one
   * @throws {RefusedError} where the member has none in this app, or the new one is not allowed
   */
  replaceNickname(appId: string, member: string, wanted: string | null): Promise<NicknameView>
  /** An app is deleted: its files, and what its test runs saved, are removed. */
  removeFiles(appId: string): Promise<void>
  stop(): Promise<void>
}
