import { Parser } from 'acorn'

interface Scope {
  readonly flags: number
  readonly var: string[]
  readonly lexical: string[]
  readonly functions: string[]
}

/**
 * acorn, whose scopes find a name at once: it looks through all names of a scope for each new one, so that a bundled
 * script takes half as long again, and a script of nothing but declarations takes hours.
 */
export class ScriptParser extends Parser {
  /** Not in acorn's types, since plug-ins alone know of it. */
  declare readonly scopeStack: Scope[]

  enterScope(flags: number): void {
    this.scopeStack.push({ flags, var: new Names(), lexical: new Names(), functions: new Names() })
  }
}

/** A list of names; acorn asks only whether a name is in it, and which is its first. */
class Names extends Array<string> {
  #all: Set<string> | undefined

  override push(name: string): number {
    this.#all?.add(name)
    return super.push(name)
  }

  /** The place of a name, or any place at all in a long list; -1 where it is not in it. */
  override indexOf(name: string): number {
    if (this.length <= FEW) return super.indexOf(name)
    this.#all ??= new Set(this)
    return this.#all.has(name) ? 0 : -1
  }
}

/** As many names as are looked through as fast as a set is asked. */
const FEW = 12
