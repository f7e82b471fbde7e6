import { type AstNode, asNode, memberName, nodesOf, stringOf } from '../../check/facts/script/node.js'
import { lastName } from './parse-program.js'

/** Whether a node is reached whenever its script runs: not in a branch, nor in a function that runs later. */
export const runsAlways = (node: AstNode, ancestors: readonly AstNode[]): boolean =>
  runs(node, ancestors, isCalledAtOnce)

/** As `runsAlways`, also in a function that the page calls when it is loaded. */
export const runsOnLoad = (node: AstNode, ancestors: readonly AstNode[]): boolean =>
  runs(node, ancestors, (fn, outer, around) => isCalledAtOnce(fn, outer, around) || isCalledOnLoad(fn, outer))

const runs = (
  node: AstNode,
  ancestors: readonly AstNode[],
  isCalled: (fn: AstNode, outer: AstNode, around: AstNode | undefined) => boolean,
): boolean => {
  let inner = node
  for (let at = ancestors.length - 1; at >= 0; at--) {
    const outer = ancestors[at]
    if (outer === undefined) break
    if (MAYBE.has(outer.type) && outer['test'] !== inner) return false
    if (outer.type === 'LogicalExpression' && outer['right'] === inner) return false
    if (/Function/.test(inner.type) && !isCalled(inner, outer, ancestors[at - 1])) return false
    inner = outer
  }
  return true
}

const MAYBE: ReadonlySet<string> = new Set([
  'CatchClause',
  'ConditionalExpression',
  'IfStatement',
  'SwitchCase',
  'TryStatement',
])

const isCalledAtOnce = (fn: AstNode, outer: AstNode, around: AstNode | undefined): boolean => {
  if (outer.type === 'CallExpression' || outer.type === 'NewExpression') return outer['callee'] === fn
  return (
    outer.type === 'MemberExpression' &&
    ['call', 'apply'].includes(memberName(outer) ?? '') &&
    around?.type === 'CallExpression' &&
    around['callee'] === outer
  )
}

/** `window.onload = …`, `addEventListener('load', …)`, `$(…)` and `$(document).ready(…)`. */
const isCalledOnLoad = (fn: AstNode, outer: AstNode): boolean => {
  if (outer.type === 'AssignmentExpression') {
    return outer['right'] === fn && lastName(asNode(outer['left'])) === 'onload'
  }
  if (outer.type !== 'CallExpression') return false
  const name = lastName(asNode(outer['callee']))
  const [first, second] = nodesOf(outer['arguments'])
  if (name === 'addEventListener')
    return second === fn && ['load', 'DOMContentLoaded'].includes(stringOf(first) ?? '')
  return first === fn && (name === '$' || name === 'jQuery' || name === 'ready')
}
