import type { Method } from '../../../platform/calls/table.js'
import type { ActiveFaultOrder, FaultOrder, InjectedFault, Moment } from './injected-fault.js'
import { RandomFaults } from './random-faults.js'

/** Decides which calls fail on purpose: the developer's orders, and random faults from a seed. Nothing is saved. */
export class FaultInjector {
  #orders: readonly ActiveFaultOrder[] = []
  #lastId = 0
  #random: RandomFaults | null = null

  get orders(): readonly ActiveFaultOrder[] {
    return this.#orders
  }

  /** The seed of the random faults, or null if there are none. */
  get randomSeed(): number | null {
    return this.#random?.seed ?? null
  }

  add(order: FaultOrder): ActiveFaultOrder {
    this.#lastId += 1
    const active = { id: this.#lastId, ...order }
    this.#orders = [...this.#orders, active]
    return active
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

  /** Restarts the random faults from a seed, or ends them with null. */
  setRandomSeed(seed: number | null): void {
    this.#random = seed === null ? null : new RandomFaults(seed)
  }

  /**
   * The fault of this call: that of the first order for it, or else a random one. An order for the next call only is
   * then used up.
   */
  faultFor(seat: number, method: Method): InjectedFault | null {
    const order = this.#orders.find(
      (one) => (one.seat === null || one.seat === seat) && (one.method === null || one.method === method),
    )
    // Every call is counted, so that an order does not change later random faults.
    const random = this.#random?.faultFor(seat, method) ?? null
    if (order === undefined) return random
    if (order.times === 'next') this.remove(order.id)
    return order.trouble
  }

  /** What random faults do to the app after an answer, or null. */
  momentAfter(seat: number): Moment | null {
    return this.#random?.momentAfter(seat) ?? null
  }
}
