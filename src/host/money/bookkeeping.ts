import { parseCredits } from '../../platform/credits.js'
import type { Clock } from '../clock.js'
import type { SwitchSource } from '../control/switch-board.js'
import type { Switches } from '../control/switches.js'
import type { CallLog } from '../log/call-log.js'
import { NotSavedError, type Store } from '../saving/store.js'
import { LedgerDocument } from './document.js'
import type { PayoutMode } from './ledger.js'
import type { Sale } from './sale.js'
import { describeSettled } from './settled.js'

/** What bookkeeping needs from the host. */
export interface BookkeepingWorld {
  readonly clock: Clock
  readonly store: Store
  readonly log: CallLog
  readonly switches: SwitchSource
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** Keeps an app's ledger in step with the switches, and logs what happens in it. */
export class Bookkeeping {
  readonly document: LedgerDocument
  readonly #world: BookkeepingWorld

  private constructor(document: LedgerDocument, world: BookkeepingWorld) {
    this.document = document
    this.#world = world
  }

  static async open(world: BookkeepingWorld): Promise<Bookkeeping> {
    const { clock, store, log, switches } = world
    const document = await LedgerDocument.open(store, {
      clock,
      payoutMode: () => payoutModeOf(switches.of(1)),
      onSettled: (changed) => reportSettled(log, changed),
      onNotSaved: (error) => reportNotSaved(world, 1, error),
    })
    return new Bookkeeping(document, world)
  }

  /** What happens to payouts that come due now. */
  get payoutMode(): PayoutMode {
    return payoutModeOf(this.#world.switches.of(1))
  }

  /** Whether a person has a balance, be it zero. */
  hasBalance(person: string): boolean {
    return this.document.hasBalance(person)
  }

  /** For a person who opens a paid app. If the disk cannot be written, their balance stays 0, as the app's page shows. */
  async ensureBalance(person: string, switches: Switches): Promise<void> {
    try {
      await this.document.ensureBalance(person, switches)
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error
    }
  }

  /** Sets a person's balance to that of the switch. Resolves once that is saved, or once the log says why it is not. */
  async applyBalanceSwitch(seat: number, person: Promise<string>, { balance }: Switches): Promise<void> {
    try {
      await this.document.setBalance(await person, parseCredits(balance) ?? 0)
    } catch (error) {
      reportNotSaved(this.#world, seat, error)
    }
  }

  /**
   * Applies the switches that are the same for every seat to sales (3.1). Resolves once payouts and refunds are saved, or
   * once the log says why they are not.
   */
  async applySharedSwitches(before: Switches, after: Switches): Promise<void> {
    const isSameMode = payoutModeOf(before) === payoutModeOf(after)
    const isDeletion = before.app !== 'deleted' && after.app === 'deleted'
    await Promise.all([isSameMode ? null : this.#settle(), isDeletion ? this.#returnForDeletion() : null])
  }

  async #settle(): Promise<void> {
    try {
      await this.document.settled()
    } catch (error) {
      // Logged when it happened.
      if (!(error instanceof NotSavedError)) throw error
    }
  }

  async #returnForDeletion(): Promise<void> {
    const { clock, log } = this.#world
    try {
      reportSettled(log, await this.document.change((ledger) => ledger.returnForDeletion(clock.now())))
    } catch (error) {
      reportNotSaved(this.#world, 1, error)
    }
  }
}

/** Payouts pause while the app is blocked (3.1). The switch `payouts` makes them fail (3.3). */
export const payoutModeOf = ({ app, payouts }: Switches): PayoutMode => {
  if (app === 'blocked') return 'paused'
  return payouts === 'failing' ? 'failing' : 'ok'
}

const reportSettled = (log: CallLog, changed: readonly Sale[]): void => {
  for (const message of describeSettled(changed)) log.note(1, message)
}

/** A disk that cannot be written is not a defect: the ledger is unchanged, and the developer reads why in the log. */
const reportNotSaved = ({ log, onDefect }: BookkeepingWorld, seat: number, error: unknown): void => {
  if (error instanceof NotSavedError) log.note(seat, error.message)
  else onDefect(error)
}
