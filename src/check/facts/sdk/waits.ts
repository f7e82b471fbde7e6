import { CALL_TABLE, METHODS } from '../../../platform/calls/table.js'
import { type AstNode, asNode, isFunction, isNode, memberName, nodesOf } from '../script/node.js'
import { staticValue } from '../script/static-value.js'
import type { ScriptValues } from '../script/values.js'
import { option, sdkPath } from './calls.js'

/** Something that takes so long that a tap is over. */
export interface Slow {
  readonly what: string
  /** Whether it always takes that long; a sheet that cannot be shown answers immediately. */
  readonly always: boolean
}

/** For so long browsers take what follows a tap for a part of it, in milliseconds; later it is certainly over. */
export const TAP_LASTS_MS = 5_000

export const CONTINUING: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

/** The calls that wait for a person, or for work as long as it takes (8.2). */
const SLOW_CALLS: ReadonlySet<string> = new Set(
  METHODS.filter((method) => CALL_TABLE[method].timeoutMs === null).map((method) => CALL_TABLE[method].name),
)

/** The slow operation that a statement or an expression always waits for. */
export const slowAwaitIn = (root: AstNode | null, script: ScriptValues): Slow | null => {
  if (root === null) return null
  const known = SLOW_AWAITS.get(root)
  if (known !== undefined) return known
  const found = firstSlowAwait(root, script)
  SLOW_AWAITS.set(root, found)
  return found
}

/** Remembered, since every call looks at everything before it. */
const SLOW_AWAITS = new WeakMap<AstNode, Slow | null>()

const UNKNOWN_WAITS = new WeakMap<AstNode, boolean>()

const PROMISES = new WeakMap<AstNode, Slow | null>()

const firstSlowAwait = (root: AstNode, script: ScriptValues): Slow | null => {
  const waiting: AstNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node) || /^Class/.test(node.type)) continue
    if (node.type === 'AwaitExpression') {
      const slow = slowness(asNode(node['argument']), script)
      if (slow !== null) return slow
    }
    const certain = CERTAIN_PARTS.get(node.type)
    for (const key of certain ?? Object.keys(node)) {
      const part = node[key]
      if (isNode(part)) waiting.push(part)
      else if (Array.isArray(part)) for (const one of part) if (isNode(one)) waiting.push(one)
    }
  }
  return null
}

/** The parts of a node that always run; of all other nodes, every part does. */
const CERTAIN_PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['IfStatement', ['test']],
  ['ConditionalExpression', ['test']],
  ['LogicalExpression', ['left']],
  ['SwitchStatement', ['discriminant']],
  ['ForStatement', ['init']],
  ['ForInStatement', ['right']],
  ['ForOfStatement', ['right']],
  ['WhileStatement', ['test']],
  ['TryStatement', ['block', 'finalizer']],
])

/** How slow a promise is, where that is certain. */
export const slowness = (promise: AstNode | null, script: ScriptValues, depth = 0): Slow | null => {
  if (promise === null || depth > MAX_DEPTH) return null
  const known = PROMISES.get(promise)
  if (known !== undefined) return known
  const found = slownessOf(promise, script, depth)
  PROMISES.set(promise, found)
  return found
}

const slownessOf = (promise: AstNode, script: ScriptValues, depth: number): Slow | null => {
  const next = (node: AstNode | null): Slow | null => slowness(node, script, depth + 1)
  if (promise.type === 'Identifier') {
    const variable = script.model.variableOf(promise)
    const [write, ...more] = variable?.writes ?? []
    return write?.way !== 'is' || more.length > 0 || write.fields.length > 0 ? null : next(write.value)
  }
  if (promise.type === 'NewExpression') return timerOf(promise, script, new Map())
  if (promise.type === 'ChainExpression') return next(asNode(promise['expression']))
  if (promise.type !== 'CallExpression') return null
  const callee = asNode(promise['callee'])
  const values = nodesOf(promise['arguments'])
  const path = sdkPath(callee, script) ?? script.path(callee) ?? []
  const name = path.slice(1).join('.')
  if (
    path[0] === 'Service' &&
    (SLOW_CALLS.has(name) || (name === 'getNickname' && opensSheet(values, script)))
  )
    return { what: `Service.${name}()`, always: false }
  if (path.join('.') === 'Promise.all') {
    const [list] = values
    const all = list?.type === 'ArrayExpression' ? nodesOf(list['elements']).map(next) : []
    return all.find((slow) => slow !== null) ?? null
  }
  if (callee?.type === 'MemberExpression' && CONTINUING.has(memberName(callee) ?? ''))
    return next(asNode(callee['object']))
  // `sleep(6000)`, whose function makes a timer of its parameter.
  if (callee?.type !== 'Identifier') return null
  const [called, ...others] = script.of(callee)
  const made = called?.kind === 'function' && others.length === 0 ? called.node : null
  const result = made === null ? null : resultOf(made)
  if (made === null || result?.type !== 'NewExpression') return null
  const given = new Map<string, AstNode>()
  for (const [index, parameter] of nodesOf(made['params']).entries()) {
    const value = values[index]
    if (parameter.type === 'Identifier' && value !== undefined) given.set(String(parameter['name']), value)
  }
  return timerOf(result, script, given)
}

/** One thing that leads to another: longer ways are nobody's. */
const MAX_DEPTH = 8

/** What a function gives back, where it does nothing else. */
const resultOf = (made: AstNode): AstNode | null => {
  const body = asNode(made['body'])
  if (body?.type !== 'BlockStatement') return body
  const [only, ...more] = nodesOf(body['body'])
  return only?.type === 'ReturnStatement' && more.length === 0 ? asNode(only['argument']) : null
}

/** `new Promise((resolve) => setTimeout(resolve, 6000))`, where it takes longer than a tap. */
const timerOf = (
  promise: AstNode,
  script: ScriptValues,
  given: ReadonlyMap<string, AstNode>,
): Slow | null => {
  if (script.path(asNode(promise['callee']))?.join('.') !== 'Promise') return null
  const [executor] = nodesOf(promise['arguments'])
  if (executor === undefined || !isFunction(executor)) return null
  const body = asNode(executor['body'])
  const [only] = body?.type === 'BlockStatement' ? nodesOf(body['body']) : []
  const call = body?.type === 'BlockStatement' ? asNode(only?.['expression']) : body
  if (call?.type !== 'CallExpression') return null
  if (script.path(asNode(call['callee']))?.join('.') !== 'setTimeout') return null
  const wait = nodesOf(call['arguments'])[1]
  const value = wait?.type === 'Identifier' ? (given.get(String(wait['name'])) ?? wait) : wait
  const milliseconds = numberOf(value, script)
  return milliseconds !== null && milliseconds >= TAP_LASTS_MS
    ? { what: `a timer of ${milliseconds / 1_000} s`, always: true }
    : null
}

export const numberOf = (node: AstNode | undefined, script: ScriptValues): number | null => {
  const value = staticValue(node ?? null, script)
  return value.kind === 'exact' && typeof value.value === 'number' ? value.value : null
}

const opensSheet = (values: readonly AstNode[], script: ScriptValues): boolean => {
  const ask = option(staticValue(values[0] ?? null, script), 'ask')
  return ask.kind === 'exact' && ask.value === true
}

/** Whether something is waited for in a node that may be anything, a tap too. */
export const waitsForUnknown = (root: AstNode, script: ScriptValues): boolean => {
  const known = UNKNOWN_WAITS.get(root)
  if (known !== undefined) return known
  const found = hasUnknownWait(root, script)
  UNKNOWN_WAITS.set(root, found)
  return found
}

const hasUnknownWait = (root: AstNode, script: ScriptValues): boolean => {
  const waiting: AstNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node)) continue
    if (node.type === 'ForOfStatement' && node['await'] === true) return true
    if (node.type === 'AwaitExpression' && !isQuick(asNode(node['argument']), script)) return true
    for (const key in node) {
      const part = node[key]
      if (isNode(part)) waiting.push(part)
      else if (Array.isArray(part)) for (const one of part) if (isNode(one)) waiting.push(one)
    }
  }
  return false
}

/** Whether a promise is one that no tap keeps: a call of the SDK, a request, an import, a timer. */
export const isQuick = (promise: AstNode | null, script: ScriptValues, depth = 0): boolean => {
  if (promise === null || depth > MAX_DEPTH) return false
  if (promise.type === 'ImportExpression') return true
  if (promise.type === 'MemberExpression') return script.path(promise)?.join('.') === 'document.fonts.ready'
  if (promise.type !== 'CallExpression') return false
  const callee = asNode(promise['callee'])
  const path = sdkPath(callee, script) ?? script.path(callee) ?? []
  if (path[0] === 'Service' || path.join('.') === 'fetch') return true
  if (callee?.type !== 'MemberExpression') return false
  const method = memberName(callee) ?? ''
  if (READING.has(method)) return true
  return CONTINUING.has(method) && isQuick(asNode(callee['object']), script, depth + 1)
}

/** What a response is read by. */
const READING: ReadonlySet<string> = new Set(['json', 'text', 'blob', 'arrayBuffer'])
