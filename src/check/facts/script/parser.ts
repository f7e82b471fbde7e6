import { type Options, Parser, type Program } from 'acorn'

interface Scope {
  readonly flags: number
  readonly var: Names
  readonly lexical: Names
  readonly functions: Names
}

/** What acorn has for plug-ins, which its types leave out. */
interface PluggedParser extends Parser {
  readonly scopeStack: Scope[]
  enterScope(flags: number): void
  /** Called once a function has its own name. */
  parseFunctionParams(node: { readonly id?: { readonly name: string } | null }): void
}

const Plugged = Parser as unknown as {
  new (options: Options, source: string): PluggedParser
  parse(source: string, options: Options): Program
}

/** A script's syntax tree. */
export interface ProgramTree {
  readonly program: Program
  /** Every name that the script declares in any scope: such a name may stand for anything. */
  readonly declared: ReadonlySet<string>
}

/**
 * acorn with fast lookup of names in scopes: acorn itself searches all names of a scope for each new one, so that a bundled
 * script takes half as long again, and a script of nothing but declarations takes hours.
 */
export class ScriptParser extends Plugged {
  /** acorn's constructor opens the first scope, before a field would get its value. */
  declare declared: Set<string> | undefined

  /** @throws {SyntaxError} where it does not parse */
  static treeOf(source: string, options: Options): ProgramTree {
    const parser = new this(options, source)
    const program = parser.parse()
    return { program, declared: parser.declared ?? new Set() }
  }

  override enterScope(flags: number): void {
    this.declared ??= new Set()
    const all = this.declared
    this.scopeStack.push({ flags, var: new Names(all), lexical: new Names(all), functions: new Names(all) })
  }

  override parseFunctionParams(node: Parameters<PluggedParser['parseFunctionParams']>[0]): void {
    // acorn puts the name of a function that is an expression into no scope.
    if (node.id) this.declared?.add(node.id.name)
    super.parseFunctionParams(node)
  }
}

/** A list of names, as far as acorn asks one: whether a name is in it, and which is its first. */
class Names {
  0: string | undefined = undefined
  #few: string[] | undefined
  #many: Set<string> | undefined
  readonly #all: Set<string>

  /** @param all gets every name, too */
  constructor(all: Set<string>) {
    this.#all = all
  }

  push(name: string): void {
    this.#all.add(name)
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
