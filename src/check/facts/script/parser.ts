import { Parser } from 'acorn'

interface Scope {
  readonly flags: number
  readonly var: Names
  readonly lexical: Names
  readonly functions: Names
}

/**
 * acorn with fast lookup of names in scopes: acorn itself searches all names of a scope for each new one, so that a bundled
 * script takes half as long again, and a script of nothing but declarations takes hours.
 */
export class ScriptParser extends Parser {
  /** Not in acorn's types: it is meant for plug-ins. */
  declare readonly scopeStack: Scope[]

  enterScope(flags: number): void {
    this.scopeStack.push({ flags, var: new Names(), lexical: new Names(), functions: new Names() })
  }
}

/** A list of names, as far as acorn asks one: whether a name is in it, and which is its first. */
class Names {
  0: string | undefined = undefined
  #few: string[] | undefined
  #many: Set<string> | undefined

  push(name: string): void {
    if (this.#many !== undefined) this.#many.add(name)
    else if (this.#few === undefined) {
      this[0] = name
      this.#few = [name]
    } else if (this.#few.push(name) > FEW) this.#many = new Set(this.#few)
  }

  /** The place of a name, or any place at all in a long list; -1 where it is not in it. */
  indexOf(name: string): number {
    if (this.#many !== undefined) return this.#many.has(name) ? 0 : -1
    return this.#few === undefined ? -1 : this.#few.indexOf(name)
  }
}

/** As many names as are looked through as fast as a set is asked. */
const FEW = 12
