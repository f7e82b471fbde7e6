import type { AiMaker } from '../ai/ai-maker.js'
import type { HostedApp } from '../hosted-app.js'
import type { Pictures } from '../sharing/pictures.js'

/** What a replay needs from outside. */
export interface ReplayWorld {
  readonly aiMaker: AiMaker
  readonly pictures: Pictures
  /** Resolves after a turn of the event loop, so that pending work can continue. */
  readonly turn: () => Promise<void>
  /** Replaces the app that the log was recorded with, for example by one with another manifest. */
  readonly app?: HostedApp
}

/** The log cannot be replayed. The message says why. */
export class UnreplayableError extends Error {
  override readonly name = 'UnreplayableError'
}
