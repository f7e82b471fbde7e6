import type { RecordOf } from '../records/records.js'
import { put, type ServiceStore } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'

/** A member in an app, or all signed-out visitors together. */
export type Person = RecordOf<'appPerson'>

/** Stands for all visitors who are not signed in. No member has such an ID. */
export const SIGNED_OUT = 'signed-out'

/** Who opened an app: each with an ID that no other app has (2.5), and a seat of its host. */
export class People {
  readonly #store: ServiceStore
  readonly #random: World['random']
  readonly #appId: string
  readonly #bySeat = new Map<number, Person>()
  readonly #byUserId = new Map<string, Person>()

  constructor({ store, random }: Pick<World, 'store' | 'random'>, appId: string) {
    this.#store = store
    this.#random = random
    this.#appId = appId
    for (const person of store.all('appPerson')) if (person.appId === appId) this.#add(person)
  }

  get all(): Iterable<Person> {
    return this.#bySeat.values()
  }

  inSeat(seat: number): Person | null {
    return this.#bySeat.get(seat) ?? null
  }

  withUserId(userId: string): Person | null {
    return this.#byUserId.get(userId) ?? null
  }

  of(memberId: string): Person | null {
    return this.#store.get('appPerson', this.#key(memberId))
  }

  /** The person that a member is in this app, from now on and for good. Resolves once that is durable. */
  async ensure(memberId: string): Promise<Person> {
    const known = this.of(memberId)
    if (known !== null) return known
    const person: Person = {
      id: this.#key(memberId),
      appId: this.#appId,
      memberId,
      seat: Math.max(0, ...this.#bySeat.keys()) + 1,
      userId: newId({ random: this.#random }, 'u'),
    }
    this.#add(person)
    await this.#store.commit([put('appPerson', person.id, person)])
    return person
  }

  #add(person: Person): void {
    this.#bySeat.set(person.seat, person)
    this.#byUserId.set(person.userId, person)
  }

  #key(memberId: string): string {
    return `${this.#appId}/${memberId}`
  }
}
