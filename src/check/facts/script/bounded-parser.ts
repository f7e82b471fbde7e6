import type { Options } from 'acorn'
import { type ProgramTree, ScriptParser } from './parser.js'

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
