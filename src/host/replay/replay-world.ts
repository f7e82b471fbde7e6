import type { HostedApp } from '../hosted-app.js'

/** What a replay needs from outside. */
export interface ReplayWorld {
  /** Resolves after a turn of the event loop, so that what was done has taken effect. */
  readonly turn: () => Promise<void>
  /** Replaces the app that the log was recorded with, for example by one with another manifest. */
  readonly app?: HostedApp
}

/** Why a log cannot be replayed. */
export type Unreplayable =
  /** The start of a host is not in it: it was cut, or is of a real run. */
  | 'no-start'
  /** The host started with more saved data than a log can have. */
  | 'too-much-data'
  /** The saved data with which the host started are not valid. */
  | 'invalid-data'
  /** Version 0.1 recorded it, without the order of all that happened. */
  | 'earlier-version'

/** The log cannot be replayed. The message says why. */
export class UnreplayableError extends Error {
  override readonly name = 'UnreplayableError'
  readonly reason: Unreplayable

  constructor(reason: Unreplayable, message: string) {
    super(message)
    this.reason = reason
  }
}
