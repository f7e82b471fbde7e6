import { CALL_TABLE, type Method } from '../platform/call-table.js'
import { CALLS, type ParamsOf } from '../platform/calls.js'
import { type Answer, type EventMessage, type HostMessage, PROTOCOL_VERSION } from '../platform/envelope.js'
import { ERROR_CODES } from '../platform/error-codes.js'
import type { EventData, EventName, MatchLeftReason } from '../platform/events.js'
import type { Capability } from '../platform/features.js'
import { SESSION_MS } from '../platform/limits.js'
import type { Received } from './action.js'
import type { AiMaker } from './ai/ai-maker.js'
import { AiRequests } from './ai/ai-requests.js'
import type { AiStrip } from './ai/ai-strip.js'
import type { AiConsents } from './ai/consent-document.js'
import { askNickname } from './ask-nickname.js'
import { CallError } from './call-error.js'
import type { CallLog } from './call-log.js'
import { type CallContext, type Handlers, hostHas } from './calls/call.js'
import type { Clock } from './clock.js'
import { type HasMethod, isCutOff, knowsMethod, lacksConnection } from './features.js'
import type { HostedApp } from './hosted-app.js'
import type { LedgerBook } from './ledger-document.js'
import { loggable } from './loggable.js'
import type { Matches, MatchPlayer } from './matches/matches.js'
import { playGroup } from './matches/play-group.js'
import { type Nicknames, saveNickname } from './nickname-document.js'
import type { Pictures } from './pictures.js'
import type { Randomness } from './randomness.js'
import { methodNamed, type ReceivedRequest, readRequest } from './request.js'
import type { Seat } from './seat.js'
import { SeatNetwork } from './seat-network.js'
import type { SharedStore } from './shared-store.js'
import { type SheetTurn, SheetTurns } from './sheet-turns.js'
import type { SheetDrawer } from './sheets.js'
import { NotSavedError, type SavedDocument } from './store.js'
import type { Switches } from './switches.js'
import {
  type CallTrouble,
  DECLINED,
  describeTrouble,
  type Moment,
  type TroubleBoard,
} from './trouble/trouble.js'

/** What a session tells the page that it runs in. */
export interface SessionSink {
  /** An answer or an event for the app. */
  send(message: HostMessage): void
  /** The app called `ready`: the loading cover goes (4.2). */
  ready(): void
  /** The app called `close`. */
  close(): void
  /** Draws the strip of the AI request that runs, or takes it away (4.7). */
  aiStrip(strip: AiStrip | null): void
  /** Draws the host's sheets. */
  readonly sheets: SheetDrawer
}

/** What a session needs of its host. */
export interface SessionWorld {
  readonly clock: Clock
  readonly log: CallLog
  readonly handlers: Handlers
  readonly shared: SavedDocument<SharedStore>
  readonly books: LedgerBook
  readonly randomness: Randomness
  readonly nicknames: SavedDocument<Nicknames>
  readonly pictures: Pictures
  readonly matches: Matches
  readonly aiMaker: AiMaker
  readonly aiConsents: SavedDocument<AiConsents>
  readonly modelDownloaded: (capability: Capability) => Promise<void>
  /** What the developer ordered to go wrong. */
  readonly trouble: TroubleBoard
  /** Something befalls the app, as the torture has it. */
  readonly onMoment: (moment: Moment) => void
  /** The seat's switches as they stand now. */
  readonly switches: () => Switches
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** One page load of an app before one person: judges, limits, answers and logs its calls. */
export class Session {
  readonly #app: HostedApp
  readonly #seat: Seat
  readonly #world: SessionWorld
  readonly #sink: SessionSink
  #endsAt: number
  /** The ids of requests that have no answer yet: each is unique among them (4). */
  readonly #open = new Set<string>()
  readonly #sheets: SheetTurns
  readonly #has: HasMethod
  /** What every message passes between the app and its host. */
  readonly #network: SeatNetwork
  /** This page load, as its match knows it. */
  readonly #player: MatchPlayer
  readonly #cancelExpiry: () => void
  /** The request whose answer comes before any event, and the events that wait for it. */
  #holding: { readonly id: string; readonly events: EventMessage[] } | null = null
  readonly #ai: AiRequests
  #state: 'open' | 'closed' | 'gone' = 'open'
  /** What the app believes; it assumes at the start that it is looked at (6). */
  #visibleToApp = true
  #pageVisible: boolean

  constructor(app: HostedApp, seat: Seat, world: SessionWorld, sink: SessionSink, pageVisible: boolean) {
    this.#app = app
    this.#seat = seat
    this.#world = world
    this.#sink = sink
    this.#pageVisible = pageVisible
    this.#has = hostHas(world.handlers, sink.sheets.kinds)
    // What was left untold while the sheet was open (6).
    this.#sheets = new SheetTurns(sink.sheets, () => this.#tellVisibility())
    this.#ai = new AiRequests(world.clock, (strip) => sink.aiStrip(strip))
    this.#endsAt = world.clock.now() + SESSION_MS
    this.#network = new SeatNetwork(world.clock, seat.number, () => world.switches().network)
    this.#player = {
      seat: seat.number,
      person: seat.appUserId,
      tell: (message) => this.#tell(message),
      group: () => playGroup(world.switches()),
      online: () => !lacksConnection(world.switches()),
      loses: (direction) => this.#network.loses(direction),
    }
    this.#cancelExpiry = world.clock.at(this.#endsAt, () => this.dropConnection())
  }

  /** When the session ends by itself, milliseconds since 1970 (5). */
  get endsAt(): number {
    return this.#endsAt
  }

  /** The session ends now, as after its 12 hours: every call rejects `LAUNCH_INVALID` (5). */
  expire(): void {
    this.#cancelExpiry()
    this.#endsAt = this.#world.clock.now()
    this.dropConnection()
  }

  /** Whether the app's page is there, and the app did not close itself. */
  get running(): boolean {
    return this.#state === 'open'
  }

  /** Takes a request of the app and answers it once, or never where the documents say that it is dropped. */
  receive(received: ReceivedRequest): Promise<void> {
    if (this.#state === 'gone') return Promise.resolve()
    const reached = this.#world.log.receive()
    return new Promise((resolve, reject) => {
      this.#network.up(() => {
        this.#answer(received, reached).then(resolve, reject)
      })
    })
  }

  async #answer(received: ReceivedRequest, reached: Received): Promise<void> {
    const { clock, log } = this.#world
    const started = clock.monotonic()
    const request = readRequest(received)
    const seat = this.#seat.number
    if (request.outcome === 'dropped') {
      log.add({ kind: 'dropped', seat, method: request.method, bytes: request.bytes, why: request.why })
      return
    }
    const { id, method, bytes } = request
    if (this.#open.has(id)) {
      const why = `Another request with the id ${JSON.stringify(id)} has no answer yet; ids are unique (section 4).`
      log.add({ kind: 'dropped', seat, method, bytes, why })
      return
    }
    this.#open.add(id)
    const trouble = request.outcome === 'request' ? this.#trouble(request.method) : null
    if (trouble?.what === 'silence') {
      log.add({ kind: 'dropped', seat, method, bytes, why: describeTrouble(trouble), ordered: true })
      return
    }
    if (trouble?.what === 'slow') await this.#wait(trouble.ms)
    const outcome =
      request.outcome === 'malformed'
        ? rejected(new CallError('INVALID', 'The request is malformed.', request.why))
        : await this.#outcome(id, request.method, request.params, received.gesture, trouble)
    this.#open.delete(id)
    const { why, ...answer } = outcome
    log.add({
      kind: 'call',
      seat,
      id,
      method,
      params: loggable(request.params),
      ...('result' in answer ? { result: loggable(answer.result) } : answer),
      ms: clock.monotonic() - started,
      bytes,
      gesture: received.gesture,
      received: reached,
      ...(why === undefined ? {} : { why }),
      ...(trouble === null ? {} : { ordered: true }),
    })
    this.#send({ service: PROTOCOL_VERSION, id, ...answer })
    this.#releaseEvents(id)
    if (this.#state === 'closed') this.#network.down(() => this.#sink.close())
    const moment = this.#world.trouble.momentAfter(seat)
    if (moment !== null && this.#state === 'open') this.#world.onMoment(moment)
  }

  #trouble(name: string): CallTrouble | null {
    const method = methodNamed(name)
    return method === null ? null : this.#world.trouble.meet(this.#seat.number, method)
  }

  #wait(milliseconds: number): Promise<void> {
    const { clock } = this.#world
    return new Promise((resolve) => clock.at(clock.now() + milliseconds, resolve))
  }

  /** The page around the app became visible or hidden. */
  setPageVisible(visible: boolean): void {
    this.#pageVisible = visible
    this.#tellVisibility()
    this.#stopAiWhereLeft()
  }

  /** The seat's switches changed. */
  switchesChanged(before: Switches, after: Switches): void {
    if (before.theme !== after.theme) this.#event('theme', { theme: after.theme })
    this.#tellVisibility()
    this.#stopAiWhereLeft()
  }

  /**
   * The person asks for another nickname from the host menu (4.6); nothing happens while a sheet is open.
   * @throws {NotSavedError} when it could not be saved
   */
  async changeNickname(): Promise<void> {
    const { nicknames, randomness } = this.#world
    const person = this.#seat.appUserId
    if (this.#sheets.taken || !this.#sink.sheets.kinds.includes('nickname')) return
    const chosen = await askNickname(
      this.#app,
      this.#world.switches(),
      nicknames.value.get(person) ?? null,
      randomness,
      (offer, judge) => this.#sheets.claim().open('nickname', offer, judge),
    )
    if (chosen === null || chosen === nicknames.value.get(person)) return
    await saveNickname(nicknames, person, chosen)
    this.#event('nickname', { nickname: chosen })
  }

  /** The person pressed Cancel on the strip (4.7). */
  cancelAi(): void {
    this.#ai.cancel('The person pressed Cancel.')
  }

  /**
   * The connection of this seat's match is lost, and so is the match for it (3.4): nobody waits for it to come back.
   * @returns whether there was a match
   */
  dropConnection(): boolean {
    return this.#world.matches.disconnect(this.#player, 'connection_lost')
  }

  /**
   * The page is gone: whatever is still under way goes nowhere.
   * @param reason what the others in its match are told
   */
  end(reason: MatchLeftReason = 'left'): void {
    if (this.#state === 'gone') return
    this.#state = 'gone'
    this.#ai.cancel('The person left the app.')
    this.#cancelExpiry()
    this.#network.end()
    this.#sheets.end()
    this.#world.matches.leave(this.#player, reason)
  }

  async #outcome(
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
      if (method === null || !knowsMethod(method, this.#has, switches))
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
    const handler = this.#world.handlers[method]
    const parsed = CALLS[method].params.safeParse(params === undefined ? {} : params)
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
        'The browser reported no user activation: call it within a click, pointer-up, touch-end or key-down handler, and await nothing slow first (4.1).',
      )
    if (isCutOff(method, parsed.data, switches))
      throw new CallError(
        'OFFLINE',
        'There is no connection.',
        'The switch `network.offline` is on, and this call needs the service (7). Try again later, and keep playing meanwhile.',
      )
    let why: string | undefined = trouble === null ? undefined : describeTrouble(trouble)
    const claims: SheetTurn[] = []
    const call: CallContext = {
      app: this.#app,
      seat: this.#seat,
      switches,
      clock: this.#world.clock,
      shared: this.#world.shared,
      books: this.#world.books,
      randomness: this.#world.randomness,
      nicknames: this.#world.nicknames,
      pictures: this.#world.pictures,
      matches: this.#world.matches,
      player: this.#player,
      over: () => this.#state !== 'open' || this.#world.clock.now() >= this.#endsAt,
      holdEvents: () => {
        this.#holding ??= { id, events: [] }
      },
      ai: this.#ai,
      aiMaker: this.#world.aiMaker,
      aiConsents: this.#world.aiConsents,
      aiProgress: (progress) => this.#event('ai.progress', { request: id, ...progress }),
      modelDownloaded: this.#world.modelDownloaded,
      nicknameOf: (person) => this.#world.nicknames.value.get(person) ?? null,
      switchesNow: this.#world.switches,
      claimSheet: () => {
        const turn = this.#sheets.claim()
        claims.push(turn)
        return trouble?.what === 'cancel' ? declined(turn) : turn
      },
      explain: (reason) => {
        why = trouble === null ? reason : `${reason} ${describeTrouble(trouble)}`
      },
      has: this.#has,
      showApp: () => this.#sink.ready(),
      closeApp: () => {
        this.#state = 'closed'
        this.#world.matches.leave(this.#player, 'left')
      },
    }
    try {
      // The schema of this very method made these parameters; the compiler cannot follow that through the two tables.
      const result = await handler?.(parsed.data as ParamsOf<M>, call)
      return { result, ...(why === undefined ? {} : { why }) }
    } finally {
      for (const claim of claims) claim.release()
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
    if (this.#state !== 'open')
      throw new CallError('LAUNCH_INVALID', 'The session ended.', 'The app called `close` before.')
    if (this.#world.clock.now() >= this.#endsAt)
      throw new CallError(
        'LAUNCH_INVALID',
        'The session ended.',
        'A session lasts 12 hours (5); the person opens the app again.',
      )
  }

  /** Whoever leaves the service leaves the app, and its AI request ends (4.7). */
  #stopAiWhereLeft(): void {
    if (!this.#pageVisible || !this.#world.switches().visible)
      this.#ai.cancel('The person left the app while it was made (4.7).')
  }

  #tellVisibility(): void {
    const visible = this.#pageVisible && this.#world.switches().visible
    if (this.#sheets.open) return
    if (visible === this.#visibleToApp) return
    this.#visibleToApp = visible
    this.#event('visibility', { visible })
  }

  #event<Name extends EventName>(event: Name, data: EventData[Name]): void {
    const message: EventMessage<Name> = { service: PROTOCOL_VERSION, event, data }
    this.#tell(message)
  }

  #tell(message: EventMessage): void {
    if (this.#state !== 'open') return
    if (this.#holding !== null) {
      this.#holding.events.push(message)
      return
    }
    const { event, data } = message
    this.#world.log.addEvent(this.#seat.number, event, data)
    this.#send(message)
  }

  #releaseEvents(id: string): void {
    if (this.#holding?.id !== id) return
    const { events } = this.#holding
    this.#holding = null
    for (const message of events) this.#tell(message)
  }

  #send(message: HostMessage): void {
    this.#network.down(() => {
      if (this.#state !== 'gone') this.#sink.send(message)
    })
  }
}

/** An answer's body, with what the log adds to it. */
type Outcome = (
  | { readonly result: unknown }
  | { readonly error: Extract<Answer, { error: unknown }>['error'] }
) & { readonly why?: string }

const rejected = ({ code, message, why }: CallError): Outcome => ({ error: { code, message }, why })

/** A claim to a sheet that nobody sees: the person closes it at once. */
const declined = (turn: SheetTurn): SheetTurn => ({
  open: async (kind) => {
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
