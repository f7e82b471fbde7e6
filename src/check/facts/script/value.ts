import type { ScriptModel } from './model.js'
import type { AstNode } from './node.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'

/** The value itself, as a script writes it. */
export interface Exact {
  readonly kind: 'exact'
  readonly value: string | number | boolean | bigint | null | undefined
}

/** The type of a value, and nothing else. */
export interface Typed {
  readonly kind: 'typed'
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'function'
}

export const exact = (value: Exact['value']): Exact => ({ kind: 'exact', value })

export const typed = (type: Typed['type']): Typed => ({ kind: 'typed', type })

/** What an expression may come to, as far as the text of the scripts says. */
export type Value =
  | { readonly kind: 'unknown' }
  | Typed
  /** Of a text that is put together, `lead` is the first part that says where a URL leads. */
  | (Exact & { readonly lead?: string })
  /** A text of which only the start is known. */
  | { readonly kind: 'starts'; readonly text: string; readonly lead?: string }
  /** What a chain of names reaches from the global object on; the object itself where it has none. */
  | { readonly kind: 'global'; readonly path: readonly string[] }
  /** A function or a class of a script. */
  | ({ readonly kind: 'function' } & Made)
  /** What a class or a function of a script constructs, or its prototype. */
  | ({ readonly kind: 'instance' } & Made)
  | ({ readonly kind: 'object'; readonly held: Held } & Made)
  | ({ readonly kind: 'array'; readonly held: Held; readonly elements: readonly AstNode[] } & Made)
  /** What a function or a class of the browser's gives: the node is the call. */
  | ({ readonly kind: 'made'; readonly path: string } & Made)
  /** What a listener is given; the node is what it listens to. */
  | ({ readonly kind: 'event' } & Made)
  /** All that a module exports; the node is its import. */
  | ({ readonly kind: 'module' } & Made)

/** A part of a script. */
export interface Made {
  readonly node: AstNode
  /** The script that it is in. */
  readonly of: Evaluator
}

/**
 * Who may have changed an object since it was made: nobody, since it is written where it is used, or frozen; the
 * script that holds it in a variable; other scripts, too; or a function that it was given to.
 */
export type Held = 'own' | 'frozen' | 'held' | 'shared' | 'handed-on'

export type Values = readonly Value[]

export type FunctionValue = Extract<Value, { readonly kind: 'function' }>

/** An expression that gives something its value, and the fields that lead from there to it; `*` is any of a list. */
export interface Source {
  readonly node: AstNode
  readonly fields: readonly string[]
}

/** What a function's parameters are in one call of it. */
export interface Frame {
  readonly given: ReadonlyMap<Variable, Values>
  readonly depth: number
}

/** What a call gives a function. */
export interface Given {
  readonly call: AstNode
  readonly values: readonly AstNode[]
  readonly of: Evaluator
}

/** What says what the expressions of a script may come to. */
export interface Evaluator {
  readonly model: ScriptModel
  /** Whether the page runs it as a module: what it declares is its own. */
  readonly isModule: boolean
  readonly outside: Outside
  readonly calls: Calls
  of(expression: unknown, frame?: Frame | null): Values
  /** The globals that an expression may reach, by their names without `window.` and the like. */
  paths(expression: unknown): readonly (readonly string[])[]
  /** The one global that an expression reaches, also where it may be something else; null where there is none, or several. */
  path(expression: unknown): readonly string[] | null
  /** The script's functions that an expression may be. */
  functions(expression: unknown): readonly FunctionValue[]
  /** What a global of a name may be. */
  global(name: string): Values
  /** What a global may be by what the scripts write to it: `window.App = {…}`. */
  ownGlobal(name: string): Values
  /** What it writes to a global, but for what it declares. */
  globalWrites(name: string): readonly AstNode[]
  /** Whether the script gives the page a global of a name. */
  definesGlobal(name: string): boolean
  /** What fields of values hold; `*` is any field. */
  through(values: Values, fields: readonly string[]): Values
  /** What a function gives back. */
  returned(node: AstNode, frame: Frame | null): Values
  /** An answer that is found once; what leads back to itself adds nothing. */
  once(key: unknown, answer: () => Values): Values
}

/** Who calls the functions of a script, and what the calls give them, as far as the script shows it. */
export interface Calls {
  /** The expressions that a variable gets its values from, parameters from the calls of their functions. */
  sources(variable: Variable): readonly Source[]
  /** What the seen calls of a function give one of its parameters. */
  argumentSources(fn: ScriptFunction, index: number): readonly Source[]
  /** The calls of a function by its names, as far as they are seen; of a constructor, where its class is constructed. */
  of(fn: ScriptFunction): readonly AstNode[]
  /** The calls, in this script, of a function of a script. */
  toFunction(fn: ScriptFunction, of: Evaluator): readonly AstNode[]
  /** The calls that are given a function as an argument, by its name or as it is. */
  giving(fn: ScriptFunction): readonly Made[]
  /** Those of this script, by a name. @param globals the names that the function has as a global */
  givenAs(fn: AstNode, globals: readonly string[]): readonly AstNode[]
  /** Where scripts read a field that a getter answers, or set one of a setter; none where it is neither. */
  accessing(fn: ScriptFunction): readonly Made[]
  /** What a function listens to: `a` of `a.onload = fn` and of `a.addEventListener('load', fn)`. */
  listenedTo(fn: ScriptFunction): AstNode | null
  /** The classes of the script that extend another one, or a class of functions: `B.prototype = Object.create(A.prototype)`. */
  extending(superclass: AstNode): readonly Made[]
  /** The functions and classes of the script that have a name, or are given to a field of that name: `exports.name = fn`. */
  named(name: string): readonly FunctionValue[]
}

/** What a script asks of others: what a module exports, and what a page's scripts share. */
export interface Outside {
  readonly exported: (declaration: AstNode, name: string, from: Evaluator) => Made | null
  readonly global: (name: string, from: Evaluator) => Values | null
  /** The page's scripts. */
  readonly scripts: () => readonly Evaluator[]
  /** Whether the page runs a script before it is loaded, and not whenever that arrives. */
  readonly runsWithPage: (script: Evaluator) => boolean
  /** The functions and classes of the page's scripts that have a name. */
  readonly named: (name: string) => readonly FunctionValue[]
  /** Whether it is known that no script of the page defines a global, and no browser has it. */
  readonly lacks: (name: string) => boolean
  /** Whether an element of the page gives the window that name. */
  readonly hasElement: (name: string) => boolean
  /** Whether it is the path of something that the SDK, which the page loads before its other scripts, defines. */
  readonly hasCall: (path: string) => boolean
}

export const NOTHING_OUTSIDE: Outside = {
  exported: () => null,
  global: () => null,
  scripts: () => [],
  runsWithPage: () => false,
  named: () => [],
  lacks: () => false,
  hasElement: () => false,
  hasCall: () => false,
}

/** The same literal, held in another way. */
export const heldAs = (value: Value, held: Held): Value =>
  'held' in value && value.held !== 'handed-on' && value.held !== 'frozen' ? { ...value, held } : value

export const UNKNOWN_VALUE: Value = { kind: 'unknown' }
export const UNKNOWN_VALUES: Values = [UNKNOWN_VALUE]

/** More values than that are none that anybody follows. */
const MAX_VALUES = 24

export const union = (lists: Iterable<Values>): Values => {
  const found: Value[] = []
  for (const list of lists)
    for (const value of list) {
      if (found.some((one) => isSame(one, value))) continue
      if (found.length === MAX_VALUES) return [...found, UNKNOWN_VALUE]
      found.push(value)
    }
  return found
}

const isSame = (a: Value, b: Value): boolean => {
  if (a === b) return true
  if (a.kind !== b.kind) return false
  if (a.kind === 'exact') return b.kind === 'exact' && Object.is(a.value, b.value)
  if (a.kind === 'typed') return b.kind === 'typed' && a.type === b.type
  if (a.kind === 'starts') return b.kind === 'starts' && a.text === b.text
  if (a.kind === 'global') return b.kind === 'global' && isSamePath(a.path, b.path)
  return 'node' in a && 'node' in b ? a.node === b.node : a.kind === 'unknown'
}

const isSamePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index])

/** The type that a value surely has; null where it is not known. */
export const typeOf = (
  value: Exact | Typed | { readonly kind: Exclude<Value['kind'], 'exact' | 'typed'> },
): Typed['type'] | 'null' | 'undefined' | 'bigint' | null => {
  switch (value.kind) {
    case 'exact': {
      const type = typeof value.value
      return value.value === null ? 'null' : type === 'symbol' ? null : type
    }
    case 'typed':
      return value.type
    case 'starts':
      return 'string'
    case 'function':
      return 'function'
    case 'object':
    case 'array':
    case 'instance':
      return 'object'
    default:
      return null
  }
}
