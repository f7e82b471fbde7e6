import { newSecret } from '../secrets.js'
import type { World } from '../world.js'

const LIFETIME_MS = 900_000
const MAX_TICKETS = 1_000

/**
 * Proof that a form came from a page that we served: a single-use secret that a foreign page cannot read
 * (cross-site request forgery). Only kept in memory.
 */
export class Tickets<Value> {
  readonly #world: Pick<World, 'random' | 'clock'>
  readonly #issued = new Map<string, { readonly value: Value; readonly expiresAt: number }>()

  constructor(world: Pick<World, 'random' | 'clock'>) {
    this.#world = world
  }

  issue(value: Value): string {
    const now = this.#machineNow()
    for (const [ticket, { expiresAt }] of this.#issued) {
      if (expiresAt > now && this.#issued.size < MAX_TICKETS) break
      this.#issued.delete(ticket)
    }
    const ticket = newSecret(this.#world)
    this.#issued.set(ticket, { value, expiresAt: now + LIFETIME_MS })
    return ticket
  }

  /** The value of a ticket, which becomes invalid; null for one that was never issued, was used, or is too old. */
  redeem(ticket: unknown): Value | null {
    if (typeof ticket !== 'string') return null
    const found = this.#issued.get(ticket)
    if (found === undefined) return null
    this.#issued.delete(ticket)
    return found.expiresAt > this.#machineNow() ? found.value : null
  }

  /** Changes of the service's clock make no open page too old. */
  #machineNow(): number {
    return this.#world.clock.machineNow()
  }
}
