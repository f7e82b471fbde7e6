import { usageFailure } from '../failure.js'
import { tokens } from './requests/exact-json.js'

/**
 * The JSON with only some fields of each entry: an array if it is a list or an object that contains one, else an
 * object. Every value is unchanged, and an entry without a field has null there.
 * @param json must be valid
 * @throws {Failure} `usage` if no entry has one of the fields
 */
export const pickFields = (json: string, fields: readonly string[]): string => {
  const entries = entriesOf(json)
  const objects = (entries ?? [json]).map(membersOf)
  const known = new Set(objects.flatMap((members) => [...members.keys()]))
  const unknown = fields.filter((field) => !known.has(field))
  // Where there is nothing, every field may be right.
  if (unknown.length > 0 && known.size > 0)
    throw usageFailure(
      `The answer has no field ${unknown.map((field) => JSON.stringify(field)).join(', ')}.`,
      `Choose from ${[...known].join(', ')}.`,
    )
  const picked = objects.map(
    (members) =>
      `{${fields.map((field) => `${JSON.stringify(field)}:${members.get(field) ?? 'null'}`).join(',')}}`,
  )
  return entries === null ? (picked[0] ?? '{}') : `[${picked.join(',')}]`
}

/** The entries of a list of objects, or of the first such list of an object; null if there is none. */
const entriesOf = (json: string): readonly string[] | null => {
  if (json.trimStart().startsWith('[')) return partsOf(json)
  for (const value of membersOf(json).values()) {
    if (!value.startsWith('[')) continue
    const parts = partsOf(value)
    if (parts.every((part) => part.startsWith('{'))) return parts
  }
  return null
}

/** The fields of an object with their JSON; none for any other value. The last one of a name counts. */
const membersOf = (json: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>()
  if (!json.trimStart().startsWith('{')) return members
  for (const part of partsOf(json)) {
    const [name = '""'] = tokens(part)
    members.set(String(JSON.parse(name)), part.slice(part.indexOf(':', name.length) + 1))
  }
  return members
}

/** What the commas of an object or array separate, without white space. */
const partsOf = (json: string): readonly string[] => {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const token of tokens(json)) {
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    if (depth === 0 || (depth === 1 && token === ',')) {
      if (part !== '') parts.push(part)
      part = ''
    } else part += token
    if (token === '{' || token === '[') depth += 1
  }
  return parts
}
