import { unwrap } from './chains.js'
import { type AstNode, isFunction } from './node.js'
import type { ScriptFunction } from './script-parts.js'

/** A function's record while the script is walked through. */
export type Growing = {
  -readonly [K in keyof ScriptFunction]: ScriptFunction[K] extends readonly (infer E)[]
    ? E[]
    : ScriptFunction[K]
}

export const growing = (fn: ScriptFunction): Growing => fn as Growing

/** The functions and classes of a script, the initial values of fields, and the script itself, by their nodes. */
export class ScriptFunctions extends Map<AstNode, ScriptFunction> {
  of(node: AstNode, outer: ScriptFunction | null): Growing {
    const known = this.get(node)
    if (known !== undefined) {
      if (outer !== null) growing(known).outer = outer
      return growing(known)
    }
    const made: Growing = {
      node,
      outer,
      owner: null,
      names: [],
      target: null,
      given: null,
      returns: [],
      calls: [],
      handlers: [],
      lastSet: 0,
    }
    this.set(node, made)
    return made
  }

  /** Notes of a function, before it is looked into, what stands around it. */
  about(value: unknown, note: (fn: Growing) => void): void {
    const node = unwrap(value)
    if (node !== null && (isFunction(node) || node.type === 'ClassExpression')) note(this.of(node, null))
  }
}

/**
 * Whether a function does anything after something in it, or with what that gives.
 * @param counts which calls do
 */
export const goesOnAfter = (
  { calls, lastSet }: ScriptFunction,
  { start, end }: Pick<AstNode, 'start' | 'end'>,
  counts: (call: AstNode) => boolean = () => true,
): boolean =>
  lastSet > end ||
  calls.some(({ node }) => (node.start >= end || (node.start < start && node.end > end)) && counts(node))
