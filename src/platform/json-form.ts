import type { NotJson } from './envelope.js'

/** What a message carries of a value: the value itself if it is JSON, else a copy in which texts name what is not. */
export interface JsonForm {
  readonly value: unknown
  /** What is not JSON; empty if everything is. */
  readonly notJson: readonly NotJson[]
}

/** What is named of one value. */
const MOST_NAMED = 10

/** Deeper than any request that a host reads. */
const MOST_LEVELS = 1_000

/**
 * Finds what JSON has no form for, so that nothing becomes a text or null on its way: NaN and infinite numbers, BigInts,
 * dates, boxed values, maps, Blobs, gaps in lists, functions, cycles. A field that is undefined counts as absent, and an
 * object of a class as its own fields, which is what the browser's messages carry. Reads each value once.
 */
export const jsonForm = (value: unknown): JsonForm => {
  const notJson: NotJson[] = []
  const copy = visit(value, [], [], notJson)
  return notJson.length === 0 ? { value, notJson } : { value: copy, notJson }
}

const visit = (
  value: unknown,
  path: readonly (string | number)[],
  above: readonly object[],
  found: NotJson[],
): unknown => {
  const isNot = (is: string): string => {
    found.push({ path: path.join('.'), is })
    return is
  }
  if (typeof value !== 'object' || value === null) {
    const is = primitiveBeyondJson(value)
    return is === null ? value : isNot(is)
  }
  if (above.includes(value)) return isNot('a cycle')
  if (above.length >= MOST_LEVELS) return isNot('nested too deeply')
  try {
    const isList = Array.isArray(value)
    const kind = Object.prototype.toString.call(value).slice(8, -1)
    if (!isList && kind !== 'Object') return isNot(`${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`)
    const inside = [...above, value]
    if (isList) {
      const list: unknown[] = []
      for (let index = 0; index < value.length && found.length < MOST_NAMED; index++)
        list.push(visit(value[index], [...path, index], inside, found))
      return list
    }
    const fields: [string, unknown][] = []
    for (const key of Object.keys(value)) {
      if (found.length >= MOST_NAMED) break
      const field: unknown = Reflect.get(value, key)
      if (field !== undefined) fields.push([key, visit(field, [...path, key], inside, found)])
    }
    return Object.fromEntries(fields)
  } catch (error) {
    return isNot(`unreadable (${textOf(error)})`)
  }
}

const primitiveBeyondJson = (value: unknown): string | null => {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? null : String(value)
    case 'undefined':
      return 'undefined'
    case 'bigint':
      return 'a BigInt'
    case 'symbol':
      return 'a symbol'
    case 'function':
      return 'a function'
    default:
      return null
  }
}

/** What was thrown, in words. It may be anything, even what cannot become a text. */
export const textOf = (thrown: unknown): string => {
  try {
    return String(thrown)
  } catch {
    return 'an error without words'
  }
}

/** What parameters have that is not JSON, in words for the developer. */
export const describeNotJson = (found: readonly NotJson[]): string =>
  `${found
    .map(({ path, is }) => (path === '' ? `its parameters are ${is}` : `\`${path}\` is ${is}`))
    .join('; ')}. Only JSON can be sent (4)`
