import { type AstNode, asNode, isNode, memberName, propertyName } from './node.js'
import { binary, call, MAX_CHARACTERS, OBJECT_CLASSES, textOf, unary } from './static-operators.js'
import { either, exact, fieldOfValue, type StaticValue, typed, typeOf, UNKNOWN } from './static-value.js'
import type { ScriptVariables } from './variables.js'
import type { Write } from './writes.js'

/** What is known of an expression: literals, and variables that never are anything else. */
export const staticValue = (node: AstNode | null, variables: ScriptVariables, depth = 0): StaticValue => {
  if (node === null || depth > MAX_DEPTH) return UNKNOWN
  const of = (part: unknown): StaticValue => staticValue(asNode(part), variables, depth + 1)
  switch (node.type) {
    case 'Literal':
      return literal(node)
    case 'TemplateLiteral':
      return template(node, of)
    case 'ObjectExpression':
      return objectOf(node, of)
    case 'ArrayExpression':
      return arrayOf(node, of)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ClassExpression':
    case 'ClassDeclaration':
      return typed('function')
    case 'Identifier':
      return variable(node, variables, depth)
    case 'MemberExpression':
      return member(node, variables, depth)
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return of(node['expression'])
    case 'UnaryExpression':
      return unary(String(node['operator']), of(node['argument']))
    case 'BinaryExpression':
      return binary(String(node['operator']), of(node['left']), of(node['right']))
    case 'ConditionalExpression':
      return either(of(node['consequent']), of(node['alternate']))
    case 'CallExpression':
      return call(node, variables, of)
    case 'NewExpression': {
      const path = variables.globalPath(asNode(node['callee']))?.join('.') ?? ''
      return OBJECT_CLASSES.has(path) ? typed('object') : UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

// A text that is added up of hundreds of parts is nobody's constant.
const MAX_DEPTH = 200

const literal = (node: AstNode): StaticValue => {
  const { value, bigint, regex } = node
  if (typeof bigint === 'string') return exact(0n)
  if (regex !== undefined) return typed('object')
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
    ? exact(value)
    : UNKNOWN
}

const template = (node: AstNode, of: (part: unknown) => StaticValue): StaticValue => {
  const quasis = Array.isArray(node['quasis']) ? node['quasis'] : []
  const holes = Array.isArray(node['expressions']) ? node['expressions'].map(of) : []
  let text = ''
  for (const [index, quasi] of quasis.entries()) {
    const value: unknown = isNode(quasi) ? quasi['value'] : null
    if (typeof value !== 'object' || value === null || !('cooked' in value)) return typed('string')
    text += String(value.cooked)
    const hole = holes[index]
    if (hole === undefined) continue
    if (hole.kind !== 'exact') return typed('string')
    text += String(hole.value)
    if (text.length > MAX_CHARACTERS) return typed('string')
  }
  return textOf(text)
}

const objectOf = (node: AstNode, of: (part: unknown) => StaticValue): StaticValue => {
  const fields = new Map<string, StaticValue>()
  let open = false
  for (const property of Array.isArray(node['properties']) ? node['properties'] : []) {
    if (!isNode(property)) continue
    const name = property.type === 'Property' ? propertyName(property) : null
    if (name === null || name === '__proto__') {
      // What was said before may be another thing now.
      open = true
      for (const key of fields.keys()) fields.set(key, UNKNOWN)
    } else fields.set(name, property['kind'] === 'init' ? of(property['value']) : UNKNOWN)
  }
  return { kind: 'object', fields, open }
}

const arrayOf = (node: AstNode, of: (part: unknown) => StaticValue): StaticValue => {
  const elements: readonly unknown[] = Array.isArray(node['elements']) ? node['elements'] : []
  const open = elements.some((element) => isNode(element) && element.type === 'SpreadElement')
  return { kind: 'array', elements: elements.map((one) => (one === null ? exact(undefined) : of(one))), open }
}

const variable = (node: AstNode, variables: ScriptVariables, depth: number): StaticValue => {
  const name = String(node['name'])
  if (variables.isGlobal(name, node.start)) return GLOBAL_VALUES.get(name) ?? UNKNOWN
  const writes = variables.writesOf(name, node.start)
  const [write, ...more] = writes
  if (write === undefined) return UNKNOWN
  if (more.length > 0) return isCounted(writes, variables, depth) ? typed('number') : UNKNOWN
  const isShared = variables.isShared(name, node.start)
  if (isShared && write.declares !== 'const') return UNKNOWN
  const found = write.fields.reduce(fieldOfValue, remembered(write.value, variables, depth + 1))
  if ((found.kind !== 'object' && found.kind !== 'array') || isFrozen(write.value, variables)) return found
  // Everything that holds an object may change it.
  if (
    variables.isChanged(name, node.start) ||
    variables.isHandedOn(name, node.start) ||
    variables.isAliased(name, node.start) ||
    changesItself(found)
  )
    return typed('object')
  return opened(isShared ? lasting(found) : found)
}

/** Whether a variable starts as a number, and only numbers are added to it or taken from it: a score, a level. */
const isCounted = (writes: readonly Write[], variables: ScriptVariables, depth: number): boolean => {
  const isNumber = (node: AstNode | null): boolean =>
    typeOf(remembered(node, variables, depth + 1)) === 'number'
  return (
    writes.some(({ declares }) => declares !== null) &&
    writes.some(({ arithmetic }) => arithmetic !== null) &&
    writes.every(({ value, fields, arithmetic }) => {
      if (arithmetic === null) return fields.length === 0 && isNumber(value)
      return (
        arithmetic.operand === null || ALWAYS_NUMBERS.has(arithmetic.operator) || isNumber(arithmetic.operand)
      )
    })
  )
}

/** The operators that turn a number into a number with any operand; `+` may make a string. */
const ALWAYS_NUMBERS: ReadonlySet<string> = new Set([
  '-',
  '*',
  '/',
  '%',
  '**',
  '|',
  '&',
  '^',
  '<<',
  '>>',
  '>>>',
])

const isFrozen = (value: AstNode | null, variables: ScriptVariables): boolean =>
  value?.type === 'CallExpression' &&
  variables.globalPath(asNode(value['callee']))?.join('.') === 'Object.freeze'

/** Whether an object has functions, which may change its other fields by `this`. */
const changesItself = (value: StaticValue): boolean =>
  value.kind === 'object' && [...value.fields.values()].some((field) => typeOf(field) === 'function')

/** What lasts of an object that other scripts can name: what is nothing yet may be given a value of any type. */
const lasting = (value: StaticValue): StaticValue => {
  if (value.kind !== 'object') return value
  const fields = [...value.fields].map(
    ([name, field]) => [name, isNothingYet(field) ? UNKNOWN : field] as const,
  )
  return { ...value, fields: new Map(fields) }
}

const isNothingYet = (value: StaticValue): boolean =>
  value.kind === 'exact' && (value.value === null || value.value === undefined || value.value === '')

/** The value of a variable is evaluated only once: in `const b = a + a`, `const c = b + b` … each would double the work. */
const remembered = (node: AstNode | null, variables: ScriptVariables, depth: number): StaticValue => {
  if (node === null) return UNKNOWN
  const known = KNOWN.get(node)
  if (known !== undefined) return known
  // What leads back to itself is not known.
  KNOWN.set(node, UNKNOWN)
  const found = staticValue(node, variables, depth)
  KNOWN.set(node, found)
  return found
}

const KNOWN = new WeakMap<AstNode, StaticValue>()

/** An object that a variable holds: others may have put more into it, or something else. */
const opened = (value: StaticValue): StaticValue => {
  if (value.kind === 'object') return { ...value, open: true }
  return value.kind === 'array' ? { ...value, open: true } : value
}

const member = (node: AstNode, variables: ScriptVariables, depth: number): StaticValue => {
  const name = memberName(node)
  const object = staticValue(asNode(node['object']), variables, depth + 1)
  return name === null ? UNKNOWN : fieldOfValue(object, name)
}

const GLOBAL_VALUES: ReadonlyMap<string, StaticValue> = new Map([
  ['undefined', exact(undefined)],
  ['NaN', typed('number')],
  ['Infinity', typed('number')],
])
