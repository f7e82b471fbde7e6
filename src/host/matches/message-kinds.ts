import { messageFault } from '../../platform/calls/faults.js'
import { isJsonObject } from '../../platform/text.js'
import { type Randomness, randomFraction } from '../randomness.js'
import { NAME_FIELDS } from './message-type.js'

/**
 * The kinds of messages that an app sends, learned from examples. It makes random messages of these kinds: the structure of an
 * example, with numbers between those seen at the same place, and texts, booleans and nulls that were seen there.
 */
export class MessageKinds {
  readonly #kinds = new Map<string, Kind>()
  /** In the order in which they were first seen. */
  readonly #list: Kind[] = []

  /** Whether no message was learned. */
  get isEmpty(): boolean {
    return this.#list.length === 0
  }

  learn(message: unknown): void {
    const name = nameOf(message)
    let kind = this.#kinds.get(name)
    if (kind === undefined) {
      if (this.#list.length === MOST_KINDS) return
      kind = { examples: [], places: new Map() }
      this.#kinds.set(name, kind)
      this.#list.push(kind)
    }
    if (kind.examples.length === MOST_EXAMPLES) return
    kind.examples.push(message)
    note(message, '', kind.places)
  }

  /** A random message of a random kind, small enough to send (4.8). Undefined if none was learned. */
  draw(randomness: Randomness): unknown {
    const kind = pick(this.#list, randomness)
    if (kind === undefined) return undefined
    const example = pick(kind.examples, randomness)
    const made = vary(example, '', kind.places, randomness)
    return messageFault(made) === null ? made : example
  }
}

interface Kind {
  readonly examples: unknown[]
  readonly places: Map<string, Place>
}

/** The simple values seen at one place of the messages of a kind. */
interface Place {
  readonly values: (string | boolean | null)[]
  low: number
  high: number
  whole: boolean
}

const MOST_KINDS = 200
const MOST_EXAMPLES = 200
const MOST_VALUES = 50

/** What a message is: the structure of its fields, and the text that names it. */
const nameOf = (message: unknown): string => {
  const named =
    Array.isArray(message) && typeof message[0] === 'string'
      ? message[0]
      : isJsonObject(message)
        ? NAME_FIELDS.map((field) => (typeof message[field] === 'string' ? message[field] : '')).join('|')
        : ''
  return JSON.stringify([named, structureOf(message)])
}

const structureOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return []
  if (!isJsonObject(value)) return typeof value
  return Object.keys(value)
    .sort()
    .map((key) => [key, structureOf(value[key])])
}

const note = (value: unknown, path: string, places: Map<string, Place>): void => {
  if (Array.isArray(value)) for (const item of value) note(item, `${path}[]`, places)
  else if (isJsonObject(value))
    for (const [key, field] of Object.entries(value)) note(field, `${path}.${JSON.stringify(key)}`, places)
  else {
    const place = places.get(path) ?? {
      values: [],
      low: Number.POSITIVE_INFINITY,
      high: Number.NEGATIVE_INFINITY,
      whole: true,
    }
    places.set(path, place)
    if (typeof value === 'number') {
      place.low = Math.min(place.low, value)
      place.high = Math.max(place.high, value)
      place.whole &&= Number.isInteger(value)
    } else if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
      if (place.values.length < MOST_VALUES && !place.values.includes(value)) place.values.push(value)
    }
  }
}

const vary = (
  value: unknown,
  path: string,
  places: ReadonlyMap<string, Place>,
  randomness: Randomness,
): unknown => {
  if (Array.isArray(value)) {
    // The text that names a message is its first item.
    const keepsFirst = path === '' && typeof value[0] === 'string'
    return value.map((item, index) =>
      keepsFirst && index === 0 ? item : vary(item, `${path}[]`, places, randomness),
    )
  }
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        key,
        vary(field, `${path}.${JSON.stringify(key)}`, places, randomness),
      ]),
    )
  const place = places.get(path)
  if (place === undefined) return value
  if (typeof value === 'number') {
    const { low, high, whole } = place
    const share = randomFraction(randomness)
    // Not `low + share * (high - low)`, which can be infinite.
    const drawn = low * (1 - share) + high * share
    const short = whole ? Math.round(drawn) : Number(drawn.toPrecision(6))
    // JSON has no negative zero.
    return Math.min(high, Math.max(low, short)) + 0
  }
  const sameType = place.values.filter((one) => typeof one === typeof value)
  return pick(sameType, randomness) ?? value
}

const pick = <T>(list: readonly T[], randomness: Randomness): T | undefined =>
  list.length === 0 ? undefined : list[randomness.integer(list.length)]
