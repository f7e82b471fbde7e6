import { isReturned } from './calls.js'
import { callOf, nameOfCallee, unwrap } from './chains.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, onceEach, propertyName } from './node.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import {
  type Evaluator,
  type FunctionValue,
  type Given,
  UNKNOWN_VALUES,
  union,
  type Values,
} from './value.js'
import { walk } from './walk.js'
import { push } from './write-notes.js'

/**
 * The functions of a bundler's list of modules, one of which `modules[id]` calls: their keys are numbers or paths. Of a table of
 * functions by names, nobody knows which is called.
 */
export const modulesIn = (callee: AstNode, of: Evaluator): readonly FunctionValue[] =>
  callee.type !== 'MemberExpression' ||
  callee['computed'] !== true ||
  of.of(callee['property']).every(({ kind }) => kind === 'exact')
    ? []
    : of.of(callee['object']).flatMap((list) => ('node' in list ? modulesOf(list.node, list.of) : []))

export const modulesOf = (list: AstNode, of: Evaluator): readonly FunctionValue[] =>
  [...functionsIn(list)].map((node) => ({ kind: 'function', node, of }))

/** The functions in a list, or in an object whose keys cannot be names of variables. */
const functionsIn = onceEach(
  (list: AstNode): ReadonlySet<AstNode> =>
    new Set(
      [
        ...nodesOf(list['elements']),
        ...nodesOf(list['properties']).flatMap((property) =>
          NAME.test(propertyName(property) ?? 'a') ? [] : (asNode(property['value']) ?? []),
        ),
      ].filter(isFunction),
    ),
)

const NAME = /^[A-Za-z_$][\w$]*$/

/** A place that asks for a function, and its script. */
export interface Request {
  readonly offset: number
  readonly of: Evaluator
}

/**
 * The places that ask for a function which `call` may call: `require(12)` for the module `12` of a list, and where `load` is read
 * for what is given in `const load = lazy(() => …)`, whose function returns the one that has the call. Null where it may be
 * asked for anywhere.
 */
export const requestsFor = (
  { node, of }: FunctionValue,
  call: AstNode,
  from: Evaluator,
): readonly Request[] | null => {
  const fn = of.model.functions.get(node)
  const list =
    fn?.owner?.kind === 'method' && fn.owner.node.type === 'ObjectExpression' ? fn.owner.node : null
  const caller = from.model.functionAt(call.start)
  if (isReturned(caller)) {
    const given = list === null ? fn?.given : notesOf(of).holders.get(list)
    return given == null ? null : readsOfResult(given, of, caller.outer?.node)
  }
  const key = list === null ? null : nodesOf(list['properties']).find((one) => asNode(one['value']) === node)
  const name = key === undefined || key === null ? null : propertyName(key)
  if (name === null || NAME.test(name) || unwrap(call['callee'])?.['computed'] !== true) return null
  const found = of.outside
    .scripts()
    .flatMap((script) => (notesOf(script).requires.get(name) ?? []).map((offset) => ({ offset, of: script })))
  return found.length === 0 ? null : found
}

/** Where the variable is read that holds what a call gives of a function; null where that is elsewhere. */
const readsOfResult = (
  { call, index }: NonNullable<ScriptFunction['given']>,
  of: Evaluator,
  called: AstNode | undefined,
): readonly Request[] | null => {
  const isCalled = index >= 0 && of.functions(call['callee']).some((one) => one.node === called)
  const reads = isCalled ? notesOf(of).reads.get(call) : undefined
  return reads === undefined || reads.length === 0 ? null : reads.map((offset) => ({ offset, of }))
}

interface Notes {
  /** Where a module is required, by its key. */
  readonly requires: ReadonlyMap<string, readonly number[]>
  /** The calls that are given an object. */
  readonly holders: ReadonlyMap<AstNode, NonNullable<ScriptFunction['given']>>
  /** Where the variable is read that is set to what a call gives, once, in a function or a module. */
  readonly reads: ReadonlyMap<AstNode, readonly number[]>
}

const notesOf = onceEach((of: Evaluator): Notes => {
  const { model } = of
  const isOnly = of.outside.scripts().every((one) => one === of)
  const requires = new Map<string, number[]>()
  const holders = new Map<AstNode, NonNullable<ScriptFunction['given']>>()
  const reads = new Map<AstNode, number[]>()
  const results = new Map<Variable, number[]>()
  const names = new Set<string>()
  for (const variable of model.root.variables()) {
    const [write, ...more] = variable.writes
    const isShared = variable.scope === model.root && !of.isModule && !isOnly
    if (write?.value?.type !== 'CallExpression' || write.way !== 'is' || write.fields.length > 0) continue
    if (isShared || more.length > 0) continue
    const offsets: number[] = []
    results.set(variable, offsets)
    reads.set(write.value, offsets)
    names.add(variable.name)
  }
  walk(model.program, (node) => {
    if (node.type === 'Identifier' && names.has(String(node['name']))) {
      const variable = model.variableOf(node)
      if (variable !== null && variable.writes[0]?.offset !== node.start)
        results.get(variable)?.push(node.start)
    }
    if (node.type !== 'CallExpression') return
    const isRequire = unwrap(node['callee'])?.type === 'Identifier' || nameOfCallee(node) === 'bind'
    for (const [index, value] of nodesOf(node['arguments']).entries()) {
      if (value.type === 'ObjectExpression') holders.set(value, { call: node, index })
      const id = value.type === 'AssignmentExpression' ? asNode(value['right']) : value
      if (isRequire && id?.type === 'Literal') push(requires, String(id['value']), node.start)
    }
  })
  return { requires, holders, reads }
})

/** Whether a call gives the key of a function in a table: `boot` for `states[name].enter()`. */
export const isChosen = (
  { node }: FunctionValue,
  called: AstNode | null,
  of: Evaluator,
  entriesOf: (fn: AstNode) => readonly Given[],
): boolean => {
  const isDirect = called?.['computed'] === true
  const table = isDirect ? called : unwrap(called?.['object'])
  const key = table?.['computed'] === true ? asNode(table['property']) : null
  const [write, ...more] = (key?.type === 'Identifier' && of.model.variableOf(key)?.writes) || []
  const [list, ...others] = write === undefined || table == null ? [] : of.of(table['object'])
  if (write?.way !== 'parameter' || write.value === null || more.length > 0) return true
  if ((list?.kind !== 'object' && list?.kind !== 'array') || others.length > 0) return true
  if (list.of !== of || node.start < list.node.start || node.end > list.node.end) return true
  // Of a bundler's list, `requestsFor` knows more.
  if (list.kind === 'object' && functionsIn(list.node).has(node)) return true
  const fields = isDirect ? [] : [memberName(called ?? list.node) ?? '']
  return entriesOf(write.value).some(({ values, of: from }) => {
    const given = values[write.index]
    return (given === undefined ? [] : from.through(from.of(given), write.fields)).every(
      (one) =>
        one.kind !== 'exact' ||
        of
          .through([list], [String(one.value), ...fields])
          .some((found) => found.kind === 'function' && found.node === node),
    )
  })
}

/** The modules of a bundle whose own function gives them their exports, as webpack's: `modules[id](module, module.exports, require)`. */
interface Bundle {
  /** What that call gives each module. */
  readonly given: Map<AstNode, readonly AstNode[]>
  /** The functions with such a call, and the lists that they find modules in. */
  readonly requires: Map<AstNode, Values>
  /** What modules replace their exports by: `module.exports = …` */
  readonly replaced: Map<AstNode, AstNode[]>
  /** What modules hand out, by its name: `require.d(exports, { start: () => start })`. */
  readonly handedOut: Map<AstNode, Map<string, AstNode>>
}

const BUNDLES = new WeakMap<Evaluator, Bundle>()

const bundleOf = (of: Evaluator): Bundle => {
  const known = BUNDLES.get(of)
  if (known !== undefined) return known
  const bundle: Bundle = { given: new Map(), requires: new Map(), replaced: new Map(), handedOut: new Map() }
  // To find the lists may lead back here.
  BUNDLES.set(of, bundle)
  const { functions, writes, callsByName } = of.model
  for (const { node, calls } of functions.values())
    for (const { node: call } of calls) {
      const { callee, values } = callOf(call)
      if (callee?.type !== 'MemberExpression' || callee['computed'] !== true) continue
      if (!values.some(isExports)) continue
      const lists = of.of(callee['object']).filter((list) => 'node' in list && list.of === of)
      const modules = lists.flatMap((list) => ('node' in list ? modulesOf(list.node, of) : []))
      if (modules.length > 0) bundle.requires.set(node, lists)
      for (const module of modules) bundle.given.set(module.node, values)
    }
  if (bundle.given.size === 0) return bundle
  /** The module that has its `module`, or its `exports`, in a variable. */
  const moduleWith = (variable: unknown, isIt: (given: AstNode) => boolean): AstNode | null => {
    const id = asNode(variable)
    const [write] = id?.type === 'Identifier' ? (of.model.variableOf(id)?.writes ?? []) : []
    if (write?.way !== 'parameter' || write.value === null) return null
    const given = bundle.given.get(write.value)?.[write.index]
    return given !== undefined && isIt(given) ? write.value : null
  }
  for (const { object, value } of writes.fields.get('exports') ?? []) {
    const module = moduleWith(object, (given) => !isExports(given))
    if (module !== null && value !== null) push(bundle.replaced, module, value)
  }
  for (const call of callsByName.get('d') ?? []) {
    const [target, names, getter] = nodesOf(call['arguments'])
    const module = moduleWith(target, isExports)
    if (module === null || names === undefined) continue
    const all = bundle.handedOut.get(module) ?? new Map<string, AstNode>()
    bundle.handedOut.set(module, all)
    if (names.type === 'Literal' && getter !== undefined) all.set(String(names['value']), getter)
    for (const one of nodesOf(names['properties'])) {
      const made = asNode(one['value'])
      if (made !== null) all.set(propertyName(one) ?? '', made)
    }
  }
  return bundle
}

const isExports = (given: AstNode): boolean =>
  given.type === 'MemberExpression' && memberName(given) === 'exports'

/** What a bundle gives a parameter of one of its modules; null for another function. Exports are an instance of the module. */
export const givenToModule = (fn: AstNode, index: number, of: Evaluator): Values | null => {
  const given = bundleOf(of).given.get(fn)?.[index]
  if (given === undefined) return null
  if (isExports(given)) return [{ kind: 'instance', node: fn, of }]
  // Each module has a `module` of its own.
  const values = of.functions(given)
  return values.length > 0 ? values : UNKNOWN_VALUES
}

/** What a bundle's function gives of a module, by its key; null where it is another function, or nobody knows the key. */
export const requiredFrom = ({ node, of }: FunctionValue, key: Values): Values | null => {
  const { requires, replaced } = bundleOf(of)
  const lists = requires.get(node)
  const [name, ...more] = key
  if (lists === undefined || name?.kind !== 'exact' || more.length > 0) return null
  const modules = of
    .through(lists, [String(name.value)])
    .flatMap((one) => (one.kind === 'function' ? [one] : []))
  if (modules.length === 0) return null
  const found = union(
    modules.map((module): Values => {
      const others = replaced.get(module.node)
      return others === undefined ? [{ ...module, kind: 'instance' }] : union(others.map((one) => of.of(one)))
    }),
  )
  // Which of several it is, goes by conditions.
  return found.filter(({ kind }) => kind === 'function').length > 1 ? UNKNOWN_VALUES : found
}

/** What a module of a bundle hands out by a name; null where it does not, or the function is not a module. */
export const handedOutBy = (module: AstNode, name: string, of: Evaluator): Values | null => {
  const getter = bundleOf(of).handedOut.get(module)?.get(name)
  if (getter === undefined) return null
  return union(of.functions(getter).map((one) => one.of.returned(one.node, null)))
}

/** What `read()` gives of `read = require.n(module)`: the default that the module hands out, or all of it; null for any other call. */
export const defaultGivenBy = (callee: AstNode, of: Evaluator): Values | null => {
  const [write, ...more] = of.model.variableOf(callee)?.writes ?? []
  const call = write?.way === 'is' && more.length === 0 ? unwrap(write.value) : null
  const [module] = nodesOf(call?.['arguments'])
  if (call?.type !== 'CallExpression' || module === undefined || nameOfCallee(call) !== 'n') return null
  const requires = of.functions(unwrap(call['callee'])?.['object'])
  if (!requires.some((one) => bundleOf(one.of).requires.has(one.node))) return null
  const values = of.of(module)
  const found = values.flatMap((one) => (one.kind === 'instance' ? of.through([one], ['default']) : []))
  return found.some(({ kind }) => kind === 'function') ? found : values
}
