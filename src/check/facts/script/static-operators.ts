import { exact, type StaticType, type StaticValue, typed, typeOf, UNKNOWN } from './static-value.js'

export const unary = (operator: string, value: StaticValue): StaticValue => {
  switch (operator) {
    case '!':
      return value.kind === 'exact' ? exact(!value.value) : typed('boolean')
    case 'void':
      return exact(undefined)
    case 'typeof':
      return typed('string')
    case 'delete':
      return typed('boolean')
    case '-':
      if (value.kind === 'exact' && typeof value.value === 'number') return exact(-value.value)
      return typeOf(value) === 'number' ? typed('number') : UNKNOWN
    case '+':
      return value.kind === 'exact' && typeof value.value === 'number' ? value : typed('number')
    default:
      return UNKNOWN
  }
}

export const binary = (operator: string, left: StaticValue, right: StaticValue): StaticValue => {
  if (COMPARISONS.has(operator)) {
    const result =
      left.kind === 'exact' && right.kind === 'exact' ? compared(operator, left.value, right.value) : null
    return result === null ? typed('boolean') : exact(result)
  }
  const types = [typeOf(left), typeOf(right)]
  if (operator === '+') {
    if (left.kind === 'exact' && right.kind === 'exact') {
      if (typeof left.value === 'string' || typeof right.value === 'string')
        return textOf(`${String(left.value)}${String(right.value)}`)
      if (typeof left.value === 'number' && typeof right.value === 'number')
        return exact(left.value + right.value)
      return UNKNOWN
    }
    if (types.includes('string')) return typed('string')
    return types.every((type) => type === 'number') ? typed('number') : UNKNOWN
  }
  if (left.kind === 'exact' && right.kind === 'exact') {
    const [a, b] = [left.value, right.value]
    if (typeof a !== 'number' || typeof b !== 'number') return UNKNOWN
    if (operator === '*') return exact(a * b)
    if (operator === '-') return exact(a - b)
    if (operator === '/') return exact(a / b)
    if (operator === '**') return exact(a ** b)
    if (operator === '%') return exact(a % b)
    return typed('number')
  }
  // Of two that are not known it may be a bigint.
  return types.includes('number') ? typed('number') : UNKNOWN
}

/** What a comparison of two constants gives; null where it is not one. */
const compared = (operator: string, left: unknown, right: unknown): boolean | null => {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: as the script compares
      return left == right
    case '!=':
      // biome-ignore lint/suspicious/noDoubleEquals: as the script compares
      return left != right
    default:
      return typeof left === 'number' && typeof right === 'number' ? ordered(operator, left, right) : null
  }
}

const ordered = (operator: string, left: number, right: number): boolean | null => {
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    default:
      return null
  }
}

/**
 * What a function of the browser's, or a method of a value, gives; null where that is not known.
 * @param name the function's path, or the method's name
 * @param object what the method is called of; null for a function
 * @param value the first argument
 */
export const resultOfCall = (
  name: string,
  object: StaticValue | null,
  value: StaticValue | null,
): StaticValue | null => {
  if (object === null) {
    if (name.startsWith('Math.')) return typed('number')
    // Of a function or nothing at all JSON makes nothing.
    if (name === 'JSON.stringify')
      return value === null || ['function', 'undefined'].includes(typeOf(value) ?? '')
        ? null
        : typed('string')
    const result = CALL_RESULTS.get(name)
    return result === undefined ? null : typed(result)
  }
  if (name === 'toFixed' || name === 'toISOString') return typed('string')
  if (name === 'toString' && typeOf(object) !== null) return typed('string')
  if (typeOf(object) !== 'string' || !STRING_METHODS.has(name)) return null
  if (
    name === 'repeat' &&
    object.kind === 'exact' &&
    value?.kind === 'exact' &&
    typeof object.value === 'string' &&
    typeof value.value === 'number' &&
    value.value >= 0 &&
    object.value.length * value.value <= MAX_CHARACTERS
  )
    return exact(object.value.repeat(value.value))
  return typed('string')
}

/** A text, as long as it is worth knowing. */
const textOf = (text: string): StaticValue => (text.length > MAX_CHARACTERS ? typed('string') : exact(text))

/** More than any call takes. */
export const MAX_CHARACTERS = 100_000

const CALL_RESULTS: ReadonlyMap<string, StaticType> = new Map([
  ['btoa', 'string'],
  ['encodeURIComponent', 'string'],
  ['Number', 'number'],
  ['parseInt', 'number'],
  ['parseFloat', 'number'],
  ['Number.parseInt', 'number'],
  ['Number.parseFloat', 'number'],
  ['Date.now', 'number'],
  ['performance.now', 'number'],
  ['Boolean', 'boolean'],
  ['Array.isArray', 'boolean'],
  ['Object.keys', 'object'],
  ['Object.values', 'object'],
  ['Object.entries', 'object'],
  ['Array.from', 'object'],
])

/** The classes whose instances are not texts, canvases or Blobs. */
export const OBJECT_CLASSES: ReadonlySet<string> = new Set([
  'Date',
  'Map',
  'Set',
  'Array',
  'Object',
  'RegExp',
  'Error',
])

const STRING_METHODS: ReadonlySet<string> = new Set([
  'concat',
  'normalize',
  'padEnd',
  'padStart',
  'repeat',
  'replace',
  'replaceAll',
  'slice',
  'substring',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
])

const COMPARISONS: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'instanceof',
])
