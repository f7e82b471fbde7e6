/** Notes at places in the text, by the variable that a name refers to there. The variable is resolved on demand. */
export class ByVariable<T extends { readonly offset: number }> {
  readonly #byName = new Map<string, T[]>()
  readonly #byKey = new Map<string, ReadonlyMap<string, readonly T[]>>()
  readonly #keyOf: (name: string, offset: number) => string

  constructor(keyOf: (name: string, offset: number) => string) {
    this.#keyOf = keyOf
  }

  add(name: string, noted: T): void {
    const list = this.#byName.get(name)
    if (list === undefined) this.#byName.set(name, [noted])
    else list.push(noted)
  }

  of(key: string, name: string): readonly T[] {
    const known = this.#byKey.get(name) ?? this.#sorted(name)
    return known.get(key) ?? []
  }

  /** Each place once: minified code has ten thousand variables of one name. */
  #sorted(name: string): ReadonlyMap<string, readonly T[]> {
    const found = new Map<string, T[]>()
    for (const noted of this.#byName.get(name) ?? []) {
      const key = this.#keyOf(name, noted.offset)
      const list = found.get(key)
      if (list === undefined) found.set(key, [noted])
      else list.push(noted)
    }
    this.#byKey.set(name, found)
    return found
  }
}
