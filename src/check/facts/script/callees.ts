import { isChosen, modulesIn, requestsFor } from './bundled-modules.js'
import { isUnknown } from './calls.js'
import { nameOfCallee, nameOfChain, unwrap } from './chains.js'
import { isEmitted, isGivenTo, isMissing, isOneOf, keysInTables, stepsTaken } from './each-or-one.js'
import type { Entries, Entry } from './entries.js'
import { isOfList } from './in-turn.js'
import { LISTENING, OF_BROWSER, OF_OBJECTS } from './known-names.js'
import { type AstNode, asNode, memberName, onceEach } from './node.js'
import type { ScriptFunction } from './script-parts.js'
import type { Evaluator, FunctionValue, Made, Outside, Value } from './value.js'

/** What is seen to run by now. */
interface Seen {
  has: (fn: ScriptFunction) => boolean
  /** Whether what runs comes to a place of a function, or may. */
  comesTo: (fn: ScriptFunction, offset: number, of: Evaluator) => boolean
  isSureAt: (offset: number, of: Evaluator) => boolean
}

/** A call, and what is called there. */
interface Call {
  readonly node: AstNode
  readonly called: AstNode | null
  readonly of: Evaluator
}

type LeadsHere = (fn: AstNode, entry: Entry) => boolean

/** The functions that a call may call, and whether each is there: made, handed over, asked for by something that runs. */
export class Callees {
  /** The classes of which something was made, not only of one that extends them. */
  readonly made = new Map<AstNode, Evaluator>()
  /** Those that are only made under conditions that may not hold. */
  readonly perhapsMade = new Set<AstNode>()
  /** The generators of which only the first step is seen to be taken. */
  readonly stepped = new Set<AstNode>()
  readonly #seen: Seen
  readonly #entries: Entries
  readonly #scripts: Pick<Outside, 'named'>

  constructor(seen: Seen, entries: Entries, scripts: Pick<Outside, 'named'>) {
    this.#seen = seen
    this.#entries = entries
    this.#scripts = scripts
  }

  /** The functions that a call may call: those that it is seen to, else the few that have its name. */
  of(callee: AstNode | null, of: Evaluator, isOfModule: boolean): readonly FunctionValue[] {
    if (callee === null) return []
    const modules = modulesIn(callee, of)
    if (modules.length > 0) return modules
    const values = of.of(callee)
    const seen = values.flatMap((value) => (value.kind === 'function' ? [value] : []))
    // Of a list that may be one of many, as in compiled templates, nobody knows which function is called.
    const key = callee['computed'] === true ? unwrap(callee['property']) : null
    const isEach = key?.type === 'Identifier' && isOfList(of.model.variableOf(key), of)
    const isOfMany = key !== null && !isEach && asNode(callee['object'])?.type === 'Identifier'
    if (isOfMany && seen.length > 1 && seen.length < values.length) return []
    const name = callee.type === 'MemberExpression' ? memberName(callee) : callee['name']
    const mayBeNamed =
      seen.length === 0 &&
      typeof name === 'string' &&
      (name.length > 2 || isOfModule) &&
      values.some(isOfScripts)
    // What every list and every text has, says nothing but of a library itself: `axios.get()`.
    if (!mayBeNamed || (OF_OBJECTS.has(name) && !of.paths(callee['object']).some(isOneName))) return seen
    const named = this.#scripts.named(name)
    return named.length > MAX_NAMED ? [] : named
  }

  /**
   * Which of the functions that a call may call it does call.
   * @param leadsHere whether a call of a function surely comes to this one
   */
  choiceOf(call: Call, mayBe: readonly FunctionValue[], leadsHere: LeadsHere): Choice {
    return new Choice(this, call, mayBe, leadsHere, this.#entries)
  }

  /** Whether something that runs has made or handed over what a call calls, and asks for it. */
  isThere(value: FunctionValue, { node, called, of }: Call): boolean {
    const isOfSuper = asNode(called?.['object'])?.type === 'Super'
    const isMade = isOfSuper || (isOfInstance(value, this.made) && this.#mayBeMade(value))
    return (
      isMade &&
      this.#isHandedOver(value, called) &&
      this.isTaken(value, node, of) &&
      isChosen(value, called, of, this.#entries.of) &&
      isGivenTo(value, called, of, this.#entries.of)
    )
  }

  /** Notes that something is made of a class. */
  make(node: AstNode, of: Evaluator, isSure: boolean): void {
    if (isSure) this.perhapsMade.delete(node)
    else if (!this.made.has(node)) this.perhapsMade.add(node)
    this.made.set(node, of)
  }

  /** Whether a method is of a class of which something is made, as far as is known, in any case. */
  isSurelyMade({ node, of }: FunctionValue): boolean {
    const owner = of.model.functions.get(node)?.owner
    return owner == null || !this.perhapsMade.has(owner.node)
  }

  /** Whether something that runs asks for what a call may call, and takes what it gives. */
  isTaken(value: FunctionValue, call: AstNode, of: Evaluator): boolean {
    return this.#isRequested(value, call, of) && this.#isConsumed(value, call, of)
  }

  /** Whether something that runs, or may, asks for what a call may call: another module, or what a function was wrapped into. */
  #isRequested(value: FunctionValue, call: AstNode, of: Evaluator): boolean {
    const requests = requestsFor(value, call, of)
    return requests === null || requests.some(({ offset, of: from }) => this.#mayComeTo(offset, from))
  }

  /** Whether something that runs takes what a generator gives: one that is only called does nothing. */
  #isConsumed({ node }: FunctionValue, call: AstNode, of: Evaluator): boolean {
    const isGenerator = node['generator'] === true
    const taken = isGenerator ? stepsTaken(call, of, (offset) => this.#mayComeTo(offset, of)) : null
    if (taken?.isOne === true) this.stepped.add(node)
    return taken === null || taken.at.length > 0
  }

  /** Whether a place runs, or is in a function that is given to what nobody knows: not to a method, as a button's. */
  #mayComeTo(offset: number, of: Evaluator): boolean {
    const own = of.model.functionAt(offset)
    for (let fn: ScriptFunction | null = own; fn !== null; fn = fn.outer) {
      if (this.#seen.has(fn)) return fn === own && this.#seen.comesTo(fn, offset, of)
      const call = fn.given?.call
      const object = asNode(unwrap(call?.['callee'])?.['object'])
      const isMethod = object !== null && of.functions(object).length === 0
      if (call !== undefined && isUnknown(call, of) && !isMethod && !LISTENING.has(nameOfCallee(call)))
        return true
    }
    return false
  }

  /** Whether the class of a method is made, or is not only given to what a person asks for: `onclick = () => show(Over)`. */
  #mayBeMade({ node, of }: FunctionValue): boolean {
    const { owner } = of.model.functions.get(node) ?? { owner: null }
    const made = owner === null || this.made.has(owner.node) ? undefined : of.model.functions.get(owner.node)
    return made === undefined || this.#isGivenBySure(made, of)
  }

  /** Whether what is called by another name, as out of a list of listeners, was handed over by something that runs. */
  #isHandedOver({ node, of }: FunctionValue, callee: AstNode | null): boolean {
    const fn = of.model.functions.get(node)
    return fn === undefined || hasName({ node, of }, callee) || this.#isGivenBySure(fn, of)
  }

  /** Whether something that surely runs gives a function to others, where any gives it. */
  #isGivenBySure(fn: ScriptFunction, of: Evaluator): boolean {
    const giving = of.calls.giving(fn)
    return (
      giving.length === 0 || giving.some(({ node: { start }, of: from }) => this.#seen.isSureAt(start, from))
    )
  }
}

/** Which of the functions that one call may call it does call, as far as is known by now. */
class Choice {
  /** Whether it is one of several, and nobody knows which. */
  readonly isOpen: boolean
  readonly #callees: Callees
  readonly #call: Call
  readonly #mayBe: readonly FunctionValue[]
  readonly #leadsHere: LeadsHere
  readonly #entries: Entries
  /** The functions that it may be and that are not seen. */
  readonly #others: number

  constructor(
    callees: Callees,
    call: Call,
    mayBe: readonly FunctionValue[],
    leadsHere: LeadsHere,
    entries: Entries,
  ) {
    this.#callees = callees
    this.#call = call
    this.#mayBe = mayBe
    this.#leadsHere = leadsHere
    this.#entries = entries
    this.#others = isMissing(call.called, call.of) ? 1 : 0
    const isOther = mayBe.some((value) => this.isAsked(value) === false)
    this.isOpen = isOther || (mayBe.length + this.#others > 1 && isOneOf(call.called, call.of))
  }

  isThere(value: FunctionValue): boolean {
    return this.#callees.isThere(value, this.#call)
  }

  /** Whether a function out of a list or a table is the one that is asked for; null where nobody knows. */
  isAsked(value: FunctionValue): boolean | null {
    const { node, called, of } = this.#call
    const fn = value.of.model.functions.get(value.node)
    const isInTable = fn !== undefined && keysInTables(fn, value.of).length > 0
    if (nameOfChain(called) !== '' && !isInTable && hasName(value, called)) return null
    const caller = of.model.functionAt(node.start)
    const surely = (entered: AstNode): readonly Entry[] =>
      this.#entries.of(entered).filter(({ reach }) => reach !== 'perhaps')
    if (isEmitted(value, caller, surely) === true) return true
    return isEmitted(value, caller, this.#entries.of) === false ? false : null
  }

  /** Whether it may be another function that is called. */
  isDoubted(value?: FunctionValue): boolean {
    // What is made only later is one more that it may be.
    const isSure = (one: FunctionValue): boolean => this.isThere(one) && this.#callees.isSurelyMade(one)
    const isAnother = (): boolean => this.#mayBe.filter(isSure).length + this.#others > 1
    const isOther =
      value !== undefined && (this.isAsked(value) === false || !this.#callees.isSurelyMade(value))
    if (this.isOpen && (isOther || isAnother())) return true
    return value !== undefined && this.#mayBe.length > 1 && !this.#isGivenHere(value)
  }

  #isGivenHere(value: FunctionValue): boolean {
    const { called, of } = this.#call
    return isGivenTo(value, called, of, (fn) =>
      this.#entries.of(fn).filter((one) => this.#leadsHere(fn, one)),
    )
  }
}

/** Whether a function is called by a name of its own; what a call gives, and a function where it is written, need none. */
const hasName = ({ node, of }: Pick<FunctionValue, 'node' | 'of'>, callee: AstNode | null): boolean => {
  const name = nameOfChain(callee)
  return name === '' || of.model.functions.get(node)?.names.includes(name) !== false
}

/** Whether it may be a function of a script that is not seen to be one. */
const isOfScripts = (value: Value): boolean =>
  value.kind === 'unknown' || (value.kind === 'global' && !OF_BROWSER.has(value.path[0] ?? ''))

const isOneName = (path: readonly string[]): boolean => path.length === 1

/** A name that more functions have is nobody's in particular. */
const MAX_NAMED = 4

/** The classes of which something was made, with their scripts. */
type InstancesMade = ReadonlyMap<AstNode, Evaluator>

/** Whether something was constructed that has a method, where the script shows who constructs it. */
const isOfInstance = ({ node, of }: FunctionValue, made: InstancesMade): boolean => {
  const fn = of.model.functions.get(node)
  const owner = fn?.owner
  if (fn?.target != null) return isOfPrototype(fn, of, made)
  if (owner?.kind !== 'method' || owner.isStatic) return true
  for (const [one, from] of made)
    for (const found of from.through([{ kind: 'instance', node: one, of: from }], [fn?.names[0] ?? '']))
      if (found.kind === 'function' && found.node === node) return true
  // What is only extended is not made itself.
  const extending = of.calls.extending(owner.node)
  return (extending.length === 0 ? [{ node: owner.node, of }] : extending).some((one) => {
    const fn = one.of.model.functions.get(one.node)
    return !made.has(one.node) && (fn === undefined || one.of.calls.of(fn).length === 0)
  })
}

/** Whether something was constructed that has `A.prototype.method`, and none that extends it in its place. */
const isOfPrototype = (
  { node, names, target }: ScriptFunction,
  of: Evaluator,
  made: InstancesMade,
): boolean => {
  const [prototype] = of.of(target?.['object'])
  if (prototype?.kind !== 'instance') return true
  const classes = [prototype, ...of.calls.extending(prototype.node)].filter((one) => made.has(one.node))
  const replaces = (one: Made): boolean =>
    one.node !== prototype.node &&
    one.of
      .through([{ ...one, kind: 'instance' }], [names.at(-1) ?? ''])
      .some((value) => value.kind === 'function' && value.node !== node)
  // What is constructed somewhere is not made before that runs.
  const isMadeLater = (one: Made): boolean => constructedIn(one.of).has(one.node)
  if (classes.length === 0) return ![prototype, ...of.calls.extending(prototype.node)].every(isMadeLater)
  return !classes.every(replaces)
}

/** What a script constructs anywhere, by a name. */
const constructedIn = onceEach((of: Evaluator): ReadonlySet<AstNode> => {
  const found = new Set<AstNode>()
  for (const { calls } of of.model.functions.values())
    for (const { node } of calls)
      if (node.type === 'NewExpression' && unwrap(node['callee'])?.type === 'Identifier')
        for (const made of of.functions(node['callee'])) found.add(made.node)
  return found
})
