import type { AiMaker } from '../ai/ai-maker.js'
import type { HostedApp } from '../hosted-app.js'
import type { Pictures } from '../sharing/pictures.js'

/** What a replay is given. */
export interface ReplayWorld {
  readonly aiMaker: AiMaker
  readonly pictures: Pictures
  /** Resolves once what is under way had a chance to go on: a turn of the event loop, and longer the later. */
  readonly turn: (attempt: number) => Promise<void>
  /** In place of the app that the log was recorded with: another manifest, say. */
  readonly app?: HostedApp
}

/** The log cannot be replayed at all, with the reason in words. */
export class UnreplayableError extends Error {
  override readonly name = 'UnreplayableError'
}
