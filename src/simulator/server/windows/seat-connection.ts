import type { Switches } from '../../../host/control/switches.js'
import type { ReceivedRequest } from '../../../host/session/request.js'
import type { SheetKind } from '../../../host/session/sheets.js'
import { shareImageStart } from '../../../platform/calls/sharing.js'
import type { MatchLeftReason } from '../../../platform/events.js'
import type { AppReport, CallSource } from '../../injected-messages.js'
import type { SeatMessage } from '../../messages.js'
import type { ReadShellMessage } from '../../shell-messages.js'
import type { AddressedApp } from '../app/addressed-app.js'
import { bundlePathOf } from '../app-reports/app-reports.js'
import { ReportIntake } from '../app-reports/report-intake.js'
import { StateIntake } from '../app-reports/state-intake.js'
import { AppRun } from './app-run.js'
import { SeatLog } from './seat-log.js'
import type { SeatWorld } from './seat-world.js'
import { SheetDesk } from './sheet-desk.js'

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
  readonly send: (message: SeatMessage) => void
  /** The bundle's origin for this window's browser. */
  readonly #bundleOrigin: string
  readonly #log: SeatLog
  /** The sheets of this seat. */
  readonly sheets: SheetDesk
  readonly #pictures = new RequestPictures()
  readonly #run: AppRun
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
    this.#log = new SeatLog(world.log, seatNumber)
    this.sheets = new SheetDesk(
      sheets,
      (message) => send(this.#pictures.shorten(message)),
      this.#log,
      () => world.sheetOpened(),
    )
    this.#world = world
    this.seatNumber = seatNumber
    this.#bundleOrigin = bundleOrigin
    this.send = send
    this.dismiss = dismiss
    this.#run = new AppRun({
      seatNumber,
      hasWindow: this.hasWindow,
      owner: this,
      world,
      sheets: this.sheets,
      log: this.#log,
      send,
      reconsider: this.#reconsiderLater,
    })
    this.#states = new StateIntake((message) => this.#log.note(message))
    this.#reports = new ReportIntake(world.log, seatNumber, () => world.live.state.bundle, bundleOrigin)
  }

  /** Whether a window shows the seat. */
  get hasWindow(): boolean {
    return this.player === 'window'
  }

  /** Whether an app is running in this seat. */
  get running(): boolean {
    return this.#run.session !== null
  }

  /** Sends the window everything it needs at the start. */
  welcome(edition: string): void {
    const { app, frameUrl } = this.#app()
    const buildFailure = this.#world.failures?.build ?? null
    this.send({
      type: 'welcome',
      seat: this.seatNumber,
      edition,
      app,
      switches: this.#world.switches.of(this.seatNumber),
      frameUrl,
      problems: this.#world.live.problems,
      ...(this.#world.real === null ? {} : { realRun: this.#world.real.infoOf(this.seatNumber) }),
      ...(buildFailure === null ? {} : { buildFailure }),
    })
  }

  /** Takes the session of the same seat without a window. */
  takeOver(before: SeatConnection): void {
    this.#run.takeOver(before.#run)
  }

  async receive(message: SeatedMessage): Promise<void> {
    const { session, page } = this.#run
    switch (message.type) {
      case 'frame-opened':
        return this.#run.open(message.frame, message.replaced === true)
      case 'frame-loaded':
        if (this.#run.isIn(message.frame)) this.#run.loaded()
        return
      case 'request':
        if (this.#run.isIn(message.frame)) await this.#request(message)
        return
      case 'app-report':
        if (this.#run.isIn(message.frame)) await this.#report(message.frame, message.report)
        return
      case 'app-state':
        if (this.#run.isIn(message.frame) && session !== null)
          this.#states.take(message.text, session.player, this.#run.host)
        return
      case 'page-visibility':
        return this.#run.setPageVisible(message.visible)
      case 'set-switches':
        await this.#world.steering?.setSwitches(
          message.everyone === true ? null : this.seatNumber,
          message.switches,
        )
        return
      case 'sheet-choice':
        await this.sheets.choose(message.sheet, message.choice)
        return
      case 'cancel-ai':
        if (!this.#run.isIn(message.frame) || session === null) return
        this.#log.act('The person cancels the AI request.', { do: 'cancel-ai' })
        session.cancelAi()
        return
      case 'change-nickname':
        if (session === null) return
        this.#log.act('The person changes their nickname.', { do: 'change-nickname' })
        return session.changeNickname()
      case 'drop-connection':
        this.#world.steering?.dropConnection(message.seat)
        return
      case 'surroundings':
        return this.#world.real?.surroundings(this.seatNumber, message.surroundings)
      case 'buy-access':
        return page.buyAccess()
      case 'open-without-buying':
        // Only the owner may, in a test run (5).
        if (this.#world.real === null) await page.openWithoutBuying()
        return
      case 'close-app':
        return this.#run.close(
          message.flooding === true ? 'flood' : message.gone === true ? 'leaving' : 'person',
        )
      case 'answer-lost':
        return this.#log.note(
          `The bytes of an answer did not reach the page, so the call was rejected with TIMEOUT: ${message.reason}`,
        )
      case 'open-app':
        return this.#log.note('The person opened the app.')
    }
  }

  async #report(frame: number, report: AppReport): Promise<void> {
    const endsStart = this.#run.endsStart(report)
    await this.#reports.take(report)
    const failure = endsStart
      ? await this.#world.failures?.ofStart(report, this.seatNumber, this.#bundleOrigin)
      : undefined
    if (failure !== undefined) this.send({ type: 'start-failure', frame, failure })
  }

  async #request({
    json,
    image: sent,
    gesture,
    notJson,
    bytes,
    picture,
    from,
  }: RequestMessage): Promise<void> {
    const image =
      sent === undefined
        ? undefined
        : `${shareImageStart(sent.type)}${Buffer.from(sent.bytes.buffer, sent.bytes.byteOffset, sent.bytes.byteLength).toString('base64')}`
    if (picture !== undefined && image !== undefined) this.#pictures.add(picture, image)
    try {
      await this.#run.session?.receive({
        json,
        gesture,
        ...(notJson === undefined ? {} : { notJson }),
        ...(image === undefined ? {} : { image }),
        ...(bytes === undefined ? {} : { bytes }),
        ...callPlace(from),
      })
    } finally {
      if (picture !== undefined) this.#pictures.remove(picture)
    }
  }

  reload(): void {
    this.send({ type: 'reload', ...this.#app() })
  }

  /** Takes over style sheets that were saved, while the app keeps running. */
  restyle(paths: readonly string[]): void {
    this.#log.note(`The page’s styles were updated without a reload: ${paths.join(', ')}`)
    this.send({ type: 'styles-changed' })
  }

  /** Tells the window that the next page is of another version. The open page stays. */
  updated(): void {
    this.send({ type: 'app-updated', ...this.#app() })
  }

  /** Reopens the app in a frame without a size, which gets its size a moment later, as on some phones. */
  squeeze(): void {
    this.send({ type: 'squeeze' })
    this.reload()
  }

  /** @param reason what the other players of its match get */
  end(reason: MatchLeftReason): void {
    this.#run.end(reason)
  }

  /** The switches of the seat changed. */
  switched(switches: Switches): void {
    this.send({ type: 'switches', switches })
    this.#reconsiderLater()
  }

  /** Checks again, after a change, whether the app can open. */
  reconsider(): Promise<void> {
    return this.#run.page.reconsider()
  }

  readonly #reconsiderLater = (): void => {
    this.reconsider().catch(this.#world.onDefect)
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

/**
 * The requests whose picture a window keeps until they are answered. A sheet that shows such a picture as it came names it,
 * so that its megabytes do not travel back.
 */
class RequestPictures {
  readonly #pictures = new Map<number, string>()

  /**
   * @param picture the window's number of the picture
   * @param url its data URL
   */
  add(picture: number, url: string): void {
    this.#pictures.set(picture, url)
  }

  remove(picture: number): void {
    this.#pictures.delete(picture)
  }

  /** The message as it is sent to that window. */
  shorten(message: SeatMessage): SeatMessage {
    if (message.type !== 'sheet-opened' || message.content.kind !== 'share') return message
    const { offer } = message.content
    const { picture } = offer
    if (picture === null || !('base64' in picture)) return message
    const { base64, ...header } = picture
    for (const [kept, url] of this.#pictures)
      if (url.endsWith(base64))
        return { ...message, content: { kind: 'share', offer: { ...offer, picture: { ...header, kept } } } }
    return message
  }
}
