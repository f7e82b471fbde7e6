import { METHODS } from '../../../platform/calls/methods.js'
import { CALL_TABLE } from '../../../platform/calls/table.js'
import type { AstNode } from '../script/node.js'
import { asNode, isFunction, isNode, memberName, nodesOf } from '../script/node.js'
import { staticValue } from '../script/static-value.js'
import type { ScriptVariables } from '../script/variables.js'
import type { SdkCall } from './calls.js'
import { argument, option } from './calls.js'

/** Why a call is certainly not made within a tap. */
export type NoTap =
  /** While the script loads, or when the page has loaded. */
  | { readonly why: 'loading' }
  /** After something slow was waited for. */
  | { readonly why: 'slow'; readonly what: string }

/**
 * Why a call is certainly not made within a tap (4.1); null where it may be. Only what the text makes certain counts: a
 * function may be called from anywhere, a promise of the app's own may wait for a tap, and where the host cannot show
 * a sheet it answers at once, so that the next call is still within the tap.
 */
export const noTap = (call: SdkCall): NoTap | null => {
  const { node, ancestors, variables } = call
  if (ancestors === null) return null
  const inArguments = nodesOf(node['arguments']).map((value) => slowAwaitIn(value, variables))
  const own = inArguments.find((slow) => slow !== null)
  if (own !== undefined && own !== null) return { why: 'slow', what: own.what }
  return new Climb(variables).from(node, ancestors)
}

/** Something that takes so long that a tap is over. */
interface Slow {
  readonly what: string
  /** Whether it takes that long whatever happens; a sheet that cannot be shown answers at once. */
  readonly always: boolean
}

/** The way from a call outwards, to what was waited for before it. */
class Climb {
  readonly #variables: ScriptVariables
  /** Whether it is made only if something holds that does not say that a person was asked. */
  #isConditional = false
  /** Whether something was waited for of which nobody knows how it ends: it may be a tap. */
  #hasWaited = false
  /** Whether it is within a timer that starts while the script loads. */
  #isTimed = false

  constructor(variables: ScriptVariables) {
    this.#variables = variables
  }

  from(node: AstNode, ancestors: readonly AstNode[]): NoTap | null {
    let child = node
    for (let index = ancestors.length - 1; index >= 0; index--) {
      const parent = ancestors[index]
      if (parent === undefined) return null
      if (isFunction(parent)) {
        const outer = this.#leave(parent, ancestors.slice(0, index))
        if (outer === null || 'why' in outer) return outer
        // On from what calls the function.
        while (index > 0 && ancestors[index] !== outer.call) index--
        child = outer.call
        continue
      }
      if (/^(?:Class|Method|Property)/.test(parent.type) && parent.type !== 'Property') return null
      const slow = this.#pass(parent, child)
      if (slow === 'unknown') return null
      if (slow !== null) return { why: 'slow', what: slow.what }
      child = parent
    }
    return this.#hasWaited || (this.#isTimed && this.#isConditional) ? null : { why: 'loading' }
  }

  /** What was waited for in a node before its child, as far as that is certain. */
  #pass(parent: AstNode, child: AstNode): Slow | 'unknown' | null {
    switch (parent.type) {
      case 'Program':
      case 'BlockStatement':
      case 'StaticBlock':
        return this.#before(parent['body'], child)
      case 'SwitchCase':
        this.#isConditional = true
        return this.#before(parent['consequent'], child)
      case 'IfStatement':
      case 'ConditionalExpression': {
        if (child === parent['test']) return null
        const test = asNode(parent['test'])
        const isMeant = child === parent['consequent'] ? says(test, true) : says(test, false)
        const slow = slowAwaitIn(test, this.#variables)
        if (slow !== null && (isMeant || slow.always)) return slow
        this.#noteWaits(test)
        if (!isMeant) this.#isConditional = true
        return null
      }
      case 'LogicalExpression': {
        if (child !== parent['right']) return null
        const left = asNode(parent['left'])
        const isMeant = says(left, parent['operator'] === '&&')
        const slow = slowAwaitIn(left, this.#variables)
        if (slow !== null && (isMeant || slow.always)) return slow
        this.#noteWaits(left)
        if (!isMeant) this.#isConditional = true
        return null
      }
      case 'CatchClause':
        this.#isConditional = true
        return null
      case 'TryStatement': {
        if (child === parent['block']) return null
        // What failed may have failed at once.
        this.#isConditional = true
        this.#noteWaits(asNode(parent['block']))
        return null
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.#isConditional = true
        this.#noteWaits(parent)
        return null
      default:
        return null
    }
  }

  /** What the statements before one wait for, the nearest first. */
  #before(statements: unknown, child: AstNode): Slow | 'unknown' | null {
    if (!Array.isArray(statements)) return null
    const last = statements.indexOf(child) - 1
    for (let index = last; index >= 0; index--) {
      if (index < last - MAX_STATEMENTS) return 'unknown'
      const statement: unknown = statements[index]
      if (!isNode(statement)) continue
      const slow = slowAwaitIn(statement, this.#variables)
      if (slow !== null) return slow.always || !this.#isConditional ? slow : 'unknown'
      this.#noteWaits(statement)
      // What goes on may be the case in which nobody was asked anything.
      if (mayLeave(statement)) this.#isConditional = true
    }
    return null
  }

  #noteWaits(node: AstNode | null): void {
    if (node !== null && waitsForUnknown(node, this.#variables)) this.#hasWaited = true
  }

  /** Where a function is called from, if the text says so for certain. */
  #leave(made: AstNode, ancestors: readonly AstNode[]): { readonly call: AstNode } | NoTap | null {
    const parent = ancestors.at(-1)
    if (parent === undefined) return null
    if (parent.type === 'AssignmentExpression') {
      const left = asNode(parent['left'])
      const isLoad =
        left?.type === 'MemberExpression' &&
        memberName(left) === 'onload' &&
        this.#variables.globalPath(asNode(left['object']))?.length === 0
      return isLoad || this.#variables.globalPath(left)?.join('.') === 'onload' ? { why: 'loading' } : null
    }
    if (parent.type !== 'CallExpression') return null
    const callee = asNode(parent['callee'])
    if (callee === made) return made['generator'] === true ? null : { call: parent }
    const position = nodesOf(parent['arguments']).indexOf(made)
    const path = this.#variables.globalPath(callee)?.join('.') ?? ''
    if (LISTENING.has(path) && position === 1) {
      const event = this.#textOf(nodesOf(parent['arguments'])[0])
      return event !== null && LOAD_EVENTS.has(event) ? { why: 'loading' } : null
    }
    if (TIMERS.has(path) && position === 0) {
      const wait = nodesOf(parent['arguments'])[1]
      const milliseconds = this.#numberOf(wait)
      if (path === 'setTimeout' && milliseconds !== null && milliseconds >= TAP_LASTS_MS)
        return this.#isConditional ? null : { why: 'slow', what: `a timer of ${milliseconds / 1_000} s` }
      this.#isTimed = true
      return { call: parent }
    }
    return this.#afterPromise(callee, parent)
  }

  /** Of `promise.then(made)`: what the promise waits for. */
  #afterPromise(callee: AstNode | null, call: AstNode): { readonly call: AstNode } | NoTap | null {
    if (callee?.type !== 'MemberExpression' || !CONTINUING.has(memberName(callee) ?? '')) return null
    const promise = asNode(callee['object'])
    const slow = slowness(promise, this.#variables)
    if (slow !== null)
      return slow.always || !(this.#isConditional || memberName(callee) === 'catch')
        ? { why: 'slow', what: slow.what }
        : null
    return isQuick(promise, this.#variables) ? { call } : null
  }

  #textOf(node: AstNode | undefined): string | null {
    const value = staticValue(node ?? null, this.#variables)
    return value.kind === 'exact' && typeof value.value === 'string' ? value.value : null
  }

  #numberOf(node: AstNode | undefined): number | null {
    return numberOf(node, this.#variables)
  }
}

/** So many statements are looked at before a call: a script of one list of a hundred thousand is nobody's. */
const MAX_STATEMENTS = 5_000

/** For so long browsers take what follows a tap for a part of it, in milliseconds; later it is certainly over. */
const TAP_LASTS_MS = 5_000

const TIMERS: ReadonlySet<string> = new Set([
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'requestIdleCallback',
  'queueMicrotask',
])
const LISTENING: ReadonlySet<string> = new Set(['addEventListener', 'document.addEventListener'])
const LOAD_EVENTS: ReadonlySet<string> = new Set(['DOMContentLoaded', 'load', 'pageshow'])
const CONTINUING: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

/** The calls that wait for a person, or for work as long as it takes (8.2). */
const SLOW_CALLS: ReadonlySet<string> = new Set(
  METHODS.filter((method) => CALL_TABLE[method].timeoutMs === null).map((method) => CALL_TABLE[method].name),
)

/** What a statement or an expression waits for whatever happens, if that is slow. */
const slowAwaitIn = (root: AstNode | null, variables: ScriptVariables): Slow | null => {
  if (root === null) return null
  const known = SLOW_AWAITS.get(root)
  if (known !== undefined) return known
  const found = firstSlowAwait(root, variables)
  SLOW_AWAITS.set(root, found)
  return found
}

/** Every call looks at all that stands before it. */
const SLOW_AWAITS = new WeakMap<AstNode, Slow | null>()
const UNKNOWN_WAITS = new WeakMap<AstNode, boolean>()
const EXITS = new WeakMap<AstNode, boolean>()
const PROMISES = new WeakMap<AstNode, Slow | null>()

const firstSlowAwait = (root: AstNode, variables: ScriptVariables): Slow | null => {
  const waiting: AstNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node) || /^Class/.test(node.type)) continue
    if (node.type === 'AwaitExpression') {
      const slow = slowness(asNode(node['argument']), variables)
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

/** The parts of a node that are run whatever happens; of all others every part is. */
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
const slowness = (promise: AstNode | null, variables: ScriptVariables, depth = 0): Slow | null => {
  if (promise === null || depth > MAX_DEPTH) return null
  const known = PROMISES.get(promise)
  if (known !== undefined) return known
  const found = slownessOf(promise, variables, depth)
  PROMISES.set(promise, found)
  return found
}

const slownessOf = (promise: AstNode, variables: ScriptVariables, depth: number): Slow | null => {
  const next = (node: AstNode | null): Slow | null => slowness(node, variables, depth + 1)
  if (promise.type === 'Identifier') {
    const [write, ...more] = variables.writesOf(String(promise['name']), promise.start)
    return write === undefined || more.length > 0 || write.fields.length > 0 ? null : next(write.value)
  }
  if (promise.type === 'NewExpression') return timerOf(promise, variables, new Map())
  if (promise.type === 'ChainExpression') return next(asNode(promise['expression']))
  if (promise.type !== 'CallExpression') return null
  const callee = asNode(promise['callee'])
  const values = nodesOf(promise['arguments'])
  const path = variables.globalPath(callee) ?? []
  const name = path.slice(1).join('.')
  if (path[0] === 'Service' && (SLOW_CALLS.has(name) || (name === 'getNickname' && asks(values, variables))))
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
  const made = variables.functionOf(String(callee['name']), callee.start)
  const result = made === null ? null : resultOf(made)
  if (made === null || result?.type !== 'NewExpression') return null
  const given = new Map<string, AstNode>()
  for (const [index, parameter] of nodesOf(made['params']).entries()) {
    const value = values[index]
    if (parameter.type === 'Identifier' && value !== undefined) given.set(String(parameter['name']), value)
  }
  return timerOf(result, variables, given)
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
  variables: ScriptVariables,
  given: ReadonlyMap<string, AstNode>,
): Slow | null => {
  if (variables.globalPath(asNode(promise['callee']))?.join('.') !== 'Promise') return null
  const [executor] = nodesOf(promise['arguments'])
  if (executor === undefined || !isFunction(executor)) return null
  const body = asNode(executor['body'])
  const [only] = body?.type === 'BlockStatement' ? nodesOf(body['body']) : []
  const call = body?.type === 'BlockStatement' ? asNode(only?.['expression']) : body
  if (call?.type !== 'CallExpression') return null
  if (variables.globalPath(asNode(call['callee']))?.join('.') !== 'setTimeout') return null
  const wait = nodesOf(call['arguments'])[1]
  const value = wait?.type === 'Identifier' ? (given.get(String(wait['name'])) ?? wait) : wait
  const milliseconds = numberOf(value, variables)
  return milliseconds !== null && milliseconds >= TAP_LASTS_MS
    ? { what: `a timer of ${milliseconds / 1_000} s`, always: true }
    : null
}

const numberOf = (node: AstNode | undefined, variables: ScriptVariables): number | null => {
  const value = staticValue(node ?? null, variables)
  return value.kind === 'exact' && typeof value.value === 'number' ? value.value : null
}

const asks = (values: readonly AstNode[], variables: ScriptVariables): boolean => {
  const ask = option(staticValue(values[0] ?? null, variables), 'ask')
  return ask.kind === 'exact' && ask.value === true
}

/** Whether a call asks the person only with `ask: true`, and is given that. */
export const asksPerson = (call: SdkCall): boolean => {
  const ask = option(argument(call, 0), 'ask')
  return ask.kind === 'exact' && ask.value === true
}

/** Whether something is waited for in a node that may be anything, a tap too. */
const waitsForUnknown = (root: AstNode, variables: ScriptVariables): boolean => {
  const known = UNKNOWN_WAITS.get(root)
  if (known !== undefined) return known
  const found = hasUnknownWait(root, variables)
  UNKNOWN_WAITS.set(root, found)
  return found
}

const hasUnknownWait = (root: AstNode, variables: ScriptVariables): boolean => {
  const waiting: AstNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node)) continue
    if (node.type === 'ForOfStatement' && node['await'] === true) return true
    if (node.type === 'AwaitExpression' && !isQuick(asNode(node['argument']), variables)) return true
    for (const key in node) {
      const part = node[key]
      if (isNode(part)) waiting.push(part)
      else if (Array.isArray(part)) for (const one of part) if (isNode(one)) waiting.push(one)
    }
  }
  return false
}

/** Whether a promise is one that no tap keeps: a call of the SDK, a request, an import, a timer. */
const isQuick = (promise: AstNode | null, variables: ScriptVariables, depth = 0): boolean => {
  if (promise === null || depth > MAX_DEPTH) return false
  if (promise.type === 'ImportExpression') return true
  if (promise.type === 'MemberExpression')
    return variables.globalPath(promise)?.join('.') === 'document.fonts.ready'
  if (promise.type !== 'CallExpression') return false
  const callee = asNode(promise['callee'])
  const path = variables.globalPath(callee) ?? []
  if (path[0] === 'Service' || path.join('.') === 'fetch') return true
  if (callee?.type !== 'MemberExpression') return false
  const method = memberName(callee) ?? ''
  if (READING.has(method)) return true
  return CONTINUING.has(method) && isQuick(asNode(callee['object']), variables, depth + 1)
}

/** What a response is read by. */
const READING: ReadonlySet<string> = new Set(['json', 'text', 'blob', 'arrayBuffer'])

/**
 * Whether a condition says that a person was asked, or that work was done: `answer.status === 'made'`.
 * @param holds whether it is asked of the case in which the condition holds, or of the other
 */
const says = (condition: AstNode | null, holds: boolean): boolean => {
  if (condition === null) return false
  if (condition.type === 'UnaryExpression' && condition['operator'] === '!')
    return says(asNode(condition['argument']), !holds)
  if (condition.type === 'LogicalExpression') {
    const both = [asNode(condition['left']), asNode(condition['right'])]
    // Of `a && b` that holds, both do; of `a || b` that does not, neither.
    return (condition['operator'] === '&&') === holds && both.some((one) => says(one, holds))
  }
  if (condition.type === 'BinaryExpression') {
    const operator = String(condition['operator'])
    const text = [condition['left'], condition['right']]
      .map((side) => (isNode(side) && side.type === 'Literal' ? side['value'] : null))
      .find((value) => typeof value === 'string')
    if (typeof text !== 'string') return false
    if (operator === '===' || operator === '==') return holds ? DONE.has(text) : NOT_DONE.has(text)
    if (operator === '!==' || operator === '!=') return holds ? NOT_DONE.has(text) : DONE.has(text)
    return false
  }
  return holds && condition.type === 'MemberExpression' && RESULTS.has(memberName(condition) ?? '')
}

/** What a call resolves with after a person was asked or work was done (3.2, 4.5, 4.7, 4.8). */
const DONE: ReadonlySet<string> = new Set([
  'made',
  'answered',
  'picked',
  'paid',
  'pending',
  'joined',
  'cancelled',
])
/** What a call may resolve with at once. */
const NOT_DONE: ReadonlySet<string> = new Set(['unavailable', 'blocked', 'failed'])
/** The fields that a result has only then. */
const RESULTS: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'match', 'purchase'])

/** Whether a statement may leave the function, so that what follows is not the case in which all went well. */
const mayLeave = (statement: AstNode): boolean => {
  const known = EXITS.get(statement)
  if (known !== undefined) return known
  const isMeant = statement.type === 'IfStatement' && says(asNode(statement['test']), false)
  const found = !isMeant && hasExit(statement)
  EXITS.set(statement, found)
  return found
}

const LEAVING: ReadonlySet<string> = new Set([
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
])

/** Whether a statement has one that leaves it; what functions within do is theirs. */
const hasExit = (root: AstNode): boolean => {
  const waiting: AstNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node)) continue
    if (LEAVING.has(node.type)) return true
    for (const key in node) {
      const part = node[key]
      if (isNode(part)) waiting.push(part)
      else if (Array.isArray(part)) for (const one of part) if (isNode(one)) waiting.push(one)
    }
  }
  return false
}
