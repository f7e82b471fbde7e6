import { isWithoutElements, type Runs } from './at-load.js'
import { isChosen, modulesIn, modulesOf, requestsFor } from './bundled-modules.js'
import { isOfInstance, isUnknown } from './calls.js'
import { callOf, nameOfCallee, nameOfChain, unwrap } from './chains.js'
import { chanceOf, repeatsItself } from './conditions.js'
import {
  firstYieldIn,
  isEmitted,
  isGivenTo,
  isMissing,
  isOneOf,
  keyInTable,
  stepsTaken,
} from './each-or-one.js'
import {
  BY_ITSELF,
  CONTINUING,
  IMMEDIATE,
  IMMEDIATE_SECOND,
  LATER,
  LISTENING,
  OF_BROWSER,
  OF_CUSTOM_ELEMENTS,
  OF_FRAMES,
  OF_OBJECTS,
  PARTS,
  RENDERING,
  REPEATING,
} from './known-names.js'
import { dispatchesOf, isPromise } from './listeners.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, onceEach, propertyName } from './node.js'
import { goesOnAfter, isBehindEnd, type Losses, NOTHING_LOST, stepsIn } from './script-functions.js'
import type { Guard, Handler, ScriptCall, ScriptFunction } from './script-parts.js'
import { goesByTry, isTried } from './tried-before.js'
import { textsOf } from './url-text.js'
import type { Evaluator, FunctionValue, Outside, Value } from './value.js'
import { push } from './write-notes.js'

/**
 * What an error in a function does: `stops` what called it, up to the browser; `ends` the function, an asynchronous one
 * whose promise nobody looks at; `caught`: somebody minds. `perhaps`: it runs if a game comes so far.
 */
export type Reach = 'perhaps' | 'caught' | 'ends' | 'stops'

/** A call that enters a function, with what it gives. */
interface Entry {
  readonly call: AstNode
  readonly values: readonly AstNode[]
  readonly of: Evaluator
  readonly reach: Reach
}

/** A function that is ended by an error in one that it calls, and the call. */
export interface Caller {
  readonly fn: ScriptFunction
  readonly of: Evaluator
  readonly call: AstNode
}

/** A call of a parameter, in its function or within that. */
interface Invocation {
  readonly index: number
  readonly answer: ScriptCall['answer']
  readonly entry: Entry
}

/** Whether one call says all that another one does. */
const covers = (one: Entry, other: Entry): boolean =>
  one.call === other.call && weaker(one.reach, other.reach) === other.reach

const listOf = <T>(lists: Map<AstNode, T[]>, node: AstNode): T[] => {
  const list = lists.get(node) ?? []
  lists.set(node, list)
  return list
}

const ORDER: readonly Reach[] = ['perhaps', 'caught', 'ends', 'stops']

const weaker = (one: Reach, other: Reach): Reach => (ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other)

/**
 * The functions that run while an app loads, or by themselves: what the scripts of its page call as they run, and what timers,
 * frames, promises and the events of loading call. What only a person's event calls, and what nothing is seen to
 * call, is not among them.
 */
export class ReachedFunctions {
  readonly #found = new Map<ScriptFunction, Reach>()
  readonly #waiting: { readonly fn: ScriptFunction; readonly of: Evaluator }[] = []
  readonly #called = new Set<AstNode>()
  /** The calls of functions that nothing that runs has handed over yet. */
  readonly #handed: { readonly isThere: () => boolean; readonly enter: () => void }[] = []
  /** The classes of which something was made, not only of one that extends them. */
  readonly #made = new Map<AstNode, Evaluator>()
  /** The calls that enter each function, and which of its parameters are called while it runs. */
  readonly #entries = new Map<AstNode, Entry[]>()
  readonly #invoked = new Map<AstNode, Invocation[]>()
  readonly #scripts: Pick<Outside, 'named'>
  readonly #losses: Losses
  /** What an error in each function ends. */
  readonly #callers = new Map<AstNode, Caller[]>()
  /** The functions that only frames and intervals call, again and again: what they do under a condition may take its time. */
  readonly #repeated = new Set<ScriptFunction>()
  /** The functions that frames and intervals are given. */
  readonly #framed = new Set<AstNode>()
  /** The generators of which only the first step is seen to be taken. */
  readonly #stepped = new Set<AstNode>()
  /** What frames and intervals call, once all that loads has run. */
  readonly #later: (() => void)[] = []
  /** The calls under conditions that are not known to hold. */
  readonly #doubted: (() => void)[] = []
  #isLater = false
  #left = MAX_FUNCTIONS

  /**
   * @param scripts all that the page runs
   * @param losses what does not run
   */
  constructor(scripts: Pick<Outside, 'named'>, losses = NOTHING_LOST) {
    this.#scripts = scripts
    this.#losses = losses
  }

  /** Adds what a function or a script calls once it runs itself. */
  add(of: Evaluator, fn: ScriptFunction = of.model.main, reach: Reach = 'stops'): void {
    this.#reach(fn, of, reach)
    this.#followAll()
    this.#isLater = true
    for (let later = this.#later.pop(); later !== undefined; later = this.#later.pop()) {
      later()
      this.#followAll()
    }
    this.#isLater = false
  }

  #followAll(): void {
    for (let next = this.#next(); next !== undefined && this.#left-- > 0; next = this.#next())
      this.#follow(next.fn, next.of, this.#found.get(next.fn) ?? 'caught')
    const doubted = this.#doubted.splice(0)
    for (const again of doubted) again()
    if (this.#waiting.length > 0) this.#followAll()
  }

  /** Adds a getter or a setter, or what calls a function and is one, where something that runs reads or sets its field. */
  addAccessor(of: Evaluator, fn: ScriptFunction, depth = 0): void {
    if (this.#found.has(fn)) return
    for (const { node, of: from } of of.calls.accessing(fn)) {
      const reach = this.of(from.model.functionAt(node.start), node.start, from)
      if (reach === null) continue
      this.add(of, fn, isTried(node, from) ? 'caught' : reach)
      if (reach === 'stops' && !isTried(node, from)) this.#addCaller(fn.node, node, from)
    }
    for (const call of depth < MAX_CALLS ? of.calls.of(fn) : [])
      this.addAccessor(of, of.model.functionAt(call.start), depth + 1)
  }

  /** The next function to follow; once there is none, what was handed over in the meantime is called. */
  #next(): { readonly fn: ScriptFunction; readonly of: Evaluator } | undefined {
    if (this.#waiting.length === 0) {
      const waiting = this.#handed.splice(0)
      for (const one of waiting)
        if (one.isThere()) one.enter()
        else this.#handed.push(one)
    }
    return this.#waiting.pop()
  }

  /** What an error at a place of a function does; null where it is not seen to run. */
  of(fn: ScriptFunction, offset: number, of: Evaluator): Reach | null {
    if (!this.#found.has(fn) || this.#isBehindEnd(fn, offset) || this.#isGiven(fn, offset)) return null
    const guards = of.model.guards.at(offset)
    return this.#reachAt(guards, fn, of, offset, this.#found.get(fn) ?? 'perhaps', null)
  }

  /** Whether a place is in the default of a parameter that each call gives. */
  #isGiven({ node }: ScriptFunction, offset: number): boolean {
    const isAround = ({ type, start, end }: AstNode): boolean =>
      type === 'AssignmentPattern' && start <= offset && offset < end
    const index = nodesOf(node['params']).findIndex(isAround)
    const entries = index === -1 ? [] : (this.#entries.get(node) ?? [])
    return entries.length > 0 && entries.every(({ values, of }) => isSomething(values[index], of))
  }

  /** Whether a place surely runs, and no condition around it goes by a `try` that has failed before. */
  surelyComesTo(offset: number, of: Evaluator): boolean {
    return this.#isSureAt(offset, of) && !goesByTry(of.model.guards.at(offset), of)
  }

  #isSureAt(offset: number, of: Evaluator): boolean {
    return (this.of(of.model.functionAt(offset), offset, of) ?? 'perhaps') !== 'perhaps'
  }

  /** Whether frames or intervals call a function, again and again. */
  isRepeated(fn: ScriptFunction): boolean {
    return this.#repeated.has(fn) || this.#framed.has(fn.node)
  }

  /** Whether a function runs while the app loads, or by itself. */
  has(fn: ScriptFunction): boolean {
    return this.#found.has(fn)
  }

  /** The functions that run while the app loads or by themselves, and that an error in a function ends. */
  callersOf({ node }: ScriptFunction): readonly Caller[] {
    return this.#callers.get(node) ?? []
  }

  /** The calls that enter a function as far as they are seen. */
  callsOf({ node }: ScriptFunction): readonly Omit<Entry, 'values'>[] {
    return this.#entries.get(node) ?? []
  }

  /**
   * What an error at a place does by the conditions around it; null where the script never comes there.
   * @param reach what one in its function does
   * @param callee what is called there
   */
  #reachAt(
    guards: Guard | null,
    fn: ScriptFunction,
    of: Evaluator,
    offset: number,
    reach: Reach,
    callee: AstNode | null,
  ): Reach | null {
    const runs = this.#runsOf(fn)
    // Each of several calls has its own way.
    const entries = this.#toldApart(guards, fn)
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

  /** The calls of a function, where each may come to another branch of it: a few, and all that is known to enter it. */
  #toldApart(guards: Guard | null, { node }: ScriptFunction): readonly Entry[] {
    const entries = this.#entries.get(node) ?? []
    const isBranch = guards !== null && guards.start >= node.start
    return isBranch && entries.length > 1 && entries.length <= MAX_ENTRIES ? entries : []
  }

  #runsOf(fn: ScriptFunction): Runs {
    return {
      isRepeated: this.#repeated.has(fn),
      hasRun: (one) => this.#found.has(one),
      entriesOf: (node) => this.#entries.get(node) ?? [],
    }
  }

  /** Whether a call of a function comes to a place in it; true where its calls are judged as one. */
  comesTo(offset: number, fn: ScriptFunction, of: Evaluator, call: AstNode): boolean {
    const entries = this.#toldApart(of.model.guards.at(offset), fn)
    return (
      entries.length === 0 ||
      entries.some((entry) => entry.call === call && this.#leadsTo(offset, of, fn.node, entry))
    )
  }

  #leadsTo(
    offset: number,
    of: Evaluator,
    entered: AstNode,
    entry: Entry,
    callee: AstNode | null = null,
  ): boolean {
    const fn = of.model.functionAt(offset)
    const runs = withOnly(entry, entered, this.#runsOf(fn))
    return chanceOf(of.model.guards.at(offset), fn, of, runs, callee) === 'surely'
  }

  #addCaller(node: AstNode, call: AstNode, of: Evaluator): void {
    const callers = listOf(this.#callers, node)
    // A call may begin with the function that it calls.
    if (!callers.some((one) => one.call === call))
      callers.push({ fn: of.model.functionAt(call.end - 1), of, call })
  }

  #isLaterStep({ node }: ScriptFunction, offset: number): boolean {
    return this.#stepped.has(node) && offset > firstYieldIn(node)
  }

  #isBehindEnd({ node }: ScriptFunction, offset: number): boolean {
    return isBehindEnd(this.#losses, node, offset)
  }

  /** Whether only the browser calls a function that runs, so that an error in it ends nothing else. */
  isCalledByBrowser(fn: ScriptFunction): boolean {
    return this.#found.has(fn) && !this.#called.has(fn.node)
  }

  #reach(fn: ScriptFunction, of: Evaluator, reach: Reach): void {
    const known = this.#found.get(fn)
    const isSooner = !this.#isLater && this.#repeated.has(fn) && !repeatsItself(fn, of)
    if (known !== undefined && !isSooner && weaker(known, reach) === reach) return
    if (isSooner) this.#repeated.delete(fn)
    else if (known === undefined && (this.#isLater || repeatsItself(fn, of))) this.#repeated.add(fn)
    this.#found.set(fn, known === undefined || weaker(known, reach) === known ? reach : known)
    if (this.#isLater || !this.#repeated.has(fn)) this.#waiting.push({ fn, of })
    else this.#later.push(() => this.#waiting.push({ fn, of }))
  }

  #follow(fn: ScriptFunction, of: Evaluator, reach: Reach): void {
    for (const call of fn.calls) {
      if (this.#isBehindEnd(fn, call.node.end)) continue
      // What follows in an asynchronous function is lost, too.
      const lost = reach === 'ends' && goesOnAfter(fn, call.node) ? 'stops' : reach
      const { callee } = callOf(call.node)
      const called = callee !== null && of.functions(callee).length > 0 ? callee : null
      const reachNow = (): Reach | null =>
        this.#reachAt(
          call.guards,
          fn,
          of,
          call.node.start,
          call.caught ? weaker(lost, 'caught') : lost,
          called,
        )
      const now = reachNow()
      if (now === null) continue
      this.#followCall(call, of, now)
      // By what has been set once all is followed, a condition may hold.
      if (now === 'perhaps' && lost !== 'perhaps')
        this.#doubted.push(() => {
          const then = reachNow()
          if (then !== null && then !== now) this.#followCall(call, of, then)
        })
    }
    for (const handler of fn.handlers)
      if (reach !== 'perhaps' && !this.#isBehindEnd(fn, handler.target.end)) this.#followHandler(handler, of)
    // What a class holds itself is made with it.
    for (const field of fieldsIn(of).get(fn) ?? [])
      if (field.owner?.isStatic === true && !this.#isBehindEnd(fn, field.node.end)) {
        if (reach === 'stops') listOf(this.#callers, field.node).push({ fn, of, call: field.node })
        this.#reach(field, of, reach)
      }
    if (fn === of.model.main) this.#followSketch(of)
  }

  #followCall({ node, answer }: ScriptCall, of: Evaluator, reach: Reach): void {
    const callee = unwrap(node['callee'])
    const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
    const direct = callOf(node)
    const called =
      callee?.type === 'Super'
        ? asNode(of.model.functionAt(node.start).owner?.node['superClass'])
        : direct.callee
    const spread = direct.values.findIndex(({ type }) => type === 'SpreadElement')
    const values = spread === -1 ? direct.values : direct.values.slice(0, spread)
    // `(0, a.b)()`, as bundlers write a call of another module.
    const isOfModule = asNode(node['callee'])?.type === 'SequenceExpression'
    const mayBe = this.#losses.never.has(node) ? [] : this.#calledBy(called, of, isOfModule)
    const entriesOf = (fn: AstNode): readonly Entry[] => this.#entries.get(fn) ?? []
    const isThere = (value: FunctionValue): boolean =>
      this.#isThere(value, called) &&
      this.#isRequested(value, node, of) &&
      this.#isConsumed(value, node, of) &&
      isChosen(value, called, of, entriesOf) &&
      isGivenTo(value, called, of, entriesOf)
    const others = isMissing(called, of) ? 1 : 0
    const caller = of.model.functionAt(node.start)
    const surelyEntering = (fn: AstNode): readonly Entry[] =>
      entriesOf(fn).filter((one) => one.reach !== 'perhaps')
    const isAsked = (value: FunctionValue): boolean | null => {
      const fn = value.of.model.functions.get(value.node)
      const isInTable = fn !== undefined && keyInTable(fn, value.of) !== null
      if (nameOfChain(called) !== '' && !isInTable && hasName(value, called)) return null
      if (isEmitted(value, caller, surelyEntering) === true) return true
      return isEmitted(value, caller, entriesOf) === false ? false : null
    }
    const isOther = mayBe.some((value) => isAsked(value) === false)
    const isChoice = (mayBe.length + others > 1 || isOther) && isOneOf(called, of)
    const sure = { call: node, values, of, reach }
    // What is made only later is one more that it may be.
    const isAnother = (): boolean => mayBe.filter(isThere).length + others > 1
    const isGivenHere = (value: FunctionValue): boolean =>
      isGivenTo(value, called, of, (fn) =>
        entriesOf(fn).filter((one) => this.#leadsTo(node.start, of, fn, one, called)),
      )
    const entry = (value?: FunctionValue): Entry =>
      (isChoice && (isAnother() || (value !== undefined && isAsked(value) === false))) ||
      (value !== undefined && mayBe.length > 1 && !isGivenHere(value))
        ? { ...sure, reach: 'perhaps' }
        : sure
    this.#invoke(called, of, answer, entry())
    for (const value of mayBe) {
      this.#enterOnce(
        () => isThere(value),
        () => this.#enter(value, answer, entry(value)),
      )
      if (isChoice)
        this.#enterOnce(
          () => isThere(value) && isAsked(value) === true,
          () => this.#enter(value, answer, sure),
        )
      if (value.node === this.#losses.last.get(node)) break
    }
    this.#followArguments(node, callee, method ?? String(callee?.['name'] ?? ''), of, reach, answer)
  }

  #enter({ node, of }: FunctionValue, answer: ScriptCall['answer'], entry: Entry): void {
    const { reach } = entry
    this.#called.add(node)
    if (isFunction(node) && entry.call.type === 'NewExpression') this.#made.set(node, of)
    if (!isFunction(node)) this.#construct(node, of, reach, 0, entry)
    else if (node['async'] !== true || answer === 'used') this.#reachNode(node, of, reach, entry)
    else this.#reachNode(node, of, answer === 'handled' ? 'caught' : weaker(reach, 'ends'), entry)
  }

  /** Where what is called is a parameter: what the calls of its function give it. */
  #invoke(called: AstNode | null, of: Evaluator, answer: ScriptCall['answer'], entry: Entry): void {
    const variable = called?.type === 'Identifier' ? of.model.variableOf(called) : null
    for (const { way, value: fn, index, fields } of variable?.writes ?? []) {
      if (way !== 'parameter' || fn === null || fields.length > 0) continue
      const known = listOf(this.#invoked, fn)
      if (known.some((one) => one.index === index && covers(one.entry, entry))) continue
      const invocation = { index, answer, entry }
      known.push(invocation)
      for (const given of this.#entries.get(fn) ?? []) this.#give(fn, given, invocation)
    }
  }

  #give(fn: AstNode, given: Entry, { index, answer, entry }: Invocation): void {
    const { values, of, reach } = given
    const value = values[index]
    if (value === undefined) return
    const isSure =
      entry.reach === 'perhaps' ||
      this.#leadsTo(entry.call.start, entry.of, fn, given, asNode(entry.call['callee']))
    const inner = { ...entry, reach: isSure ? weaker(reach, entry.reach) : 'perhaps' }
    this.#invoke(value, of, answer, inner)
    for (const one of of.functions(value))
      this.#enterOnce(
        () => this.#isRequested(one, entry.call, entry.of) && this.#isConsumed(one, entry.call, entry.of),
        () => this.#enter(one, answer, inner),
      )
  }

  /** Enters a function once something that runs has made it, or handed it over. */
  #enterOnce(isThere: () => boolean, enter: () => void): void {
    if (isThere()) enter()
    else this.#handed.push({ isThere, enter })
  }

  /** Whether something that runs, or may, asks for what a call may call: another module, or what a function was wrapped into. */
  #isRequested(value: FunctionValue, call: AstNode, of: Evaluator): boolean {
    const requests = requestsFor(value, call, of)
    return requests === null || requests.some(({ offset, of: from }) => this.#mayComeTo(offset, from))
  }

  /** Whether something that runs takes what a generator gives: one that is only called does nothing. */
  #isConsumed({ node }: FunctionValue, call: AstNode, of: Evaluator): boolean {
    const taken = node['generator'] === true ? stepsTaken(call, of) : null
    if (taken?.isOne === true) this.#stepped.add(node)
    return taken === null || taken.at.some(({ start }) => this.#mayComeTo(start, of))
  }

  /** Whether a place runs, or is in a function that is given to what nobody knows: not to a method, as a button's. */
  #mayComeTo(offset: number, of: Evaluator): boolean {
    const own = of.model.functionAt(offset)
    for (let fn: ScriptFunction | null = own; fn !== null; fn = fn.outer) {
      if (this.#found.has(fn)) return fn === own && this.of(fn, offset, of) !== null
      const call = fn.given?.call
      const object = asNode(unwrap(call?.['callee'])?.['object'])
      const isMethod = object !== null && of.functions(object).length === 0
      if (call !== undefined && isUnknown(call, of) && !isMethod && !LISTENING.has(nameOfCallee(call)))
        return true
    }
    return false
  }

  /** Whether something that runs has made or handed over what is called. */
  #isThere(value: FunctionValue, called: AstNode | null): boolean {
    const isOfSuper = asNode(called?.['object'])?.type === 'Super'
    const isMade = isOfSuper || (isOfInstance(value, this.#made) && this.#mayBeMade(value))
    return isMade && this.#isHandedOver(value, called)
  }

  /** Whether the class of a method is made, or is not only given to what a person asks for: `onclick = () => show(Over)`. */
  #mayBeMade({ node, of }: FunctionValue): boolean {
    const { owner } = of.model.functions.get(node) ?? { owner: null }
    const made = owner === null || this.#made.has(owner.node) ? undefined : of.model.functions.get(owner.node)
    const giving = made === undefined ? [] : of.calls.giving(made)
    return giving.length === 0 || giving.some(({ node: { start }, of: from }) => this.#isSureAt(start, from))
  }

  /** Whether what is called by another name, as out of a list of listeners, was handed over by something that runs. */
  #isHandedOver({ node, of }: FunctionValue, callee: AstNode | null): boolean {
    const fn = of.model.functions.get(node)
    if (fn === undefined || hasName({ node, of }, callee)) return true
    const giving = of.calls.giving(fn)
    return giving.length === 0 || giving.some(({ node: { start }, of: from }) => this.#isSureAt(start, from))
  }

  /** The functions that a call may call: those that it is seen to, else the few that have its name. */
  #calledBy(callee: AstNode | null, of: Evaluator, isOfModule: boolean): readonly FunctionValue[] {
    if (callee === null) return []
    const modules = modulesIn(callee, of)
    if (modules.length > 0) return modules
    const values = of.of(callee)
    const seen = values.flatMap((value) => (value.kind === 'function' ? [value] : []))
    // Of a list that may be one of many, as in compiled templates, nobody knows which function is called.
    const isOfMany = callee['computed'] === true && asNode(callee['object'])?.type === 'Identifier'
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

  #reachNode(node: AstNode, of: Evaluator, reach: Reach, entry?: Entry): void {
    const known = listOf(this.#entries, node)
    // Nobody looks at the promise of an asynchronous function that only ends itself.
    if (entry !== undefined && (reach === 'stops' || (reach === 'ends' && node['async'] !== true)))
      this.#addCaller(node, entry.call, entry.of)
    if (entry !== undefined && !known.some((one) => covers(one, entry))) {
      known.push(entry)
      for (const invocation of this.#invoked.get(node) ?? []) this.#give(node, entry, invocation)
    }
    const fn = of.model.functions.get(node)
    if (fn !== undefined) this.#reach(fn, of, reach)
  }

  /** What runs when a class makes something: its fields, and its constructor or that of what it extends. */
  #construct(node: AstNode, of: Evaluator, reach: Reach, depth: number, entry?: Entry): void {
    let hasConstructor = false
    if (depth === 0 && asNode(entry?.call['callee'])?.type !== 'Super') this.#made.set(node, of)
    for (const member of nodesOf(asNode(node['body'])?.['body'])) {
      const value = asNode(member['value'])
      if (member.type === 'PropertyDefinition' && member['static'] !== true)
        this.#reachNode(member, of, reach, entry)
      else if (member['kind'] === 'constructor' && value !== null) {
        hasConstructor = true
        this.#reachNode(value, of, reach, entry)
      }
    }
    if (hasConstructor || depth > MAX_CLASSES) return
    for (const value of of.functions(node['superClass']))
      if (isFunction(value.node)) this.#reachNode(value.node, value.of, reach, entry)
      else this.#construct(value.node, value.of, reach, depth + 1, entry)
  }

  /** The functions that a call gives to what calls them without a person. */
  #followArguments(
    call: AstNode,
    callee: AstNode | null,
    name: string,
    of: Evaluator,
    reach: Reach,
    answer: ScriptCall['answer'],
  ): void {
    const values = nodesOf(call['arguments'])
    const [first, second] = values
    const isNever = this.#losses.never.has(call)
    // In minified code, `h` and `$` are anything.
    if (name.length < 3 && callee !== null && of.functions(callee).some((one) => one.of === of)) return
    const give = (value: AstNode | undefined, then: Reach, isInside = false): void => {
      const given = reach === 'perhaps' ? reach : then
      this.#invoke(value ?? null, of, 'used', { call, values: [], of, reach: given })
      for (const one of value === undefined ? [] : of.functions(value))
        if (isFunction(one.node))
          this.#reachNode(one.node, one.of, given, isInside ? { call, values: [], of, reach } : undefined)
        else this.#runPart(one.node, one.of)
    }
    const steps = stepsIn(call)
    if (steps !== null) give(steps, isTried(steps, of) ? 'caught' : reach, true)
    if (IMMEDIATE.has(name)) {
      const at = {
        ...this.#runsOf(of.model.functionAt(call.start)),
        of,
        guard: null,
        callee: null,
        budget: { left: MAX_NODES },
      }
      const isNone = callee?.type === 'MemberExpression' && isWithoutElements(asNode(callee['object']), at)
      give(first, isNone ? 'perhaps' : reach, true)
    } else if (IMMEDIATE_SECOND.has(name)) give(second, reach, true)
    else if (REPEATING.has(name)) {
      for (const one of first === undefined ? [] : of.functions(first)) this.#framed.add(one.node)
      this.#later.push(() => give(first, 'stops'))
    } else if (LATER.has(name)) give(first, 'stops')
    else if (CONTINUING.has(name))
      for (const value of isNever ? values.slice(1) : values)
        give(value, answer === 'handled' ? 'caught' : 'stops')
    else if (isPromise(call, of)) give(first, answer === 'handled' ? 'caught' : reach)
    else if (textsOf(first, of).some((event) => BY_ITSELF.has(event))) {
      if (!isNever) give(second, 'stops')
    } else if (LISTENING.has(name) && second !== undefined && !isNever) {
      const dispatches = dispatchesOf(textsOf(first, of), of)
      const isThere = (): boolean =>
        dispatches.some(({ start, end }) => this.of(of.model.functionAt(start), end, of) !== null)
      if (dispatches.length > 0) this.#enterOnce(isThere, () => give(second, 'stops'))
    } else if (name === 'define' || name === 'require' || name === 'requirejs')
      for (const value of values) give(value, 'stops')
    else if (name === 'register' && first?.type === 'ArrayExpression') this.#runModule(second, of)
    else if (name === 'push' && first?.type === 'ArrayExpression')
      for (const one of modulesOf(nodesOf(first['elements'])[1], of)) this.#reachNode(one.node, of, 'stops')
    else if (RENDERING.has(name)) give(first, 'stops')
    // A library that runs the parts of a game that it is given.
    else if (callee !== null && of.functions(callee).length === 0 && call.type === 'NewExpression')
      for (const value of values) this.#runParts(value, of, 0)
  }

  /** `System.register([…], (_export) => ({ setters, execute() {} }))` */
  #runModule(declaration: AstNode | undefined, of: Evaluator): void {
    for (const one of declaration === undefined ? [] : of.functions(declaration)) {
      this.#reachNode(one.node, one.of, 'stops')
      for (const module of one.of.through(one.of.returned(one.node, null), ['execute']))
        if (module.kind === 'function') this.#reachNode(module.node, module.of, 'stops')
    }
  }

  #followHandler({ event, target, value }: Handler, of: Evaluator): void {
    if (value === null || !BY_ITSELF.has(event)) return
    if (this.#losses.never.has(target)) return
    for (const one of of.functions(value))
      if (isFunction(one.node)) this.#reachNode(one.node, one.of, 'stops')
  }

  /** `new Phaser.Game({ scene: [Level] })`: the classes, and the methods with the names by which engines call them. */
  #runParts(value: AstNode, of: Evaluator, depth: number): void {
    if (depth > MAX_PARTS) return
    for (const one of of.of(value)) {
      if (one.kind === 'function' && !isFunction(one.node)) this.#runPart(one.node, one.of)
      else if (one.kind === 'array')
        for (const element of one.elements) this.#runParts(element, one.of, depth + 1)
      else if (one.kind === 'object')
        for (const property of nodesOf(one.node['properties'])) {
          const part = asNode(property['value'])
          if (part === null) continue
          const isPart = PARTS.has(propertyName(property) ?? '')
          for (const fn of isPart ? one.of.functions(part) : []) this.#runMethod(propertyName(property), fn)
          this.#runParts(part, one.of, depth + 1)
        }
    }
  }

  #runPart(node: AstNode, of: Evaluator, depth = 0): void {
    this.#construct(node, of, 'stops', 0)
    for (const value of depth > MAX_CLASSES ? [] : of.functions(node['superClass']))
      this.#runPart(value.node, value.of, depth + 1)
    // Of an element of its own, the browser calls only what it knows.
    const isElement = /^HTML\w*Element$/.test(of.path(node['superClass'])?.join('.') ?? '')
    const parts = isElement ? OF_CUSTOM_ELEMENTS : PARTS
    for (const member of nodesOf(asNode(node['body'])?.['body'])) {
      const value = asNode(member['value'])
      const name = propertyName(member) ?? ''
      if (value !== null && parts.has(name)) this.#runMethod(name, { node: value, of })
    }
  }

  #runMethod(name: string | null, { node, of }: Pick<FunctionValue, 'node' | 'of'>): void {
    const run = (): void => this.#reachNode(node, of, 'stops')
    if (OF_FRAMES.has(name ?? '')) this.#later.push(run)
    else run()
  }

  /** A sketch of p5, which calls global functions by their names. */
  #followSketch(of: Evaluator): void {
    if (of.isModule || !of.model.callsByName.has('createCanvas')) return
    for (const name of ['preload', 'setup', 'draw'])
      for (const value of of.ownGlobal(name)) if (value.kind === 'function') this.#runMethod(name, value)
  }
}

/** The fields of the classes in each function. */
const fieldsIn = onceEach(({ model }: Evaluator) => {
  const found = new Map<ScriptFunction | null, ScriptFunction[]>()
  for (const fn of model.functions.values()) if (fn.owner?.kind === 'field') push(found, fn.outer, fn)
  return found
})

/** Whether it may be a function of a script that is not seen to be one. */
const isOfScripts = (value: Value): boolean =>
  value.kind === 'unknown' || (value.kind === 'global' && !OF_BROWSER.has(value.path[0] ?? ''))

/** Whether an argument is surely not undefined. */
const isSomething = (value: AstNode | undefined, of: Evaluator): boolean =>
  value !== undefined &&
  of
    .of(value)
    .every((one) =>
      one.kind === 'exact' ? one.value !== undefined : one.kind !== 'unknown' && one.kind !== 'global',
    )

/** Whether a function is called by a name of its own; what a call gives, and a function where it is written, need none. */
const hasName = ({ node, of }: Pick<FunctionValue, 'node' | 'of'>, callee: AstNode | null): boolean => {
  const name = nameOfChain(callee)
  return name === '' || of.model.functions.get(node)?.names.includes(name) !== false
}

/** What is known of the runs of functions, as if only one call entered a function. */
const withOnly = (entry: Entry, fn: AstNode, runs: Runs): Runs => ({
  ...runs,
  entriesOf: (node) => (node === fn ? [entry] : runs.entriesOf(node)),
})

const isOneName = (path: readonly string[]): boolean => path.length === 1

/** A name that more functions have is nobody's in particular. */
const MAX_NAMED = 4

/** So many expressions are looked at for a list. */
const MAX_NODES = 20
const MAX_FUNCTIONS = 200_000
/** The calls of a function that has more are judged as one. */
const MAX_ENTRIES = 8
/** So far a getter is looked for around what fails. */
const MAX_CALLS = 3
const MAX_CLASSES = 10
const MAX_PARTS = 4
