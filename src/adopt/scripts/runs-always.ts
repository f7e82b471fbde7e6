import type { AstNode } from '../../check/facts/script/node.js'
import { asNode, memberName, stringOf } from '../../check/facts/script/node.js'

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
    const left = asNode(outer['left'])
    const name = left?.type === 'Identifier' ? left['name'] : left === null ? null : memberName(left)
    return outer['right'] === fn && name === 'onload'
  }
  if (outer.type !== 'CallExpression') return false
  const callee = asNode(outer['callee'])
  const values: readonly unknown[] = Array.isArray(outer['arguments']) ? outer['arguments'] : []
  const name =
    callee?.type === 'Identifier'
      ? String(callee['name'])
      : callee?.type === 'MemberExpression'
        ? memberName(callee)
        : null
  if (name === 'addEventListener')
    return (
      values[1] === fn &&
      ['load', 'DOMContentLoaded'].includes(stringOf(asNode(values[0]) ?? undefined) ?? '')
    )
  return values[0] === fn && (name === '$' || name === 'jQuery' || name === 'ready')
}
