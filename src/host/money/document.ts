import * as z from 'zod'
import { parseCredits } from '../../platform/credits.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import { type Codec, SavedDocument, type Store, withLaterFields } from '../saving/store.js'
import { Ledger, type LedgerState, type PayoutMode } from './ledger.js'
import type { Money } from './money.js'
import { RETURN_REASONS, SALE_STATES, type Sale } from './sale.js'

/** The ledger of an app. It is replaced as a whole if a change could not be saved. */
export interface SavedLedger {
  ledger: Ledger
}

export const LEDGER_DOCUMENT = 'ledger'

/** What the ledger's document needs from the host. */
export interface LedgerWorld {
  readonly clock: Clock
  /** What happens to payouts that come due now. */
  readonly payoutMode: () => PayoutMode
  /** Called with the sales that came due and changed. */
  readonly onSettled: (changed: readonly Sale[]) => void
  /** Called if sales that came due could not be saved. It is tried again. */
  readonly onNotSaved: (error: unknown) => void
}

/**
 * An app's ledger: everyone's balance and every sale. Payments are confirmed, refunded and paid out when they come due
 * (3.2, 3.3), or at the start if they came due while no host was running.
 */
export class LedgerDocument implements Money {
  readonly #document: SavedDocument<SavedLedger>
  readonly #world: LedgerWorld
  #cancelAlarm: (() => void) | null = null
  #closed = false
  /** When what could not be saved is tried again, so that looking at the ledger does not. */
  #retryAt = 0
  /** The latest saving of sales that came due. Rejects if they could not be saved. */
  #settling: Promise<void> = Promise.resolve()

  private constructor(document: SavedDocument<SavedLedger>, world: LedgerWorld) {
    this.#document = document
    this.#world = world
  }

  static async open(store: Store, world: LedgerWorld): Promise<LedgerDocument> {
    return new LedgerDocument(await SavedDocument.open(store, LEDGER_DOCUMENT, LEDGER_CODEC), world)
  }

  /**
   * The saved ledger, with everything applied that is due by now. Nothing is saved.
   * @param mode what happens to payouts that come due
   */
  static async peek(store: Store, now: number, mode: PayoutMode): Promise<Ledger> {
    const { ledger } = (await SavedDocument.open(store, LEDGER_DOCUMENT, LEDGER_CODEC)).value
    ledger.advance(now, mode)
    return ledger
  }

  /** The current ledger, with everything applied that is due. */
  get ledger(): Ledger {
    this.settle()
    return this.#document.value.ledger
  }

  /**
   * Changes the ledger and resolves once the change is saved.
   * @throws {NotSavedError} if it could not be saved; the ledger is unchanged then
   */
  async change<R>(act: (ledger: Ledger) => R): Promise<R> {
    this.settle()
    const changing = this.#document.change((saved) => {
      const before = saved.ledger.state()
      return { result: act(saved.ledger), undo: () => restore(saved, before) }
    })
    this.#waitForNext()
    try {
      return await changing
    } catch (error) {
      this.#waitForNext()
      throw error
    }
  }

  hasBalance(person: string): boolean {
    return Object.hasOwn(this.#document.value.ledger.state().balances, person)
  }

  /** Gives a person without a balance the balance of the switch. */
  async ensureBalance(person: string, switches: Switches): Promise<void> {
    if (!this.hasBalance(person)) await this.setBalance(person, parseCredits(switches.balance) ?? 0)
  }

  /** Sets a person's balance. @throws {NotSavedError} */
  async setBalance(person: string, thousandths: number): Promise<void> {
    await this.change((ledger) => ledger.setBalance(person, thousandths))
  }

  /** Applies what is due and waits for what comes next. The changes are being saved when this returns. */
  settle(): void {
    if (this.#closed) return
    const { clock, payoutMode, onSettled, onNotSaved } = this.#world
    const { ledger } = this.#document.value
    const next = ledger.nextAt(payoutMode())
    if (next !== null && Math.max(next, this.#retryAt) <= clock.now()) {
      let changed: readonly Sale[] = []
      const saving = this.#document.change((saved) => {
        const before = saved.ledger.state()
        changed = saved.ledger.advance(clock.now(), payoutMode())
        return { result: undefined, undo: () => restore(saved, before) }
      })
      onSettled(changed)
      this.#settling = saving
      saving.catch((error: unknown) => {
        onNotSaved(error)
        this.#retryAt = clock.now() + RETRY_MS
        this.#waitForNext()
      })
    }
    this.#waitForNext()
  }

  /**
   * Applies what is due, and resolves once that is saved.
   * @throws {NotSavedError} if it could not be saved; `onNotSaved` was called, and the ledger is unchanged then
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

  #waitForNext(): void {
    this.#cancelAlarm?.()
    this.#cancelAlarm = null
    const next = this.#closed ? null : this.#document.value.ledger.nextAt(this.#world.payoutMode())
    if (next !== null)
      this.#cancelAlarm = this.#world.clock.at(Math.max(next, this.#retryAt), () => this.settle())
  }
}

const RETRY_MS = 60_000

const restore = (saved: SavedLedger, before: LedgerState): void => {
  saved.ledger = new Ledger(before)
}

const itemSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('product'), id: z.string(), kind: z.enum(['consumable', 'permanent']) }),
  z.object({ type: z.literal('access'), access: z.enum(['one_time', 'pass_30d']) }),
])

/** A sale as it is saved. */
export const saleSchema = z.object({
  id: z.string(),
  buyer: z.string(),
  item: itemSchema,
  thousandths: z.int(),
  purchasedAt: z.number(),
  confirmsAt: z.number().nullable(),
  consumedAt: z.number().nullable(),
  state: z.enum(SALE_STATES),
  returnReason: z.enum(RETURN_REASONS).nullable(),
})

const savedSchema = z.object({
  schema: z.literal(1),
  balances: z.record(z.string(), z.int()),
  sales: z.array(saleSchema),
})

export const LEDGER_CODEC: Codec<SavedLedger> = {
  ifLost: 'Balances and purchases start empty.',
  empty: () => ({ ledger: new Ledger() }),
  parse: (saved) => {
    const parsed = savedSchema.safeParse(saved)
    if (!parsed.success) return undefined
    return { ledger: new Ledger(withLaterFields(parsed.data, saved) satisfies LedgerState) }
  },
  serialize: ({ ledger }) => ({ schema: 1, ...ledger.state() }),
}
