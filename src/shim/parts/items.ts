/*! Names and values in memory, with the limits of a browser's localStorage. */

/** As much as browsers let a site store: UTF-16 units of names and values together. */
const QUOTA_CHARACTERS = 5_242_880

/** Names and values, in the order in which the names were first set. */
export type Items = ReturnType<typeof createItems>

/** @param changed is told the name of every item that was set to another value, or removed */
export const createItems = (changed: (name: string) => void) => {
  const values = new Map<string, string>()
  let names: readonly string[] | null = null
  let characters = 0
  const put = (name: string, value: string, limit: number): boolean => {
    const before = values.get(name)
    if (before === value) return false
    const total = characters + value.length + (before === undefined ? name.length : -before.length)
    if (total > limit)
      throw new DOMException(`Setting the value of '${name}' exceeded the quota.`, 'QuotaExceededError')
    characters = total
    if (before === undefined) names = null
    values.set(name, value)
    return true
  }
  const remove = (name: string): void => {
    const before = values.get(name)
    if (before === undefined) return
    characters -= name.length + before.length
    names = null
    values.delete(name)
    changed(name)
  }
  return {
    get: (name: string): string | null => {
      const value = values.get(name)
      return value === undefined ? null : value
    },
    /** @throws {DOMException} `QuotaExceededError` */
    set: (name: string, value: string): void => {
      if (put(name, value, QUOTA_CHARACTERS)) changed(name)
    },
    remove,
    clear: (): void => {
      for (const name of [...values.keys()]) remove(name)
    },
    names: (): readonly string[] => {
      if (names === null) names = [...values.keys()]
      return names
    },
    /** Takes a value from outside: no change is told. */
    fill: (name: string, value: string): void => {
      put(name, value, Number.POSITIVE_INFINITY)
    },
  }
}
