import { callName, type Method } from '../../../platform/calls/table.js'
import type { ActiveFault, Fault, FaultPlan, Moment } from './fault.js'
import { RandomFaults } from './random-faults.js'

/** The faults with which a host starts. */
export interface FaultsAtStart {
  readonly faults: readonly ActiveFault[]
  /** Ids go on from here: a log may remove a fault by its id. */
  readonly lastId: number
  readonly randomSeed: number | null
}

/** Decides which calls fail on purpose: the developer's faults, and random faults from a seed. Nothing is saved. */
export class FaultInjector {
  #faults: readonly ActiveFault[] = []
  #lastId = 0
  #random: RandomFaults | null = null

  get faults(): readonly ActiveFault[] {
    return this.#faults
  }

  /** The seed of the random faults, or null if there are none. */
  get randomSeed(): number | null {
    return this.#random?.seed ?? null
  }

  /** What a replay needs to go on from here, where random faults start again. */
  get state(): FaultsAtStart {
    return { faults: this.#faults, lastId: this.#lastId, randomSeed: this.randomSeed }
  }

  /** A host starts: its random faults start with it, so that its log says all of them. */
  restart({ faults, lastId, randomSeed }: FaultsAtStart = this.state): void {
    this.#faults = faults
    this.#lastId = lastId
    this.setRandomSeed(randomSeed)
  }

  add(plan: FaultPlan): ActiveFault {
    this.#lastId += 1
    const active = { id: this.#lastId, ...plan }
    this.#faults = [...this.#faults, active]
    return active
  }

  /** @returns whether there was such a fault */
  remove(id: number): boolean {
    const left = this.#faults.filter((one) => one.id !== id)
    const found = left.length < this.#faults.length
    this.#faults = left
    return found
  }

  clear(): void {
    this.#faults = []
  }

  /** Restarts the random faults from a seed, or ends them with null. */
  setRandomSeed(seed: number | null): void {
    this.#random = seed === null ? null : new RandomFaults(seed)
  }

  /**
   * The fault of this call: the first that is meant for it, or else a random one. A fault for the next call only is then
   * used up.
   */
  faultFor(seat: number, method: Method): Fault | null {
    const name = callName(method)
    const active = this.#faults.find(
      (one) => (one.seat === null || one.seat === seat) && (one.method === null || one.method === name),
    )
    // Every call is counted, so that a fault does not change later random ones.
    const random = this.#random?.faultFor(seat, method) ?? null
    if (active === undefined) return random
    if (active.times === 'next') this.remove(active.id)
    return active.fault
  }

  /** What random faults do to the app after an answer, or null. */
  momentAfter(seat: number): Moment | null {
    return this.#random?.momentAfter(seat) ?? null
  }
}
