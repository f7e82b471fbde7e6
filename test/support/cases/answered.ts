/** What `GET control/data` answers, as far as these tests read it. */
export interface ServiceData {
  readonly records: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined>
  >
  readonly versions: Readonly<Record<string, string>>
  readonly media: Readonly<Record<string, string>>
}

/** A place in the data of the service: a field of a record, or the Base64 of a file. */
export type Place =
  | readonly [table: string, id: string, field: string]
  | readonly [files: 'versions' | 'media', id: string]

/** What is at a place; undefined where nothing is. */
const at = (data: ServiceData, place: Place): unknown =>
  place.length === 2 ? data[place[0]][place[1]] : data.records[place[0]]?.[place[1]]?.[place[2]]

/**
 * What a service answered, and so has to keep when it is killed. Of a write that was sent and not answered, both are
 * right: that it was made, and that it was not.
 */
export class Answered {
  readonly #kept = new Map<string, { readonly place: Place; readonly value: unknown }>()
  readonly #sent = new Map<string, unknown>()
  /** How many writes were answered. */
  count = 0

  /** Notes what an answer says that is kept. */
  keep(...facts: readonly (readonly [place: Place, value: unknown])[]): void {
    this.count += 1
    for (const [place, value] of facts) this.#kept.set(JSON.stringify(place), { place, value })
  }

  /** Changes what is at a place: until the answer, the old value and the new one are right. */
  async change<Result>(place: Place, value: unknown, send: () => Promise<Result>): Promise<Result> {
    const key = JSON.stringify(place)
    this.#sent.set(key, value)
    const result = await send()
    this.#sent.delete(key)
    this.keep([place, value])
    return result
  }

  /** What is at a place may change from now on. */
  forget(place: Place): void {
    this.#kept.delete(JSON.stringify(place))
  }

  /** What the data lack or have otherwise; what was sent and is there counts as kept from now on. */
  missing(data: ServiceData): readonly string[] {
    const missing: string[] = []
    for (const [key, { place, value }] of this.#kept) {
      const found = JSON.stringify(at(data, place))
      const sent = this.#sent.get(key)
      if (found === JSON.stringify(value)) continue
      if (this.#sent.has(key) && found === JSON.stringify(sent)) this.#kept.set(key, { place, value: sent })
      else missing.push(`${key} is ${found}; answered: ${JSON.stringify(value)}`)
    }
    this.#sent.clear()
    return missing
  }
}
