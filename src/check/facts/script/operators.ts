import { DENIED_FEATURES } from '../../../platform/csp.js'
import { type AstNode, asNode, nodesOf, stringOf } from './node.js'
import {
  exact,
  type Typed,
  typed,
  typeOf,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'

export const literal = (node: AstNode): Value => {
  const { value, bigint, regex } = node
  if (typeof bigint === 'string') return exact(0n)
  if (regex !== undefined) return typed('object')
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
    ? exact(value)
    : UNKNOWN_VALUE
}

/** The texts and the values of a template, in the order of the text. */
export const partsOfTemplate = (template: AstNode): readonly (string | AstNode)[] => {
  const values = nodesOf(template['expressions'])
  return nodesOf(template['quasis']).flatMap((quasi, index) => {
    const text: unknown = quasi['value']
    const cooked = typeof text === 'object' && text !== null && 'cooked' in text ? String(text.cooked) : ''
    const value = values[index]
    return value === undefined ? [cooked] : [cooked, value]
  })
}

/** `a`, `b` and `c` of `a + b + c`, which the parser nests to the left. */
export const summandsOf = (root: AstNode): readonly AstNode[] => {
  const parts: AstNode[] = []
  let node: AstNode | null = root
  while (node?.type === 'BinaryExpression' && node['operator'] === '+') {
    const right = asNode(node['right'])
    if (right !== null) parts.push(right)
    node = asNode(node['left'])
  }
  if (node !== null) parts.push(node)
  return parts.reverse()
}

/** The sums of all that the parts may be. */
export const sum = (parts: readonly Values[]): Values => {
  const [first = UNKNOWN_VALUES, ...rest] = parts
  return rest.reduce<Values>((sums, part) => pairs(sums, part, added), first)
}

const added = (left: Value, right: Value): Value => {
  const lead = leadOf(left)
  if (left.kind === 'exact' && right.kind === 'exact') {
    const [a, b] = [left.value, right.value]
    if (typeof a === 'string' || typeof b === 'string') {
      const text = `${String(a)}${String(b)}`
      return text.length > MAX_CHARACTERS ? typed('string') : { ...exact(text), ...lead }
    }
    return typeof a === 'number' && typeof b === 'number' ? exact(a + b) : UNKNOWN_VALUE
  }
  if (left.kind === 'starts') return left
  const isText = typeOf(right) === 'string' || (right.kind === 'made' && right.path === 'URL')
  if (left.kind === 'exact' && left.value === '') return isText ? right : typed('string')
  if (left.kind === 'exact' && typeof left.value === 'string')
    return { kind: 'starts', text: left.value + (right.kind === 'starts' ? right.text : ''), ...lead }
  const types = [typeOf(left), typeOf(right)]
  if (left.kind === 'made' && left.path === 'URL') return left
  if (types.includes('string')) return typed('string')
  return types.every((type) => type === 'number') ? typed('number') : UNKNOWN_VALUE
}

/** The first part of a text, unless it may yet become that of a scheme: `ht` in `"ht" + "tps://a"`. */
const leadOf = (left: Value): { readonly lead: string } | null => {
  if (left.kind !== 'exact' && left.kind !== 'starts') return null
  const text = left.lead ?? (left.kind === 'starts' ? left.text : left.value)
  return typeof text === 'string' && (left.lead !== undefined || !/^\s*[a-z]{0,10}$/i.test(text))
    ? { lead: text }
    : null
}

export const pairs = (left: Values, right: Values, of: (a: Value, b: Value) => Value): Values =>
  union(left.map((a) => right.map((b) => of(a, b))))

/** What `a || b`, `a ?? b` and `a && b` may be. */
export const chosen = (operator: string, left: Values, right: () => Values): Values => {
  if (operator === '&&') return right()
  const [first, ...more] = left
  // What is always a text is never replaced by the other.
  const isCertain =
    more.length === 0 &&
    first?.kind === 'exact' &&
    (operator === '??' ? first.value !== null && first.value !== undefined : Boolean(first.value))
  if (isCertain) return left
  const kept = left.filter(
    (value) =>
      value.kind !== 'exact' || (operator === '??' ? (value.value ?? null) !== null : Boolean(value.value)),
  )
  return union([kept, right()])
}

export const unary = (operator: string, value: Value): Value => {
  switch (operator) {
    case '!':
      return value.kind === 'exact' ? exact(!value.value) : typed('boolean')
    case 'void':
      return exact(undefined)
    case 'typeof': {
      const type = typeOf(value)
      return type === null ? typed('string') : exact(type === 'null' ? 'object' : type)
    }
    case 'delete':
      return typed('boolean')
    case '-':
      if (value.kind === 'exact' && typeof value.value === 'number') return exact(-value.value)
      return typeOf(value) === 'number' ? typed('number') : UNKNOWN_VALUE
    case '+':
      return value.kind === 'exact' && typeof value.value === 'number' ? value : typed('number')
    default:
      return UNKNOWN_VALUE
  }
}

/** What an operator makes of two values; `added` knows `+`. */
export const binary = (operator: string, left: Value, right: Value): Value => {
  const areExact = left.kind === 'exact' && right.kind === 'exact'
  const [a, b] = areExact ? [left.value, right.value] : []
  const areNumbers = typeof a === 'number' && typeof b === 'number'
  if (EQUALITY.test(operator)) {
    if (areExact) return exact(isEqual(operator, a, b))
    return areUnlike(operator, left, right) ? exact(operator.startsWith('!')) : typed('boolean')
  }
  const compare = COMPARISONS.get(operator)
  // Minifiers write `typeof a > 'u'`.
  const areAlike = areNumbers || (typeof a === 'string' && typeof b === 'string')
  if (compare !== undefined) return areAlike ? exact(compare(a, b)) : typed('boolean')
  if (operator === 'instanceof' && PLAIN.has(typeOf(left) ?? '')) return exact(false)
  if (operator === 'in' || operator === 'instanceof') return typed('boolean')
  // Of two that are not known it may be a bigint.
  if (!areExact) return [typeOf(left), typeOf(right)].includes('number') ? typed('number') : UNKNOWN_VALUE
  if (!areNumbers) return UNKNOWN_VALUE
  const result = ARITHMETIC.get(operator)?.(a, b)
  return result === undefined ? typed('number') : exact(result)
}

/** The types that are of no class. */
const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'undefined', 'null'])

export const EQUALITY = /^[!=]==?$/

/** Whether two values never equal each other, by their types: of `==`, where one of them is nothing. */
const areUnlike = (operator: string, left: Value, right: Value): boolean => {
  const types = [typeOf(left), typeOf(right)]
  const [a, b] = types
  const nothing = types.filter((type) => type === 'null' || type === 'undefined').length
  return a !== null && b !== null && a !== b && (operator.length === 3 || nothing === 1)
}

/** Of `===` and `==`, and of what says the opposite. */
const isEqual = (operator: string, a: unknown, b: unknown): boolean => {
  // biome-ignore lint/suspicious/noDoubleEquals: as the script compares
  const equal = operator.length === 3 ? a === b : a == b
  return equal === operator.startsWith('=')
}

const COMPARISONS: ReadonlyMap<string, <T extends string | number>(a: T, b: T) => boolean> = new Map([
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
])

const ARITHMETIC: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['*', (a, b) => a * b],
  ['-', (a, b) => a - b],
  ['/', (a, b) => a / b],
  ['**', (a, b) => a ** b],
  ['%', (a, b) => a % b],
])

/**
 * What a function of the browser's, or a method of a value, gives; null where that is not known.
 * @param name the function's path, or the method's name
 * @param object what the method is called of; null for a function
 * @param value the first argument
 */
export const resultOfCall = (name: string, object: Value | null, value: Value | null): Value | null => {
  if (object === null) {
    if (name.startsWith('Math.')) return typed('number')
    // Of a function or nothing at all JSON makes nothing.
    if (name === 'JSON.stringify')
      return value === null || ['function', 'undefined'].includes(typeOf(value) ?? '')
        ? null
        : typed('string')
    // The host denies every powerful feature.
    if (/^document\.(?:featurePolicy|permissionsPolicy)\.allowsFeature$/.test(name))
      return exact(value?.kind === 'exact' && !DENIED.has(String(value.value)))
    const result = CALL_RESULTS.get(name)
    return result === undefined ? null : typed(result)
  }
  if (name === 'toFixed' || name === 'toISOString') return typed('string')
  if (name === 'toString' && typeOf(object) !== null) return typed('string')
  const wanted = value?.kind === 'exact' ? value.value : null
  if (typeof wanted === 'string') {
    if (object.kind === 'exact' && typeof object.value === 'string') {
      const found = SEARCHING.get(name)?.(object.value, wanted)
      if (found !== undefined) return exact(found)
    }
    if (object.kind === 'starts' && name === 'startsWith') {
      if (object.text.startsWith(wanted)) return exact(true)
      if (!wanted.startsWith(object.text)) return exact(false)
    }
  }
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

/** The methods that look for a text in another one. */
export const SEARCHING: ReadonlyMap<string, (text: string, wanted: string) => boolean | number> = new Map<
  string,
  (text: string, wanted: string) => boolean | number
>([
  ['startsWith', (text, wanted) => text.startsWith(wanted)],
  ['endsWith', (text, wanted) => text.endsWith(wanted)],
  ['includes', (text, wanted) => text.includes(wanted)],
  ['indexOf', (text, wanted) => text.indexOf(wanted)],
])

/** More than any call takes. */
const MAX_CHARACTERS = 100_000

const DENIED: ReadonlySet<string> = new Set(DENIED_FEATURES)

const CALL_RESULTS: ReadonlyMap<string, Typed['type']> = new Map([
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
  ['Array.from', 'object'],
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

/** Whether an expression is what stands for nothing: `undefined`, null, false. */
export const saysNothing = (side: AstNode): boolean =>
  stringOf(side) === 'undefined' ||
  (side.type === 'Literal' && (side['value'] === null || side['value'] === false)) ||
  (side.type === 'Identifier' && side['name'] === 'undefined') ||
  (side.type === 'UnaryExpression' && side['operator'] === 'void')
