import { type Failure, usageFailure } from '../failure.js'

/** A field of a raw request: its name with any brackets, and its value; null for an empty list. */
export interface ApiField {
  readonly name: string
  readonly value: string | number | boolean | null | readonly never[]
}

/**
 * Parses `name=value`. `name[]=value` adds to a list, `name[]` makes an empty one, and `name[inner]=value` sets
 * a field of an object.
 * @param readValue turns the text after `=` into the value
 * @throws {Failure} `usage`
 */
export const parseField = async (
  text: string,
  readValue: (text: string) => Promise<ApiField['value']>,
): Promise<ApiField> => {
  const at = text.indexOf('=')
  const name = at === -1 ? text : text.slice(0, at)
  if (!NAME.test(name) || (at === -1 && !name.endsWith('[]')))
    throw usageFailure(
      `${JSON.stringify(text)} is not a field.`,
      'Write fields as name=value, name[]=value for a list, or name[inner]=value for an object.',
    )
  return { name, value: at === -1 ? [] : await readValue(text.slice(at + 1)) }
}

/** A name, then names in brackets, of which the last may be empty. */
const NAME = /^[^[\]]+(?:\[[^[\]]+\])*(?:\[\])?$/

/** The value that a text looks like: a boolean, null or an integer; otherwise the text itself. */
export const typedValue = (text: string): string | number | boolean | null => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  const isExact = /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))
  return isExact && text !== '-0' ? Number(text) : text
}

interface Fields {
  [name: string]: unknown
}

/**
 * The JSON object with these fields.
 * @throws {Failure} `usage` if two fields contradict each other
 */
export const fieldsObject = (fields: readonly ApiField[]): object => {
  const object: Fields = Object.create(null)
  for (const { name, value } of fields) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[')
    const isList = rest.at(-1) === ''
    const path = [first, ...(isList ? rest.slice(0, -1) : rest)]
    let target = object
    for (const part of path.slice(0, -1)) {
      target[part] ??= Object.create(null)
      const inner = target[part]
      if (!isFields(inner)) throw contradiction(name)
      target = inner
    }
    const last = path.at(-1) ?? ''
    if (!isList) {
      if (Object.hasOwn(target, last)) throw contradiction(name)
      target[last] = value
      continue
    }
    target[last] ??= []
    const list = target[last]
    if (!Array.isArray(list)) throw contradiction(name)
    if (!Array.isArray(value)) list.push(value)
  }
  return object
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const contradiction = (name: string): Failure =>
  usageFailure(
    `The field ${JSON.stringify(name)} is set twice, or contradicts another field.`,
    'Set each field once; add to a list with name[]=value.',
  )

/** The fields as parameters of a query. */
export const fieldsQuery = (fields: readonly ApiField[]): readonly (readonly [string, string])[] =>
  fields.flatMap(({ name, value }) => (Array.isArray(value) ? [] : [[name, String(value)] as const]))
