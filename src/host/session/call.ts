import type { ParamsOf, ResultOf } from '../../platform/calls/shapes.js'
import type { Method } from '../../platform/calls/table.js'
import type { EventData } from '../../platform/events.js'
import type { AiRequests } from '../ai/ai-requests.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { FollowedScript } from '../log/call-log.js'
import type { MatchPlayer } from '../matches/matches.js'
import type { Randomness } from '../randomness.js'
import type { Services } from '../services.js'
import type { HasMethod } from './features.js'
import type { Seat } from './seat.js'
import type { SheetTurn } from './sheet-turns.js'

/** The session that a call is made in: who calls, in which app, and what they see. The same for all its calls. */
export interface CallSession {
  readonly app: HostedApp
  readonly seat: Seat
  readonly clock: Clock
  readonly randomness: Randomness
  /** The methods that this host has. */
  readonly has: HasMethod
  /** This page load, as its match knows it. */
  readonly player: MatchPlayer
  /** The AI requests of this page load. */
  readonly ai: AiRequests
  /** The switches as they are now: a sheet may have been open for long. */
  switches(): Switches
  /** Whether the session is over, so that nothing may come of a call any more. */
  over(): boolean
  /**
   * Asked once more after a sheet, before anything is sold or handed over: the app may have met its end meanwhile.
   * @throws {CallError} what every call rejects with once the session ended or the app was blocked or deleted (3.1, 5)
   */
  checkAlive(): void
  /** The app says that something is on screen (4.2). */
  showApp(): void
  /** Tells the person something that asks for no choice, so that the call need not wait (8.2). */
  tellPerson(words: string): void
  /** Ends the session and closes the app, once the answer is out. */
  closeApp(): void
}

/** One call, while it is being answered. */
export interface Call {
  readonly session: CallSession
  /** The switches as they were when the call was made. */
  readonly switches: Switches
  /**
   * Claims the next sheet for this call, before the call awaits anything: of two calls made in one tap the first one
   * opens its sheet. The claim ends with the call.
   */
  claimSheet(): SheetTurn
  /** Keeps the app's events back until this call is answered: what happens in a match follows the answer that tells of it. */
  holdEvents(): void
  /** Tells the app how far this AI request is (6: `ai.progress`). */
  tellProgress(progress: Omit<EventData['ai.progress'], 'request'>): void
  /** Says in the log why a call that resolves came out so. */
  explain(why: string): void
  /** Says in the log what the developer's script said to this AI request. */
  followScript(said: FollowedScript): void
}

/**
 * Answers a method, its parameters judged, its session alive, its tap seen.
 * @throws {CallError} with a code of section 7
 */
export type Handler<M extends Method, Needs extends keyof Services = keyof Services> = (
  params: ParamsOf<M>,
  call: Call,
  services: Pick<Services, Needs>,
) => ResultOf<M> | Promise<ResultOf<M>>

/**
 * A handler for each of some methods; for every method of 4.1 where none are named.
 * @typeParam Needs the domains whose services the handlers use
 */
export type Handlers<M extends Method = Method, Needs extends keyof Services = keyof Services> = {
  readonly [Name in M]: Handler<Name, Needs>
}
