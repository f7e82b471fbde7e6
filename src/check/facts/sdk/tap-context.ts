import { type AstNode, asNode, isFunction, isNode, memberName, nodesOf } from '../script/node.js'
import { staticValue } from '../script/static-value.js'
import type { ScriptValues } from '../script/values.js'
import { argument, option, type SdkCall } from './calls.js'
import { mayLeave, says } from './conditions.js'
import {
  CONTINUING,
  isQuick,
  numberOf,
  type Slow,
  slowAwaitIn,
  slowness,
  TAP_LASTS_MS,
  waitsForUnknown,
} from './waits.js'

/** Why a call is certainly not made within a tap. */
export type NoTap =
  /** While the script loads, or when the page has loaded. */
  | { readonly why: 'loading' }
  /** In a timer that starts while the script loads. */
  | { readonly why: 'timer' }
  /** After something slow was waited for. */
  | { readonly why: 'slow'; readonly what: string }

/**
 * Why a call is certainly not made within a tap (4.1); null where it may be. Only what the text makes certain counts: a
 * function may be called from anywhere, a promise of the app's own may wait for a tap, and where the host cannot show
 * a sheet it answers immediately, so that the next call is still within the tap.
 */
export const noTap = (call: SdkCall): NoTap | null => {
  const { node, ancestors, script } = call
  if (ancestors === null) return null
  const inArguments = nodesOf(node['arguments']).map((value) => slowAwaitIn(value, script))
  const own = inArguments.find((slow) => slow !== null)
  if (own !== undefined && own !== null) return { why: 'slow', what: own.what }
  return new Climb(script).from(node, ancestors)
}

/** The way from a call outwards, to what was waited for before it. */
class Climb {
  readonly #script: ScriptValues
  /** Whether it is made only if something holds that does not say that a person was asked. */
  #isConditional = false
  /** Whether something was waited for of which nobody knows how it ends: it may be a tap. */
  #hasWaited = false
  /** Whether it is within a timer that starts while the script loads. */
  #isTimed = false

  constructor(script: ScriptValues) {
    this.#script = script
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
    if (this.#hasWaited || (this.#isTimed && this.#isConditional)) return null
    return this.#untapped()
  }

  #untapped(): NoTap {
    return { why: this.#isTimed ? 'timer' : 'loading' }
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
        const slow = slowAwaitIn(test, this.#script)
        if (slow !== null && (isMeant || slow.always)) return slow
        this.#noteWaits(test)
        if (!isMeant) this.#isConditional = true
        return null
      }
      case 'LogicalExpression': {
        if (child !== parent['right']) return null
        const left = asNode(parent['left'])
        const isMeant = says(left, parent['operator'] === '&&')
        const slow = slowAwaitIn(left, this.#script)
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
        // The failure may have been immediate.
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
      const slow = slowAwaitIn(statement, this.#script)
      if (slow !== null) return slow.always || !this.#isConditional ? slow : 'unknown'
      this.#noteWaits(statement)
      // What goes on may be the case in which nobody was asked anything.
      if (mayLeave(statement)) this.#isConditional = true
    }
    return null
  }

  #noteWaits(node: AstNode | null): void {
    if (node !== null && waitsForUnknown(node, this.#script)) this.#hasWaited = true
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
        this.#script.path(asNode(left['object']))?.length === 0
      return isLoad || this.#script.path(left)?.join('.') === 'onload' ? this.#untapped() : null
    }
    if (parent.type !== 'CallExpression') return null
    const callee = asNode(parent['callee'])
    if (callee === made) return made['generator'] === true ? null : { call: parent }
    const position = nodesOf(parent['arguments']).indexOf(made)
    const path = this.#script.path(callee)?.join('.') ?? ''
    if (LISTENING.has(path) && position === 1) {
      const event = this.#textOf(nodesOf(parent['arguments'])[0])
      return event !== null && LOAD_EVENTS.has(event) ? this.#untapped() : null
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
    const slow = slowness(promise, this.#script)
    if (slow !== null)
      return slow.always || !(this.#isConditional || memberName(callee) === 'catch')
        ? { why: 'slow', what: slow.what }
        : null
    return isQuick(promise, this.#script) ? { call } : null
  }

  #textOf(node: AstNode | undefined): string | null {
    const value = staticValue(node ?? null, this.#script)
    return value.kind === 'exact' && typeof value.value === 'string' ? value.value : null
  }

  #numberOf(node: AstNode | undefined): number | null {
    return numberOf(node, this.#script)
  }
}

/** So many statements are looked at before a call: a script of one list of a hundred thousand is nobody's. */
const MAX_STATEMENTS = 5_000

const TIMERS: ReadonlySet<string> = new Set([
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'requestIdleCallback',
  'queueMicrotask',
])

const LISTENING: ReadonlySet<string> = new Set(['addEventListener', 'document.addEventListener'])

const LOAD_EVENTS: ReadonlySet<string> = new Set(['DOMContentLoaded', 'load', 'pageshow'])

/** Whether a call asks the person only with `ask: true`, and is given that. */
export const asksPerson = (call: SdkCall): boolean => {
  const ask = option(argument(call, 0), 'ask')
  return ask.kind === 'exact' && ask.value === true
}
