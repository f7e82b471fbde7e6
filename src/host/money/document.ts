import * as z from 'zod'
import { parseCredits } from '../../platform/credits.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import { type Codec, SavedDocument, type Store } from '../saving/store.js'
import { Ledger, type LedgerState, type PayoutMood, type Sale } from './ledger.js'

/** The ledger of an app, saved. It is replaced as a whole when a change could not be saved. */
export interface Books {
  ledger: Ledger
}

export const LEDGER_DOCUMENT = 'ledger'

/** What the books of an app need of its host. */
export interface BookWorld {
  readonly clock: Clock
  /** What becomes of payouts that fall due now. */
  readonly mood: () => PayoutMood
  /** Time did its work on these sales: they are as it left them. */
  readonly onSettled: (changed: readonly Sale[]) => void
  /** What time did could not be saved; it is tried again. */
  readonly onNotSaved: (error: unknown) => void
}

/**
 * An app's ledger: everyone's purse and every sale. Time does its work by itself (3.2, 3.3): payments are confirmed,
 * refunds made, sales paid out when they fall due, and what fell due while nothing ran at the start.
 */
export class LedgerBook {
  readonly #document: SavedDocument<Books>
  readonly #world: BookWorld
  #cancelAlarm: (() => void) | null = null
  #closed = false
  /** What time did last, while it is being saved and after; rejects where it could not be. */
  #settling: Promise<void> = Promise.resolve()

  private constructor(document: SavedDocument<Books>, world: BookWorld) {
    this.#document = document
    this.#world = world
  }

  static async open(store: Store, world: BookWorld): Promise<LedgerBook> {
    return new LedgerBook(await SavedDocument.open(store, LEDGER_DOCUMENT, LEDGER_CODEC), world)
  }

  /**
   * The ledger as it is saved, and as time has left it by now. Nothing is changed: whoever opens the book does what is due.
   * @param mood what becomes of payouts that fall due
   */
  static async peek(store: Store, now: number, mood: PayoutMood): Promise<Ledger> {
    const { ledger } = (await SavedDocument.open(store, LEDGER_DOCUMENT, LEDGER_CODEC)).value
    ledger.advance(now, mood)
    return ledger
  }

  /** The ledger as it stands: whatever is due was done. */
  get ledger(): Ledger {
    this.settle()
    return this.#document.value.ledger
  }

  /**
   * Changes the ledger and resolves once that is saved.
   * @throws {NotSavedError} when it could not be saved: the ledger is then as it was
   */
  async change<R>(act: (ledger: Ledger) => R): Promise<R> {
    this.settle()
    const changing = this.#document.change((books) => {
      const before = books.ledger.state()
      return { result: act(books.ledger), undo: () => putBack(books, before) }
    })
    this.#waitForNext()
    try {
      return await changing
    } catch (error) {
      this.#waitForNext()
      throw error
    }
  }

  /** Gives a person that never had one a purse of what the switch says. */
  async givePurse(person: string, switches: Switches): Promise<void> {
    if (Object.hasOwn(this.#document.value.ledger.state().balances, person)) return
    await this.setPurse(person, parseCredits(switches.balance) ?? 0)
  }

  /** Puts a person's purse to an amount. @throws {NotSavedError} */
  async setPurse(person: string, thousandths: number): Promise<void> {
    await this.change((ledger) => ledger.setBalance(person, thousandths))
  }

  /** Does what is due, and waits for what will be. It is being saved when this returns. */
  settle(): void {
    if (this.#closed) return
    const { clock, mood, onSettled, onNotSaved } = this.#world
    const { ledger } = this.#document.value
    const next = ledger.nextAt(mood())
    if (next !== null && next <= clock.now()) {
      let changed: readonly Sale[] = []
      const saving = this.#document.change((books) => {
        const before = books.ledger.state()
        changed = books.ledger.advance(clock.now(), mood())
        return { result: undefined, undo: () => putBack(books, before) }
      })
      onSettled(changed)
      this.#settling = saving
      saving.catch((error: unknown) => {
        onNotSaved(error)
        this.#waitForNext(clock.now() + RETRY_MS)
      })
    }
    this.#waitForNext()
  }

  /**
   * Does what is due, and resolves once all that time did is saved.
   * @throws {NotSavedError} when it could not be saved, which `onNotSaved` was told: the ledger is as it was
   */
  async settled(): Promise<void> {
    this.settle()
    await this.#settling
  }

  close(): void {
    this.#closed = true
    this.#cancelAlarm?.()
    this.#cancelAlarm = null
  }

  /** @param earliest a full disk is not asked again at once */
  #waitForNext(earliest = 0): void {
    this.#cancelAlarm?.()
    this.#cancelAlarm = null
    const next = this.#closed ? null : this.#document.value.ledger.nextAt(this.#world.mood())
    if (next !== null) this.#cancelAlarm = this.#world.clock.at(Math.max(next, earliest), () => this.settle())
  }
}

const RETRY_MS = 60_000

const putBack = (books: Books, before: LedgerState): void => {
  books.ledger = new Ledger(before)
}

const itemSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('product'), id: z.string(), kind: z.enum(['consumable', 'permanent']) }),
  z.object({ type: z.literal('access'), access: z.enum(['one_time', 'pass_30d']) }),
])

const saleSchema = z.object({
  id: z.string(),
  buyer: z.string(),
  item: itemSchema,
  thousandths: z.int(),
  purchasedAt: z.number(),
  confirmsAt: z.number().nullable(),
  consumedAt: z.number().nullable(),
  state: z.enum(['confirming', 'held', 'paid-out', 'awaiting-manual', 'returned']),
  returnReason: z.enum(['unconsumed', 'refund', 'blocked', 'deleted']).nullable(),
})

const savedSchema = z.object({
  schema: z.literal(1),
  balances: z.record(z.string(), z.int()),
  sales: z.array(saleSchema),
})

export const LEDGER_CODEC: Codec<Books> = {
  empty: () => ({ ledger: new Ledger() }),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    return parsed.success ? { ledger: new Ledger(parsed.data satisfies LedgerState) } : undefined
  },
  serialize: ({ ledger }) => ({ schema: 1, ...ledger.state() }),
}
