import type { Host } from '../../../host/host.js'
import type { Session } from '../../../host/session/session.js'
import type { SessionSink } from '../../../host/session/session-world.js'
import type { HostMessage } from '../../../platform/envelope.js'
import type { MatchLeftReason } from '../../../platform/events.js'
import { COVER_MAX_MS } from '../../../platform/limits.js'
import { SECOND_MS } from '../../../platform/units.js'
import type { AppReport } from '../../injected-messages.js'
import type { ClosedBy } from '../../messages.js'
import { AppPage, type PageSeat } from './app-page.js'

/** The seat in which an app runs. */
export interface RunSeat extends PageSeat {
  /** Whether a window shows the seat. */
  readonly hasWindow: boolean
  /** What the bytes of the app's answers belong to, until the page is closed. */
  readonly owner: object
}

/** The app in a seat: its page in the frame, and that page's session on the host. */
export class AppRun {
  readonly #seat: RunSeat
  #session: Session | null = null
  /** The session that the seat had without a window. The seat keeps its place in a match until the app is opened here. */
  #earlier: Session | null = null
  /** The host of the app that this seat last opened, or tried to open. */
  #host: Host | null = null
  #stopNickname: () => void = () => {}
  #frame = -1
  #pageVisible = true
  /** When the page has started at the latest, on the clock of `performance`. */
  #startsUntil = Number.POSITIVE_INFINITY
  #isBlocked = false
  /** Shown if the app does not open. */
  readonly page: AppPage

  constructor(seat: RunSeat) {
    this.#seat = seat
    this.page = new AppPage(seat)
  }

  /** The session of the page in the frame; null if no app is running. */
  get session(): Session | null {
    return this.#session
  }

  get host(): Host | null {
    return this.#host
  }

  /** Whether this is the frame of the page that was opened last. */
  isIn(frame: number): boolean {
    return frame === this.#frame
  }

  /**
   * Whether a report is what keeps the page from starting: it came while the page loads, or its cover is shown (4.2). Of a
   * blocked request, the rejection that follows says less than the violation, which the diagnosis names.
   */
  endsStart({ kind }: AppReport): boolean {
    if (kind === 'violation') this.#isBlocked = true
    const threw = kind === 'error' || (kind === 'rejection' && !this.#isBlocked)
    return threw && performance.now() < this.#startsUntil
  }

  /** The frame has loaded. */
  loaded(): void {
    this.#startsUntil = Math.min(this.#startsUntil, performance.now() + COVER_MAX_MS)
  }

  /** Takes the session of the same seat without a window. */
  takeOver(before: AppRun): void {
    this.#earlier = before.#session
    before.#session = null
    before.end('connection_lost')
  }

  /**
   * Opens a session for a page that loads in the frame, or shows why the app does not open.
   * @param replaced whether the app itself put this page in the place of the one before
   */
  async open(frame: number, replaced: boolean): Promise<void> {
    const { world, seatNumber, sheets, log, send, hasWindow } = this.#seat
    const wasRunning = this.#session !== null
    this.#leaveFrame('connection_lost')
    if (replaced && wasRunning) log.note('The app loaded itself again, or another of its pages.')
    this.#frame = frame
    this.#startsUntil = Number.POSITIVE_INFINITY
    this.#isBlocked = false
    // Requests of the page while the saved data are read already belong to it.
    const after = hasWindow ? world.frameOpened() : world.log.lastSeq
    const { facts } = world.live.state
    if (facts === null) return
    const host = await world.host(facts.app.id)
    const seat = await host.seat(seatNumber)
    const opening = await host.openings.decide(facts.app, seat, sheets.kinds)
    // Another page may have started to load while the saved data were read.
    if (this.#frame !== frame) return
    this.#host = host
    this.#stopNickname()
    this.#stopNickname = host.nicknames.watch(seat, (nickname) => send({ type: 'nickname', nickname }))
    if (opening.outcome === 'held') {
      this.#endEarlier()
      this.page.show(frame, host, opening)
      return
    }
    send({ type: 'session-opened', frame, after })
    const earlier = this.#earlier
    const keepsPlace = earlier?.running === true
    this.#earlier = null
    const opened = hasWindow ? 'was loaded' : 'was opened in a seat without a window'
    log.act(
      `${facts.app.name} ${facts.app.version} ${opened}.`,
      {
        do: 'open',
        app: facts.app,
        sheets: sheets.kinds,
        pageVisible: this.#pageVisible,
        ...(keepsPlace ? { keepsPlace } : {}),
      },
      after,
    )
    this.#session = host.openSession(facts.app, seat, this.#sink(frame), this.#pageVisible, keepsPlace)
    // Another app's host does not know it.
    earlier?.end('connection_lost')
  }

  setPageVisible(visible: boolean): void {
    this.#pageVisible = visible
    if (this.#session === null) return
    this.#seat.log.act(visible ? 'The page is visible.' : 'The page is hidden.', {
      do: 'page-visibility',
      visible,
    })
    this.#session.setPageVisible(visible)
  }

  close(by: ClosedBy): void {
    if (this.#session === null) return
    const { seatNumber, log, send } = this.#seat
    this.end(by === 'leaving' ? 'connection_lost' : 'left')
    this.#host?.openings.left(seatNumber)
    log.note(CLOSED[by])
    send({ type: 'app-closed', by })
  }

  /** @param reason what the other players of its match get */
  end(reason: MatchLeftReason): void {
    if (this.#session !== null) this.#seat.log.note(PAGE_CLOSED)
    this.#leaveFrame(reason)
    this.#endEarlier()
    this.#stopNickname()
    this.#frame = -1
  }

  /** What the host tells the page in a frame, and the window around it. */
  #sink(frame: number): SessionSink {
    const { sheets, send } = this.#seat
    return {
      send: (message) => this.#toApp(frame, message),
      ready: () => {
        // What fails right after it, as a promise at the end of the same script, is of the start too.
        if (this.#frame === frame)
          this.#startsUntil = Math.min(this.#startsUntil, performance.now() + AFTER_READY_MS)
        send({ type: 'app-ready', frame })
      },
      close: () => this.close('app'),
      notice: (words) => send({ type: 'notice', frame, words }),
      pageVisibility: (visible) => send({ type: 'page-visibility', frame, visible }),
      aiStrip: (strip) => send({ type: 'ai-strip', frame, strip }),
      sheets,
    }
  }

  #toApp(frame: number, sent: HostMessage): void {
    const { world, owner, send } = this.#seat
    const { message, binaries } = world.answerBytes.setAside(owner, sent)
    send({ type: 'to-app', frame, message, ...(binaries.length === 0 ? {} : { binaries }) })
  }

  /** Ends the page's session, and discards what was on its way to it. */
  #leaveFrame(reason: MatchLeftReason): void {
    const { world, owner } = this.#seat
    if (this.#session !== null) this.#endSession(this.#session, reason)
    this.#session = null
    world.answerBytes.drop(owner)
    this.page.leave()
  }

  #endEarlier(): void {
    if (this.#earlier === null) return
    this.#seat.log.note(PAGE_CLOSED)
    this.#endSession(this.#earlier, 'connection_lost')
    this.#earlier = null
  }

  #endSession(session: Session, reason: MatchLeftReason): void {
    const { world, seatNumber } = this.#seat
    world.log.turn({ do: 'end', seat: seatNumber, reason })
    session.end(reason)
  }
}

const AFTER_READY_MS = SECOND_MS

const PAGE_CLOSED = 'The app’s page was closed.'

const CLOSED = {
  app: 'The app closed itself.',
  person: 'The person closed the app.',
  flood:
    'The app was stopped because it posted messages faster than they can be answered. Wait for each answer before the next request.',
  leaving:
    'The app left its page: it opened another address or submitted a form, which the sandbox blocks, and the browser closed its page. Handle the `submit` event and call `preventDefault()`; do not link to other sites.',
} as const satisfies Record<ClosedBy, string>
