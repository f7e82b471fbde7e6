import type { Method } from '../../../platform/calls/table.js'
import { Torture } from './torture.js'
import type { CallTrouble, Moment, StandingOrder, TroubleOrder } from './trouble.js'

/** The developer's orders for trouble, and the torture where one is on. Nothing of it is saved. */
export class TroubleBoard {
  #orders: readonly StandingOrder[] = []
  #lastId = 0
  #torture: Torture | null = null

  get orders(): readonly StandingOrder[] {
    return this.#orders
  }

  /** The seed of the torture that is on, or null. */
  get tortureSeed(): number | null {
    return this.#torture?.seed ?? null
  }

  add(order: TroubleOrder): StandingOrder {
    this.#lastId += 1
    const standing = { id: this.#lastId, ...order }
    this.#orders = [...this.#orders, standing]
    return standing
  }

  /** @returns whether there was such an order */
  remove(id: number): boolean {
    const left = this.#orders.filter((order) => order.id !== id)
    const found = left.length < this.#orders.length
    this.#orders = left
    return found
  }

  clear(): void {
    this.#orders = []
  }

  /** Starts the torture anew, from its first call; null ends it. */
  torture(seed: number | null): void {
    this.#torture = seed === null ? null : new Torture(seed)
  }

  /**
   * What befalls this call: the earliest order that is meant for it, which is used up where it was for the next call
   * alone; else what the torture has for it.
   */
  meet(seat: number, method: Method): CallTrouble | null {
    const order = this.#orders.find(
      (one) => (one.seat === null || one.seat === seat) && (one.method === null || one.method === method),
    )
    // The torture counts every call, so that an order in between changes nothing of what comes later.
    const tortured = this.#torture?.meet(seat, method) ?? null
    if (order === undefined) return tortured
    if (order.times === 'next') this.remove(order.id)
    return order.trouble
  }

  /** What the torture has for the app once a call was answered, or null. */
  momentAfter(seat: number): Moment | null {
    return this.#torture?.momentAfter(seat) ?? null
  }
}
