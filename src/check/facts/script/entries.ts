import type { Gates, Runs } from './at-load.js'
import { chanceOf } from './conditions.js'
import { firstYieldIn } from './each-or-one.js'
import { type AstNode, asNode, nodesOf, propertyName } from './node.js'
import type { Guard, ScriptCall, ScriptFunction } from './script-parts.js'
import { goesByTry, isTriedStep } from './tried-before.js'
import type { Evaluator, FunctionValue, Value } from './value.js'
import { listIn } from './write-notes.js'

/**
 * What an error in a function does: `stops` what called it, up to the browser; `ends` the function, an asynchronous one
 * whose promise nobody looks at; `caught`: somebody minds. `perhaps`: it runs if a game comes so far.
 */
export type Reach = 'perhaps' | 'caught' | 'ends' | 'stops'

const ORDER: readonly Reach[] = ['perhaps', 'caught', 'ends', 'stops']

export const weaker = (one: Reach, other: Reach): Reach =>
  ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other

/** A call that enters a function, with what it gives. */
export interface Entry {
  readonly call: AstNode
  readonly values: readonly AstNode[]
  readonly of: Evaluator
  readonly reach: Reach
}

/** Whether one call says all that another one does. */
const covers = (one: Entry, other: Entry): boolean =>
  one.call === other.call && weaker(one.reach, other.reach) === other.reach

/** The calls that enter each function, as far as they are seen. */
export class Entries {
  readonly #entries = new Map<AstNode, Entry[]>()

  /** An own field, since it is handed on. */
  readonly of = (fn: AstNode): readonly Entry[] => this.#entries.get(fn) ?? []

  /** Adds a call; false where one that is known says all that it does. */
  add(fn: AstNode, entry: Entry): boolean {
    const known = listIn(this.#entries, fn)
    if (known.some((one) => covers(one, entry))) return false
    known.push(entry)
    return true
  }

  /** Whether a place is in the default of a parameter that each call gives. */
  isDefaultGiven({ node }: ScriptFunction, offset: number): boolean {
    const isAround = ({ start, end }: AstNode): boolean => start <= offset && offset < end
    const index = nodesOf(node['params']).findIndex(isAround)
    const parameter = nodesOf(node['params'])[index]
    const entries = parameter === undefined ? [] : this.of(node)
    if (parameter === undefined || entries.length === 0) return false
    const pattern = parameter.type === 'AssignmentPattern' ? asNode(parameter['left']) : parameter
    const isOfPattern = pattern !== null && isAround(pattern)
    if (!isOfPattern && parameter.type !== 'AssignmentPattern') return false
    const property = isOfPattern ? nodesOf(pattern['properties']).find(isAround) : undefined
    if (isOfPattern && asNode(property?.['value'])?.type !== 'AssignmentPattern') return false
    const fields = property === undefined ? [] : [propertyName(property) ?? '*']
    return entries.every(({ values, of }) => isSomething(values[index], fields, of))
  }

  /** The calls of a function, where each may come to another branch of it: a few, and all that is known to enter it. */
  toldApart(guards: Guard | null, { node }: ScriptFunction): readonly Entry[] {
    const entries = this.of(node)
    const isBranch = guards !== null && guards.start >= node.start
    return isBranch && entries.length > 1 && entries.length <= MAX_ENTRIES ? entries : []
  }
}

/** What is seen to run by now. */
interface SeenToRun {
  has: (fn: ScriptFunction) => boolean
  /** Whether frames or intervals call a function. */
  isRepeated: (fn: ScriptFunction) => boolean
  /** Whether only the first step of a generator is seen to be taken. */
  isStepped: (fn: AstNode) => boolean
  isSureAt: (offset: number, of: Evaluator) => boolean
  readonly gates: Gates
}

/** By which ways what runs comes to a place, and what an error there does. */
export class Ways {
  readonly #entries: Entries
  readonly #seen: SeenToRun

  constructor(entries: Entries, seen: SeenToRun) {
    this.#entries = entries
    this.#seen = seen
  }

  /**
   * What an error at a place does by the conditions around it; null where the script never comes there.
   * @param inFunction what one in its function does
   * @param callee what is called there
   */
  reachAt(
    guards: Guard | null,
    fn: ScriptFunction,
    of: Evaluator,
    offset: number,
    inFunction: Reach,
    callee: AstNode | null,
  ): Reach | null {
    const runs = this.runsOf(fn)
    const reach = isTriedStep(offset, fn) ? weaker(inFunction, 'caught') : inFunction
    // Each of several calls has its own way.
    const entries = this.#entries.toldApart(guards, fn)
    const chance = entries.length > 0 ? null : chanceOf(guards, fn, of, runs, callee)
    const ways = entries.map((entry) => ({
      chance: chanceOf(guards, fn, of, withOnly(entry, fn.node, runs), callee),
      reach: weaker(reach, entry.reach),
    }))
    if (chance !== null) ways.push({ chance, reach })
    const open = ways.filter((way) => way.chance !== 'never')
    if (open.length === 0) return null
    const sure = this.#isLaterStep(fn, offset) ? [] : open.filter((way) => way.chance === 'surely')
    if (goesByTry(guards, of)) return weaker(reach, 'caught')
    return sure.reduce<Reach>((all, way) => (weaker(all, way.reach) === all ? way.reach : all), 'perhaps')
  }

  /** What is known of the runs of functions, for a place of one. */
  runsOf(fn: ScriptFunction): Runs {
    return {
      isRepeated: this.#seen.isRepeated(fn),
      isCalledOnce: (one) => this.#entries.of(one.node).length < 2 && !this.#seen.isRepeated(one),
      hasRun: this.#seen.has,
      isSureAt: this.#seen.isSureAt,
      entriesOf: this.#entries.of,
      gates: this.#seen.gates,
    }
  }

  /** Whether a call of a function comes to a place in it; true where its calls are judged as one. */
  comesTo(offset: number, fn: ScriptFunction, of: Evaluator, call: AstNode): boolean {
    const entries = this.#entries.toldApart(of.model.guards.at(offset), fn)
    return (
      entries.length === 0 ||
      entries.some((entry) => entry.call === call && this.leadsTo(offset, of, fn.node, entry))
    )
  }

  /** Whether a call that enters a function surely comes to a place. */
  leadsTo(
    offset: number,
    of: Evaluator,
    entered: AstNode,
    entry: Entry,
    callee: AstNode | null = null,
  ): boolean {
    const fn = of.model.functionAt(offset)
    const runs = withOnly(entry, entered, this.runsOf(fn))
    return chanceOf(of.model.guards.at(offset), fn, of, runs, callee) === 'surely'
  }

  #isLaterStep({ node }: ScriptFunction, offset: number): boolean {
    return this.#seen.isStepped(node) && offset > firstYieldIn(node)
  }
}

/** A call of a parameter, in its function or within that. */
interface Invocation {
  readonly index: number
  readonly answer: ScriptCall['answer']
  readonly entry: Entry
}

/** The calls of parameters: each calls what the calls of its function give it. */
export class ParameterCalls {
  /** Which parameters of each function are called while it runs. */
  readonly #invoked = new Map<AstNode, Invocation[]>()
  readonly #entries: Entries
  readonly #ways: Ways
  readonly #enter: (value: FunctionValue, answer: ScriptCall['answer'], entry: Entry) => void

  /** @param enter enters a function that a parameter was given */
  constructor(
    entries: Entries,
    ways: Ways,
    enter: (value: FunctionValue, answer: ScriptCall['answer'], entry: Entry) => void,
  ) {
    this.#entries = entries
    this.#ways = ways
    this.#enter = enter
  }

  /** Where what is called is a parameter: what the calls of its function give it. */
  invoke(called: AstNode | null, of: Evaluator, answer: ScriptCall['answer'], entry: Entry): void {
    const variable = called?.type === 'Identifier' ? of.model.variableOf(called) : null
    for (const { way, value: fn, index, fields } of variable?.writes ?? []) {
      if (way !== 'parameter' || fn === null || fields.length > 0) continue
      const known = listIn(this.#invoked, fn)
      if (known.some((one) => one.index === index && covers(one.entry, entry))) continue
      const invocation = { index, answer, entry }
      known.push(invocation)
      for (const given of this.#entries.of(fn)) this.#give(fn, given, invocation)
    }
  }

  #give(fn: AstNode, given: Entry, { index, answer, entry }: Invocation): void {
    const { values, of, reach } = given
    const value = values[index]
    if (value === undefined) return
    const isSure =
      entry.reach === 'perhaps' ||
      this.#ways.leadsTo(entry.call.start, entry.of, fn, given, asNode(entry.call['callee']))
    const inner = { ...entry, reach: isSure ? weaker(reach, entry.reach) : 'perhaps' }
    this.invoke(value, of, answer, inner)
    for (const one of of.functions(value)) this.#enter(one, answer, inner)
  }

  /** Follows what a new call of a function gives its parameters. */
  follow(fn: AstNode, entry: Entry): void {
    for (const invocation of this.#invoked.get(fn) ?? []) this.#give(fn, entry, invocation)
  }
}

/** Whether a literal has a field, or may: something sets it, or its own fields are not all known. */
const mayHave = ({ node, of }: Extract<Value, { kind: 'object' }>, [name = '']: readonly string[]): boolean =>
  of.model.writes.fields.has(name) ||
  nodesOf(node['properties']).some((one) => [name, null].includes(propertyName(one)))

/** Whether an argument, or a field of it, is surely not undefined. */
const isSomething = (value: AstNode | undefined, fields: readonly string[], of: Evaluator): boolean =>
  value !== undefined &&
  (fields.length === 0 || of.of(value).every((one) => one.kind === 'object' && mayHave(one, fields))) &&
  of
    .through(of.of(value), fields)
    .every((one) =>
      one.kind === 'exact' ? one.value !== undefined : one.kind !== 'unknown' && one.kind !== 'global',
    )

/** What is known of the runs of functions, as if only one call entered a function. */
const withOnly = (entry: Entry, fn: AstNode, runs: Runs): Runs => ({
  ...runs,
  entriesOf: (node) => (node === fn ? [entry] : runs.entriesOf(node)),
})

/** The calls of a function that has more are judged as one. */
const MAX_ENTRIES = 8
