import { handedOutBy } from './bundled-modules.js'
import { unwrap } from './chains.js'
import type { ScriptModel } from './model.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, propertyName } from './node.js'
import type { FieldWrite } from './script-parts.js'
import {
  type Evaluator,
  exact,
  heldAs,
  typed,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'
import { walk } from './walk.js'
import { listIn } from './write-notes.js'

/** What a field of a value may be; `*` is any field. */
export const fieldOfValue = (value: Value, name: string, script: Evaluator): Values => {
  switch (value.kind) {
    case 'global': {
      if (name === '*') return UNKNOWN_VALUES
      const { path } = value
      // To read it throws.
      if (name === 'document' && path.at(-1) === 'contentWindow') return []
      return path.length === 0 ? script.global(name) : [{ kind: 'global', path: [...path, name] }]
    }
    case 'exact':
      if (value.value === null || value.value === undefined) return []
      return typeof value.value === 'string' && name === 'length'
        ? [exact(value.value.length)]
        : UNKNOWN_VALUES
    case 'object':
    case 'array':
    case 'function':
    case 'instance':
      return value.of.once(
        `${value.kind} ${value.node.start} ${name} ${'held' in value ? value.held : ''}`,
        () => fieldOfMade(value, name),
      )
    case 'event':
      return name === 'target' || name === 'currentTarget' ? value.of.of(value.node) : UNKNOWN_VALUES
    case 'module': {
      const found = value.of.outside.exported(value.node, name, value.of)
      return found === null ? UNKNOWN_VALUES : found.of.of(found.node)
    }
    case 'made':
      if (value.path === 'Map' && name === '*')
        return value.of.once(value.node, () =>
          union([entriesOfMap(value).flatMap((one) => pairOf(one, value.of)), UNKNOWN_VALUES]),
        )
      if (value.path === 'Set' && name === '*') return value.of.once(value.node, () => elementsOfSet(value))
      return value.path === 'URL' && name === 'href' ? [value] : fieldOfUnknown(name)
    default:
      return fieldOfUnknown(name)
  }
}

/** The window of a frame has a name that nothing else has; its document is null, since no frame has the page's origin. */
const fieldOfUnknown = (name: string): Values => {
  if (name === 'contentDocument') return [exact(null)]
  return name === 'contentWindow' ? [{ kind: 'global', path: [name] }] : UNKNOWN_VALUES
}

const fieldOfMade = (value: Extract<Value, { node: AstNode }>, name: string): Values => {
  const { of } = value
  const written = writtenTo(value, name)
  if (value.kind === 'object') {
    const found = isReplaced(value, name, written) ? written : union([fieldOfLiteral(value, name), written])
    return value.held === 'shared' ? found.map((one) => heldAs(one, 'shared')) : found
  }
  if (value.kind === 'array') {
    const [first] = value.elements
    if (name === 'length') return [typed('number')]
    const isIndex = /^\d+$/.test(name)
    const certain = value.elements.every(({ type }) => type !== 'SpreadElement')
    if (!isIndex && name !== '*') return UNKNOWN_VALUES
    if (first === undefined && written.length === 0) return UNKNOWN_VALUES
    // What is put in later is not there yet.
    if (first === undefined) return isIndex ? union([written, [exact(undefined)]]) : written
    const chosen = isIndex && certain ? value.elements.slice(Number(name), Number(name) + 1) : value.elements
    return union([...chosen.slice(0, MAX_ELEMENTS).map((one) => elementOf(one, of)), written])
  }
  const handedOut = value.kind === 'instance' ? handedOutBy(value.node, name, of) : null
  if (handedOut !== null) return handedOut
  if (value.kind === 'function' && name === 'prototype') return [{ kind: 'instance', node: value.node, of }]
  const isStatic = value.kind === 'function'
  const found: Values[] = [written]
  let isOwn = false
  for (const member of nodesOf(asNode(value.node['body'])?.['body'])) {
    if ((member['static'] === true) !== isStatic || propertyName(member) !== name) continue
    isOwn = true
    const made = asNode(member['value'])
    const isGetter = member['kind'] === 'get' && made !== null
    if (isGetter) found.push(of.returned(made, null))
    else if (member['kind'] !== 'set') found.push(made === null ? [exact(undefined)] : of.of(made))
  }
  const superclass = asNode(value.node['superClass'])
  if (superclass !== null && !isOwn)
    for (const one of of.of(superclass))
      if (one.kind === 'function')
        found.push(of.through([{ ...one, kind: isStatic ? 'function' : 'instance' }], [name]))
      else if (one.kind === 'global') found.push(UNKNOWN_VALUES)
  // What a prototype was replaced by.
  if (value.kind === 'instance' && isFunction(value.node) && written.length === 0)
    for (const prototype of writtenTo({ ...value, kind: 'function' }, 'prototype'))
      found.push(of.through([prototype], [name]))
  if (!isOwn && written.length > 0 && isSetLater(value, name)) found.push([exact(undefined)])
  const merged = (mergedInto(of).get(value.node) ?? []).map((one) => of.through(of.of(one), [name]))
  const all = union([...found, ...merged])
  return found.some(({ length }) => length > 0) && merged.length === 0 ? all : union([all, UNKNOWN_VALUES])
}

/** What calls copy into classes and functions of a script: `Object.assign(Game, { best: 0 })`. */
const mergedInto = (of: Evaluator): ReadonlyMap<AstNode, readonly AstNode[]> => {
  const known = MERGED.get(of)
  if (known !== undefined) return known
  const found = new Map<AstNode, AstNode[]>()
  MERGED.set(of, found)
  const merging = [...mergingIn(of)].flatMap((node) => of.model.functions.get(node) ?? [])
  const ofBrowser = (of.model.callsByName.get('assign') ?? [])
    .slice(0, MAX_WRITES)
    .filter(({ callee }) => of.path(callee)?.join('.') === 'Object.assign')
  for (const { arguments: values } of [
    ...merging.flatMap((fn) => of.calls.toFunction(fn, of)),
    ...ofBrowser,
  ]) {
    const [target, ...more] = nodesOf(values)
    if (target !== undefined && /^(?:Identifier|Member|This)/.test(target.type))
      for (const one of of.of(target)) if ('node' in one) listIn(found, one.node).push(...more)
  }
  return found
}

const MERGED = new WeakMap<Evaluator, ReadonlyMap<AstNode, readonly AstNode[]>>()

/** The functions that copy the fields of what they are given into their first argument: `extend(target, ...sources)`. */
export const mergingIn = (of: Evaluator): ReadonlySet<AstNode> => {
  const known = MERGING.get(of)
  if (known !== undefined) return known
  const found = new Set<AstNode>()
  // What they are called by may lead back to them.
  MERGING.set(of, found)
  const { model } = of
  const ownerOf = (object: unknown): AstNode | null => {
    const node = asNode(object)
    const [write, ...more] = node?.type === 'Identifier' ? (model.variableOf(node)?.writes ?? []) : []
    return write?.way === 'parameter' && write.index === 0 && more.length === 0 ? write.value : null
  }
  const setting = new Set<AstNode | null>()
  for (const { object } of (model.writes.fields.get('*') ?? []).slice(0, MAX_WRITES))
    setting.add(ownerOf(object))
  for (const [name, calls] of model.callsByName)
    for (const call of isDefining(name, calls[0], model) ? calls.slice(0, MAX_WRITES) : []) {
      const [object, key] = nodesOf(call['arguments'])
      if (key?.type === 'Identifier') setting.add(ownerOf(object))
    }
  for (const node of [...setting]) {
    const fn = node === null ? undefined : model.functions.get(node)
    for (const call of fn === undefined ? [] : of.calls.toFunction(fn, of))
      setting.add(ownerOf(nodesOf(call['arguments'])[0]))
  }
  for (const node of setting)
    if (node !== null && node.end - node.start <= LONGEST_MERGING && looksAtKeys(node)) found.add(node)
  return found
}

const MERGING = new WeakMap<Evaluator, ReadonlySet<AstNode>>()

/** Whether calls of a name are of `Object.defineProperty`, also by a variable: `var __defProp = Object.defineProperty`. */
const isDefining = (name: string, call: AstNode | undefined, model: ScriptModel): boolean => {
  if (name === 'defineProperty') return true
  const callee = unwrap(call?.['callee'])
  const [write] = callee?.type === 'Identifier' ? (model.variableOf(callee)?.writes ?? []) : []
  return write?.value?.type === 'MemberExpression' && memberName(write.value) === 'defineProperty'
}

const looksAtKeys = (fn: AstNode): boolean => {
  let found = false
  walk(fn, (node) => {
    const isKeys = node.type === 'MemberExpression' && KEYS.has(memberName(node) ?? '')
    if (node.type === 'ForInStatement' || isKeys) found = true
  })
  return found
}

/** Longer functions do more than that. */
const LONGEST_MERGING = 2_000
const KEYS: ReadonlySet<string> = new Set(['keys', 'ownKeys', 'entries', 'getOwnPropertyNames'])

/**
 * Whether nothing has a field before functions run that set it: `if (!Saves.one) Saves.one = new Saves()`,
 * `if (this.hasStarted) return`. Of an instance, its constructor runs first.
 */
const isSetLater = (
  { kind, node, of: { model } }: Extract<Value, { node: AstNode }>,
  name: string,
): boolean =>
  (model.writes.fields.get(name) ?? []).every(({ target }) => {
    const fn = model.functionAt(target.start)
    if (kind === 'function') return fn !== model.main
    return fn !== model.main && fn.node !== node && fn.owner?.kind !== 'constructor'
  })

const elementOf = (node: AstNode, of: Evaluator): Values =>
  node.type === 'SpreadElement' ? of.through(of.of(node['argument']), ['*']) : of.of(node)

const fieldOfLiteral = ({ node, held, of }: Extract<Value, { kind: 'object' }>, name: string): Values => {
  const found: Values[] = []
  let isOpen = held === 'handed-on'
  for (const property of nodesOf(node['properties'])) {
    const key = property.type === 'Property' ? propertyName(property) : null
    if (property.type === 'SpreadElement') {
      found.length = name === '*' ? found.length : 0
      found.push(of.through(of.of(property['argument']), [name]))
    } else if (key === null) isOpen = true
    else if (key === name || name === '*') {
      const made = asNode(property['value'])
      if (name !== '*') found.length = 0
      if (property['kind'] === 'get' && made !== null) found.push(of.returned(made, null))
      else if (property['kind'] !== 'set') found.push(of.of(made))
    }
  }
  // What is nothing yet may be given a value of any type by another script.
  const isEmpty = (value: Value): boolean => value.kind === 'exact' && (value.value ?? '') === ''
  if (held === 'shared' && found.some((values) => values.some(isEmpty))) isOpen = true
  return found.length === 0 || isOpen ? union([...found, UNKNOWN_VALUES]) : union(found)
}

/** Whether a field of a literal is set behind it in any case, or by a function that the object is given to. */
const isReplaced = (
  { node, held, of }: Extract<Value, { kind: 'object' }>,
  name: string,
  written: Values,
): boolean => {
  if (written.length === 0) return false
  if (held === 'handed-on') return true
  const within = of.model.functionAt(node.start)
  return (of.model.writes.fields.get(name) ?? []).some(
    ({ region, target, operator, object }) =>
      operator === '=' &&
      object.type === 'Identifier' &&
      region.start <= node.start &&
      node.end <= target.start &&
      of.model.functionAt(target.start) === within &&
      of.of(object).some((value) => 'node' in value && value.node === node),
  )
}

/** Whether a script deletes a field of an object. */
export const isDeleted = (object: Extract<Value, { kind: 'object' }>, name: string): boolean => {
  return (object.of.model.writes.fields.get(name) ?? []).some(
    (write) =>
      write.operator === 'delete' && object.of.of(write.object).some((one) => isSameObject(one, object)),
  )
}

/** What is set of an object anywhere in its script. */
const writtenTo = (object: Extract<Value, { node: AstNode }>, name: string): Values => {
  const { model, outside, isModule } = object.of
  const writes = model.writes.fields.get(name) ?? []
  const computed = model.writes.fields.get('*') ?? []
  if (writes.length > MAX_WRITES) return UNKNOWN_VALUES
  const set = (all: readonly FieldWrite[], of: Evaluator): readonly Values[] =>
    all
      .filter((write) => of.of(write.object).some((one) => isSameObject(one, object)))
      .map(({ value, operator }) =>
        value !== null ? of.of(value) : operator === '-=' ? [typed('number')] : UNKNOWN_VALUES,
      )
  const found = [...set(writes, object.of)]
  const byAnyName = computed.length > MAX_WRITES ? [UNKNOWN_VALUES] : set(computed, object.of)
  if (byAnyName.length > 0)
    found.push(
      UNKNOWN_VALUES,
      ...byAnyName.map((all) => all.filter(({ kind }) => name === '*' || kind === 'array')),
    )
  // `var Game = {}` of one script, and `Game.start = …` of another.
  const isShared =
    'held' in object
      ? object.held === 'shared'
      : !isModule && model.functions.get(object.node)?.outer === model.main
  for (const of of isShared ? outside.scripts() : [])
    if (of !== object.of)
      found.push(...set((of.model.writes.fields.get(name) ?? []).slice(0, MAX_WRITES), of))
  if (object.kind === 'array') found.push(...pushedInto(object).map((value) => object.of.of(value)))
  return union(found)
}

/** The fields of an object that its script sets; of those whose names are computed, the name is null. */
export const fieldsSetOf = (
  object: Extract<Value, { kind: 'object' }>,
): readonly (FieldWrite & { readonly name: string | null })[] => {
  const { fields } = object.of.model.writes
  const isSet = (write: FieldWrite): boolean =>
    object.of.of(write.object).some((one) => isSameObject(one, object))
  return [...fields].flatMap(([name, writes]) =>
    writes
      .slice(0, MAX_WRITES)
      .filter(isSet)
      .map((write) => ({ ...write, name: name === '*' ? null : name })),
  )
}

/** What a script adds to a list. */
const pushedInto = (list: Extract<Value, { kind: 'array' }>): readonly AstNode[] =>
  ['push', 'unshift'].flatMap((method) => callsOn(list, method)).flatMap((call) => nodesOf(call['arguments']))

/** The calls of a method of an object, in the script that makes it. */
export const callsOn = (object: Extract<Value, { node: AstNode }>, method: string): readonly AstNode[] =>
  (object.of.model.callsByName.get(method) ?? []).slice(0, MAX_WRITES).filter((call) => {
    const called = asNode(unwrap(call['callee'])?.['object'])
    return called !== null && object.of.of(called).some((one) => isSameObject(one, object))
  })

/** What a `Set` is made with, and what is added to it. */
const elementsOfSet = (set: Extract<Value, { kind: 'made' }>): Values => {
  const given = nodesOf(nodesOf(set.node['arguments'])[0]?.['elements'])
  const added = callsOn(set, 'add').flatMap((call) => nodesOf(call['arguments']))
  return union([...[...given, ...added].map((one) => elementOf(one, set.of)), UNKNOWN_VALUES])
}

/** The keys and values that a `Map` is made with, and that are set; of what is deleted, only the key. */
export const entriesOfMap = (map: Extract<Value, { kind: 'made' }>): readonly (readonly AstNode[])[] => [
  ...nodesOf(nodesOf(map.node['arguments'])[0]?.['elements']).map((entry) => nodesOf(entry['elements'])),
  ...['set', 'delete'].flatMap((name) => callsOn(map, name)).map((call) => nodesOf(call['arguments'])),
]

/** A key, which is not known where each is asked for, with its value. */
const pairOf = ([key, value]: readonly AstNode[], of: Evaluator): Values => {
  if (key === undefined || value === undefined) return []
  const { start, end } = key
  const elements = [{ type: 'Elision', start, end }, value]
  const node = { type: 'ArrayExpression', start: start - 0.5, end }
  return [{ kind: 'array', node, of, held: 'handed-on', elements }]
}

const MAX_ELEMENTS = 100
const MAX_WRITES = 200

const isSameObject = (one: Value, other: Value): boolean =>
  one.kind === other.kind && 'node' in one && 'node' in other && one.node === other.node
