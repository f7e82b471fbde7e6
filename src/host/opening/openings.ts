import type { Clock } from '../clock.js'
import type { SwitchSource } from '../control/switch-board.js'
import type { HostedApp } from '../hosted-app.js'
import { type AccessSheet, openAccessSheet } from '../money/buy-access.js'
import type { Money } from '../money/money.js'
import type { Randomness } from '../randomness.js'
import { hostHas } from '../session/features.js'
import type { Seat } from '../session/seat.js'
import type { SheetDrawer, SheetKind } from '../session/sheets.js'
import { gateOf } from './gate.js'
import { decideOpening, type Opening } from './opening.js'

/** What openings need from the host. */
export interface OpeningsWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly switches: SwitchSource
  readonly money: Money
  /** Who gets what people pay. */
  readonly developer: string
  /** Gives the person in a seat their first balance, if they have none. */
  readonly ensureBalance: (seat: Seat) => Promise<void>
}

/** Decides who may open the app, and sells access to it before it opens (5). */
export class Openings {
  readonly #world: OpeningsWorld
  /** The seats in which the owner runs a paid app without buying it. */
  readonly #withoutBuying = new Set<number>()

  constructor(world: OpeningsWorld) {
    this.#world = world
  }

  /**
   * Whether a person may open the app now (5).
   * @param sheets the sheets that their page can draw
   */
  async decide(app: HostedApp, seat: Seat, sheets: readonly SheetKind[]): Promise<Opening> {
    const { clock, switches, money, ensureBalance } = this.#world
    if (app.access.type !== 'free') await ensureBalance(seat)
    return decideOpening({
      app,
      person: seat.appUserId,
      ledger: money.ledger,
      has: hostHas(sheets),
      switches: switches.of(seat.number),
      withoutBuying: this.#withoutBuying.has(seat.number),
      now: clock.now(),
    })
  }

  /** Lets the owner run a paid app without buying it (5), until the app is closed. */
  allowWithoutBuying(seat: number): void {
    this.#withoutBuying.add(seat)
  }

  /** The person left the app. The next opening is decided again. */
  left(seat: number): void {
    this.#withoutBuying.delete(seat)
  }

  /** Opens the sheet that sells access to the app, before the app opens (5). Null if there is nothing to buy. */
  async openAccessSheet(app: HostedApp, seat: Seat, sheets: SheetDrawer): Promise<AccessSheet | null> {
    const { clock, randomness, switches, money, developer, ensureBalance } = this.#world
    await ensureBalance(seat)
    if (gateOf(app, hostHas(sheets.kinds), switches.of(seat.number)) !== null) return null
    return openAccessSheet({
      app,
      buyer: seat.appUserId,
      money,
      developer,
      clock,
      randomness,
      switches: () => switches.of(seat.number),
      sheets,
    })
  }
}
