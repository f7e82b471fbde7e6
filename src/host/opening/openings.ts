import { formatCredits, parseCredits } from '../../platform/credits.js'
import { isoTime } from '../../platform/units.js'
import type { Clock } from '../clock.js'
import type { SwitchSource } from '../control/switch-board.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import { type AccessSheet, openAccessSheet } from '../money/buy-access.js'
import type { Ledger } from '../money/ledger.js'
import type { Money } from '../money/money.js'
import { mayPay } from '../money/paying.js'
import type { Randomness } from '../randomness.js'
import { hostHas } from '../session/features.js'
import type { Seat } from '../session/seat.js'
import type { SheetDrawer, SheetKind } from '../session/sheets.js'
import { gateOf } from './gate.js'
import type { AccessOffer, AccessRefusal, HeldOpening } from './held-opening.js'

/** Whether a person may open an app now, and if not, why. The app's page shows it (5). */
type Opening = { readonly outcome: 'open' } | HeldOpening

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
    const { ledger } = money
    const chosen = switches.of(seat.number)
    // Checked first: access must not be sold to an app that then does not open.
    const gate = gateOf(app, hostHas(sheets), chosen)
    if (gate !== null) return { outcome: 'held', reason: 'gate', gate }
    // The owner may run every version without buying it (5).
    if (this.#withoutBuying.has(seat.number)) return { outcome: 'open' }
    const access = accessToBuy(app, seat.appUserId, ledger, chosen, clock.now())
    return access === null ? { outcome: 'open' } : { outcome: 'held', reason: 'buy', access }
  }

  /** Lets the owner run a paid app without buying it (5), until the app is closed. */
  allowWithoutBuying(seat: number): void {
    this.#withoutBuying.add(seat)
  }

  /** The person left the app. The next opening is decided again. */
  left(seat: number): void {
    this.#withoutBuying.delete(seat)
  }

  /** Gives a person their first balance, if they have none. */
  giveBalance(seat: Seat): Promise<void> {
    return this.#world.ensureBalance(seat)
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

/** Access to a paid app is bought before it opens. Only the person renews an expired pass (2.3, 5). */
const accessToBuy = (
  { access }: HostedApp,
  person: string,
  ledger: Ledger,
  switches: Switches,
  now: number,
): AccessOffer | null => {
  if (access.type === 'free') return null
  const { active, until } = ledger.accessOf(person, access.type, now)
  if (active) return null
  const balance = ledger.balanceOf(person)
  return {
    type: access.type,
    statement: access.statement,
    price: access.price,
    balance: formatCredits(balance),
    endedAt: until === null ? null : isoTime(until),
    pending: ledger.isConfirmingAccess(person, access.type),
    refusal: refusalOf(switches, balance, parseCredits(access.price) ?? 0),
  }
}

const refusalOf = (switches: Switches, balance: number, price: number): AccessRefusal | null => {
  const why = mayPay(switches)
  if (why !== null) return { words: 'You cannot buy access here.', why: why.why }
  if (balance < price)
    return { words: 'You do not have enough credits.', why: 'The switch `balance` sets the balance.' }
  return null
}
