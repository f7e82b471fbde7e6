import { isDeleted } from './fields.js'
import { type AstNode, asNode, nodesOf, propertyName } from './node.js'
import { type Evaluator, type Exact, type Typed, typed, typeOf, type Value, type Values } from './value.js'

/** What is certain of a value, before its script runs. */
export type StaticValue =
  | { readonly kind: 'unknown' }
  | Exact
  | Typed
  | {
      readonly kind: 'object'
      readonly fields: ReadonlyMap<string, StaticValue>
      /** Whether it may have fields that the text does not name. */
      readonly open: boolean
    }
  | { readonly kind: 'array'; readonly elements: readonly StaticValue[]; readonly open: boolean }

export const UNKNOWN: StaticValue = { kind: 'unknown' }

/** What is certain of an expression: what all that it may come to have in common. */
export const staticValue = (node: AstNode | null | undefined, values: Evaluator): StaticValue =>
  node === null || node === undefined ? UNKNOWN : common(values.of(node), 0)

const common = (found: Values, depth: number): StaticValue => {
  const [first, ...more] = found
  if (first === undefined) return UNKNOWN
  return more.reduce<StaticValue>((all, value) => either(all, certain(value, depth)), certain(first, depth))
}

/** What is certain of one value. */
const certain = (value: Value, depth: number): StaticValue => {
  switch (value.kind) {
    case 'exact':
    case 'typed':
      return value
    case 'object':
      return value.held === 'handed-on' || depth > MAX_DEPTH ? typed('object') : objectOf(value, depth)
    case 'array': {
      if (value.held === 'handed-on' || depth > MAX_DEPTH) return typed('object')
      const open = isOpen(value.held) || value.elements.some(({ type }) => type === 'SpreadElement')
      return {
        kind: 'array',
        elements: value.elements.map((one) => common(value.of.of(one), depth + 1)),
        open,
      }
    }
    case 'made':
      return OBJECT_CLASSES.has(value.path) ? typed('object') : UNKNOWN
    default: {
      const type = typeOf(value)
      return type === 'string' || type === 'function' || type === 'object' ? typed(type) : UNKNOWN
    }
  }
}

/** Whether others may have put more into an object, or something else. */
const isOpen = (held: Extract<Value, { kind: 'object' }>['held']): boolean =>
  held !== 'own' && held !== 'frozen'

const objectOf = (object: Extract<Value, { kind: 'object' }>, depth: number): StaticValue => {
  const { node, of, held } = object
  const fields = new Map<string, StaticValue>()
  let open = isOpen(held)
  for (const property of nodesOf(node['properties'])) {
    const name = property.type === 'Property' ? propertyName(property) : null
    if (name === null || name === '__proto__') {
      // What was said before may be another thing now.
      open = true
      for (const key of fields.keys()) fields.set(key, UNKNOWN)
    } else if (held !== 'own' && isDeleted(object, name)) open = true
    else if (property['kind'] !== 'init') fields.set(name, UNKNOWN)
    else {
      const found = held === 'own' ? of.of(asNode(property['value'])) : of.through([object], [name])
      fields.set(name, common(found, depth + 1))
    }
  }
  return { kind: 'object', fields, open }
}

/** What is the same of two values. */
const either = (first: StaticValue, second: StaticValue): StaticValue => {
  const type = typeOf(first)
  if (type === null || type !== typeOf(second)) return UNKNOWN
  return type === 'null' || type === 'undefined' || type === 'bigint' ? first : typed(type)
}

/** The value itself, where all of it is known; else null. */
export const wholeValue = (value: StaticValue): { readonly value: unknown } | null => {
  if (value.kind === 'exact')
    return { value: typeof value.value === 'number' && !Number.isFinite(value.value) ? null : value.value }
  if (value.kind === 'object') {
    if (value.open) return null
    const fields: [string, unknown][] = []
    for (const [name, field] of value.fields) {
      const part = wholeValue(field)
      if (part === null) return null
      fields.push([name, part.value])
    }
    return { value: Object.fromEntries(fields) }
  }
  if (value.kind === 'array') {
    const parts = value.elements.map(wholeValue)
    if (value.open || parts.includes(null)) return null
    return { value: parts.map((part) => part?.value) }
  }
  return null
}

/** The classes whose instances are not texts, canvases or Blobs. */
const OBJECT_CLASSES: ReadonlySet<string> = new Set([
  'Date',
  'Map',
  'Set',
  'Array',
  'Object',
  'RegExp',
  'Error',
])

const MAX_DEPTH = 20
