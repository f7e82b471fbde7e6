import { CALL_SHAPES, type ParamsOf } from '../../platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../platform/calls/table.js'
import type { Answer } from '../../platform/envelope.js'
import { ERROR_CODES } from '../../platform/error-codes.js'
import type { EventData } from '../../platform/events.js'
import type { AiRequests } from '../ai/ai-requests.js'
import type { Switches } from '../control/switches.js'
import { type CallTrouble, DECLINED, describeTrouble } from '../control/trouble/trouble.js'
import type { HostedApp } from '../hosted-app.js'
import type { FollowedScript } from '../log/call-log.js'
import type { MatchPlayer } from '../matches/matches.js'
import { NotSavedError } from '../saving/store.js'
import type { Call, CallSession, Handler } from './call.js'
import { CallError } from './call-error.js'
import { type HasMethod, isCutOff, knowsMethod } from './features.js'
import { methodNamed } from './request.js'
import type { Seat } from './seat.js'
import type { SessionWorld } from './session-world.js'
import type { SheetTurn, SheetTurns } from './sheet-turns.js'

/** The session that calls are made in, as far as they reach into it. */
export interface CallingSession {
  readonly app: HostedApp
  readonly seat: Seat
  readonly has: HasMethod
  readonly player: MatchPlayer
  readonly ai: AiRequests
  readonly sheets: SheetTurns
  /** Whether the app closed itself, or its page is gone. */
  closed(): boolean
  /** Whether its 12 hours are over (5). */
  expired(): boolean
  /** Keeps events back until the request of this id is answered. */
  holdEvents(id: string): void
  tellProgress(progress: EventData['ai.progress']): void
  showApp(): void
  tellPerson(words: string): void
  closeApp(): void
}

/** An answer's body, with what the log adds to it. */
export type Outcome = (
  | { readonly result: unknown }
  | { readonly error: Extract<Answer, { error: unknown }>['error'] }
) & { readonly why?: string; readonly script?: FollowedScript }

export const rejected = ({ code, message, why }: CallError): Outcome => ({ error: { code, message }, why })

/** Judges the calls of a session, and has those answered that it lets pass: the only way to a handler. */
export class CallDispatcher {
  readonly #session: CallingSession
  readonly #world: SessionWorld
  /** What every call of the session is given alike. */
  readonly #given: CallSession

  constructor(session: CallingSession, world: SessionWorld) {
    this.#session = session
    this.#world = world
    const { app, seat, has, player, ai } = session
    this.#given = {
      app,
      seat,
      clock: world.clock,
      randomness: world.randomness,
      has,
      player,
      ai,
      switches: world.switches,
      over: () => session.closed() || session.expired(),
      checkAlive: () => this.#checkAlive(),
      showApp: () => session.showApp(),
      tellPerson: (words) => session.tellPerson(words),
      closeApp: () => session.closeApp(),
    }
  }

  /** Answers one request of the app: a call of a method, or a name that is none. Whatever it comes to, it resolves. */
  async outcome(
    id: string,
    name: string,
    params: unknown,
    gesture: boolean,
    trouble: CallTrouble | null,
  ): Promise<Outcome> {
    try {
      this.#checkAlive()
      if (trouble?.what === 'error')
        throw new CallError(trouble.code, ERROR_CODES[trouble.code], describeTrouble(trouble))
      const method = methodNamed(name)
      const switches = this.#world.switches()
      if (method === null || !knowsMethod(method, this.#session.has, switches))
        throw unknownMethod(name, method, switches)
      return await this.#call(id, method, params, gesture, switches, trouble)
    } catch (error) {
      if (error instanceof CallError) return rejected(error)
      if (error instanceof NotSavedError)
        return rejected(
          new CallError('TIMEOUT', 'The host did not answer in time.', `Nothing was saved. ${error.message}`),
        )
      this.#world.onDefect(error)
      return rejected(
        new CallError(
          'TIMEOUT',
          'The host did not answer in time.',
          'The simulator failed; see its own output.',
        ),
      )
    }
  }

  async #call<M extends Method>(
    id: string,
    method: M,
    params: unknown,
    gesture: boolean,
    switches: Switches,
    trouble: CallTrouble | null,
  ): Promise<Outcome> {
    const parsed = CALL_SHAPES[method].params.safeParse(params === undefined ? {} : params)
    if (!parsed.success) {
      const found = parsed.error.issues
        .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
        .join('; ')
      throw new CallError('INVALID', `Bad parameters for ${method}: ${found}.`, `See ${method} in 4.1.`)
    }
    const needsTap = CALL_TABLE[method].gesture
    if (!gesture && (needsTap === 'tap' || (needsTap === 'ask' && asks(parsed.data))))
      throw new CallError(
        'NEEDS_TAP',
        `${method} must be called directly from a tap or click.`,
        'The browser reported no user activation of this app: call it within a click, pointer-up, touch-end or key-down handler, and await nothing slow first (4.1).',
      )
    if (isCutOff(method, parsed.data, switches))
      throw new CallError(
        'OFFLINE',
        'There is no connection.',
        'The switch `network.offline` is on, and this call needs the service (7). Try again later, and keep playing meanwhile.',
      )
    const call = new RunningCall(id, this.#session, this.#given, switches, trouble)
    const handler: Handler<M> = this.#world.handlers[method]
    try {
      // The schema of this very method made these parameters; the compiler cannot follow that through the two tables.
      const result = await handler(parsed.data as ParamsOf<M>, call, this.#world.services)
      return { result, ...call.said() }
    } finally {
      call.releaseSheets()
    }
  }

  /** Which of its three ends a session came to (5, 7). */
  #checkAlive(): void {
    const { app } = this.#world.switches()
    if (app === 'deleted')
      throw new CallError(
        'MINI_APP_DELETED',
        'The mini app was deleted by its developer.',
        'The switch `app` is on `deleted`.',
      )
    if (app === 'blocked')
      throw new CallError(
        'MINI_APP_UNAVAILABLE',
        'The mini app was blocked.',
        'The switch `app` is on `blocked`.',
      )
    if (this.#session.closed())
      throw new CallError('LAUNCH_INVALID', 'The session ended.', 'The app called `close` before.')
    if (this.#session.expired())
      throw new CallError(
        'LAUNCH_INVALID',
        'The session ended.',
        'A session lasts 12 hours (5); the person opens the app again.',
      )
  }
}

/** A call while its handler answers it. A class, since a busy match makes hundreds a second. */
class RunningCall implements Call {
  readonly session: CallSession
  readonly switches: Switches
  readonly #id: string
  readonly #caller: CallingSession
  readonly #trouble: CallTrouble | null
  readonly #claims: SheetTurn[] = []
  #why: string | undefined
  #script: FollowedScript | undefined

  constructor(
    id: string,
    caller: CallingSession,
    session: CallSession,
    switches: Switches,
    trouble: CallTrouble | null,
  ) {
    this.#id = id
    this.#caller = caller
    this.session = session
    this.switches = switches
    this.#trouble = trouble
    this.#why = trouble === null ? undefined : describeTrouble(trouble)
  }

  claimSheet(): SheetTurn {
    const turn = this.#caller.sheets.claim(this.#id)
    this.#claims.push(turn)
    return this.#trouble?.what === 'cancel' ? declined(turn) : turn
  }

  holdEvents(): void {
    this.#caller.holdEvents(this.#id)
  }

  tellProgress(progress: Omit<EventData['ai.progress'], 'request'>): void {
    this.#caller.tellProgress({ request: this.#id, ...progress })
  }

  explain(why: string): void {
    this.#why = this.#trouble === null ? why : `${why} ${describeTrouble(this.#trouble)}`
  }

  followScript(said: FollowedScript): void {
    this.#script = said
  }

  /** What the log adds to the answer. */
  said(): Pick<Outcome, 'why' | 'script'> {
    return {
      ...(this.#why === undefined ? {} : { why: this.#why }),
      ...(this.#script === undefined ? {} : { script: this.#script }),
    }
  }

  /** The claims to sheets end with the call. */
  releaseSheets(): void {
    for (const claim of this.#claims) claim.release()
  }
}

/** A claim to a sheet that nobody sees: the person closes it at once. */
const declined = (turn: SheetTurn): SheetTurn => ({
  open: async (kind, _offer, _judge, onDrawn) => {
    onDrawn?.()
    turn.release()
    return DECLINED[kind]
  },
  withdraw: () => turn.withdraw(),
  release: () => turn.release(),
})

const asks = (params: object): boolean => 'ask' in params && params.ask === true

const unknownMethod = (name: string, method: Method | null, switches: Switches): CallError =>
  new CallError(
    'UNKNOWN_METHOD',
    'This host does not know the method.',
    method === null
      ? `No method of 4.1 is called ${JSON.stringify(name.slice(0, 100))}.`
      : switches.hostVersion === 'old'
        ? `The switch \`hostVersion\` is on \`old\`, and a host of old has no ${method}: ask supports() first (9).`
        : `This version of the simulator does not have ${method} yet; ask supports() first (9).`,
  )
