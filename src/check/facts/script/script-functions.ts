import { nameOfCallee, unwrap } from './chains.js'
import { type AstNode, asNode, isFunction, nodesOf } from './node.js'
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
      compiled: node['generator'] === true ? 'generator' : null,
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
 * What a generator does, step by step, as compilers write it: `__generator(this, function (a) { switch (a.label) {…} })`, and
 * `regenerator.wrap(function (a) { while (1) switch (a.prev = a.next) {…} })`; null for any other call.
 */
export const stepsIn = (call: AstNode): AstNode | null => {
  const isNamed = nameOfCallee(call) === '__generator'
  return (
    nodesOf(call['arguments']).find(
      (value) => isFunction(value) && (isNamed || stateMachineIn(value) !== null),
    ) ?? null
  )
}

/** The `switch` over a field of what a function is given, where that is all that it does; null for any other function. */
export const stateMachineIn = (fn: AstNode): AstNode | null => {
  const [state] = nodesOf(fn['params'])
  const [first] = nodesOf(asNode(fn['body'])?.['body'])
  const choice = first?.type === 'WhileStatement' ? asNode(first['body']) : first
  const about = choice?.type === 'SwitchStatement' ? asNode(choice['discriminant']) : null
  const field = about?.type === 'AssignmentExpression' ? asNode(about['left']) : about
  const isState = field?.type === 'MemberExpression' && asNode(field['object'])?.['name'] === state?.['name']
  return choice != null && isState ? choice : null
}

/** Whether an error in a function rejects a promise: an asynchronous one, or a generator that something is given to run. */
export const rejects = ({ node, compiled, given }: ScriptFunction): boolean =>
  node['async'] === true || (compiled !== null && given !== null && given.index >= 0)

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
  calls.some(({ node }) => (node.start >= end || (node.start <= start && node.end > end)) && counts(node))

/** What failures keep from running. */
export interface Losses {
  /** Where functions end, by their nodes: what stands behind that place of the script does not run. */
  readonly ends: ReadonlyMap<AstNode, number>
  /** The `finally` blocks behind such places, by the same functions: they run. */
  readonly kept: ReadonlyMap<AstNode, readonly AstNode[]>
  /** The calls and the assignments' targets by which a function is handed over that is never called, and the calls that fail. */
  readonly never: ReadonlySet<AstNode>
  /** The calls for each of a list that come no further than to one function, with that. */
  readonly last: ReadonlyMap<AstNode, AstNode>
}

export const NOTHING_LOST: Losses = { ends: new Map(), kept: new Map(), never: new Set(), last: new Map() }

/** Whether a place of a function is never come to. */
export const isBehindEnd = ({ ends, kept }: Losses, node: AstNode, offset: number): boolean =>
  offset > (ends.get(node) ?? Number.POSITIVE_INFINITY) &&
  kept.get(node)?.some(({ start, end }) => start <= offset && offset <= end) !== true
