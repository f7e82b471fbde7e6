import { PASS_MS, PAYOUT_HOLD_MS } from '../../platform/limits.js'
import {
  isConfirmed,
  isConsumable,
  newSale,
  nextStep,
  type Purchase,
  type ReturnReason,
  type Sale,
  type SaleStep,
} from './sale.js'

export interface LedgerState {
  readonly balances: Readonly<Record<string, number>>
  readonly sales: readonly Sale[]
}

/** What happens to payouts that come due: they pause while the app is blocked (3.1), and may fail (3.3). */
export type PayoutMode = 'ok' | 'failing' | 'paused'

/** The outcome of `pay` after the person tapped Pay (3.2). */
export type PayOutcome =
  | { readonly status: 'paid'; readonly sale: Sale }
  | { readonly status: 'pending'; readonly sale: Sale }
  | { readonly status: 'failed'; readonly reason: 'insufficient_balance' | 'already_owned' }

/** The three figures on the app's page (3.3), in thousandths. */
export interface DeveloperFigures {
  readonly purchases: number
  readonly held: number
  readonly paid: number
}

/**
 * Everyone's balance, and every sale with its state (3.2, 3.3). Amounts are whole thousandths of a credit. Times are
 * milliseconds since 1970 and are passed in. Pure: `state()` is the form in which a ledger is saved.
 */
export class Ledger {
  readonly #balances: Map<string, number>
  readonly #sales: Map<string, Sale>

  constructor(state: LedgerState = { balances: {}, sales: [] }) {
    this.#balances = new Map(Object.entries(state.balances))
    this.#sales = new Map(state.sales.map((sale) => [sale.id, sale]))
  }

  state(): LedgerState {
    return { balances: Object.fromEntries(this.#balances), sales: [...this.#sales.values()] }
  }

  balanceOf(person: string): number {
    return this.#balances.get(person) ?? 0
  }

  /** A sale by its id, or null. */
  sale(id: string): Sale | null {
    return this.#sales.get(id) ?? null
  }

  /** Sets a person's balance, for the developer's switch. */
  setBalance(person: string, thousandths: number): void {
    this.#balances.set(person, thousandths)
  }

  /** Whether a person has a permanent product, or a pending payment for it. */
  owns(person: string, product: string): boolean {
    return this.#ofBuyer(person).some(
      ({ item, state }) =>
        state !== 'returned' && item.type === 'product' && item.id === product && item.kind === 'permanent',
    )
  }

  /**
   * Takes a payment. For a permanent product that the buyer owns it fails, with any balance.
   * @param purchase its id is unique in this ledger
   * @param confirmsAt when the payment will be confirmed; null confirms it immediately
   */
  pay(purchase: Purchase, now: number, confirmsAt: number | null = null): PayOutcome {
    const { buyer, item, thousandths } = purchase
    const owned =
      item.type === 'product'
        ? item.kind === 'permanent' && this.owns(buyer, item.id)
        : item.access === 'one_time' && this.accessOf(buyer, 'one_time', now).active
    if (owned) return { status: 'failed', reason: 'already_owned' }
    const balance = this.balanceOf(buyer)
    if (balance < thousandths) return { status: 'failed', reason: 'insufficient_balance' }
    this.#balances.set(buyer, balance - thousandths)
    const sale = newSale(purchase, now, confirmsAt)
    this.#put(sale)
    return { status: confirmsAt === null ? 'paid' : 'pending', sale }
  }

  /** Marks a consumable as delivered. False if it is not a consumable, was consumed, is not confirmed or was returned (3.2). */
  consume(person: string, id: string, now: number): boolean {
    const sale = this.#sales.get(id)
    if (sale === undefined || sale.buyer !== person || !isConsumable(sale)) return false
    if (sale.consumedAt !== null || !isConfirmed(sale)) return false
    this.#put({ ...sale, consumedAt: now })
    return true
  }

  /** A person's product purchases as `getPurchases` shows them: confirmed, and not returned (3.2). */
  purchasesOf(person: string): readonly Sale[] {
    return this.#ofBuyer(person).filter((sale) => sale.item.type === 'product' && isConfirmed(sale))
  }

  /**
   * A person's access to a paid app (2.3, 2.6). Passes bought before the last one expired add up.
   * @returns until: when a pass expires; null if access does not end
   */
  accessOf(
    person: string,
    type: 'one_time' | 'pass_30d',
    now: number,
  ): { readonly active: boolean; readonly until: number | null } {
    const bought = this.#ofBuyer(person)
      .filter((sale) => sale.item.type === 'access' && sale.item.access === type && isConfirmed(sale))
      .sort((a, b) => a.purchasedAt - b.purchasedAt)
    if (type === 'one_time') return { active: bought.length > 0, until: null }
    let until: number | null = null
    for (const { purchasedAt } of bought) until = Math.max(purchasedAt, until ?? 0) + PASS_MS
    return { active: until !== null && until > now, until }
  }

  /** Whether a person's payment for access is not confirmed yet (3.2: `pending`). */
  isConfirmingAccess(person: string, type: 'one_time' | 'pass_30d'): boolean {
    return this.#ofBuyer(person).some(
      ({ item, state }) => item.type === 'access' && item.access === type && state === 'confirming',
    )
  }

  /**
   * Returns a payment to its buyer; the purchase disappears. Possible while it is held or pending (3.3).
   * @returns false if it is too late, or there is no such sale
   */
  returnToBuyer(id: string, reason: ReturnReason): boolean {
    const sale = this.#sales.get(id)
    if (sale === undefined || (sale.state !== 'held' && sale.state !== 'confirming')) return false
    this.#balances.set(sale.buyer, this.balanceOf(sale.buyer) + sale.thousandths)
    this.#put({ ...sale, state: 'returned', returnReason: reason, confirmsAt: null })
    return true
  }

  /**
   * Returns the payments of the last 7 days that are not paid out, because the app is deleted (3.1). Earlier ones stay
   * with the developer.
   * @returns the sales that were returned
   */
  returnForDeletion(now: number): readonly Sale[] {
    const recent = [...this.#sales.values()].filter(({ purchasedAt }) => purchasedAt > now - PAYOUT_HOLD_MS)
    return recent.flatMap(({ id }) => {
      const returned = this.returnToBuyer(id, 'deleted') ? this.#sales.get(id) : undefined
      return returned === undefined ? [] : [returned]
    })
  }

  /** Gives a person a purchase without a payment, for the developer, as if it had been bought now. */
  give(purchase: Purchase, now: number): Sale {
    const sale = newSale(purchase, now, null)
    this.#put(sale)
    return sale
  }

  /** Confirms a pending payment (3.2). False if there is nothing to confirm. */
  confirm(id: string): boolean {
    const sale = this.#sales.get(id)
    if (sale?.state !== 'confirming') return false
    this.#put({ ...sale, state: 'held', confirmsAt: null })
    return true
  }

  /** Marks a consumable as not delivered. False if it was not delivered, or was returned. */
  unconsume(id: string): boolean {
    const sale = this.#sales.get(id)
    if (sale === undefined || sale.consumedAt === null || sale.state === 'returned') return false
    this.#put({ ...sale, consumedAt: null })
    return true
  }

  /** Moves all times of a sale back. What is due then is applied next. False if there is no such sale. */
  age(id: string, milliseconds: number): boolean {
    const sale = this.#sales.get(id)
    if (sale === undefined) return false
    const earlier = (time: number): number => Math.max(0, time - milliseconds)
    this.#put({
      ...sale,
      purchasedAt: earlier(sale.purchasedAt),
      confirmsAt: sale.confirmsAt === null ? null : earlier(sale.confirmsAt),
      consumedAt: sale.consumedAt === null ? null : earlier(sale.consumedAt),
    })
    return true
  }

  /** Removes a sale without a refund, for the developer. False if there is no such sale. */
  forget(id: string): boolean {
    return this.#sales.delete(id)
  }

  /** Completes a payout that failed, as an admin does (3.3). */
  completePayout(id: string): boolean {
    const sale = this.#sales.get(id)
    if (sale?.state !== 'awaiting-manual') return false
    this.#put({ ...sale, state: 'paid-out' })
    return true
  }

  /**
   * Applies what is due by now, in order: payments are confirmed, consumables that were not delivered within 24 hours
   * are refunded, sales held for 7 days are paid out.
   * @returns the sales that changed, as they are now
   */
  advance(now: number, mode: PayoutMode = 'ok'): readonly Sale[] {
    const changed: Sale[] = []
    for (const id of [...this.#sales.keys()]) {
      const before = this.#sales.get(id)
      this.#settle(id, now, mode)
      const after = this.#sales.get(id)
      if (after !== undefined && after !== before) changed.push(after)
    }
    return changed
  }

  /** Everyone who ever bought a pass. */
  passHolders(): readonly string[] {
    const passes = [...this.#sales.values()].filter(
      ({ item }) => item.type === 'access' && item.access === 'pass_30d',
    )
    return [...new Set(passes.map(({ buyer }) => buyer))]
  }

  /** When something comes due next; null if nothing will. */
  nextAt(mode: PayoutMode): number | null {
    return nextOfSales(this.#sales.values(), mode)
  }

  /** What comes due next for each sale, soonest first, for the developer. */
  upcoming(): readonly (SaleStep & { readonly sale: Sale })[] {
    return [...this.#sales.values()]
      .flatMap((sale) => {
        const step = nextStep(sale)
        return step === null ? [] : [{ ...step, sale }]
      })
      .sort((a, b) => a.at - b.at)
  }

  /** The developer's three figures (3.3). Returned sales are not counted. */
  figures(): DeveloperFigures {
    return figuresOfSales(this.#sales.values())
  }

  #settle(id: string, now: number, mode: PayoutMode): void {
    // A sale may take several steps together when the clock jumps.
    for (;;) {
      const sale = this.#sales.get(id)
      const step = sale === undefined ? null : nextStep(sale)
      if (sale === undefined || step === null || step.at > now) return
      if (step.what === 'confirm') this.#put({ ...sale, state: 'held', confirmsAt: null })
      else if (step.what === 'refund') this.returnToBuyer(id, 'unconsumed')
      else if (mode === 'paused') return
      else this.#put({ ...sale, state: mode === 'failing' ? 'awaiting-manual' : 'paid-out' })
    }
  }

  #ofBuyer(person: string): Sale[] {
    return [...this.#sales.values()].filter(({ buyer }) => buyer === person)
  }

  #put(sale: Sale): void {
    this.#sales.set(sale.id, sale)
  }
}

/** When something comes due next for one of these sales; null if nothing will. */
export const nextOfSales = (sales: Iterable<Sale>, mode: PayoutMode): number | null => {
  let next: number | null = null
  for (const sale of sales) {
    const step = nextStep(sale)
    if (step === null || (step.what === 'payout' && mode === 'paused')) continue
    if (next === null || step.at < next) next = step.at
  }
  return next
}

/** The developer's three figures of these sales (3.3). Returned sales are not counted. */
export const figuresOfSales = (sales: Iterable<Sale>): DeveloperFigures => {
  let held = 0
  let paid = 0
  let purchases = 0
  for (const sale of sales) {
    if (!isConfirmed(sale)) continue
    purchases += sale.thousandths
    if (sale.state === 'paid-out') paid += sale.thousandths
    else held += sale.thousandths
  }
  return { purchases, held, paid }
}
