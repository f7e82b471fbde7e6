import type { AstNode } from './node.js'
import type { Scope } from './scopes.js'
import type { ScriptUse } from './use.js'

/** A function of a script, the initial value of a class's field, or the script itself. */
export interface ScriptFunction {
  readonly node: AstNode
  /** The function around it; null for the script itself. */
  readonly outer: ScriptFunction | null
  /** The class or the object that it is a method or a field of. */
  readonly owner: Owner | null
  /** The names by which it is called, as far as they are written beside it. */
  readonly names: readonly string[]
  /** What it is assigned to: `a.b` of `a.b = function () {}`. */
  readonly target: AstNode | null
  /** Whether it is a generator, also as compilers write one, or the steps of one. */
  readonly compiled: 'generator' | 'steps' | null
  /** The call that it is given to; the index is -1 where that calls it. */
  readonly given: { readonly call: AstNode; readonly index: number } | null
  readonly returns: readonly AstNode[]
  /** What runs when it runs, in the order of the text. */
  readonly calls: readonly ScriptCall[]
  readonly handlers: readonly Handler[]
  /** Where the last assignment in it ends; 0 where it has none. */
  readonly lastSet: number
}

export interface Owner {
  readonly node: AstNode
  readonly isStatic: boolean
  readonly kind: 'method' | 'constructor' | 'get' | 'set' | 'field'
}

/** What a literal describes, as `{ get() {…} }` does: the field of an object, or all fields where the name is null. */
export interface Described {
  readonly name: string | null
  /** The object, as an expression; null where the script does not say it beside the literal. */
  readonly of: AstNode | null
}

/** A call, or a `new`. */
export interface ScriptCall {
  readonly node: AstNode
  readonly caught: boolean
  readonly answer: ScriptUse['answer']
  readonly guards: Guard | null
}

/** What handles an event of something, `a.onload = value`, or of the window, `onload = value`. */
export interface Handler {
  /** As in `addEventListener`: `load`. */
  readonly event: string
  readonly target: AstNode
  readonly value: AstNode | null
}

/** `a.b = value` */
export interface FieldWrite {
  readonly target: AstNode
  readonly object: AstNode
  /** Null where it is arithmetic. */
  readonly value: AstNode | null
  readonly caught: boolean
  readonly operator: string
  /** The innermost part of the script around it that may be skipped, repeated, or run later. */
  readonly region: AstNode
}

/** What is known at a place of the script. */
export interface Context {
  readonly scope: Scope
  readonly fn: ScriptFunction
  readonly region: AstNode
  readonly caught: boolean
  readonly guards: Guard | null
}

/** A condition that holds, or does not, at a place; the block of a `try` does not hold in its `catch`. */
export interface Guard {
  readonly test: AstNode
  readonly holds: boolean
  /** The `switch` that the test is a case of; null where it is not one. */
  readonly choice: AstNode | null
  readonly outer: Guard | null
  /** Where in the script it counts. */
  readonly start: number
  readonly end: number
}
