import type { Theme } from '../../platform/features.js'
import type { Clock } from '../clock.js'
import type { SwitchSource } from '../control/switch-board.js'
import type { Host } from '../host.js'
import type { HostedApp } from '../hosted-app.js'
import type { CallLog } from '../log/call-log.js'

/** An app of a service, with the host of its real runs. */
export interface RunnableApp {
  readonly id: string
  readonly host: Host
  readonly clock: Clock
  readonly log: CallLog
  readonly switches: Pick<SwitchSource, 'of'>
  /** Calls `listener` after every change of the switches of a seat. @returns a function that stops listening */
  onSwitches(listener: (seat: number) => void): () => void
  /** The version that opens now; null if none is live. */
  live(): RunnableVersion | null
  /** The browser's theme and language are the person's. */
  surroundings(seat: number, surroundings: Surroundings): void
}

export interface RunnableVersion {
  readonly version: string
  /** The path of its zip. */
  readonly zip: string
  /** What the host runs, of what the manifest says: for example only the tools that were granted. */
  hosted(app: HostedApp): HostedApp
}

/** Who opens an app, and what their window shows. */
export interface Visitor {
  readonly seat: number
  /** The person's name, or that nobody is signed in. */
  readonly person: string
  /** The address of the app's page. */
  readonly home: string
}

/** The theme and the language of the browser, which are the person's in a real run (2.5). */
export interface Surroundings {
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
}
