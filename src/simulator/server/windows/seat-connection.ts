import type { Host } from '../../../host/host.js'
import type { Action, Received } from '../../../host/log/action.js'
import type { PickSheet } from '../../../host/picking/pick-faults.js'
import type { PickedFile } from '../../../host/picking/picked-file.js'
import type { ReceivedRequest } from '../../../host/session/request.js'
import type { Session } from '../../../host/session/session.js'
import type { SessionSink } from '../../../host/session/session-world.js'
import type { SheetKind } from '../../../host/session/sheets.js'
import type { HostMessage } from '../../../platform/envelope.js'
import type { MatchLeftReason } from '../../../platform/events.js'
import type { CallSource } from '../../injected-messages.js'
import type { ClosedBy, SeatMessage } from '../../messages.js'
import type { AddressedApp } from '../app/addressed-app.js'
import { bundlePathOf } from '../app-reports/app-reports.js'
import { ReportIntake } from '../app-reports/report-intake.js'
import { StateIntake } from '../app-reports/state-intake.js'
import { AppPage } from './app-page.js'
import { describeChoice } from './describe-choice.js'
import { RequestPictures } from './request-pictures.js'
import type { SeatWorld } from './seat-world.js'
import { type Outcome, SheetDesk } from './sheet-desk.js'
import type { ReadShellMessage } from './shell-message-schema.js'

/** The messages of an admitted shell. */
export type SeatedMessage = Exclude<ReadShellMessage, { type: 'hello' | 'observe' }>

type RequestMessage = Extract<SeatedMessage, { type: 'request' }>

/** Who plays in a seat. Only a window runs the app's code. */
export type SeatPlayer = 'window' | 'robot' | 'nobody'

/** Ends a seat's connection with a reason for its window: the seat is open elsewhere, or was closed. */
export type Dismiss = (message: string, why: 'elsewhere' | 'closed') => void

/** A seat in a window, with the app's frame and its session. */
export class SeatConnection {
  readonly seatNumber: number
  /** Who plays: a person at a window, a robot, or nobody until a window shows the seat. */
  readonly player: SeatPlayer
  /** Sends the window the reason, and ends the seat's connection. */
  readonly dismiss: Dismiss
  readonly #world: SeatWorld
  readonly #send: (message: SeatMessage) => void
  /** The bundle's origin for this window's browser. */
  readonly #bundleOrigin: string
  #session: Session | null = null
  /** The session that the seat had without a window. The seat keeps its place in a match until the app is opened here. */
  #earlier: Session | null = null
  readonly #sheets: SheetDesk
  readonly #pictures = new RequestPictures()
  /** The host of the app that this seat last opened, or tried to open. */
  #host: Host | null = null
  #stopNickname: () => void = () => {}
  #frame = -1
  #pageVisible = true
  /** Shown if the app does not open. */
  readonly #appPage: AppPage
  readonly #reports: ReportIntake
  readonly #states: StateIntake

  constructor(
    world: SeatWorld,
    seatNumber: number,
    bundleOrigin: string,
    send: (message: SeatMessage) => void,
    dismiss: Dismiss,
    sheets: readonly SheetKind[],
    player: SeatPlayer = 'window',
  ) {
    this.player = player
    this.#sheets = new SheetDesk(
      sheets,
      (message) => send(this.#pictures.shorten(message)),
      () => world.log.receive(),
      (...chosen) => this.#chose(...chosen),
      () => world.sheetOpened(),
    )
    this.#world = world
    this.seatNumber = seatNumber
    this.#bundleOrigin = bundleOrigin
    this.#send = send
    this.dismiss = dismiss
    this.#appPage = new AppPage({
      seatNumber,
      world,
      sheets: this.#sheets,
      send,
      note: (message, action) => this.#note(message, action),
      reconsider: () => world.reconsider(this),
    })
    this.#states = new StateIntake((message) => world.log.add({ kind: 'note', seat: seatNumber, message }))
    this.#reports = new ReportIntake(world.log, seatNumber, () => world.live.state.bundle, bundleOrigin)
  }

  /** Whether a window shows the seat. */
  get hasWindow(): boolean {
    return this.player === 'window'
  }

  /** Whether an app is running in this seat. */
  get running(): boolean {
    return this.#session !== null
  }

  /** Sends the window everything it needs at the start. */
  welcome(edition: string): void {
    const { app, frameUrl } = this.#app()
    this.#send({
      type: 'welcome',
      seat: this.seatNumber,
      edition,
      app,
      switches: this.#world.switches.of(this.seatNumber),
      frameUrl,
      problems: this.#world.live.problems,
      ...(this.#world.real === null ? {} : { realRun: this.#world.real.infoOf(this.seatNumber) }),
    })
  }

  /** Takes the session of the same seat without a window. */
  takeOver(before: SeatConnection): void {
    this.#earlier = before.#session
    before.#session = null
    before.end('connection_lost')
  }

  async receive(message: SeatedMessage): Promise<void> {
    switch (message.type) {
      case 'frame-opened':
        await this.#openFrame(message.frame, message.replaced === true)
        return
      case 'frame-loaded':
        return
      case 'request':
        if (message.frame === this.#frame) await this.#request(message)
        return
      case 'app-report':
        if (message.frame === this.#frame) await this.#reports.take(message.report)
        return
      case 'app-state':
        if (message.frame === this.#frame && this.#session !== null)
          this.#states.take(message.text, this.#session.player, this.#host)
        return
      case 'page-visibility':
        this.#pageVisible = message.visible
        if (this.#session !== null)
          this.#note(message.visible ? 'The page is visible.' : 'The page is hidden.', {
            do: 'page-visibility',
            visible: message.visible,
          })
        this.#session?.setPageVisible(message.visible)
        return
      case 'set-switches':
        await this.#world.steering?.setSwitches(
          message.everyone === true ? null : this.seatNumber,
          message.switches,
        )
        return
      case 'sheet-choice':
        await this.#sheets.choose(message.sheet, message.choice)
        return
      case 'cancel-ai':
        if (message.frame !== this.#frame || this.#session === null) return
        this.#note('The person cancels the AI request.', { do: 'cancel-ai' })
        this.#session.cancelAi()
        return
      case 'change-nickname':
        if (this.#session !== null)
          this.#note('The person changes their nickname.', { do: 'change-nickname' })
        await this.#session?.changeNickname()
        return
      case 'drop-connection':
        this.#world.steering?.dropConnection(message.seat)
        return
      case 'surroundings':
        this.#world.real?.surroundings(this.seatNumber, message.surroundings)
        return
      case 'buy-access':
        await this.#appPage.buyAccess()
        return
      case 'open-without-buying':
        // Only the owner may, in a test run (5).
        if (this.#world.real === null) await this.#appPage.openWithoutBuying()
        return
      case 'close-app':
        this.#closeApp(message.flooding === true ? 'flood' : message.gone === true ? 'leaving' : 'person')
        return
      case 'answer-lost':
        this.#world.log.add({
          kind: 'note',
          seat: this.seatNumber,
          message: `The bytes of an answer did not reach the page, so the call was rejected with TIMEOUT: ${message.reason}`,
        })
        return
      case 'open-app':
        this.#world.log.add({
          kind: 'note',
          seat: this.seatNumber,
          message: 'The person opened the app.',
        })
        return
    }
  }

  async #request({ json, gesture, bytes, picture, from }: RequestMessage): Promise<void> {
    if (picture !== undefined && json !== null) this.#pictures.add(picture, json)
    try {
      await this.#session?.receive({
        json,
        gesture,
        ...(bytes === undefined ? {} : { bytes }),
        ...callPlace(from),
      })
    } finally {
      if (picture !== undefined) this.#pictures.remove(picture)
    }
  }

  /** The sheets of this seat. */
  get sheets(): SheetDesk {
    return this.#sheets
  }

  /** The kind of an open sheet for picking a file; null if no such sheet is open. */
  picking(sheet: number): PickSheet | null {
    return this.#sheets.picking(sheet)
  }

  /** Passes the file that the person chose to a sheet. */
  give(sheet: number, file: PickedFile): Promise<Outcome> {
    return this.#sheets.give(sheet, file)
  }

  reload(): void {
    this.#send({ type: 'reload', ...this.#app() })
  }

  /** Tells the window that the next page is of another version. The open page stays. */
  updated(): void {
    this.#send({ type: 'app-updated', ...this.#app() })
  }

  /** Reopens the app in a frame without a size, which gets its size a moment later, as on some phones. */
  squeeze(): void {
    this.#send({ type: 'squeeze' })
    this.reload()
  }

  send(message: SeatMessage): void {
    this.#send(message)
  }

  /** @param reason what the other players of its match get */
  end(reason: MatchLeftReason): void {
    if (this.#session !== null) this.#note('The app’s page was closed.', { do: 'end', reason })
    this.#leaveFrame(reason)
    this.#endEarlier()
    this.#stopNickname()
    this.#frame = -1
  }

  /** @param replaced whether the app itself put this page in the place of the one before */
  async #openFrame(frame: number, replaced: boolean): Promise<void> {
    const wasRunning = this.#session !== null
    this.#leaveFrame('connection_lost')
    if (replaced && wasRunning)
      this.#world.log.add({
        kind: 'note',
        seat: this.seatNumber,
        message: 'The app loaded itself again, or another of its pages.',
      })
    this.#frame = frame
    // Requests of the page while the saved data are read already belong to it.
    const after = this.hasWindow ? this.#world.frameOpened() : this.#world.log.lastSeq
    const { facts } = this.#world.live.state
    if (facts === null) return
    const host = await this.#world.host(facts.app.id)
    const seat = await host.seat(this.seatNumber)
    const opening = await host.opening(facts.app, seat, this.#sheets.kinds)
    // Another page may have started to load while the saved data were read.
    if (this.#frame !== frame) return
    this.#host = host
    this.#stopNickname()
    this.#stopNickname = host.watchNickname(seat, (nickname) => this.#send({ type: 'nickname', nickname }))
    if (opening.outcome === 'held') {
      this.#endEarlier()
      this.#appPage.show(frame, host, opening)
      return
    }
    const sink: SessionSink = {
      send: (message) => this.#toApp(frame, message),
      ready: () => this.#send({ type: 'app-ready', frame }),
      close: () => this.#closeApp('app'),
      notice: (words) => this.#send({ type: 'notice', frame, words }),
      aiStrip: (strip) => this.#send({ type: 'ai-strip', frame, strip }),
      sheets: this.#sheets,
    }
    this.#send({ type: 'session-opened', frame, after })
    const earlier = this.#earlier
    const keepsPlace = earlier?.running === true
    this.#earlier = null
    const opened = this.hasWindow ? 'was loaded' : 'was opened in a seat without a window'
    const { log } = this.#world
    log.add({
      kind: 'note',
      seat: this.seatNumber,
      message: `${facts.app.name} ${facts.app.version} ${opened}.`,
      action: {
        do: 'open',
        app: facts.app,
        sheets: this.#sheets.kinds,
        pageVisible: this.#pageVisible,
        ...(keepsPlace ? { keepsPlace } : {}),
      },
      received: log.receive(),
      loadedAfter: after,
    })
    this.#session = host.openSession(facts.app, seat, sink, this.#pageVisible, keepsPlace)
    // Another app's host does not know it.
    earlier?.end('connection_lost')
  }

  /** Checks again, after a change, whether the app can open. */
  reconsider(): Promise<void> {
    return this.#appPage.reconsider()
  }

  #toApp(frame: number, sent: HostMessage): void {
    const { message, binaries } = this.#world.answerBytes.setAside(this, sent)
    this.#send({ type: 'to-app', frame, message, ...(binaries.length === 0 ? {} : { binaries }) })
  }

  /** Ends the page's session, and discards what was on its way to it. */
  #leaveFrame(reason: MatchLeftReason): void {
    this.#session?.end(reason)
    this.#session = null
    this.#world.answerBytes.drop(this)
    this.#appPage.leave()
  }

  #endEarlier(): void {
    if (this.#earlier === null) return
    this.#note('The app’s page was closed.', { do: 'end', reason: 'connection_lost' })
    this.#earlier.end('connection_lost')
    this.#earlier = null
  }

  #closeApp(by: ClosedBy): void {
    if (this.#session === null) return
    this.end(by === 'leaving' ? 'connection_lost' : 'left')
    this.#host?.left(this.seatNumber)
    this.#world.log.add({
      kind: 'note',
      seat: this.seatNumber,
      message: CLOSED[by],
    })
    this.#send({ type: 'app-closed', by })
  }

  /** Logs an action on the host from outside the app. */
  #note(message: string, action: Action): void {
    const { log } = this.#world
    log.add({ kind: 'note', seat: this.seatNumber, message, action, received: log.receive() })
  }

  /** Logs a person's choice, with any outcome. */
  #chose(sheet: SheetKind, choice: unknown, received: Received, outcome: Outcome): void {
    if (outcome === 'gone') return
    const fault = outcome === 'taken' ? null : outcome.fault
    const words = describeChoice(sheet, choice)
    this.#world.log.add({
      kind: 'note',
      seat: this.seatNumber,
      message:
        fault === null
          ? `${words}.`
          : `${words}, which was not accepted: ${fault} The app does not learn it.`,
      action: { do: 'choose', sheet, choice, fault },
      received,
    })
  }

  #app(): AddressedApp {
    return this.#world.addressed(this.#bundleOrigin)
  }
}

/** Where the app made a call: a place in the bundle, or nothing. */
const callPlace = (from: CallSource | undefined): Pick<ReceivedRequest, 'calledFrom'> => {
  const file = bundlePathOf(from?.source ?? null)
  return from === undefined || file === null
    ? {}
    : { calledFrom: { file, line: from.line, column: from.column } }
}

const CLOSED = {
  app: 'The app closed itself.',
  person: 'The person closed the app.',
  flood:
    'The app was stopped because it posted messages faster than they can be answered. Wait for each answer before the next request.',
  leaving:
    'The app left its page: it opened another address or submitted a form, which the sandbox blocks, and the browser closed its page. Handle the `submit` event and call `preventDefault()`; do not link to other sites.',
} as const satisfies Record<ClosedBy, string>
