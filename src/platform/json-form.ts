import type { NotJson } from './envelope.js'
import { SHARE_REQUEST_MAX_BYTES } from './limits.js'

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

/** Each value takes two characters of a request, with what parts it from the next: so many make it too large for any call. */
const MOST_VALUES = SHARE_REQUEST_MAX_BYTES / 2

/** What is named of more values than that. A value that stands in many places counts in each, as it does in JSON. */
export const TOO_LARGE = 'larger than any request'

/** Where a look is, what it found so far, and how many values it may still look at. */
interface Look {
  readonly notJson: NotJson[]
  readonly path: (string | number)[]
  readonly above: Set<object>
  /** What was looked at and is JSON: how many values it has counts again, but nobody looks at them again. */
  readonly known: Map<object, { readonly copy: unknown; readonly values: number }>
  values: number
}

/**
 * Finds what JSON has no form for, so that nothing becomes a text or null on its way: NaN and infinite numbers, BigInts,
 * dates, boxed values, maps, Blobs, gaps in lists, fields of lists, functions, cycles. A field that is undefined counts as
 * absent, and an object of a class as its own fields, which is what the browser's messages carry. Reads each value once.
 */
export const jsonForm = (value: unknown): JsonForm => {
  const notJson: NotJson[] = []
  const copy = visit(value, { notJson, path: [], above: new Set(), known: new Map(), values: MOST_VALUES })
  return notJson.length === 0 ? { value, notJson } : { value: copy, notJson }
}

const visit = (value: unknown, look: Look): unknown => {
  const { notJson, above, known } = look
  const isNot = (is: string): string => {
    notJson.push({ path: look.path.join('.'), is })
    return is
  }
  const before = look.values
  const again = typeof value === 'object' && value !== null ? known.get(value) : undefined
  look.values -= again?.values ?? 1
  if (look.values <= 0) return isNot(TOO_LARGE)
  if (again !== undefined) return again.copy
  if (typeof value !== 'object' || value === null) {
    const is = primitiveBeyondJson(value)
    return is === null ? value : isNot(is)
  }
  if (above.has(value)) return isNot('a cycle')
  if (above.size >= MOST_LEVELS) return isNot('nested too deeply')
  const depth = look.path.length
  const found = notJson.length
  above.add(value)
  try {
    const copy = inside(value, look, isNot)
    if (notJson.length === found) known.set(value, { copy, values: before - look.values })
    return copy
  } catch (error) {
    look.path.length = depth
    return isNot(`unreadable (${textOf(error)})`)
  } finally {
    above.delete(value)
  }
}

const inside = (value: object, look: Look, isNot: (is: string) => string): unknown => {
  const goesOn = (): boolean => look.notJson.length < MOST_NAMED && look.values > 0
  const field = (name: string | number, one: unknown): unknown => {
    look.path.push(name)
    const copy = visit(one, look)
    look.path.pop()
    return copy
  }
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (let index = 0; index < value.length && goesOn(); index++) list.push(field(index, value[index]))
    return goesOn() && Object.keys(value).length > value.length ? isNot('a list with fields') : list
  }
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (kind !== 'Object') return isNot(`${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`)
  const fields: [string, unknown][] = []
  for (const key of Object.keys(value)) {
    if (!goesOn()) break
    const one: unknown = Reflect.get(value, key)
    if (one !== undefined) fields.push([key, field(key, one)])
  }
  return Object.fromEntries(fields)
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
