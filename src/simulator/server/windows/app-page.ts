import type { Host } from '../../../host/host.js'
import type { AccessSheet } from '../../../host/money/buy-access.js'
import type { HeldOpening } from '../../../host/opening/held-opening.js'
import { inCredits } from '../../../platform/credits.js'
import type { SeatMessage } from '../../messages.js'
import type { SeatLog } from './seat-log.js'
import type { SeatWorld } from './seat-world.js'
import type { SheetDesk } from './sheet-desk.js'

/** The seat in which an app's page is shown. */
export interface PageSeat {
  readonly seatNumber: number
  readonly world: SeatWorld
  readonly sheets: SheetDesk
  readonly send: (message: SeatMessage) => void
  readonly log: SeatLog
  /** Checks again whether the app can open. Failures are reported, not thrown. */
  readonly reconsider: () => void
}

/** The app's page, shown in a seat while the app cannot open: because of a gate, or until access is bought (5). */
export class AppPage {
  readonly #seat: PageSeat
  /** The frame that waits for the app, and the app's host. */
  #frame = -1
  #host: Host | null = null
  #shown = false
  /** The payment sheet for access, set from the tap on. */
  #accessSheet: Pick<AccessSheet, 'close'> | null = null
  #stopWaiting: () => void = () => {}

  constructor(seat: PageSeat) {
    this.#seat = seat
  }

  /** Shows the page because the app does not open in this frame, and logs why. */
  show(frame: number, host: Host, opening: HeldOpening): void {
    this.#frame = frame
    this.#host = host
    this.#seat.log.note(whyHeld(opening))
    this.#draw(opening)
  }

  /** Closes the page and its sheet, because the frame was closed. */
  leave(): void {
    this.#frame = -1
    this.#shown = false
    this.#stopWaiting()
    this.#accessSheet?.close()
    this.#accessSheet = null
  }

  /** Checks again, after a change, whether the app can open. */
  async reconsider(): Promise<void> {
    const frame = this.#frame
    const { world, seatNumber, sheets, send } = this.#seat
    const { facts } = world.live.state
    if (!this.#shown || facts === null) return
    const host = await world.host(facts.app.id)
    const opening = await host.openings.decide(facts.app, await host.seat(seatNumber), sheets.kinds)
    if (this.#frame !== frame || !this.#shown) return
    this.#stopWaiting()
    if (opening.outcome === 'held') this.#draw(opening)
    else {
      this.#shown = false
      send({ type: 'admitted' })
    }
  }

  /** Opens the payment sheet for access, if there is something to buy. */
  async buyAccess(): Promise<void> {
    const { world, seatNumber, sheets, log } = this.#seat
    const { facts } = world.live.state
    const host = this.#host
    if (!this.#shown || facts === null || host === null || !sheets.kinds.includes('payment')) return
    const seat = await host.seat(seatNumber)
    const frame = this.#frame
    if (this.#accessSheet !== null) return
    // Set from now on, so that a second tap does not open a second sheet.
    log.act('The person starts to buy access on the app’s page.', { do: 'buy-access', app: facts.app })
    const opening = host.openings.openAccessSheet(facts.app, seat, sheets)
    this.#accessSheet = { close: () => void opening.then((sheet) => sheet?.close()) }
    const sheet = await opening
    if (sheet === null) {
      this.#accessSheet = null
      return
    }
    if (this.#frame !== frame) return
    this.#accessSheet = sheet
    try {
      log.note(`Buying access on the app’s page: ${await sheet.outcome} (3.2).`)
    } finally {
      if (this.#accessSheet === sheet) this.#accessSheet = null
    }
    await this.reconsider()
  }

  /** Lets the owner run the app without buying it (5). */
  async openWithoutBuying(): Promise<void> {
    if (!this.#shown) return
    this.#host?.openings.allowWithoutBuying(this.#seat.seatNumber)
    this.#seat.log.note('Opened without buying access: a test run by the owner (5).')
    await this.reconsider()
  }

  #draw(opening: HeldOpening): void {
    const { world, send, reconsider } = this.#seat
    this.#shown = true
    send({
      type: 'held',
      frame: this.#frame,
      summary: world.live.state.facts?.summary ?? '',
      opening,
    })
    if (opening.reason !== 'buy' || !opening.access.pending) return
    const { clock } = world
    this.#stopWaiting = clock.at(clock.now() + CHECK_AGAIN_MS, reconsider)
  }
}

const whyHeld = (opening: HeldOpening): string =>
  opening.reason === 'gate'
    ? `The app was not opened. ${opening.gate.why}`
    : `The app was not opened: the person has to buy access on its page first, for ${inCredits(opening.access.price)} (5).`

/** How often a pending payment is checked. */
const CHECK_AGAIN_MS = 1_000
