import { defaultGivenBy, requiredFrom } from './bundled-modules.js'
import { callsOfParameter } from './calls.js'
import { unwrap } from './chains.js'
import { callsOn, entriesOfMap, fieldsSetOf, isDeleted, mergingIn } from './fields.js'
import { CONTEXT } from './known-names.js'
import {
  type AstNode,
  asNode,
  isFunction,
  memberName,
  nodesOf,
  onceEach,
  propertyName,
  stringOf,
} from './node.js'
import { resultOfCall, saysNothing } from './operators.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import {
  type Evaluator,
  exact,
  type Frame,
  type FunctionValue,
  type Made,
  typed,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'
import { walk } from './walk.js'

/** What a call may give. */
export const valuesOfCall = (node: AstNode, frame: Frame | null, script: Evaluator): Values => {
  const callee = unwrap(node['callee'])
  const values = nodesOf(node['arguments'])
  const [first] = values
  if (callee?.type === 'MemberExpression') {
    const method = memberName(callee) ?? ''
    // `regenerator.mark(function () {…})`
    if (first !== undefined && isCompiledGenerator(first, script)) return script.of(first)
    const object = (): Values => script.of(callee['object'], frame)
    // `Service.pay.bind(Service)`
    if (method === 'bind') return values.length <= 1 ? object() : UNKNOWN_VALUES
    if (method === 'then' && first !== undefined)
      return union(script.functions(first).map((one) => one.of.returned(one.node, null)))
    if (method === 'catch' || method === 'finally') return object()
    if (method === CONTEXT) return [{ kind: 'made', path: CONTEXT, node, of: script }]
    const lists =
      SAME_LISTS.has(method) || OF_LISTS.has(method)
        ? object().flatMap((one): Values => (one.kind === 'array' ? [{ ...one, held: 'handed-on' }] : []))
        : []
    if (lists.length > 0 && SAME_LISTS.has(method)) return lists
    // There may be none.
    if (lists.length > 0) return union([script.through(lists, ['*']), [exact(undefined)]])
    const key = method === 'get' && first !== undefined ? onlyOf(script.of(first, frame)) : null
    const maps = key === null ? [] : object().filter((one) => one.kind === 'made' && one.path === 'Map')
    if (key !== null && maps.length > 0) return union(maps.map((map) => valueInMap(map, key)))
    const all = method === 'values' ? object().filter((one) => one.kind === 'made' && one.path === 'Map') : []
    if (all.length > 0) return all.flatMap((one) => (one.kind === 'made' ? valuesOfMap(one) : []))
    const wanted = first === undefined ? null : onlyOf(script.of(first, frame))
    const results = object().map((one) => resultOfCall(method, one, wanted))
    if (results.some((one) => one !== null)) return union([results.map((one) => one ?? UNKNOWN_VALUE)])
  }
  const given = first === undefined && callee?.type === 'Identifier' ? defaultGivenBy(callee, script) : null
  if (given !== null) return given
  return union(
    script.of(callee, frame).map((called): Values => {
      if (called.kind === 'global') return callOfBrowser(node, called.path.join('.'), values, frame, script)
      if (called.kind !== 'function' || !isFunction(called.node)) return UNKNOWN_VALUES
      const required = first === undefined ? null : requiredFrom(called, script.of(first, frame))
      if (required !== null) return required
      if (isMerging(called)) return union(values.map((value) => script.of(value, frame)))
      return called.of.returned(called.node, frameOf(called, values, frame, script))
    }),
  )
}

/** Whether a function gives its first argument with the fields of the others, as `Object.assign` does. */
const isMerging = ({ node, of }: FunctionValue): boolean => {
  const [only, ...more] = of.model.functions.get(node)?.returns ?? []
  const last = only?.type === 'SequenceExpression' ? nodesOf(only['expressions']).at(-1) : only
  if (last === undefined || more.length > 0) return false
  const callee = last.type === 'CallExpression' ? unwrap(last['callee']) : null
  // `return (assign = Object.assign || …).apply(this, arguments)`
  if (callee?.type === 'MemberExpression' && memberName(callee) === 'apply')
    return (
      nodesOf(last['arguments'])[1]?.['name'] === 'arguments' &&
      of.paths(callee['object']).some((path) => path.join('.') === 'Object.assign')
    )
  return (
    last.type === 'Identifier' &&
    last['name'] === nodesOf(node['params'])[0]?.['name'] &&
    mergingIn(of).has(node)
  )
}

/** The values of a `Map` as a list, which begins where no other one does. */
const valuesOfMap = (map: Extract<Value, { kind: 'made' }>): Values => {
  if (callsOn(map, 'delete').length > 0) return UNKNOWN_VALUES
  const { start, end } = map.node
  const node = { type: 'ArrayExpression', start: start + 0.5, end }
  const elements = entriesOfMap(map).flatMap(([, value]) => value ?? [])
  return [{ kind: 'array', node, of: map.of, held: 'handed-on', elements }]
}

/** What a `Map` has by a key, of what it is made with, and of what is set; where the key is not known, any of it. */
const valueInMap = (map: Value, key: Value): Values => {
  if (map.kind !== 'made') return UNKNOWN_VALUES
  const { of } = map
  const entries = entriesOfMap(map)
  const keyOf = ([name]: readonly AstNode[]): Value => onlyOf(of.of(name))
  const isIt = (known: Value): boolean =>
    known.kind === 'exact' && key.kind === 'exact' && known.value === key.value
  const found = entries.filter((entry) => isIt(keyOf(entry)))
  // One that is set again, or deleted, may be another one by then.
  if (found.length > 1) return UNKNOWN_VALUES
  const mayBe = (known: Value): boolean => key.kind !== 'exact' || known.kind !== 'exact'
  const all = found.length === 1 ? found : entries.filter((entry) => mayBe(keyOf(entry)))
  return union([...all.slice(0, MAX_CALLS).map(([, value]) => of.of(value)), UNKNOWN_VALUES])
}

/** Whether it is a generator for browsers that have none. */
const isCompiledGenerator = (node: AstNode, { model }: Evaluator): boolean =>
  node['generator'] !== true && model.functions.get(node)?.compiled === 'generator'

const callOfBrowser = (
  node: AstNode,
  path: string,
  values: readonly AstNode[],
  frame: Frame | null,
  script: Evaluator,
): Values => {
  const [first] = values
  const given = (): Values => (first === undefined ? [exact(undefined)] : script.of(first, frame))
  if (path === 'Object.freeze')
    return given().map((value) => ('held' in value ? { ...value, held: 'frozen' } : value))
  if (SAME.has(path)) return given()
  if (TEXTS.has(path))
    return given().map((value) => {
      if (value.kind === 'starts' || (value.kind === 'made' && value.path === 'URL')) return value
      return value.kind === 'exact' ? exact(String(value.value)) : typed('string')
    })
  if (path === 'Reflect.get') return script.through(given(), [stringOf(values[1]) ?? '*'])
  if (path === 'Object.assign') return union(values.map((value) => script.of(value, frame)))
  if (OF_FIELDS.has(path))
    return given().map((value) => (value.kind === 'object' ? fieldsAsList(value, path) : typed('object')))
  return [resultOfCall(path, null, onlyOf(given())) ?? { kind: 'made', path, node, of: script }]
}

/** What lists the fields of an object, with how far behind its brace the list is put, where no other list begins. */
export const OF_FIELDS: ReadonlyMap<string, number> = new Map([
  ['Object.keys', 0.2],
  ['Object.values', 0.4],
  ['Object.entries', 0.6],
])

/**
 * An object's fields as a list; with one that nobody knows, where it may have more. A field that is set more than once has a
 * value that nobody knows, and of a pair no name is known, since which name comes with which value is not.
 */
const fieldsAsList = (object: Extract<Value, { kind: 'object' }>, path: string): Value => {
  const { node, of, held } = object
  const found = new Map<string | null, AstNode>()
  const add = (name: string | null, value: AstNode | null, place: AstNode): void => {
    const [start, end] = [place.start + 0.5, place.end]
    const unknown = { type: 'Elision', start, end }
    const before = found.get(name)
    if (name !== null && isDeleted(object, name)) return
    const only = value === null || (before !== undefined && !saysNothing(before)) ? unknown : value
    if (path === 'Object.values') found.set(name, only)
    else if (path === 'Object.entries')
      found.set(name, { type: 'ArrayExpression', elements: [unknown, only], start, end })
    else found.set(name, name === null ? unknown : { type: 'Literal', value: name, start, end })
  }
  for (const one of nodesOf(node['properties']))
    add(one.type === 'Property' ? propertyName(one) : null, asNode(one['value']), one)
  if (held !== 'own' && held !== 'frozen')
    for (const { name, value, target } of fieldsSetOf(object)) add(name, value, target)
  if (held === 'shared' || held === 'handed-on') add(null, null, node)
  const start = node.start + (OF_FIELDS.get(path) ?? 0)
  const list = { type: 'ArrayExpression', start, end: node.end }
  return { kind: 'array', node: list, of, held: 'handed-on', elements: [...found.values()] }
}

const onlyOf = ([first = UNKNOWN_VALUE, ...more]: Values): Value => (more.length > 0 ? UNKNOWN_VALUE : first)

/** What a `new` makes. */
export const valuesOfNew = (node: AstNode, frame: Frame | null, script: Evaluator): Values => {
  const [first] = nodesOf(node['arguments'])
  return union(
    script.of(node['callee'], frame).map((called): Values => {
      if (called.kind === 'function') return [{ kind: 'instance', node: called.node, of: called.of }]
      if (called.kind !== 'global') return UNKNOWN_VALUES
      const path = called.path.join('.')
      if (path === 'Promise' && first !== undefined && isFunction(first)) return resolvedBy(first, script)
      return [{ kind: 'made', path, node, of: script }]
    }),
  )
}

/** What `new Promise((resolve) => …)` is resolved with. */
const resolvedBy = (executor: AstNode, script: Evaluator): Values => {
  const own = callsOfParameter(executor, 0, script)
  return own.length === 0
    ? UNKNOWN_VALUES
    : union(own.map((call) => script.of(nodesOf(call['arguments'])[0])))
}

/** The parameters of a function in a call of it; null where it has none, or this leads too far. */
const frameOf = (
  called: FunctionValue,
  values: readonly AstNode[],
  outer: Frame | null,
  script: Evaluator,
): Frame | null => {
  const depth = (outer?.depth ?? 0) + 1
  const given = new Map<Variable, Values>()
  const names = depth > MAX_FRAMES ? null : namesInReturns(called.of)(called.node)
  if (names === null || names.size === 0) return null
  for (const [index, parameter] of nodesOf(called.node['params']).entries()) {
    const isDefault = parameter.type === 'AssignmentPattern'
    const id = isDefault ? asNode(parameter['left']) : parameter
    const variable = id?.type === 'Identifier' ? called.of.model.variableOf(id) : null
    const value = values[index]
    // One that the function sets itself may be anything else, too.
    if (variable === null || !names.has(variable.name) || variable.writes.length > (isDefault ? 2 : 1))
      continue
    if (value === undefined)
      given.set(variable, isDefault ? called.of.of(parameter['right']) : [exact(undefined)])
    else if (value.type !== 'SpreadElement') given.set(variable, script.of(value, outer))
  }
  return given.size === 0 ? null : { given, depth }
}

/** The names in what a function gives: by no others, one call of it gives something else than another. */
const namesInReturns = onceEach((of: Evaluator) =>
  onceEach((fn: AstNode): ReadonlySet<string> => {
    const names = new Set<string>()
    for (const value of of.model.functions.get(fn)?.returns ?? [])
      walk(value, (node) => {
        if (node.type === 'Identifier') names.add(String(node['name']))
      })
    return names
  }),
)

/** So many calls in calls are told apart by what they give. */
const MAX_FRAMES = 3
const MAX_CALLS = 100

const SAME_LISTS: ReadonlySet<string> = new Set([
  'slice',
  'concat',
  'filter',
  'reverse',
  'sort',
  'toReversed',
  'toSorted',
])

/** What gives an element of a list. */
const OF_LISTS: ReadonlySet<string> = new Set(['pop', 'shift', 'at', 'find', 'findLast'])

/** What gives the object that it is given, or one that has what that has; bundlers name functions so. */
const SAME: ReadonlySet<string> = new Set([
  'Object.create',
  'Object.seal',
  'Object.defineProperty',
  'Object.defineProperties',
  'Object.setPrototypeOf',
])
/** What makes a text of a value. */
const TEXTS: ReadonlySet<string> = new Set(['String', 'encodeURI', 'decodeURI'])

/** What `this` may be at a place. */
export const valuesOfThis = (node: AstNode, script: Evaluator): Values => {
  let fn: ScriptFunction | null = script.model.functionAt(node.start)
  while (fn !== null && fn.node.type === 'ArrowFunctionExpression') fn = fn.outer
  if (fn === null || fn === script.model.main)
    return script.isModule ? [exact(undefined)] : [{ kind: 'global', path: [] }]
  return thisOf(fn, script)
}

const thisOf = (fn: ScriptFunction, script: Evaluator): Values => {
  return script.once(fn, () => {
    const { owner, target, given, node } = fn
    if (owner !== null && owner.node.type !== 'ObjectExpression')
      return classesFrom(owner.node, owner.isStatic ? 'function' : 'instance', script)
    if (owner !== null) return [{ kind: 'object', node: owner.node, of: script, held: 'held' }]
    if (target !== null && target.type === 'MemberExpression') return script.of(target['object'])
    const listened = script.calls.listenedTo(fn)
    if (listened !== null) return script.of(listened)
    if (given?.index === -1 && given.call.type === 'CallExpression') {
      const callee = unwrap(given.call['callee'])
      // `(function () {…}).call(this)`, `(function () {…}).bind(this)()`
      const by = callee?.type === 'MemberExpression' ? given.call : callee
      if (callee !== node) return script.of(nodesOf(by?.['arguments'])[0])
      return script.isModule ? [exact(undefined)] : [{ kind: 'global', path: [] }]
    }
    return classesFrom(node, 'instance', script)
  })
}

/** Of a class, and of those that extend it: what a method is called on may be of any of them. */
const classesFrom = (node: AstNode, kind: 'function' | 'instance', script: Evaluator): Values => {
  const found: Made[] = [{ node, of: script }]
  const scripts = [script, ...script.outside.scripts().filter((one) => one.model !== script.model)]
  for (const one of found)
    for (const of of found.length > MAX_SUBCLASSES ? [] : scripts) found.push(...of.calls.extending(one.node))
  return found.length > MAX_SUBCLASSES ? [{ kind, node, of: script }] : found.map((one) => ({ kind, ...one }))
}

/** In a method, what the class extends. */
export const valuesOfSuper = (node: AstNode, script: Evaluator): Values => {
  const owner = script.model.functionAt(node.start).owner
  const kind = owner?.isStatic === true ? 'function' : 'instance'
  return script.functions(owner?.node['superClass']).map((one) => ({ ...one, kind }))
}

/** Of so many classes that extend one, nobody says which it is. */
const MAX_SUBCLASSES = 12
