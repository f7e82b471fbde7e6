/** What is opened once for each key, when it is first needed. What could not be opened is tried again the next time. */
export class OpenedOnce<Value> {
  readonly #opening = new Map<string, Promise<Value>>()
  readonly #opened = new Map<string, Value>()

  /** The value of a key. @param open opens it, where nobody asked for it before */
  of(key: string, open: () => Promise<Value>): Promise<Value> {
    const known = this.#opening.get(key)
    if (known !== undefined) return known
    const opening = open()
    this.#opening.set(key, opening)
    // It may have been taken away in the meantime.
    const isKept = (): boolean => this.#opening.get(key) === opening
    opening.then(
      (value) => {
        if (isKept()) this.#opened.set(key, value)
      },
      () => {
        if (isKept()) this.#opening.delete(key)
      },
    )
    return opening
  }

  /** The values that are open, by their keys. */
  get opened(): ReadonlyMap<string, Value> {
    return this.#opened
  }

  /** Forgets all values. @returns them, once those that are being opened are open, for the caller to close */
  async takeAll(): Promise<readonly Value[]> {
    const opening = [...this.#opening.values()]
    this.#opening.clear()
    this.#opened.clear()
    const outcomes = await Promise.allSettled(opening)
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }
}
