import type { ParamsOf, ResultOf } from '../../platform/calls/shapes.js'
import type { Method } from '../../platform/calls/table.js'
import type { EventData } from '../../platform/events.js'
import type { AiRequests } from '../ai/ai-requests.js'
import type { Clock } from '../clock.js'
import type { Cause, Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { SavedByCall } from '../log/call-step.js'
import type { MatchPlayer } from '../matches/match-player.js'
import type { Randomness } from '../randomness.js'
import type { Services } from '../services.js'
import type { CallRejection } from './call-rejection.js'
import type { HasMethod } from './features.js'
import type { Seat } from './seat.js'
import type { SheetTurn } from './sheet-turns.js'

/** What kind of run it is (2.5). */
export interface RunKind {
  readonly testMode: boolean
  /** The developer's handle on the payment sheet (4.3). */
  readonly developer: string
}

/** The session in which a call is made. The same for all its calls. */
export interface CallSession {
  readonly app: HostedApp
  readonly seat: Seat
  readonly clock: Clock
  readonly randomness: Randomness
  /** The methods that this host has. */
  readonly has: HasMethod
  readonly run: RunKind
  /** This page load, as matches see it. */
  readonly player: MatchPlayer
  /** The AI requests of this page load. */
  readonly ai: AiRequests
  /** The current switches: they may have changed while a sheet was open. */
  switches(): Switches
  /** Whether the session is over, so that calls may have no more effect. */
  over(): boolean
  /** What calls reject with since the session ended, or the app was blocked or deleted (3.1, 5); null while it is alive. */
  ended(): CallRejection | null
  /** Called when the app says that something is on screen (4.2). */
  showApp(): void
  /** Shows the person a notice that needs no choice, so that the call does not have to wait (8.2). */
  notifyPerson(words: string): void
  /** Ends the session and closes the app once the answer was sent. */
  closeApp(): void
}

/** One call, while it is being answered. */
export interface Call {
  readonly session: CallSession
  /** When the app made the call, in milliseconds since 1970. */
  readonly sentAt: number
  /** The switches as they were when the call was made. */
  readonly switches: Switches
  /**
   * Claims the next sheet for this call, before the call awaits anything: of two calls made in one tap, the first one
   * opens its sheet. The claim ends with the call.
   */
  claimSheet(): SheetTurn
  /** Holds the app's events back until this call is answered: events of a match must follow the answer that joined it. */
  holdEvents(): void
  /** Sends the app the progress of this AI request (6: `ai.progress`). */
  sendProgress(progress: Omit<EventData['ai.progress'], 'request'>): void
  /** Explains in the log the outcome of a call that resolves. @param by the switch that it comes from */
  explain(why: string, by?: Cause): void
  /** Notes in the log that the call saved something. */
  saved(what: SavedByCall): void
}

/**
 * Answers a method. The parameters, the session and the tap were checked before.
 * @throws {CallRejection} with a code of section 7
 */
export type Handler<M extends Method, Needs extends keyof Services = keyof Services> = (
  params: ParamsOf<M>,
  call: Call,
  services: Pick<Services, Needs>,
) => ResultOf<M> | Promise<ResultOf<M>>

/**
 * A handler for each of the given methods. Default: every method of 4.1.
 * @typeParam Needs the domains whose services the handlers use
 */
export type Handlers<M extends Method = Method, Needs extends keyof Services = keyof Services> = {
  readonly [Name in M]: Handler<Name, Needs>
}
