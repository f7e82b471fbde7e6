import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CheckResult } from '../../../check/problem.js'
import { DEFAULT_SWITCHES, type SwitchChanges, type Switches } from '../../../host/control/switches.js'
import type { Surroundings } from '../../../host/real-runs/runnable-app.js'
import type { SheetKind, SheetKinds } from '../../../host/session/sheets.js'
import type { AppFailure, RealRunInfo, SeatMessage } from '../../messages.js'
import { type AppBrowser, AppChannel, type PostToApp } from '../bridge/app-channel.js'
import {
  type Connection,
  createConnection,
  type PageOptions,
  type Socket,
  type SocketHandlers,
} from '../bridge/connection.js'
import type { Posted } from '../bridge/intake.js'
import type { UploadPicked } from '../picking/upload.js'
import { createSeatApp, type SeatApp } from './seat-app.js'
import { createSeatSheet, DRAWN_SHEETS, type SeatSheet } from './seat-sheet.js'

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
export type Seat = ReturnType<typeof createSeat>

/** Whether the window gave the seat up, to another window or because a program closed it. */
export const hasLeft = ({ page }: Pick<Seat, 'page'>): boolean =>
  page.value.kind === 'elsewhere' || page.value.kind === 'removed'

/** What the server says of a seat. */
const createSeatState = () => ({
  /** Why the server refused the connection. */
  refusal: signal<string | null>(null),
  switches: signal<Switches>(DEFAULT_SWITCHES),
  /** The user's nickname in this app; null until chosen. */
  nickname: signal<string | null>(null),
  problems: signal<CheckResult | null>(null),
  /** Whose real run it is; null in a test run. */
  realRun: signal<RealRunInfo | null>(null),
  buildFailure: signal<AppFailure | null>(null),
})

/** What the server's messages act on. */
interface SeatParts extends ReturnType<typeof createSeatState> {
  readonly app: SeatApp
  readonly sheet: SeatSheet
  readonly channel: AppChannel
  /** Another window has the seat, or a program closed it. */
  readonly lost: (why: 'elsewhere' | 'removed') => void
}

type Handlers = { readonly [Type in SeatMessage['type']]: (message: SeatMessage & { type: Type }) => void }

/** What each message of the server does to a seat. */
const handlersOf = ({ app, sheet, channel, ...parts }: SeatParts): Handlers => ({
  welcome: (message) => {
    sheet.close()
    parts.switches.value = message.switches
    parts.problems.value = message.problems
    parts.refusal.value = null
    parts.realRun.value = message.realRun ?? null
    parts.buildFailure.value = message.buildFailure ?? null
    app.set(message)
    app.open()
  },
  'build-failure': ({ failure }) => {
    parts.buildFailure.value = failure
  },
  'start-failure': ({ frame, failure }) => app.failed(frame, failure),
  'app-updated': app.update,
  reload: (message) => {
    app.set(message)
    app.open()
  },
  squeeze: app.squeezeNext,
  held: ({ frame, summary, opening }) => {
    if (frame === app.page.frame()) app.page.show({ kind: 'held', summary, opening })
  },
  admitted: () => {
    if (app.page.shown.value.kind === 'held') app.open()
  },
  'session-opened': ({ frame, after }) => app.page.change(frame, { openedAfter: after }),
  'to-app': (message) => channel.deliver(message),
  'page-visibility': (message) => channel.showPage(message),
  'styles-changed': () => channel.restyle(),
  'app-ready': ({ frame }) => app.page.change(frame, { ready: true, covered: false }),
  'app-closed': ({ by }) => app.closed(by),
  'sheet-opened': (message) => sheet.open(message.sheet, channel.complete(message.content)),
  'sheet-changed': (message) => sheet.change(message.sheet, { content: channel.complete(message.content) }),
  'sheet-fault': (message) => sheet.change(message.sheet, { fault: message.message, busy: false }),
  'sheet-closed': (message) => {
    if (sheet.isOpen(message.sheet)) sheet.close()
  },
  'ai-strip': ({ frame, strip }) => app.showAiStrip(frame, strip),
  notice: ({ frame, words }) => app.showNotice(frame, words),
  problems: ({ problems }) => {
    parts.problems.value = problems
  },
  switches: ({ switches }) => {
    parts.switches.value = switches
  },
  nickname: ({ nickname }) => {
    parts.nickname.value = nickname
  },
  refused: ({ message, elsewhere, closed }) => {
    parts.refusal.value = message
    sheet.close()
    if (elsewhere === true) parts.lost('elsewhere')
    if (closed === true) parts.lost('removed')
  },
})

export const createSeat = (options: SeatOptions) => {
  const state = createSeatState()
  const sheet = createSeatSheet()
  let stopWaitingTimer = (): void => {}

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
    // The type of a message chooses its handler.
    onMessage: (message) => batch(() => (handlers[message.type] as (message: SeatMessage) => void)(message)),
  })
  const { send } = connection

  const app = createSeatApp({
    startTimer: options.startTimer,
    send,
    beforeOpening: () => channel.restart(),
  })
  const { page } = app
  const isShown = (element: number): boolean =>
    page.shown.value.kind === 'open' && page.shown.value.element === element

  const channel = new AppChannel({
    ...options,
    send,
    frame: page.frame,
    replaced: app.replaced,
    closed: app.closed,
  })

  const handlers = handlersOf({
    app,
    sheet,
    channel,
    ...state,
    lost: (why) => {
      page.show({ kind: why })
      if (why === 'removed') options.removed?.()
      else {
        stopWaitingTimer()
        stopWaitingTimer = options.startTimer(connection.begin, ASK_AGAIN_MS)
      }
    },
  })

  return {
    number: options.number,
    ...state,
    connection: connection.state,
    app: app.app,
    /** The entry page's URL on the bundle's origin; null if the manifest cannot be read. */
    frameUrl: app.frameUrl,
    page: page.shown,
    /** The host's sheet over the app; only one is open at a time. */
    sheet: sheet.shown,
    /** The current AI task of the app (4.7). */
    aiStrip: app.aiStrip,
    /** A notice of the host without choices; it disappears by itself. */
    notice: app.notice,
    dismissNotice: app.dismissNotice,
    /** What the developer has to fix before the app runs; null if nothing, or it was dismissed. */
    failure: computed(() => state.buildFailure.value ?? app.startFailure.value),
    dismissFailure: (): void => {
      state.buildFailure.value = null
      app.dismissFailure()
    },
    /** The user stops the current AI task. */
    cancelAi: () => send({ type: 'cancel-ai', frame: page.frame() }),
    /** Sends the user's choice on the sheet; the host validates it. */
    choose: (id: number, choice: SheetKinds[SheetKind]['choice']): void => {
      if (!sheet.isOpen(id)) return
      sheet.change(id, { fault: null, busy: true })
      send({ type: 'sheet-choice', sheet: id, choice })
    },
    /** Sends the file that the user chose on a sheet; the host validates it. */
    pick: options.uploadPicked,
    /** A message from the app's frame element; the caller has verified its source. */
    fromApp: (element: number, posted: Posted): void => {
      if (isShown(element)) channel.take(posted)
    },
    /** The app tried to navigate away, and the page around it prevented that (2.10). */
    leaveBlocked: (element: number, url: string): void => {
      if (isShown(element)) channel.leaveBlocked(url)
    },
    /** Posts messages to the frame element that is shown now. */
    attach: (post: PostToApp) => channel.attach(post),
    frameLoaded: (element: number): void => {
      if (!isShown(element)) return
      send({ type: 'frame-loaded', frame: page.frame() })
      page.loaded(page.frame())
    },
    /** Changes this user's switches, or everyone's. */
    setSwitches: (changes: SwitchChanges, everyone = false) =>
      send({ type: 'set-switches', switches: changes, ...(everyone ? { everyone } : {}) }),
    /** The browser's theme or language changed, in a real run. */
    surroundingsChanged: (surroundings: Surroundings) => send({ type: 'surroundings', surroundings }),
    pageVisible: (visible: boolean) => send({ type: 'page-visibility', visible }),
    /** The developer drops the connection of a seat's match, this one's or another's. */
    dropConnection: (number: number) => send({ type: 'drop-connection', seat: number }),
    /** The user wants to change the nickname (4.6): the host opens its sheet. */
    changeNickname: () => send({ type: 'change-nickname' }),
    /** The user wants to buy access to the app, on its page (5). */
    buyAccess: () => send({ type: 'buy-access' }),
    /** The developer runs the app without buying it (5). */
    openWithoutBuying: () => send({ type: 'open-without-buying' }),
    closeApp: () => send({ type: 'close-app' }),
    openApp: (): void => {
      send({ type: 'open-app' })
      app.open()
    },
    /** Reloads the app. */
    reload: app.open,
    reconnect: connection.retryNow,
    /** Takes the seat over from another window. */
    takeBack: (): void => {
      stopWaitingTimer()
      page.show({ kind: 'waiting' })
      connection.begin()
    },
    /** Releases the seat permanently. */
    leave: (): void => {
      app.stop()
      stopWaitingTimer()
      connection.close()
    },
  }
}
