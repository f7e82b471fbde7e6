import globals from 'globals'
import type { Failure } from './failures.js'
import type { LossesOf } from './losses.js'
import { type AstNode, asNode, memberName, nodesOf } from './node.js'
import { saysNothing } from './operators.js'
import type { ReachedFunctions } from './reached.js'
import type { Variable } from './scopes.js'
import { isBehindEnd } from './script-functions.js'
import type { ScriptFunction } from './script-parts.js'
import { parentsIn, readsOf, readsOfOwnField } from './sources.js'
import { isTried } from './tried-before.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

interface Read extends Failure {
  /** Whether it is an error in any case, in a function that runs. */
  readonly isSure: boolean
}

/** Where what is left, or what a person has called, reads a variable that only what is lost would set. */
export const readsOfUnset = (
  losses: LossesOf,
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  left: ReachedFunctions,
): readonly Read[] => {
  const unset = new Map<Variable, boolean>()
  for (const { model } of scripts)
    for (const variable of model.root.variables()) {
      const writes = variable.writes.filter(({ within, value }) => {
        const fn = model.functions.get(within)
        return value?.type === 'FunctionDeclaration' || (fn !== undefined && reached.has(fn))
      })
      const isLost = ({ within, offset, value }: (typeof writes)[number]): boolean => {
        const fn = model.functions.get(within)
        // A function expression has its own name inside.
        if (fn === undefined || value?.type === 'FunctionDeclaration' || value === within) return false
        return !left.has(fn) || isBehindEnd(losses, within, Math.max(offset, value?.end ?? 0))
      }
      if (writes.length > 0 && writes.every((write) => write.way === 'is' && isLost(write)))
        unset.set(
          variable,
          writes.some(({ declares }) => declares === 'const'),
        )
    }
  const shared: Map<string, boolean> = globalsOfEnded(losses, scripts, left)
  for (const [{ name, scope }, isConst] of unset) if (scope.outer === null) shared.set(name, isConst)
  const names = new Set([...shared.keys(), ...[...unset.keys()].map(({ name }) => name)])
  const found: Read[] = []
  for (const of of names.size === 0 ? [] : scripts)
    walk(of.model.program, (node, ancestors) => {
      if (node.type !== 'Identifier' || !names.has(String(node['name']))) return
      const parent = ancestors.at(-1)
      if (parent === undefined || !isRead(node, parent, ancestors.at(-2))) return
      const variable = of.model.variableOf(node)
      const isConst = variable === null ? shared.get(String(node['name'])) : unset.get(variable)
      if (isConst === undefined) return
      const fn = of.model.functionAt(node.start)
      const isLost = reached.has(fn) && left.of(fn, node.end, of) === null
      if (isLost || isTried(node, of)) return
      const isSure =
        left.has(fn) && (isConst || isUsed(node, parent)) && of.model.guards.at(node.start) === null
      // What is done with it is lost, too.
      found.push({ fails: 'throws', fn, offset: node.start - 1, of, isSure })
    })
  return found
}

/** The globals that only scripts set which an error ends before that: to read a name that nothing declares is an error. */
const globalsOfEnded = (
  losses: LossesOf,
  scripts: readonly Evaluator[],
  left: ReachedFunctions,
): Map<string, true> => {
  const ended = scripts.filter(({ model }) => losses.broken.has(model.program))
  const all = new Map<string, boolean>()
  for (const of of ended) {
    const isLost = ({ start, end }: AstNode): boolean => {
      const fn = of.model.functionAt(start)
      return !left.has(fn) || isBehindEnd(losses, fn.node, end + 1)
    }
    const add = (name: string, writes: readonly AstNode[]): void => {
      all.set(name, writes.every(isLost) && all.get(name) !== false)
    }
    const { globals, fields } = of.model.writes
    for (const [name, writes] of globals) add(name, writes)
    for (const [name, writes] of fields) {
      const own = writes.filter(({ object }) => of.paths(object).some(({ length }) => length === 0))
      if (own.length > 0)
        add(
          name,
          own.map(({ target, value }) => value ?? target),
        )
    }
  }
  const isThere = (name: string): boolean =>
    isOfBrowser(name) ||
    scripts.some(
      (of) =>
        of.outside.hasElement(name) ||
        (ended.includes(of)
          ? !of.isModule && of.model.root.find(name) !== null
          : of.definesGlobal(name) || of.model.writes.fields.has(name)),
    )
  return new Map([...all].flatMap(([name, isLost]) => (isLost && !isThere(name) ? [[name, true]] : [])))
}

/** Whether a name is read where it stands, and not only asked for. */
export const isRead = (name: AstNode, parent: AstNode, outer: AstNode | undefined): boolean => {
  switch (parent.type) {
    case 'MemberExpression':
      return asNode(parent['object']) === name || parent['computed'] === true
    case 'AssignmentExpression':
      return asNode(parent['left']) !== name
    case 'VariableDeclarator':
      return asNode(parent['init']) === name
    case 'Property':
      return asNode(parent['value']) === name && outer?.type !== 'ObjectPattern'
    case 'AssignmentPattern':
      return asNode(parent['right']) === name
    default:
      return !NO_READING.test(parent.type)
  }
}

/** Whether an expression fails where a name in it is undefined. */
export const isUsed = (name: AstNode, parent: AstNode): boolean =>
  parent['optional'] !== true && (asNode(parent['object']) === name || asNode(parent['callee']) === name)

/** What declares a name, or asks for its type. */
const NO_READING =
  /^(?:ArrayPattern|RestElement|PropertyDefinition|MethodDefinition|Class\w+|\w*Function\w*|UnaryExpression|\w+Specifier|(?:Labeled|Break|Continue)Statement)$/

/** What browsers have, some of them by older names. */
export const isOfBrowser = (name: string): boolean =>
  Object.hasOwn(globals.browser, name) ||
  Object.hasOwn(globals.builtin, name) ||
  /^(?:webkit|WebKit|moz[A-Z]|ms[A-Z]|chrome$|opera$|on[a-z]+$)/.test(name)

/**
 * Where something is used that a `try` could not get, and that is nothing since its `catch` goes on without it:
 * `const store = getStore(); store.getItem('best')`.
 * @param failure a use in the block of a `try` that throws
 */
export const usesOfNothing = (failure: Failure, reached: ReachedFunctions): readonly Failure[] => {
  const { fn, offset, of } = failure
  const tried = of.model.tries.findLast(
    (one) => isWithin(asNode(one['block']), offset) && of.model.functionAt(one.start) === fn,
  )
  const block = asNode(tried?.['block'])
  const caught = asNode(asNode(tried?.['handler'])?.['body'])
  if (tried === undefined || block === null || caught === null || tried['finalizer'] != null) return []
  const search = { reached, found: [], left: MAX_FOLLOWED }
  const isAlways = fn.node['async'] !== true && fn.node['generator'] !== true
  if (isAlways && givesNothing(fn, block, of)) followCalls(fn, search)
  else
    walk(block, (node) => {
      const isSet = node.type === 'AssignmentExpression' && node.end > offset && node['operator'] === '='
      if (isSet && of.model.functionAt(node.start) === fn)
        followTarget(asNode(node['left']), node, of, search)
    })
  return search.found
}

interface Following {
  readonly reached: ReachedFunctions
  readonly found: Failure[]
  left: number
}

const isWithin = (part: AstNode | null, offset: number): boolean =>
  part !== null && part.start <= offset && offset < part.end

/** Whether a function gives something in a block only, and nothing where that fails. */
const givesNothing = (fn: ScriptFunction, block: AstNode, of: Evaluator): boolean => {
  let [inBlock, isOther] = [false, false]
  walk(fn.node, (node) => {
    const isOwn = /^(?:Return|Throw)Statement$/.test(node.type) && of.model.functionAt(node.start) === fn
    if (!isOwn) return
    const value = asNode(node['argument'])
    if (isWithin(block, node.start)) inBlock ||= node.type === 'ReturnStatement' && value !== null
    else isOther ||= node.type === 'ThrowStatement' || (value !== null && !saysNothing(value))
  })
  return inBlock && !isOther
}

/** Follows what the calls of a function give, which is nothing. */
const followCalls = (fn: ScriptFunction, search: Following): void => {
  for (const { call, of } of search.reached.callsOf(fn)) follow(call, of, search)
}

/** Follows an expression that is nothing. */
const follow = (node: AstNode, of: Evaluator, search: Following): void => {
  search.left -= 1
  const parent = search.left < 0 ? undefined : parentsIn(of).get(node)
  if (parent === undefined || of.model.guards.at(node.start) !== null || isTried(node, of)) return
  const fn = of.model.functionAt(node.start)
  if (isUsed(node, parent)) {
    if (!search.reached.surelyComesTo(node.start, of)) return
    search.found.push({ fails: 'throws', fn, offset: node.start, end: parent.end, of })
  } else if (parent.type === 'VariableDeclarator') followTarget(asNode(parent['id']), parent, of, search)
  else if (parent.type === 'AssignmentExpression' && parent['operator'] === '=') {
    if (asNode(parent['right']) === node) followTarget(asNode(parent['left']), parent, of, search)
  } else if (parent.type === 'ReturnStatement' || parent.type === 'ArrowFunctionExpression') {
    if (fn.returns.length === 1 && fn.node['async'] !== true) followCalls(fn, search)
  } else if (parent.type === 'CallExpression') followParameter(parent, node, of, search)
}

/** Follows a variable, or a field of `this`, that nothing else is written to. @param by what writes it */
const followTarget = (target: AstNode | null, by: AstNode, of: Evaluator, search: Following): void => {
  const isOther = (value: AstNode | null, offset: number): boolean =>
    !isWithin(by, offset) && (value === null || !saysNothing(value))
  const variable = target?.type === 'Identifier' ? of.model.variableOf(target) : null
  if (variable !== null) {
    const isLost = variable.writes.every(
      ({ way, value, offset, declares }) =>
        way === 'is' && (!isOther(value, offset) || (value === null && declares !== null)),
    )
    if (isLost) for (const read of readsOf(variable, of)) follow(read, of, search)
    return
  }
  if (target?.type !== 'MemberExpression' || asNode(target['object'])?.type !== 'ThisExpression') return
  const name = memberName(target) ?? ''
  const writes = of.model.writes.fields.get(name) ?? []
  if (writes.some((one) => isOther(one.value, one.target.start))) return
  for (const read of readsOfOwnField(target, of)) if (read.start > by.start) follow(read, of, search)
}

/** Follows the parameter of a function that only this call enters. */
const followParameter = (call: AstNode, node: AstNode, of: Evaluator, search: Following): void => {
  const [called, ...more] = of.functions(call['callee'])
  const fn = called?.of.model.functions.get(called.node)
  const parameter = nodesOf(called?.node['params'])[nodesOf(call['arguments']).indexOf(node)]
  if (called === undefined || fn === undefined || more.length > 0 || parameter?.type !== 'Identifier') return
  const variable = called.of.model.variableOf(parameter)
  if (variable?.writes.length !== 1 || search.reached.callsOf(fn).length !== 1) return
  for (const read of readsOf(variable, called.of)) if (read !== parameter) follow(read, called.of, search)
}

const MAX_FOLLOWED = 60
