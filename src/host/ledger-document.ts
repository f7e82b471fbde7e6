import { z } from 'zod'
import { parseCredits } from '../platform/credits.js'
import { Ledger, type LedgerState } from './ledger.js'
import { type Codec, SavedDocument, type Store } from './store.js'
import type { Switches } from './switches.js'

/** The ledger of an app, saved. It is replaced as a whole when a change could not be saved. */
export interface Books {
  ledger: Ledger
}

export const LEDGER_DOCUMENT = 'ledger'

/** An app's ledger: everyone's purse and every sale. */
export class LedgerBook {
  readonly #document: SavedDocument<Books>

  private constructor(document: SavedDocument<Books>) {
    this.#document = document
  }

  static async open(store: Store): Promise<LedgerBook> {
    return new LedgerBook(await SavedDocument.open(store, LEDGER_DOCUMENT, LEDGER_CODEC))
  }

  /** The ledger after time did its work (3.2, 3.3): payments confirmed, refunds made, sales paid out. */
  at(now: number, switches: Switches): Ledger {
    const { ledger } = this.#document.value
    // Payouts pause while the app is blocked (3.1).
    ledger.advance(now, switches.app === 'blocked' ? 'paused' : 'ok')
    return ledger
  }

  /**
   * Changes the ledger and resolves once that is saved.
   * @throws {NotSavedError} when it could not be saved: the ledger is then as it was
   */
  async change<R>(now: number, switches: Switches, act: (ledger: Ledger) => R): Promise<R> {
    return this.#document.change((books) => {
      const before = this.at(now, switches).state()
      return {
        result: act(books.ledger),
        undo: () => {
          books.ledger = new Ledger(before)
        },
      }
    })
  }

  /** Gives a person that never had one a purse of what the switch says. */
  async givePurse(person: string, switches: Switches, now: number): Promise<void> {
    if (Object.hasOwn(this.#document.value.ledger.state().balances, person)) return
    await this.setPurse(person, switches, now)
  }

  /** Puts a person's purse to what the switch says. */
  async setPurse(person: string, switches: Switches, now: number): Promise<void> {
    const thousandths = parseCredits(switches.balance) ?? 0
    await this.change(now, switches, (ledger) => ledger.setBalance(person, thousandths))
  }
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
