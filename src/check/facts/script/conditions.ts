import { unwrap } from './chains.js'
import { type AstNode, asNode, memberName, nodesOf } from './node.js'
import type { Guard, ScriptFunction } from './script-parts.js'
import type { Evaluator, Value } from './value.js'

/** Whether a script comes to a place of a function that runs. */
export type Chance = 'never' | 'perhaps' | 'surely'

/** By the conditions around the place in its function. */
export const chanceOf = (innermost: Guard | null, fn: ScriptFunction, of: Evaluator): Chance => {
  let chance: Chance = 'surely'
  let left = MAX_GUARDS
  const { start } = fn.node
  for (
    let guard = innermost;
    guard !== null && guard.start >= start && left > 0;
    guard = guard.outer, left--
  ) {
    // What follows a `try`, and what its `catch` does.
    if (guard.test.type === 'TryStatement' || guard.test.type === 'BlockStatement') continue
    const known = truthOf(guard.test, of, 0)
    if (known !== null && known !== guard.holds) return 'never'
    if (known === null) chance = 'perhaps'
  }
  return chance
}

/** Whether an expression counts as true, whenever it is asked for; null where that is not known. */
const truthOf = (expression: AstNode | null, of: Evaluator, depth: number): boolean | null => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return null
  const operator = String(node['operator'])
  const truth = (key: string): boolean | null => truthOf(asNode(node[key]), of, depth + 1)
  if (node.type === 'UnaryExpression' && operator === '!') {
    const inner = truth('argument')
    return inner === null ? null : !inner
  }
  if (node.type === 'LogicalExpression' && operator !== '??') {
    const ends = operator === '||'
    const [left, right] = [truth('left'), truth('right')]
    if (left === ends || right === ends) return ends
    return left === null || right === null ? null : !ends
  }
  if (node.type === 'BinaryExpression') {
    const left = constantOf(asNode(node['left']), of)
    const right = constantOf(asNode(node['right']), of)
    return left === null || right === null ? null : compared(operator, left.value, right.value)
  }
  const constant = constantOf(node, of)
  if (constant !== null) return Boolean(constant.value)
  const truths = new Set(of.of(node).map(truthOfValue))
  const [first = null] = truths
  return truths.size === 1 ? first : null
}

const truthOfValue = (value: Value): boolean | null => {
  switch (value.kind) {
    case 'exact':
      return Boolean(value.value)
    case 'object':
    case 'array':
    case 'function':
    case 'instance':
      return true
    default:
      return null
  }
}

/** The one value that an expression has whenever it is asked for; null where that is not known. */
const constantOf = (expression: AstNode | null, of: Evaluator): { readonly value: unknown } | null => {
  const node = unwrap(expression)
  if (node === null) return null
  if (node.type === 'UnaryExpression' && node['operator'] === 'typeof')
    return isAbsent(asNode(node['argument']), of) ? { value: 'undefined' } : null
  if (isAbsent(node, of)) return { value: undefined }
  const [first, ...more] = of.of(node)
  if (first?.kind === 'exact' && more.length === 0) return first
  if (isEmptyPart(node, of)) return { value: '' }
  const callee = node.type === 'CallExpression' ? unwrap(node['callee']) : null
  const object = callee?.type === 'MemberExpression' ? asNode(callee['object']) : null
  if (callee === null || object === null) return null
  const [wanted] = nodesOf(node['arguments'])
  const method = memberName(callee) ?? ''
  if (isQuery(object, of))
    return method === 'has' ? { value: false } : method === 'get' ? { value: null } : null
  const looksFor = wanted === undefined ? '' : constantOf(wanted, of)?.value
  if (!isEmptyPart(object, of) || looksFor === '' || typeof looksFor !== 'string') return null
  return method === 'indexOf' ? { value: -1 } : FINDING.has(method) ? { value: false } : null
}

/** The address of an app's page has no query and no fragment. */
const isEmptyPart = (node: AstNode, of: Evaluator): boolean => {
  const path = of.path(node)
  return path?.length === 2 && path[0] === 'location' && (path[1] === 'search' || path[1] === 'hash')
}

/** `new URLSearchParams(location.search)` */
const isQuery = (node: AstNode, of: Evaluator): boolean => {
  const values = of.of(node)
  return (
    values.length > 0 &&
    values.every((value) => {
      const given = value.kind === 'made' ? nodesOf(value.node['arguments']) : []
      return value.kind === 'made' && value.path === 'URLSearchParams' && isEmptyPartOf(given, value.of)
    })
  )
}

const isEmptyPartOf = ([first, ...more]: readonly AstNode[], of: Evaluator): boolean =>
  first !== undefined && more.length === 0 && isEmptyPart(first, of)

/** Whether it is what pages have in other places only, and no script of this one makes. */
const isAbsent = (node: AstNode | null, of: Evaluator): boolean => {
  const [first, ...more] = node === null ? [] : of.of(node)
  return (
    first?.kind === 'global' &&
    more.length === 0 &&
    first.path.length === 1 &&
    ABSENT.has(first.path[0] ?? '')
  )
}

const compared = (operator: string, left: unknown, right: unknown): boolean | null => {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: as the script compares
      return left == right
    case '!=':
      // biome-ignore lint/suspicious/noDoubleEquals: as the script compares
      return left != right
    default:
      return typeof left === 'number' && typeof right === 'number' ? ordered(operator, left, right) : null
  }
}

const ordered = (operator: string, left: number, right: number): boolean | null => {
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    default:
      return null
  }
}

/** What Node.js, loaders of modules, and the shells of phones and desktops give to scripts. */
const ABSENT: ReadonlySet<string> = new Set([
  ...['module', 'exports', 'require', 'define', 'process', '__dirname', 'global', 'Deno', 'Bun'],
  ...['cordova', 'PhoneGap', 'phonegap', 'Capacitor', 'electron', 'nw', 'WScript', 'importScripts'],
  ...['DedicatedWorkerGlobalScope', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'],
])

/** The methods of a text that find nothing in an empty one. */
const FINDING: ReadonlySet<string> = new Set(['includes', 'startsWith', 'endsWith'])

const MAX_GUARDS = 50
const MAX_DEPTH = 20
