import type { ReadonlySignal } from '@preact/signals'
import { batch, signal } from '@preact/signals'
import type { CheckResult } from '../../../check/problem.js'
import type { AiStrip } from '../../../host/ai/ai-strip.js'
import type { SwitchChanges, Switches } from '../../../host/control/switches.js'
import { DEFAULT_SWITCHES } from '../../../host/control/switches.js'
import type { Surroundings } from '../../../host/real-runs/surroundings.js'
import type { SheetKind, SheetKinds } from '../../../host/session/sheets.js'
import type { HostMessage } from '../../../platform/envelope.js'
import type { AppInfo, ClosedBy, RealRunInfo, SeatMessage } from '../../messages.js'
import { type AppBrowser, AppChannel } from '../bridge/app-channel.js'
import type {
  Connection,
  ConnectionState,
  PageOptions,
  Socket,
  SocketHandlers,
} from '../bridge/connection.js'
import { createConnection } from '../bridge/connection.js'
import type { Posted } from '../bridge/intake.js'
import type { UploadPicked } from '../picking/upload.js'
import { createSeatNotice } from './seat-notice.js'
import { createSeatPage, type Page } from './seat-page.js'
import { createSeatSheet, DRAWN_SHEETS, type OpenedSheet } from './seat-sheet.js'

/** How often a window asks whether its seat is free again, which another window has. */
const ASK_AGAIN_MS = 2_000

export interface SeatOptions extends PageOptions, AppBrowser {
  /** The names that this browser knows in a permissions policy. */
  readonly features?: readonly string[]
  readonly number: number
  readonly token: string
  /** In a real run: the browser's theme and language, which are the person's. */
  readonly surroundings?: ReadonlySignal<Surroundings>
  readonly openSocket: (handlers: SocketHandlers) => Socket
  readonly uploadPicked: UploadPicked
  /** Called when a program closed the seat. */
  readonly removed?: () => void
}

/** One user's seat: a connection, the app's frame in it, and the user's switches. */
export interface Seat {
  readonly number: number
  readonly connection: ReadonlySignal<ConnectionState>
  /** Why the server refused the connection. */
  readonly refusal: ReadonlySignal<string | null>
  readonly app: ReadonlySignal<AppInfo | null>
  /** The entry page's URL on the bundle's origin; null if the manifest cannot be read. */
  readonly frameUrl: ReadonlySignal<string | null>
  readonly page: ReadonlySignal<Page>
  readonly switches: ReadonlySignal<Switches>
  /** The user's nickname in this app; null until chosen. */
  readonly nickname: ReadonlySignal<string | null>
  readonly problems: ReadonlySignal<CheckResult | null>
  /** The host's sheet over the app; only one is open at a time. */
  readonly sheet: ReadonlySignal<OpenedSheet | null>
  /** The current AI task of the app (4.7). */
  readonly aiStrip: ReadonlySignal<AiStrip | null>
  /** The user stops it. */
  cancelAi(): void
  /** Whose real run it is; null in a test run. */
  readonly realRun: ReadonlySignal<RealRunInfo | null>
  /** A notice of the host without choices; it disappears by itself. */
  readonly notice: ReadonlySignal<string | null>
  dismissNotice(): void
  /** Sends the user's choice on the sheet; the host validates it. */
  choose(sheet: number, choice: SheetKinds[SheetKind]['choice']): void
  /** Sends the file that the user chose on a sheet; the host validates it. */
  readonly pick: UploadPicked
  /** A message from the app's frame element; the caller has verified its source. */
  fromApp(element: number, posted: Posted): void
  /** The app tried to navigate away, and the page around it prevented that (2.10). */
  leaveBlocked(element: number, url: string): void
  /** Posts messages to the frame element that is shown now. */
  attach(post: (message: HostMessage) => void): void
  frameLoaded(element: number): void
  /** Changes this user's switches, or everyone's. */
  setSwitches(changes: SwitchChanges, everyone?: boolean): void
  pageVisible(visible: boolean): void
  /** The browser's theme or language changed, in a real run. */
  surroundingsChanged(surroundings: Surroundings): void
  /** The developer drops the connection of a seat's match, this one's or another's. */
  dropConnection(seat: number): void
  /** The user wants to change the nickname (4.6): the host opens its sheet. */
  changeNickname(): void
  /** The user wants to buy access to the app, on its page (5). */
  buyAccess(): void
  /** The developer runs the app without buying it (5). */
  openWithoutBuying(): void
  closeApp(): void
  openApp(): void
  /** Reloads the app. */
  reload(): void
  reconnect(): void
  /** Takes the seat over from another window. */
  takeBack(): void
  /** Releases the seat permanently. */
  leave(): void
}

/** Whether the window gave the seat up, to another window or because a program closed it. */
export const hasLeft = ({ page }: Seat): boolean =>
  page.value.kind === 'elsewhere' || page.value.kind === 'removed'

export const createSeat = (options: SeatOptions): Seat => {
  const app = signal<AppInfo | null>(null)
  const page = createSeatPage(options.startTimer)
  const switches = signal<Switches>(DEFAULT_SWITCHES)
  const nickname = signal<string | null>(null)
  const problems = signal<CheckResult | null>(null)
  const frameUrl = signal<string | null>(null)
  const realRun = signal<RealRunInfo | null>(null)
  /** What opens next, if another version is live by now. */
  let next: { readonly app: AppInfo; readonly frameUrl: string | null } | null = null
  const refusal = signal<string | null>(null)
  const sheet = createSeatSheet()
  const aiStrip = signal<AiStrip | null>(null)
  const notice = createSeatNotice(options.startTimer)
  let stopWaitingTimer = (): void => {}
  let squeezeNext = false

  const open = () => {
    aiStrip.value = null
    notice.show(null)
    if (next !== null) {
      app.value = next.app
      frameUrl.value = next.frameUrl
      next = null
    }
    const url = frameUrl.value
    if (url === null) {
      page.show({ kind: 'nothing' })
      return
    }
    const frame = page.next()
    channel.restart()
    // Sent before the frame exists, so that the session is ready for its first request.
    connection.send({ type: 'frame-opened', frame })
    page.open({ frame, url, squeezed: squeezeNext })
    squeezeNext = false
  }

  /** The app put another page into its frame: for the host that is a page load as any other. */
  const replaced = (): void => {
    const frame = page.next()
    aiStrip.value = null
    notice.show(null)
    connection.send({ type: 'frame-opened', frame, replaced: true })
    page.replaced(frame)
  }

  const closed = (by: ClosedBy): void => {
    aiStrip.value = null
    notice.show(null)
    page.show({ kind: 'closed', by })
  }

  const isShown = (element: number): boolean =>
    page.shown.value.kind === 'open' && page.shown.value.element === element

  const onMessage = (message: SeatMessage) =>
    batch(() => {
      switch (message.type) {
        case 'welcome':
          app.value = message.app
          sheet.close()
          switches.value = message.switches
          problems.value = message.problems
          refusal.value = null
          frameUrl.value = message.frameUrl
          realRun.value = message.realRun ?? null
          next = null
          open()
          break
        case 'app-updated':
          next = { app: message.app, frameUrl: message.frameUrl }
          break
        case 'reload':
          app.value = message.app
          frameUrl.value = message.frameUrl
          open()
          break
        case 'squeeze':
          squeezeNext = true
          break
        case 'held':
          if (message.frame !== page.frame()) break
          page.show({ kind: 'held', summary: message.summary, opening: message.opening })
          break
        case 'admitted':
          if (page.shown.value.kind === 'held') open()
          break
        case 'session-opened':
          page.change(message.frame, { openedAfter: message.after })
          break
        case 'to-app':
          channel.deliver(message)
          break
        case 'app-ready':
          page.change(message.frame, { ready: true, covered: false })
          break
        case 'app-closed':
          closed(message.by)
          break
        case 'sheet-opened':
          sheet.open(message.sheet, channel.complete(message.content))
          break
        case 'sheet-changed':
          sheet.change(message.sheet, { content: channel.complete(message.content) })
          break
        case 'sheet-fault':
          sheet.change(message.sheet, { fault: message.message, busy: false })
          break
        case 'sheet-closed':
          if (sheet.isOpen(message.sheet)) sheet.close()
          break
        case 'ai-strip':
          if (message.frame === page.frame()) aiStrip.value = message.strip
          break
        case 'notice':
          if (message.frame === page.frame()) notice.show(message.words)
          break
        case 'problems':
          problems.value = message.problems
          break
        case 'switches':
          switches.value = message.switches
          break
        case 'nickname':
          nickname.value = message.nickname
          break
        case 'refused':
          refusal.value = message.message
          sheet.close()
          if (message.elsewhere === true) {
            page.show({ kind: 'elsewhere' })
            stopWaitingTimer()
            stopWaitingTimer = options.startTimer(connection.begin, ASK_AGAIN_MS)
          }
          if (message.closed === true) {
            page.show({ kind: 'removed' })
            options.removed?.()
          }
          break
      }
    })

  const connection: Connection = createConnection<SeatMessage>({
    openSocket: options.openSocket,
    startTimer: options.startTimer,
    hello: () => ({
      type: 'hello',
      seat: options.number,
      token: options.token,
      sheets: DRAWN_SHEETS,
      ...(options.features === undefined ? {} : { features: options.features }),
      ...(options.surroundings === undefined ? {} : { surroundings: options.surroundings.value }),
      ...(page.shown.value.kind === 'elsewhere' ? { ifFree: true } : {}),
    }),
    ...(options.edition === undefined ? {} : { edition: options.edition }),
    ...(options.reloadPage === undefined ? {} : { reloadPage: options.reloadPage }),
    onMessage,
  })

  const channel = new AppChannel({
    ...options,
    send: connection.send,
    frame: page.frame,
    replaced,
    closed,
  })

  return {
    number: options.number,
    connection: connection.state,
    refusal,
    app,
    frameUrl,
    page: page.shown,
    switches,
    nickname,
    problems,
    sheet: sheet.shown,
    aiStrip,
    realRun,
    notice: notice.shown,
    dismissNotice: () => notice.show(null),
    cancelAi: () => connection.send({ type: 'cancel-ai', frame: page.frame() }),
    choose: (id, choice) => {
      if (!sheet.isOpen(id)) return
      sheet.change(id, { fault: null, busy: true })
      connection.send({ type: 'sheet-choice', sheet: id, choice })
    },
    pick: options.uploadPicked,
    fromApp: (element, posted) => {
      if (isShown(element)) channel.take(posted)
    },
    leaveBlocked: (element, url) => {
      if (isShown(element)) channel.leaveBlocked(url)
    },
    attach: (post) => channel.attach(post),
    frameLoaded: (element) => {
      if (!isShown(element)) return
      connection.send({ type: 'frame-loaded', frame: page.frame() })
      page.loaded(page.frame())
    },
    setSwitches: (changes, everyone = false) =>
      connection.send({ type: 'set-switches', switches: changes, ...(everyone ? { everyone } : {}) }),
    surroundingsChanged: (surroundings) => connection.send({ type: 'surroundings', surroundings }),
    pageVisible: (visible) => connection.send({ type: 'page-visibility', visible }),
    dropConnection: (number) => connection.send({ type: 'drop-connection', seat: number }),
    changeNickname: () => connection.send({ type: 'change-nickname' }),
    buyAccess: () => connection.send({ type: 'buy-access' }),
    openWithoutBuying: () => connection.send({ type: 'open-without-buying' }),
    closeApp: () => connection.send({ type: 'close-app' }),
    openApp: () => {
      connection.send({ type: 'open-app' })
      open()
    },
    reload: open,
    reconnect: connection.retryNow,
    takeBack: () => {
      stopWaitingTimer()
      page.show({ kind: 'waiting' })
      connection.begin()
    },
    leave: () => {
      page.stop()
      stopWaitingTimer()
      connection.close()
    },
  }
}
