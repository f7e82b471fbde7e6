import { isReturned } from './calls.js'
import { nameOfCallee, unwrap } from './chains.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, onceEach, propertyName } from './node.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import type { Evaluator, FunctionValue, Given } from './value.js'
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

export const modulesOf = (list: AstNode | undefined, of: Evaluator): readonly FunctionValue[] =>
  [
    ...nodesOf(list?.['elements']),
    ...nodesOf(list?.['properties']).flatMap((property) =>
      NAME.test(propertyName(property) ?? 'a') ? [] : (asNode(property['value']) ?? []),
    ),
  ].flatMap((node) => (isFunction(node) ? [{ kind: 'function', node, of }] : []))

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
  if (list.kind === 'object' && modulesOf(list.node, of).some((one) => one.node === node)) return true
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
