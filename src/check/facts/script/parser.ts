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

/** A script's nesting is deeper than the parser may follow it. */
export class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply'
}

/**
 * Parses a script that may be nested as deeply as somebody likes. The parser calls itself for every level, and a
 * nearly full stack is not just an exception: the first regular expression that V8 has to compile there ends the
 * whole process. So the depth is counted, and given up at about half of what the stack holds.
 * @throws {NestedTooDeeply} where the script is nested more deeply than any program
 * @throws {SyntaxError} where it does not parse
 */
export const parseBounded = (source: string, options: Options): ProgramTree => {
  depth = 0
  return BoundedParser.treeOf(source, options)
}

/** The methods through which every recursion of the parser leads, by how much of the stack a turn of each takes. */
const COSTS: Readonly<Record<string, number>> = {
  parseStatement: 6,
  parseMaybeAssign: 6,
  parseMaybeUnary: 6,
  parseBindingAtom: 6,
  // One for each operator of a sum: some scripts add up a thousand texts.
  parseExprOp: 1,
}
const MAX_COST = 4_000

/** Of the one script that is being parsed. */
let depth = 0

class BoundedParser extends ScriptParser {}

/** None of these methods has more than five parameters. Naming them costs a third less than a list of all there are. */
type ParserMethod = (
  this: unknown,
  ...values: readonly [a: unknown, b: unknown, c: unknown, d: unknown, e: unknown]
) => unknown

const bounded = (cost: number, parse: ParserMethod): ParserMethod =>
  function (this: unknown, a, b, c, d, e) {
    depth += cost
    if (depth > MAX_COST) throw new NestedTooDeeply('it is nested too deeply')
    const result = parse.call(this, a, b, c, d, e)
    depth -= cost
    return result
  }

for (const [name, cost] of Object.entries(COSTS)) {
  const parse: unknown = Reflect.get(ScriptParser.prototype, name)
  if (typeof parse !== 'function') throw new Error(`The parser has no method ${name}.`)
  Reflect.set(BoundedParser.prototype, name, bounded(cost, parse as ParserMethod))
}
