import type { ParamsOf, ResultOf } from '../../platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../platform/calls/table.js'
import type { EventData } from '../../platform/events.js'
import type { Capability } from '../../platform/features.js'
import type { AiMaker } from '../ai/ai-maker.js'
import type { AiRequests } from '../ai/ai-requests.js'
import type { AiConsents } from '../ai/document.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { FollowedScript } from '../log/call-log.js'
import type { Matches, MatchPlayer } from '../matches/matches.js'
import type { LedgerBook } from '../money/document.js'
import type { Nicknames } from '../nickname/document.js'
import type { Randomness } from '../randomness.js'
import type { SharedDocument } from '../records/document.js'
import type { SavedDocument } from '../saving/store.js'
import type { Pictures } from '../sharing/pictures.js'
import type { HasMethod } from './features.js'
import type { Seat } from './seat.js'
import type { SheetTurn } from './sheet-turns.js'
import type { SheetKind } from './sheets.js'

/** What a call is made in: who asks, in which app, and what the host can do for it. */
export interface CallContext {
  readonly app: HostedApp
  readonly seat: Seat
  readonly switches: Switches
  readonly clock: Clock
  /** The records that everyone in the app can read (4.6). */
  readonly shared: SharedDocument
  /** A person's nickname in this app, by their `app_user_id` (4.6). */
  readonly nicknameOf: (appUserId: string) => string | null
  /** The live matches of the app (4.8). */
  readonly matches: Matches
  /** This page load, as its match knows it. */
  readonly player: MatchPlayer
  /** Whether the session is over, so that nothing may come of the call any more: a sheet may have been open for long. */
  readonly over: () => boolean
  /**
   * Asked once more after a sheet, before anything is sold or handed over: the app may have met its end meanwhile.
   * @throws {CallError} what every call rejects with once the session ended or the app was blocked or deleted (3.1, 5)
   */
  readonly checkAlive: () => void
  /** Keeps the app's events back until this call is answered: what happens in a match follows the answer that tells of it. */
  readonly holdEvents: () => void
  /** The methods that this host has. */
  readonly has: HasMethod
  readonly books: LedgerBook
  readonly nicknames: SavedDocument<Nicknames>
  readonly randomness: Randomness
  readonly pictures: Pictures
  /** The AI requests of this page load. */
  readonly ai: AiRequests
  readonly aiMaker: AiMaker
  readonly aiConsents: SavedDocument<AiConsents>
  /** Tells the app how far this AI request is (6: `ai.progress`). */
  readonly aiProgress: (progress: Omit<EventData['ai.progress'], 'request'>) => void
  /** The phone has the model of a capability now (3.4): it becomes `ready`. */
  readonly modelDownloaded: (capability: Capability) => Promise<void>
  /** The switches as they stand now: a sheet may have been open for long. */
  readonly switchesNow: () => Switches
  /**
   * Claims the next sheet for this call, before the call awaits anything: of two calls made in one tap the first one
   * opens its sheet. The claim ends with the call.
   */
  readonly claimSheet: () => SheetTurn
  /** Says in the log why a call that resolves came out so. */
  readonly explain: (why: string) => void
  /** Says in the log what the developer's script said to this AI request. */
  readonly followScript: (said: FollowedScript) => void
  /** Tells the person something that asks for no choice, so that the call need not wait (8.2). */
  readonly tellPerson: (words: string) => void
  /** The app says that something is on screen (4.2). */
  readonly showApp: () => void
  /** Ends the session and closes the app, once the answer is out. */
  readonly closeApp: () => void
}

/**
 * Answers a method, its parameters judged, its session alive, its tap seen.
 * @throws {CallError} with a code of section 7
 */
export type Handler<M extends Method> = (
  params: ParamsOf<M>,
  call: CallContext,
) => ResultOf<M> | Promise<ResultOf<M>>

/** The handlers of an area; a method without one is unknown to this host. */
export type Handlers = { readonly [M in Method]?: Handler<M> }

/** What a host has: the methods with a handler, but for those whose sheet the page cannot draw. */
export const hostHas =
  (handlers: Handlers, sheets: readonly SheetKind[]): HasMethod =>
  (method) => {
    const { sheet } = CALL_TABLE[method]
    return Object.hasOwn(handlers, method) && (sheet === null || sheets.includes(sheet))
  }
