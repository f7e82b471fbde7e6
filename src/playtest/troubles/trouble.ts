import type { ErrorCode } from '../../platform/error-codes.js'
import type { Product } from '../../platform/manifest.js'
import type { ControlClient, LogEntry } from '../../testing/index.js'
import type { TestWindow, View } from '../drivers/driver.js'
import type { Breach } from '../judge.js'
import type { ScenarioName } from '../scenarios.js'

/** Something that goes wrong on purpose in one scenario. */
export interface Trouble {
  readonly name: ScenarioName
  /** The codes that calls are refused with because of it, which the app cannot prevent. */
  readonly expects: readonly ErrorCode[]
  /** How long the app may take to call `ready`, in milliseconds. */
  readonly readyWithinMs: number
  /** What the window does besides; Chromium only. */
  readonly view?: Pick<View, 'clockwork' | 'holdings' | 'slowdown'>
  /** Whether it is played in browsers that cannot do that, too. */
  readonly anyBrowser?: true
  /** Sets it up, before the app opens. */
  readonly prepare: (client: ControlClient) => Promise<void>
  /** Plays the app, which has just been opened. @returns what it did not withstand, besides what the log says */
  readonly play: (stage: Stage) => Promise<readonly Breach[]>
}

/** An app that is played in trouble. */
export interface Stage {
  readonly window: TestWindow
  readonly client: ControlClient
  readonly products: readonly Product[]
  /** The entry page. */
  readonly entry: string
  readonly seed: number
  /** How long to play. */
  readonly milliseconds: number
  readonly signal: AbortSignal
  /** The call of `ready` since the app was opened; null if it did not come. */
  readonly ready: LogEntry | null
  /** Plays at random. */
  readonly playFor: (milliseconds: number) => Promise<void>
  /** Whether the app shows a single plain colour. */
  readonly isBlank: () => Promise<boolean>
  /** Closes the app. */
  readonly close: () => Promise<void>
  /** Opens the app, and waits for `ready`. @returns the call, or null if it did not come */
  readonly open: () => Promise<LogEntry | null>
}
