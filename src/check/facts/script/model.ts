import { Guards } from './guards.js'
import type { AstNode } from './node.js'
import { Scope, type Variable } from './scopes.js'
import { ScriptFunctions } from './script-functions.js'
import type { Context, Described, ScriptFunction } from './script-parts.js'
import type { ScriptUse } from './use.js'
import { UseNotes } from './use-notes.js'
import { WriteNotes } from './write-notes.js'

/**
 * What a script declares, sets and calls, noted in one walk over its tree (`modelOf`): scopes with their variables and all that is
 * written to these, fields, functions, calls, exports. It says what stands there; `ScriptValues` says what that comes to.
 */
export class ScriptModel {
  readonly program: AstNode
  readonly root: Scope
  readonly main: ScriptFunction
  readonly functions = new ScriptFunctions()
  readonly writes: WriteNotes
  /** Every `try` with a `catch`. */
  readonly tries: AstNode[] = []
  /** Those whose `catch` does not throw its error again. */
  readonly minded: AstNode[] = []
  /** The `try` statements that have a `finally`. */
  readonly finals: AstNode[] = []
  readonly guards = new Guards()
  /** The calls of each name: `b` of `a.b()`. */
  readonly callsByName = new Map<string, AstNode[]>()
  /** What the module exports, by name, and where whole other modules are exported. */
  readonly exports = new Map<string, AstNode>()
  readonly exportsAll: AstNode[] = []
  /** The literals that say what fields of an object do. */
  readonly described = new Map<AstNode, Described>()
  readonly uses: UseNotes
  readonly #declared: ReadonlySet<string> | null
  #last: Scope

  /**
   * @param declared every name that the script declares in any scope; null where nobody knows
   * @param isWord whether a reader looks for a name
   */
  constructor(
    program: AstNode,
    declared: ReadonlySet<string> | null = null,
    isWord: ((name: string) => boolean) | null = null,
  ) {
    this.program = program
    this.#declared = declared
    this.root = new Scope(program, null)
    this.#last = this.root
    this.uses = new UseNotes(isWord, (name) => this.mayBeDeclared(name))
    this.writes = new WriteNotes(this.functions, this.uses, (name) => this.mayBeDeclared(name))
    this.main = this.functions.of(program, null)
  }

  mayBeDeclared(name: string): boolean {
    return this.#declared === null || this.#declared.has(name)
  }

  /** The variable that a name stands for at a place; null where the script does not declare it there. */
  variableAt(name: string, offset: number): Variable | null {
    return this.mayBeDeclared(name) ? this.#scopeAt(offset).find(name) : null
  }

  variableOf(identifier: AstNode): Variable | null {
    return this.variableAt(String(identifier['name']), identifier.start)
  }

  /** The innermost function that holds a place. */
  functionAt(offset: number): ScriptFunction {
    for (let scope: Scope | null = this.#scopeAt(offset); scope !== null; scope = scope.outer) {
      const found = this.functions.get(scope.node)
      // Where a function begins is a place of the one around it: a call may begin there, too.
      const isBefore = scope.node.start === offset && scope.outer !== null
      // What a class does as it is made, the function around it does.
      if (found !== undefined && !isBefore && !scope.node.type.startsWith('Class')) return found
    }
    return this.main
  }

  #scopeAt(offset: number): Scope {
    // One question comes close behind the other in the text, and a script can be nested a thousand deep.
    this.#last = (this.#last.holds(offset) ? this.#last : this.root).at(offset)
    return this.#last
  }
}

/** A node that is looked at, with what is known around it. */
export interface Visit {
  readonly node: AstNode
  readonly context: Context
  /** A chain that is already recorded. */
  readonly recorded: boolean
  readonly tested: boolean
  readonly answer: ScriptUse['answer']
}

/** What the parts of a script are looked into with. */
export interface Walk {
  readonly model: ScriptModel
  /** Looks at a node, or at each of several, once what is around it has been looked at. */
  visit: (
    child: unknown,
    context: Context,
    answer?: ScriptUse['answer'],
    recorded?: boolean,
    tested?: boolean,
  ) => void
}
