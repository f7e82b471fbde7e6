import { type StaticValue, typeOf } from '../script/static-value.js'

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
