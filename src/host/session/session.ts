import { callName } from '../../platform/calls/table.js'
import { type HostMessage, PROTOCOL_VERSION } from '../../platform/envelope.js'
import type { EventData, EventName, MatchLeftReason } from '../../platform/events.js'
import { SESSION_MS } from '../../platform/limits.js'
import { AiRequests } from '../ai/ai-requests.js'
import { describeFault, type Fault } from '../control/faults/fault.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { CallPlace, NewEntry, PendingCall } from '../log/call-log.js'
import { loggable } from '../log/loggable.js'
import type { MatchPlayer } from '../matches/match-player.js'
import { playGroup } from '../matches/match-player.js'
import { askNickname } from '../nickname/calls.js'
import { nicknameOf, saveNickname } from '../nickname/document.js'
import { CallDispatcher, rejected } from './call-dispatcher.js'
import { CallRejection } from './call-rejection.js'
import { CallSteps } from './call-steps.js'
import { EventOutbox } from './event-outbox.js'
import { hostHas, lacksConnection } from './features.js'
import { methodNamed, type ReadRequest, type ReceivedRequest, readRequest } from './request.js'
import type { Seat } from './seat.js'
import { SeatNetwork } from './seat-network.js'
import type { SessionSink, SessionWorld } from './session-world.js'
import { SheetTurns } from './sheet-turns.js'
import { UnansweredCalls } from './unanswered-calls.js'

/** A page load of an app for one person: answers and logs its requests, and sends it events. */
export class Session {
  readonly #app: HostedApp
  readonly #seat: Seat
  readonly #world: SessionWorld
  readonly #sink: SessionSink
  #endsAt: number
  readonly #unanswered: UnansweredCalls
  readonly #sheets: SheetTurns
  readonly #calls: CallDispatcher
  /** Every message between the app and the host passes through it. */
  readonly #network: SeatNetwork
  /** This page load, as matches see it. */
  readonly player: MatchPlayer
  readonly #cancelExpiry: () => void
  readonly #events: EventOutbox
  readonly #ai: AiRequests
  #state: 'open' | 'closed' | 'gone' = 'open'
  /** The visibility that the app knows. At the start it assumes that it is visible (6). */
  #visibleToApp = true
  #pageVisible: boolean
  /** Whether the page's own visibility is that of a person who is there. */
  #pageShown = true

  constructor(app: HostedApp, seat: Seat, world: SessionWorld, sink: SessionSink, pageVisible: boolean) {
    this.#app = app
    this.#seat = seat
    this.#world = world
    this.#sink = sink
    this.#pageVisible = pageVisible
    this.#unanswered = new UnansweredCalls(world.clock, world.log)
    // Changes during a sheet are reported after it (6).
    this.#sheets = new SheetTurns(
      sink.sheets,
      () => this.#sendVisibility(),
      (id) => this.#unanswered.abandon(id),
    )
    this.#ai = new AiRequests(world.clock, (strip) => sink.aiStrip(strip))
    this.#endsAt = world.clock.now() + SESSION_MS
    this.#network = new SeatNetwork(world.clock, seat.number, () => world.switches().network)
    this.#events = new EventOutbox({
      isOpen: () => this.#state === 'open',
      log: ({ event, data }) => world.log.addEvent(seat.number, event, data),
      post: (message, onArrived) =>
        this.#network.down(() => {
          this.#arrive(message)
          onArrived(this.#state !== 'gone')
        }),
    })
    this.player = {
      seat: seat.number,
      person: seat.appUserId,
      send: (message, onSettled) => this.#events.send(message, onSettled),
      group: () => playGroup(world.switches()),
      online: () => !lacksConnection(world.switches()),
      loses: (direction) => this.#network.loses(direction),
    }
    this.#calls = new CallDispatcher(
      {
        app,
        seat,
        has: hostHas(sink.sheets.kinds),
        player: this.player,
        ai: this.#ai,
        sheets: this.#sheets,
        closed: () => this.#state !== 'open',
        expired: () => world.clock.now() >= this.#endsAt,
        holdEvents: (id) => this.#events.hold(id),
        sendProgress: (progress) => this.#event('ai.progress', progress),
        showApp: () => sink.ready(),
        notifyPerson: (words) => sink.notice(words),
        closeApp: () => {
          this.#state = 'closed'
          world.services.matches.leave(this.player, 'left')
        },
      },
      world,
    )
    this.#cancelExpiry = world.clock.at(this.#endsAt, () => this.dropConnection())
  }

  /** When the session ends, in milliseconds since 1970 (5). */
  get endsAt(): number {
    return this.#endsAt
  }

  /** Ends the session now, as after its 12 hours: every call rejects with `LAUNCH_INVALID` (5). */
  expire(): void {
    this.#cancelExpiry()
    this.#endsAt = this.#world.clock.now()
    this.dropConnection()
  }

  /** Whether the app's page is open, and the app did not close itself. */
  get running(): boolean {
    return this.#state === 'open'
  }

  /** Receives a request of the app. Answers it once, or never if the platform drops such requests. */
  receive(received: ReceivedRequest): Promise<void> {
    if (this.#state === 'gone') return Promise.resolve()
    const { log } = this.#world
    const reached = log.receive()
    const request = readRequest(received)
    const seat = this.#seat.number
    if (request.outcome === 'dropped') {
      const { method: wire, bytes, why } = request
      const method = wire === null ? null : callName(wire)
      log.add({ kind: 'dropped', seat, method, wire, bytes, why, ...placeOf(received) })
      return Promise.resolve()
    }
    const { id, method: wire, params, bytes } = request
    const { gesture } = received
    const pending = log.addPending({
      seat,
      id,
      method: callName(wire),
      wire,
      params: loggable(params),
      bytes,
      gesture,
      ...(received.notJson === undefined ? {} : { notJson: received.notJson }),
      received: reached,
      ...placeOf(received),
    })
    const steps = new CallSteps(this.#world.clock)
    this.#unanswered.sent(pending)
    return new Promise((resolve, reject) => {
      let isLate = false
      this.#network.up(() => {
        this.#unanswered.arrived(pending)
        if (isLate) steps.add({ step: 'arrived' })
        this.#answer(request, pending, steps).then(resolve, reject)
      })
      isLate = true
    })
  }

  async #answer(request: AnswerableRequest, pending: PendingCall, steps: CallSteps): Promise<void> {
    const { clock, log } = this.#world
    const started = clock.monotonic()
    const { id, bytes } = request
    const { seq: _seq, at: _at, state: _state, ...logged } = pending
    const { seat, method, wire, gesture, params, notJson, received } = logged
    const drop = (why: string): NewEntry => ({
      kind: 'dropped',
      seat,
      method,
      wire,
      bytes,
      why,
      ...(received === undefined
        ? {}
        : { asked: { id, params, gesture, received, ...(notJson === undefined ? {} : { notJson }) } }),
      ...placeOf(logged),
    })
    if (this.#unanswered.has(id)) {
      const why = `Another request with the id ${JSON.stringify(id)} is still unanswered. Ids must be unique (section 4).`
      log.settle(pending, drop(why))
      return
    }
    this.#unanswered.open(id, { pending, started, steps })
    const fault = request.outcome === 'request' ? this.#faultFor(request.method) : null
    if (fault?.what === 'silence') {
      log.settle(pending, { ...drop(describeFault(fault)), ordered: true })
      return
    }
    if (fault?.what === 'slow') {
      await this.#wait(fault.ms)
      steps.add({ step: 'delayed', by: fault.ms })
    }
    const outcome =
      request.outcome === 'malformed'
        ? rejected(new CallRejection('INVALID', 'The request is malformed.', request.why))
        : await this.#calls.outcome({
            id,
            name: request.method,
            params: request.params,
            notJson: request.notJson,
            gesture,
            fault,
            steps,
          })
    this.#unanswered.answered(id)
    const { why, by, ...answer } = outcome
    const planned = this.#network.planDown()
    log.settle(pending, {
      ...logged,
      ...('result' in answer ? { result: loggable(answer.result) } : answer),
      ms: clock.monotonic() - started,
      answered: log.place(),
      ...(why === undefined ? {} : { why }),
      ...(by === undefined ? {} : { by }),
      ...(fault === null ? {} : { ordered: true }),
      ...steps.logged(planned.delay),
    })
    planned.send(() => this.#arrive({ service: PROTOCOL_VERSION, id, ...answer }))
    this.#events.release(id)
    if (this.#state === 'closed') this.#network.down(() => this.#sink.close())
    const moment = this.#world.faults.momentAfter(seat)
    if (moment !== null && this.#state === 'open') this.#world.onMoment(moment)
  }

  #faultFor(name: string): Fault | null {
    const method = methodNamed(name)
    return method === null ? null : this.#world.faults.faultFor(this.#seat.number, method)
  }

  #wait(milliseconds: number): Promise<void> {
    const { clock } = this.#world
    return new Promise((resolve) => clock.at(clock.now() + milliseconds, resolve))
  }

  /** The page around the app became visible or hidden. */
  setPageVisible(visible: boolean): void {
    this.#pageVisible = visible
    this.#sendVisibility()
    this.#cancelAiIfHidden()
  }

  /** The network's seed was set: its run starts again. */
  reseedNetwork(): void {
    this.#network.reseed()
  }

  /** Its network delivers nothing for so long, and then everything. */
  freezeNetwork(milliseconds: number): void {
    this.#network.freeze(milliseconds)
  }

  /** The seat's switches changed. */
  switchesChanged(before: Switches, after: Switches): void {
    if (before.theme !== after.theme) this.#event('theme', { theme: after.theme })
    this.#sendVisibility()
    this.#cancelAiIfHidden()
  }

  /**
   * Opens the nickname sheet from the host menu (4.6). Does nothing while a sheet is open.
   * @throws {NotSavedError} if the nickname could not be saved
   */
  async changeNickname(): Promise<void> {
    const {
      services: { nickname: nicknames },
      randomness,
    } = this.#world
    const person = this.#seat.appUserId
    if (this.#sheets.taken || !this.#sink.sheets.kinds.includes('nickname')) return
    const chosen = await askNickname(
      this.#app,
      this.#world.switches(),
      nicknameOf(nicknames, person),
      randomness,
      (offer, judge) => this.#sheets.claim(null).open('nickname', offer, judge),
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
   * Drops the connection of this seat's match. The seat leaves the match for good (3.4).
   * @returns whether there was a match
   */
  dropConnection(): boolean {
    return this.#world.services.matches.disconnect(this.player, 'connection_lost')
  }

  /**
   * Ends the session because its page was closed. Open calls are not answered.
   * @param reason what the other players of its match get
   */
  end(reason: MatchLeftReason): void {
    if (this.#state === 'gone') return
    this.#state = 'gone'
    this.#ai.cancel('The person left the app.')
    this.#cancelExpiry()
    this.#network.end()
    this.#events.end()
    this.#unanswered.abandonUnderway()
    if (this.#sheets.openedBy !== null) this.#unanswered.abandon(this.#sheets.openedBy)
    this.#sheets.end()
    this.#world.services.matches.leave(this.player, reason)
  }

  /** A person who leaves the service leaves the app, which ends its AI request (4.7). */
  #cancelAiIfHidden(): void {
    if (!this.#pageVisible || !this.#world.switches().visible)
      this.#ai.cancel('The person left the app during the request (4.7).')
  }

  #sendVisibility(): void {
    if (this.#sheets.open) return
    const { visible: isThere, platform } = this.#world.switches()
    const visible = this.#pageVisible && isThere
    // Only the web has an event of the page too (6). The browser sends it by itself where it hides the page.
    const shown = isThere || platform !== 'web'
    if (shown !== this.#pageShown) {
      this.#pageShown = shown
      this.#sink.pageVisibility(shown)
    }
    if (visible === this.#visibleToApp) return
    this.#visibleToApp = visible
    this.#event('visibility', { visible })
  }

  #event<Name extends EventName>(event: Name, data: EventData[Name]): void {
    this.#events.send({ service: PROTOCOL_VERSION, event, data })
  }

  #arrive(message: HostMessage): void {
    if (this.#state !== 'gone') this.#sink.send(message)
  }
}

const placeOf = ({ calledFrom }: Pick<ReceivedRequest, 'calledFrom'>): { readonly calledFrom?: CallPlace } =>
  calledFrom === undefined ? {} : { calledFrom }

type AnswerableRequest = Exclude<ReadRequest, { readonly outcome: 'dropped' }>
