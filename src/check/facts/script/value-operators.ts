import { type AstNode, asNode, nodesOf, stringOf } from './node.js'
import { MAX_CHARACTERS } from './static-operators.js'
import { exact, type StaticValue, typed } from './static-value.js'
import { typeOf, UNKNOWN_VALUE, UNKNOWN_VALUES, union, type Value, type Values } from './value.js'

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
  if (left.kind === 'exact' && left.value === '' && isText) return right
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

/** A value as far as operators go. */
export const flat = (value: Value): StaticValue => {
  if (value.kind === 'exact' || value.kind === 'typed') return value
  const type = typeOf(value)
  return type === null || type === 'null' || type === 'undefined' || type === 'bigint'
    ? { kind: 'unknown' }
    : typed(type)
}

export const flatOf = (values: Values): StaticValue => {
  const [first, ...more] = values
  return first === undefined || more.length > 0 ? { kind: 'unknown' } : flat(first)
}

export const ofStatic = (value: StaticValue): Value =>
  value.kind === 'exact' || value.kind === 'typed' ? value : UNKNOWN_VALUE

/** Whether an expression is what stands for nothing: `undefined`, null, false. */
export const saysNothing = (side: AstNode): boolean =>
  stringOf(side) === 'undefined' ||
  (side.type === 'Literal' && (side['value'] === null || side['value'] === false)) ||
  (side.type === 'Identifier' && side['name'] === 'undefined') ||
  (side.type === 'UnaryExpression' && side['operator'] === 'void')
