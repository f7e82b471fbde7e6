import { parseCredits } from '../../platform/credits.js'
import type { Clock } from '../clock.js'
import type { SwitchBoard } from '../control/switch-board.js'
import type { Switches } from '../control/switches.js'
import type { CallLog } from '../log/call-log.js'
import { NotSavedError, type Store } from '../saving/store.js'
import { LedgerBook } from './document.js'
import type { PayoutMood, Sale } from './ledger.js'
import { describeSettled } from './settled.js'

/** What the keeping of an app's books needs of its host. */
export interface BookkeepingWorld {
  readonly clock: Clock
  readonly store: Store
  readonly log: CallLog
  readonly switches: SwitchBoard
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** Keeps an app's books in step with the switches: purses, what the service's mood does to sales, and what the log says. */
export class Bookkeeping {
  readonly books: LedgerBook
  readonly #world: BookkeepingWorld

  private constructor(books: LedgerBook, world: BookkeepingWorld) {
    this.books = books
    this.#world = world
  }

  static async open(world: BookkeepingWorld): Promise<Bookkeeping> {
    const { clock, store, log, switches } = world
    const books = await LedgerBook.open(store, {
      clock,
      mood: () => payoutMood(switches.of(1)),
      onSettled: (changed) => tellSettled(log, changed),
      onNotSaved: (error) => tellNotSaved(world, 1, error),
    })
    return new Bookkeeping(books, world)
  }

  /** What becomes of payouts now. */
  get mood(): PayoutMood {
    return payoutMood(this.#world.switches.of(1))
  }

  /** A person opens a paid app: on a disk that cannot be written their purse stays empty, and the app's page shows that. */
  async givePurse(person: string, switches: Switches): Promise<void> {
    try {
      await this.books.givePurse(person, switches)
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error
    }
  }

  /** The developer puts the purse of whoever is in a seat to an amount. Resolves once that is saved, or the log says why not. */
  async fillPurse(seat: number, person: Promise<string>, { balance }: Switches): Promise<void> {
    try {
      await this.books.setPurse(await person, parseCredits(balance) ?? 0)
    } catch (error) {
      tellNotSaved(this.#world, seat, error)
    }
  }

  /**
   * What the service's mood does to sales (3.1): it is the same for every seat. Resolves once what is paid out and
   * returned is saved, or the log says why not.
   */
  async shareMood(before: Switches, after: Switches): Promise<void> {
    const isSameMood = payoutMood(before) === payoutMood(after)
    const isDeletion = before.app !== 'deleted' && after.app === 'deleted'
    await Promise.all([isSameMood ? null : this.#settle(), isDeletion ? this.#returnForDeletion() : null])
  }

  async #settle(): Promise<void> {
    try {
      await this.books.settled()
    } catch (error) {
      // The log was told when it happened.
      if (!(error instanceof NotSavedError)) throw error
    }
  }

  async #returnForDeletion(): Promise<void> {
    const { clock, log } = this.#world
    try {
      tellSettled(log, await this.books.change((ledger) => ledger.returnForDeletion(clock.now())))
    } catch (error) {
      tellNotSaved(this.#world, 1, error)
    }
  }
}

/** Payouts pause while the app is blocked (3.1); the switch `payouts` makes them fail (3.3). */
export const payoutMood = ({ app, payouts }: Switches): PayoutMood => {
  if (app === 'blocked') return 'paused'
  return payouts === 'failing' ? 'failing' : 'ok'
}

const tellSettled = (log: CallLog, changed: readonly Sale[]): void => {
  for (const message of describeSettled(changed)) log.add({ kind: 'note', seat: 1, message })
}

/** A disk that cannot be written is no defect: the books stay as they are, and the developer is told. */
const tellNotSaved = ({ log, onDefect }: BookkeepingWorld, seat: number, error: unknown): void => {
  if (error instanceof NotSavedError) log.add({ kind: 'note', seat, message: error.message })
  else onDefect(error)
}
