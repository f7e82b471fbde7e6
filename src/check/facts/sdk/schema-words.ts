import type * as z from 'zod'
import { formatNumber } from '../../../terminal/units.js'

/** Values of each type, of which one at least fits wherever the type does. */
export const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['x'],
  number: [8, 64],
  boolean: [true],
  object: [{}, []],
  function: [],
  null: [null],
  undefined: [],
  bigint: [],
}

/** A schema without what makes it optional. */
const inner = (schema: z.ZodType): z.ZodType => {
  let found: z.ZodType = schema
  for (;;) {
    if ('unwrap' in found && typeof found.unwrap === 'function') found = found.unwrap() as z.ZodType
    else if ('in' in found) found = found.in as z.ZodType
    else return found
  }
}

/** The values that a schema allows, where it lists them. */
export const allowedValues = (schema: z.ZodType): readonly (string | number)[] | null => {
  const found = inner(schema)
  if ('options' in found && Array.isArray(found.options)) return found.options.filter(isName)
  return 'values' in found && found.values instanceof Set ? [...found.values].filter(isName) : null
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

export const listed = (values: readonly (string | number)[]): string => {
  const words = values.map((value) => JSON.stringify(value))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export const rangeOf = (schema: z.ZodType, issue: z.core.$ZodIssue): string => {
  const found = inner(schema)
  const [least, most] = [bound(found, 'minValue'), bound(found, 'maxValue')]
  const number = 'isInt' in found && found.isInt === true ? 'a whole number' : 'a number'
  if (least !== null && most !== null) return `${number} from ${formatNumber(least)} to ${formatNumber(most)}`
  return issue.code === 'custom' ? issue.message.replace(/^must be /, '') : number
}

const bound = (schema: z.ZodType, name: 'minValue' | 'maxValue'): number | null => {
  const value: unknown = Reflect.get(schema, name)
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER
    ? value
    : null
}

/** What a schema takes, in a word. */
export const wantedBy = (schema: z.ZodType): string => {
  const values = allowedValues(schema)
  if (values !== null) return listed(values)
  if (schema.safeParse('x').success) return schema.safeParse({}).success ? 'JSON' : 'a string'
  for (const [type, samples] of Object.entries(SAMPLES))
    if (samples.some((sample) => sample !== null && schema.safeParse(sample).success))
      return WORDS[type] ?? type
  return 'a string'
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
}
