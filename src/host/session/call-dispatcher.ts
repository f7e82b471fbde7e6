import type { Declaration } from '../../platform/calls/definition.js'
import { CALL_SHAPES, type ParamsOf } from '../../platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../platform/calls/table.js'
import type { Answer, NotJson } from '../../platform/envelope.js'
import { ERROR_CODES } from '../../platform/error-codes.js'
import type { EventData } from '../../platform/events.js'
import { plainIssue } from '../../platform/issues.js'
import { describeNotJson } from '../../platform/json-form.js'
import { SESSION_MS } from '../../platform/limits.js'
import { HOUR_MS } from '../../platform/units.js'
import { DECLINED, describeFault, type Fault } from '../control/faults/fault.js'
import type { Cause, Switches } from '../control/switches.js'
import type { SavedByCall } from '../log/call-step.js'
import { NotSavedError } from '../saving/store.js'
import type { Call, CallSession, Handler } from './call.js'
import { CallRejection } from './call-rejection.js'
import type { CallSteps } from './call-steps.js'
import { isCutOff, knowsMethod, undeclaredBy } from './features.js'
import { methodNamed } from './request.js'
import type { SessionWorld } from './session-world.js'
import type { SheetTurn, SheetTurns } from './sheet-turns.js'

/** What calls need from the session in which they are made. */
export interface CallingSession
  extends Pick<
    CallSession,
    'app' | 'seat' | 'has' | 'player' | 'ai' | 'showApp' | 'notifyPerson' | 'closeApp'
  > {
  readonly sheets: SheetTurns
  /** Whether the app closed itself, or its page was closed. */
  closed(): boolean
  /** Whether its time is over (5). */
  expired(): boolean
  /** Holds events back until the request with this id is answered. */
  holdEvents(id: string): void
  sendProgress(progress: EventData['ai.progress']): void
}

/** A request of the app, as its call is answered. */
interface Asked {
  readonly id: string
  /** As the app sent it. It may not be a method of 4.1. */
  readonly name: string
  readonly params: unknown
  readonly notJson: readonly NotJson[]
  readonly gesture: boolean
  readonly fault: Fault | null
  readonly steps: CallSteps
}

/** The body of an answer, and what the log adds to it. */
export type Outcome = (
  | { readonly result: unknown }
  | { readonly error: Extract<Answer, { error: unknown }>['error'] }
) & { readonly why?: string; readonly by?: Cause }

export const rejected = ({ code, message, why, by }: CallRejection): Outcome => ({
  error: { code, message },
  why,
  ...(by === undefined ? {} : { by }),
})

const unanswered = (why: string): Outcome =>
  rejected(new CallRejection('TIMEOUT', 'The host did not answer in time.', why))

/** Checks the calls of a session, and passes valid ones to their handlers. No call reaches a handler in another way. */
export class CallDispatcher {
  readonly #session: CallingSession
  readonly #world: SessionWorld
  /** What all calls of the session have in common. */
  readonly #common: CallSession

  constructor(session: CallingSession, world: SessionWorld) {
    this.#session = session
    this.#world = world
    const { clock, randomness, run, switches } = world
    this.#common = {
      ...session,
      clock,
      randomness,
      run,
      switches,
      over: () => session.closed() || session.expired(),
      ended: () => this.#ended(),
    }
  }

  /**
   * Answers a request of the app. Resolves in every case, also for an unknown method.
   */
  async outcome(asked: Asked): Promise<Outcome> {
    const { name, fault } = asked
    try {
      const ended = this.#ended()
      if (ended !== null) throw ended
      if (fault?.what === 'error')
        throw new CallRejection(fault.code, ERROR_CODES[fault.code], describeFault(fault))
      if (fault?.what === 'answer') return { result: fault.result, why: describeFault(fault) }
      const method = methodNamed(name)
      const switches = this.#world.switches()
      if (method === null || !knowsMethod(method, this.#session.has, switches))
        throw unknownMethod(name, method, switches)
      return await this.#call(method, asked, switches)
    } catch (error) {
      if (error instanceof CallRejection) return rejected(error)
      if (error instanceof NotSavedError) return unanswered(`Nothing was saved. ${error.message}`)
      this.#world.onDefect(error)
      return unanswered('The simulator failed. See its output in the terminal.')
    }
  }

  async #call<M extends Method>(method: M, asked: Asked, switches: Switches): Promise<Outcome> {
    const { params, notJson, gesture } = asked
    const { name, gesture: needsTap } = CALL_TABLE[method]
    if (notJson.length > 0) throw badParameters(name, describeNotJson(notJson))
    const { params: shape } = CALL_SHAPES[method]
    const parsed = shape.safeParse(params === undefined ? {} : params, { error: plainIssue })
    if (!parsed.success) {
      const found = parsed.error.issues.map(({ path, message }) =>
        path.length === 0 ? `its parameters ${message}` : `\`${path.join('.')}\` ${message}`,
      )
      throw badParameters(name, [...new Set(found)].join('; '))
    }
    if (!gesture && (needsTap === 'tap' || (needsTap === 'ask' && asks(parsed.data))))
      throw new CallRejection(
        'NEEDS_TAP',
        `Call \`${name}\` directly in a tap, click or key-down handler.`,
        'The browser reported no user activation in this app. Make the call in a click, pointer-up, touch-end or key-down handler, before anything slow is awaited (4.1).',
      )
    if (isCutOff(method, parsed.data, switches))
      throw new CallRejection(
        'OFFLINE',
        'There is no connection.',
        'The switch `network.offline` is on, and this call needs the service (7). Let the app continue, and try again later.',
        'network',
      )
    const undeclared = undeclaredBy(method, parsed.data, this.#session.app)
    if (undeclared !== null) throw notDeclared(undeclared)
    const call = new RunningCall(asked, this.#session, this.#common, switches)
    const handler: Handler<M> = this.#world.handlers[method]
    try {
      // This method's own schema made these parameters. The compiler cannot follow that through the two tables.
      const result = await handler(parsed.data as ParamsOf<M>, call, this.#world.services)
      return { result, ...call.notes() }
    } finally {
      call.releaseSheets()
    }
  }

  /** What calls of a session that has ended, in one of three ways, reject with (5, 7). */
  #ended(): CallRejection | null {
    const { app } = this.#world.switches()
    if (app === 'deleted')
      return new CallRejection(
        'MINI_APP_DELETED',
        'The mini app was deleted by its developer.',
        'The switch `app` is `deleted`.',
        'app',
      )
    if (app === 'blocked')
      return new CallRejection(
        'MINI_APP_UNAVAILABLE',
        'The mini app was blocked.',
        'The switch `app` is `blocked`.',
        'app',
      )
    if (this.#session.closed())
      return new CallRejection('LAUNCH_INVALID', 'The session ended.', 'The app called `close()` before.')
    if (this.#session.expired())
      return new CallRejection(
        'LAUNCH_INVALID',
        'The session ended.',
        `A session lasts ${SESSION_MS / HOUR_MS} hours (5). The person has to open the app again.`,
      )
    return null
  }
}

const badParameters = (name: string, found: string): CallRejection =>
  new CallRejection(
    'INVALID',
    `Bad parameters for \`${name}\`: ${found}.`,
    `Run \`miniapp docs ${name}\`, or see 4.1.`,
  )

const notDeclared = ({ capability, tool }: Declaration): CallRejection =>
  tool === null
    ? new CallRejection(
        'NOT_DECLARED',
        `The manifest does not declare ${capability}.`,
        'Add it to `capabilities` in manifest.json, with a version and a purpose (2.4).',
      )
    : new CallRejection(
        'NOT_DECLARED',
        `The manifest does not declare the tool ${tool}.`,
        `Add "tools": ["${tool}"] to the capability ${capability} in manifest.json (2.4).`,
      )

/** A call while its handler answers it. A class, because a busy match makes hundreds of calls a second. */
class RunningCall implements Call {
  readonly session: CallSession
  readonly switches: Switches
  readonly #asked: Asked
  readonly #caller: CallingSession
  readonly #claims: SheetTurn[] = []
  #why: string | undefined
  #by: Cause | undefined

  constructor(asked: Asked, caller: CallingSession, session: CallSession, switches: Switches) {
    this.#asked = asked
    this.#caller = caller
    this.session = session
    this.switches = switches
    this.#why = asked.fault === null ? undefined : describeFault(asked.fault)
  }

  get sentAt(): number {
    return this.#asked.steps.sentAt
  }

  claimSheet(): SheetTurn {
    const turn = this.#caller.sheets.claim(this.#asked.id)
    this.#claims.push(turn)
    const watched = this.#asked.steps.watch(this.#asked.fault?.what === 'cancel' ? declined(turn) : turn)
    return whileAlive(watched, this.session)
  }

  holdEvents(): void {
    this.#caller.holdEvents(this.#asked.id)
  }

  sendProgress(progress: Omit<EventData['ai.progress'], 'request'>): void {
    this.#caller.sendProgress({ request: this.#asked.id, ...progress })
  }

  explain(why: string, by?: Cause): void {
    const { fault } = this.#asked
    this.#by = by
    this.#why = fault === null ? why : `${why} ${describeFault(fault)}`
  }

  saved(what: SavedByCall): void {
    this.#asked.steps.add({ step: 'saved', what })
  }

  /** What the log adds to the answer. */
  notes(): Pick<Outcome, 'why' | 'by'> {
    return {
      ...(this.#why === undefined ? {} : { why: this.#why }),
      ...(this.#by === undefined ? {} : { by: this.#by }),
    }
  }

  /** Ends the call's claims to sheets. */
  releaseSheets(): void {
    for (const claim of this.#claims) claim.release()
  }
}

/** A claim to a sheet that is not drawn, as if the person closed it immediately. */
const declined = (turn: SheetTurn): SheetTurn => ({
  open: async (kind, _offer, _judge, onDrawn) => {
    onDrawn?.(() => {})
    turn.release()
    return DECLINED[kind]
  },
  withdraw: () => turn.withdraw(),
  release: () => turn.release(),
})

/**
 * A claim to a sheet on which nothing can be chosen any more once the session ended, or the app was blocked or deleted
 * (3.1, 5): the call rejects as every call does then, and nothing is sold, saved or handed over. The sheet can be closed.
 */
const whileAlive = (turn: SheetTurn, { ended }: Pick<CallSession, 'ended'>): SheetTurn => ({
  ...turn,
  open: async (kind, offer, judge, onDrawn) => {
    const judged: typeof judge = (choice) => (ended() === null ? judge(choice) : null)
    const choice = await turn.open(kind, offer, judged, onDrawn)
    const rejection = choice === DECLINED[kind] ? null : ended()
    if (rejection !== null) throw rejection
    return choice
  },
})

const asks = (params: object): boolean => 'ask' in params && params.ask === true

const unknownMethod = (name: string, method: Method | null, switches: Switches): CallRejection =>
  new CallRejection(
    'UNKNOWN_METHOD',
    'This host does not have this method.',
    method === null
      ? `No method of 4.1 is called ${JSON.stringify(name.slice(0, 100))}.`
      : switches.hostVersion === 'old'
        ? `The switch \`hostVersion\` is \`old\`, and older hosts do not have \`${CALL_TABLE[method].name}\`: check \`supports()\` first (9).`
        : `This version of the simulator does not have \`${CALL_TABLE[method].name}\`: check \`supports()\` first (9).`,
    method !== null && switches.hostVersion === 'old' ? 'hostVersion' : undefined,
  )
