import { nameOfCallee, namesOf, unwrap } from './chains.js'
import { isInLoop, isLoop, isOfList, isTakenInTurn } from './in-turn.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, onceEach, propertyName } from './node.js'
import { saysNothing } from './operators.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import { parentsIn, readsOf } from './sources.js'
import { textsOf } from './url-text.js'
import type { Evaluator, FunctionValue, Given, Value } from './value.js'
import { walk } from './walk.js'

const MAX_VARIABLES = 3

/**
 * Whether only one, or some, of the functions that a callee may be is called, and nobody knows which: `states[state].enter()`,
 * `all.find(isFirst).go()`, `(a ? b : c)()`, `scene.start()` where a scene follows the other.
 */
export const isOneOf = (callee: AstNode | null, of: Evaluator, depth = 0): boolean => {
  const node = unwrap(callee)
  if (node === null || depth > MAX_VARIABLES) return false
  const object = unwrap(node['object'])
  switch (node.type) {
    case 'ConditionalExpression':
      return true
    case 'LogicalExpression':
      return isOneOf(asNode(node['left']), of, depth)
    case 'MemberExpression': {
      const set = writesTo(object, of)
      return (
        set.length > 1 ||
        isKeyOfOne(node, of, depth > 0) ||
        isOneOf(object, of, depth) ||
        set.some((one) => isOneOf(one, of, depth + 1))
      )
    }
    case 'CallExpression': {
      const called = unwrap(node['callee'])
      const name = called?.type === 'MemberExpression' ? memberName(called) : null
      if (isTakenInTurn(node, of)) return false
      if (name !== null && (CHOOSING.has(name) || isOneOf(asNode(called?.['object']), of, depth))) return true
      return of.functions(called).some(({ node: fn, of: from }) => givesOneOf(fn, from, depth))
    }
    case 'AwaitExpression':
      return isOneOf(asNode(node['argument']), of, depth)
    case 'AssignmentExpression':
      return isOneOf(asNode(node['right']), of, depth)
    // `new scenes[name]()`
    case 'NewExpression':
      return isOneOf(asNode(node['callee']), of, depth)
    case 'Identifier': {
      const variable = of.model.variableOf(node)
      const [source, ...more] = variable === null ? [] : of.calls.sources(variable)
      if (variable === null || source === undefined) return false
      const isOther = isSetElsewhere(variable, node, of)
      if (more.length > 0) return isOther
      // `scene = next`
      const next = isOther && source.node.type === 'Identifier' ? of.model.variableOf(source.node) : null
      return (next !== null && of.calls.sources(next).length > 1) || isOneOf(source.node, of, depth + 1)
    }
    default:
      return false
  }
}

/**
 * Whether a variable is set under a condition, or by another function than the one that uses it: `if (isLocal) read = fromDisk`. What a
 * function sets its own name to, only follows it, as Babel writes: `function boot() { boot = …; return boot.apply(this, arguments) }`.
 */
const isSetElsewhere = ({ writes }: Variable, use: AstNode, { model }: Evaluator): boolean => {
  const own = writes.map(({ value }) => value)
  const here = model.functionAt(use.start).node
  return writes.some(
    ({ offset, way, declares, within }) =>
      model.guards.at(offset) !== null ||
      (way === 'is' && declares === null && within !== here && !own.includes(within)),
  )
}

/** Whether a literal that has a method, as far as is known, may also be one that does not: `nodes[at].effect?.()`. */
export const isMissing = (callee: AstNode | null, of: Evaluator): boolean => {
  const name = callee?.type === 'MemberExpression' ? memberName(callee) : null
  const isWithout = (object: Value): boolean =>
    object.kind === 'object' &&
    of.through([object], [name ?? '']).every(({ kind }) => kind === 'unknown' || kind === 'exact')
  return name !== null && of.of(callee?.['object']).some(isWithout)
}

/** Whether a function gives one of several: at one `return` or another, or one of a list or a table. */
const givesOneOf = (fn: AstNode, of: Evaluator, depth: number): boolean => {
  const returns = (of.model.functions.get(fn)?.returns ?? []).flatMap((value) => unwrap(value) ?? [])
  // What a bundler's function for a module gives is a field, in two ways.
  const own = returns.filter(({ type }) => type !== 'MemberExpression')
  return (
    own.filter((value) => of.of(value).some((one) => 'node' in one)).length > 1 ||
    own.some((value) => isOneOf(value, of, depth + 1) || isOfList(of.model.variableOf(value), of)) ||
    returns.some((one) => one['computed'] === true && unwrap(one['property'])?.type !== 'Literal')
  )
}

/** What a variable or a field is set to, but for what stands for nothing. */
const writesTo = (named: AstNode | null, of: Evaluator): readonly AstNode[] => {
  const variable = named?.type === 'Identifier' ? of.model.variableOf(named) : null
  const field = named?.type === 'MemberExpression' ? memberName(named) : null
  const writes =
    field === null
      ? (variable?.writes.filter(({ way }) => way === 'is') ?? [])
      : (of.model.writes.fields.get(field) ?? [])
  return writes.flatMap(({ value }) => (value === null || saysNothing(value) ? [] : [value]))
}

/** Methods that give one or some of a list. */
const CHOOSING: ReadonlySet<string> = new Set(['find', 'findLast', 'filter', 'at', 'pop', 'shift', 'get'])

/**
 * Whether a computed key chooses a field. In a loop it comes to each, and what a parameter chooses of a table is known by each call,
 * but not what it chooses of lists.
 */
const isKeyOfOne = (member: AstNode, of: Evaluator, isOfLists: boolean): boolean => {
  const key = member['computed'] === true ? unwrap(member['property']) : null
  if (key === null || key.type === 'Literal') return false
  const variable = key.type === 'Identifier' ? of.model.variableOf(key) : null
  const object = unwrap(member['object'])
  const table = object?.type === 'Identifier' ? of.model.variableOf(object) : null
  const isGiven = (one: Variable | null): boolean => one?.writes[0]?.way === 'parameter'
  // `Object.keys(table).filter(isOn).forEach((name) => table[name]())`
  const [source] = variable === null || !isOfList(variable, of) ? [] : of.calls.sources(variable)
  if (source !== undefined) return isOneOf(source.node, of, MAX_VARIABLES)
  if (isGiven(table)) return false
  if (isGiven(variable)) return isOfLists
  return !isInLoop(member, of)
}

/**
 * Whether a call that runs gives a function to the parameter that is called, or with what has it: `use(ui)` for `plugin.install()`. True
 * where nothing is known of the calls.
 */
export const isGivenTo = (
  { node }: FunctionValue,
  called: AstNode | null,
  of: Evaluator,
  entriesOf: EntriesOf,
): boolean => {
  const [root = '', ...names] = (called === null ? null : namesOf(called)) ?? []
  const variable = called === null ? null : of.model.variableAt(root, called.start)
  const [write, ...more] = variable?.writes ?? []
  if (write?.way !== 'parameter' || write.value === null || more.length > 0 || names.includes('')) return true
  const { index, fields } = write
  const given = entriesOf(write.value).map(({ values, of: from }) => {
    const value = values[index]
    const found = value === undefined ? [] : from.through(from.of(value), [...fields, ...names])
    return value === undefined ? [node] : found.flatMap((one) => (one.kind === 'function' ? [one.node] : []))
  })
  // An unknown value may be any that has the name.
  const isUnknown = fields.length + names.length > 0 && given.every(({ length }) => length === 0)
  return isUnknown || given.length === 0 || given.some((nodes) => nodes.includes(node))
}

/** What the calls give a function, as far as they run. */
type EntriesOf = (fn: AstNode) => readonly Given[]

/**
 * The keys of a method's object in tables: `boot` of `{ boot: { enter() {…} } }`, `{ boot: new Boot() }`, `add('boot', new Boot())` and
 * `add('boot', Boot)`; none where it is in none.
 */
export const keysInTables = ({ owner }: ScriptFunction, of: Evaluator): readonly string[] => {
  if (owner === null || (owner.isStatic && owner.node.type !== 'ObjectExpression')) return []
  const parents = parentsIn(of)
  const made = of.model.functions.get(owner.node)
  const objects =
    owner.node.type === 'ObjectExpression' ? [owner.node] : made === undefined ? [] : of.calls.of(made)
  const given = made === undefined || owner.node.type === 'ObjectExpression' ? [] : of.calls.giving(made)
  const keysGiven = given.flatMap(({ node, of: from }) => textsIn(nodesOf(node['arguments']), from))
  const keysHeld = objects.flatMap((object) => {
    const parent = parents.get(object)
    if (parent?.type === 'Property') return propertyName(parent) ?? []
    if (parent?.type === 'CallExpression') return textsIn(nodesOf(parent['arguments']), of)
    // `new Map([['boot', { enter() {…} }]])`
    return parent?.type === 'ArrayExpression' ? textsIn(nodesOf(parent['elements']).slice(0, 1), of) : []
  })
  return [...keysHeld, ...keysGiven]
}

const textsIn = (values: readonly AstNode[], of: Evaluator): readonly string[] =>
  values.flatMap((value) => textsOf(value, of))

const textsGiven = onceEach(({ values, of }: Given) => textsIn(values, of))

/**
 * Whether a function was handed over with a name that what calls it is given, as a listener is: `on('tick', draw)` and
 * `emit('tick')`; a method of a table, by its key. Null where it was handed over, or is called, without a name.
 */
export const isEmitted = (
  { node, of }: FunctionValue,
  caller: ScriptFunction,
  entriesOf: EntriesOf,
): boolean | null => {
  const fn = of.model.functions.get(node)
  const keys = fn === undefined ? [] : keysInTables(fn, of)
  const giving = fn === undefined || keys.length > 0 ? [] : of.calls.giving(fn)
  const names =
    keys.length === 0
      ? giving.map(({ node: call, of: from }) => textsIn(nodesOf(call['arguments']), from))
      : [keys]
  let isNamed = false
  for (let around: ScriptFunction | null = caller; around !== null; around = around.outer)
    for (const entry of entriesOf(around.node)) {
      const texts = textsGiven(entry)
      if (texts.some((text) => names.some((some) => some.includes(text)))) return true
      isNamed ||= texts.length > 0
    }
  return isNamed && names.length > 0 && names.every(({ length }) => length > 0) ? false : null
}

/** Where the steps of a generator are taken, and whether only the first one is: `steps.next()`. */
interface StepsTaken {
  readonly at: readonly AstNode[]
  readonly isOne: boolean
}

/**
 * What takes the steps of the generator that a call gives; null where that is what is around the call, as a loop.
 * @param runs whether a place is seen to run
 */
export const stepsTaken = (
  call: AstNode,
  of: Evaluator,
  runs: (offset: number) => boolean,
): StepsTaken | null => {
  const parent = parentsIn(of).get(call)
  if (parent?.type === 'ExpressionStatement') return { at: [], isOne: false }
  // What a function of the script is given, or a list gets, goes on when that asks for it.
  const isGiven = parent?.type === 'CallExpression' && asNode(parent['callee']) !== call
  if (isGiven && (nameOfCallee(parent) === 'push' || of.functions(parent['callee']).length > 0))
    return { at: [parent], isOne: true }
  const isSet = parent?.type === 'AssignmentExpression' || parent?.type === 'VariableDeclarator'
  const target = isSet ? asNode(parent['left'] ?? parent['id']) : null
  if (target === null || target.type === 'ArrayPattern') return null
  const variable = target.type === 'Identifier' ? of.model.variableOf(target) : null
  const all = variable === null ? (of.model.callsByName.get('next') ?? []) : readsOf(variable, of)
  const at = all.filter(({ start }) => runs(start))
  const [read, ...more] = at
  return { at, isOne: read !== undefined && more.length === 0 && isOneStep(read, call, of) }
}

/** Whether a read takes a step in the function that has the generator, and in no loop. */
const isOneStep = (read: AstNode, call: AstNode, of: Evaluator): boolean => {
  const parents = parentsIn(of)
  const parent = read.type === 'CallExpression' ? unwrap(read['callee']) : parents.get(read)
  const isNext = parent?.type === 'MemberExpression' && memberName(parent) === 'next'
  const fn = of.model.functionAt(call.start).node
  let around = parent ?? undefined
  while (around !== undefined && !isFunction(around) && !isLoop(around)) around = parents.get(around)
  return isNext && (around === undefined || around === fn)
}

/** Where the first step of a generator ends. */
export const firstYieldIn = onceEach((fn: AstNode): number => {
  let first = Number.POSITIVE_INFINITY
  walk(fn, ({ type, end }) => {
    if (type === 'YieldExpression') first = Math.min(first, end)
  })
  return first
})
