import { callOf, unwrap } from './chains.js'
import { isAskedFor } from './guards.js'
import { rootOf } from './listeners.js'
import type { AstNode } from './node.js'
import type { Variable } from './scopes.js'
import { isTried } from './tried-before.js'
import type { Evaluator } from './value.js'

/** Whether a variable holds one after the other of a list. */
export const isOfList = (variable: Variable, { calls }: Evaluator): boolean => {
  const sources = calls.sources(variable)
  return sources.length > 0 && sources.every(({ fields }) => fields.includes('*'))
}

/** Whether a call calls all that one list has, one after the other, up to an error: `for (const step of [init, load]) step()`. */
export const isForEach = (call: AstNode, of: Evaluator): boolean => {
  const { callee } = callOf(call)
  const root = callee === null ? null : rootOf(callee)
  const variable = root?.type === 'Identifier' ? of.model.variableOf(root) : null
  // What a timer calls for each is called later.
  const isInPlace = variable?.writes.every(({ within }) => within === of.model.functionAt(call.start).node)
  if (variable === null || isInPlace !== true) return false
  const [source, ...more] = of.calls.sources(variable)
  const isAbout = (node: AstNode): boolean =>
    node.type === 'Identifier' && of.model.variableOf(node) === variable
  return (
    source?.fields[0] === '*' &&
    more.length === 0 &&
    isWholeList(source.node, of) &&
    !isTried(call, of) &&
    !isAskedFor(call, of.model.guards, isAbout)
  )
}

/** Whether an expression is a list as it is written, and not what is chosen from one. */
const isWholeList = (list: AstNode, of: Evaluator, depth = 0): boolean => {
  const node = unwrap(list)
  if (node?.type === 'CallExpression') return of.path(node['callee'])?.join('.') === 'Object.values'
  if (node?.type !== 'Identifier' || depth > MAX_VARIABLES) return node?.type === 'ArrayExpression'
  const variable = of.model.variableOf(node)
  const [source, ...more] = variable === null ? [] : of.calls.sources(variable)
  return source?.fields.length === 0 && more.length === 0 && isWholeList(source.node, of, depth + 1)
}

const MAX_VARIABLES = 3
