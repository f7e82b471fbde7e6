import type * as z from 'zod/mini'
import { allowedValues, boundsOf, isWholeNumber } from '../../../platform/calls/shape-parts.js'
import { alternatives } from '../../../platform/text.js'
import { formatNumber } from '../../../terminal/units.js'
import type { StaticValue } from '../script/static-value.js'
import { typeOf } from '../script/value.js'

export const describe = (value: StaticValue): string => {
  if (value.kind === 'array') return 'is an array'
  switch (typeOf(value)) {
    case 'string':
      return 'is a string'
    case 'number':
      return 'is a number'
    case 'boolean':
      return `is ${value.kind === 'exact' ? String(value.value) : 'true or false'}`
    case 'function':
      return 'is a function'
    case 'bigint':
      return 'is a bigint'
    case 'null':
      return 'is null'
    default:
      return 'is an object'
  }
}

const MAX_BRIEF_CHARACTERS = 40

/** A value for a message. */
export const brief = (value: unknown): string => {
  const points = [...(JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? 'nothing')]
  return points.length <= MAX_BRIEF_CHARACTERS
    ? points.join('')
    : `${points.slice(0, MAX_BRIEF_CHARACTERS - 1).join('')}…`
}

/** A sentence of the host's as a part of another. */
export const lowerFirst = (sentence: string): string =>
  `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')

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

export const listed = (values: readonly (string | number)[]): string =>
  alternatives(values.map((value) => JSON.stringify(value)))

export const rangeOf = (schema: z.ZodMiniType, issue: z.core.$ZodIssue): string => {
  const { least, most } = boundsOf(schema)
  const number = isWholeNumber(schema) ? 'a whole number' : 'a number'
  if (least !== null && most !== null) return `${number} from ${formatNumber(least)} to ${formatNumber(most)}`
  return issue.code === 'custom' ? issue.message.replace(/^must be /, '') : number
}

/** What a schema takes, in a word. */
export const wantedBy = (schema: z.ZodMiniType): string => {
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
