import { functionAtLoad, type Gates, newSearch } from './at-load.js'
import { CalledByOthers } from './called-by-others.js'
import { Callees } from './callees.js'
import { callOf, optionalIn, unwrap } from './chains.js'
import { isThrownOn, repeatsItself } from './conditions.js'
import { Entries, type Entry, ParameterCalls, type Reach, Ways, weaker } from './entries.js'
import { isForEach } from './in-turn.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, onceEach } from './node.js'
import { goesOnAfter, isBehindEnd, type Losses, NOTHING_LOST } from './script-functions.js'
import type { ScriptCall, ScriptFunction } from './script-parts.js'
import { goesByTry, isTried } from './tried-before.js'
import type { Evaluator, FunctionValue, Outside } from './value.js'
import { listIn, push } from './write-notes.js'
import { isNothingYet } from './writes-in-force.js'

/** A function that is ended by an error in one that it calls, and the call. */
export interface Caller {
  readonly fn: ScriptFunction
  readonly of: Evaluator
  readonly call: AstNode
}

/**
 * The functions that run while an app loads, or by themselves: what the scripts of its page call as they run, and what timers,
 * frames, promises and the events of loading call. What only a person's event calls, and what nothing is seen to
 * call, is not among them.
 */
export class ReachedFunctions {
  readonly #found = new Map<ScriptFunction, Reach>()
  readonly #waiting: { readonly fn: ScriptFunction; readonly of: Evaluator }[] = []
  readonly #called = new Set<AstNode>()
  /** The functions of places that it is being asked about whether they surely run. */
  readonly #asked = new Set<ScriptFunction>()
  /** What is known of that, until more is found to run. */
  readonly #sure = new Map<ScriptFunction, Map<number, boolean>>()
  /** The calls of functions that nothing that runs has handed over yet. */
  readonly #handed: { readonly isThere: () => boolean; readonly enter: () => void }[] = []
  readonly #entries = new Entries()
  readonly #callees: Callees
  readonly #others: CalledByOthers
  readonly #losses: Losses
  readonly #ways: Ways
  readonly #parameters: ParameterCalls
  /** What an error in each function ends. */
  readonly #callers = new Map<AstNode, Caller[]>()
  /** The functions that only frames and intervals call, again and again: what they do under a condition may take its time. */
  readonly #repeated = new Set<ScriptFunction>()
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
  constructor(scripts: Pick<Outside, 'named'>, losses = NOTHING_LOST, gates: Gates = new Map()) {
    this.#losses = losses
    const comesTo = (fn: ScriptFunction, offset: number, of: Evaluator): boolean =>
      this.of(fn, offset, of) !== null
    this.#callees = new Callees(
      { has: (fn) => this.#found.has(fn), comesTo, isSureAt: (offset, of) => this.#isSureAt(offset, of) },
      this.#entries,
      scripts,
    )
    this.#ways = new Ways(this.#entries, {
      has: (fn) => this.#found.has(fn),
      isRepeated: (fn) => this.#repeated.has(fn),
      isStepped: (fn) => this.#callees.stepped.has(fn),
      isSureAt: (offset, of) => this.#isSureOnce(offset, of),
      gates,
    })
    this.#parameters = new ParameterCalls(this.#entries, this.#ways, (one, answer, entry) =>
      this.#enterOnce(
        () => this.#callees.isTaken(one, entry.call, entry.of),
        () => this.#enter(one, answer, entry),
      ),
    )
    this.#others = new CalledByOthers(
      {
        reachNode: (...entered) => this.#reachNode(...entered),
        construct: (node, of) => this.#construct(node, of, 'stops', 0),
        invoke: (...invoked) => this.#parameters.invoke(...invoked),
        enterOnce: (...once) => this.#enterOnce(...once),
        later: (enter) => this.#later.push(enter),
        runsOf: (fn) => this.#ways.runsOf(fn),
        reachAt: (...place) => this.of(...place),
      },
      losses,
    )
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
      const caller = from.model.functionAt(node.start)
      const known = this.of(caller, node.start, from)
      if (known === null) continue
      const reach = isTried(node, from) ? 'caught' : withWhatFollows(known, caller, node, from)
      this.add(of, fn, reach)
      if (reach === 'stops') this.#addCaller(fn.node, node, from)
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
    if (!this.#found.has(fn) || this.#isBehindEnd(fn, offset) || this.#entries.isDefaultGiven(fn, offset))
      return null
    const guards = of.model.guards.at(offset)
    return this.#ways.reachAt(guards, fn, of, offset, this.#found.get(fn) ?? 'perhaps', null)
  }

  /** Whether a place surely runs, and no condition around it goes by a `try` that has failed before. */
  surelyComesTo(offset: number, of: Evaluator): boolean {
    return this.#isSureAt(offset, of) && !goesByTry(of.model.guards.at(offset), of)
  }

  /** By conditions that lead from one to another, only a few are followed; one that leads back to itself makes nothing sure. */
  #isSureOnce(offset: number, of: Evaluator): boolean {
    const fn = of.model.functionAt(offset)
    const known = this.#sure.get(fn)?.get(offset)
    if (known !== undefined) return known
    if (this.#asked.has(fn) || this.#asked.size >= MAX_ASKED) return false
    this.#asked.add(fn)
    const isSure = this.#isSureAt(offset, of)
    this.#asked.delete(fn)
    if (this.#asked.size === 0) {
      const all = this.#sure.get(fn) ?? new Map<number, boolean>()
      this.#sure.set(fn, all.set(offset, isSure))
    }
    return isSure
  }

  #isSureAt(offset: number, of: Evaluator): boolean {
    return (this.of(of.model.functionAt(offset), offset, of) ?? 'perhaps') !== 'perhaps'
  }

  /** Whether frames or intervals call a function, again and again. */
  isRepeated(fn: ScriptFunction): boolean {
    return this.#repeated.has(fn) || this.#others.framed.has(fn.node)
  }

  /** What of the page a function is of: a `component`, with which all of its framework goes, or the first `scene` of an engine. */
  partOf(node: AstNode): 'component' | 'scene' | null {
    if (this.#others.scenes.has(node)) return 'scene'
    return this.#others.components.has(node) ? 'component' : null
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
    return this.#entries.of(node)
  }

  /** Whether a call of a function comes to a place in it; true where its calls are judged as one. */
  comesTo(...place: Parameters<Ways['comesTo']>): boolean {
    return this.#ways.comesTo(...place)
  }

  #addCaller(node: AstNode, call: AstNode, of: Evaluator): void {
    const callers = listIn(this.#callers, node)
    // A call may begin with the function that it calls.
    if (!callers.some((one) => one.call === call))
      callers.push({ fn: of.model.functionAt(call.end - 1), of, call })
  }

  /** Whether no failure ends a function in a part of it. */
  goesOnBehind(fn: ScriptFunction, { end }: AstNode): boolean {
    return !this.#isBehindEnd(fn, end + 1)
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
    this.#sure.clear()
    this.#found.set(fn, known === undefined || weaker(known, reach) === known ? reach : known)
    if (this.#isLater || !this.#repeated.has(fn)) this.#waiting.push({ fn, of })
    else this.#later.push(() => this.#waiting.push({ fn, of }))
  }

  #follow(fn: ScriptFunction, of: Evaluator, reach: Reach): void {
    for (const call of fn.calls) {
      if (this.#isBehindEnd(fn, call.node.end)) continue
      const lost = withWhatFollows(reach, fn, call.node, of)
      const { callee } = calledBy(call.node, of)
      const functions = callee === null ? [] : of.functions(callee)
      const optional = optionalIn(call.node)
      const reachNow = (): Reach | null => {
        if (optional !== null && isNothingYet(optional, { ...this.#ways.runsOf(fn), of })) return 'perhaps'
        const called = functions.some((one) => this.#isWritten(one)) ? callee : null
        return this.#ways.reachAt(
          call.guards,
          fn,
          of,
          call.node.start,
          call.caught && !isThrownOn(call.node, of) ? weaker(lost, 'caught') : lost,
          called,
        )
      }
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
    for (const handler of reach === 'perhaps' ? [] : fn.handlers) {
      if (this.#isBehindEnd(fn, handler.target.end)) continue
      const isSet = (): boolean => (this.of(fn, handler.target.start, of) ?? 'perhaps') !== 'perhaps'
      const follow = (): void => this.#others.followHandler(handler, of)
      if (isSet()) follow()
      else this.#doubted.push(() => (isSet() ? follow() : undefined))
    }
    // What a class holds itself is made with it.
    for (const field of fieldsIn(of).get(fn) ?? [])
      if (field.owner?.isStatic === true && !this.#isBehindEnd(fn, field.node.end)) {
        const lost = withWhatFollows(reach, fn, field.node, of)
        if (lost === 'stops') listIn(this.#callers, field.node).push({ fn, of, call: field.node })
        this.#reach(field, of, lost)
      }
    if (fn === of.model.main) this.#others.followSketch(of)
  }

  /** Whether something that runs comes to where a function is written, as far as is known by now. */
  #isWritten({ node, of }: FunctionValue): boolean {
    const outer = of.model.functions.get(node)?.outer
    return outer == null || this.#found.has(outer)
  }

  #followCall({ node, answer }: ScriptCall, of: Evaluator, reach: Reach): void {
    const callee = unwrap(node['callee'])
    const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
    const direct = calledBy(node, of)
    const called =
      callee?.type === 'Super'
        ? asNode(of.model.functionAt(node.start).owner?.node['superClass'])
        : direct.callee
    const spread = direct.values.findIndex(({ type }) => type === 'SpreadElement')
    const values = spread === -1 ? direct.values : direct.values.slice(0, spread)
    // `(0, a.b)()`, as bundlers write a call of another module.
    const isOfModule = asNode(node['callee'])?.type === 'SequenceExpression'
    const mayBe = this.#losses.never.has(node) ? [] : this.#callees.of(called, of, isOfModule)
    const choice = this.#callees.choiceOf({ node, called, of }, mayBe, (fn, one) =>
      this.#ways.leadsTo(node.start, of, fn, one, called),
    )
    const sure = { call: node, values, of, reach }
    const entry = (value?: FunctionValue): Entry =>
      choice.isDoubted(value) ? { ...sure, reach: 'perhaps' } : sure
    this.#parameters.invoke(called, of, answer, entry())
    for (const value of mayBe) {
      this.#enterOnce(
        () => choice.isThere(value),
        () => this.#enter(value, answer, entry(value)),
      )
      if (choice.isOpen)
        this.#enterOnce(
          () => choice.isThere(value) && choice.isAsked(value) === true,
          () => this.#enter(value, answer, sure),
        )
      if (value.node === this.#losses.last.get(node)) break
    }
    // By what has been set once all is followed, it may be one of them only.
    const isUnknownKey = mayBe.length === 0 && called?.['computed'] === true
    if ((choice.isOpen || isUnknownKey) && reach !== 'perhaps')
      this.#doubted.push(() => {
        const runs = this.#ways.runsOf(of.model.functionAt(node.start))
        const value = functionAtLoad(called, { ...runs, of, guard: null, callee: null, search: newSearch() })
        if (value !== null && choice.isThere(value)) this.#enter(value, answer, sure)
      })
    this.#others.followArguments(node, callee, method ?? String(callee?.['name'] ?? ''), of, reach, answer)
  }

  #enter({ node, of }: FunctionValue, answer: ScriptCall['answer'], entry: Entry): void {
    const { reach } = entry
    this.#called.add(node)
    if (isFunction(node) && entry.call.type === 'NewExpression')
      this.#callees.make(node, of, reach !== 'perhaps')
    if (!isFunction(node)) this.#construct(node, of, reach, 0, entry)
    else if (node['async'] !== true || answer === 'used') this.#reachNode(node, of, reach, entry)
    else this.#reachNode(node, of, answer === 'handled' ? 'caught' : weaker(reach, 'ends'), entry)
  }

  /** Enters a function once something that runs has made it, or handed it over. */
  #enterOnce(isThere: () => boolean, enter: () => void): void {
    if (isThere()) enter()
    else this.#handed.push({ isThere, enter })
  }

  #reachNode(node: AstNode, of: Evaluator, reach: Reach, entry?: Entry): void {
    // Nobody looks at the promise of an asynchronous function that only ends itself.
    if (entry !== undefined && (reach === 'stops' || (reach === 'ends' && node['async'] !== true)))
      this.#addCaller(node, entry.call, entry.of)
    if (entry !== undefined && this.#entries.add(node, entry)) this.#parameters.follow(node, entry)
    const fn = of.model.functions.get(node)
    if (fn !== undefined) this.#reach(fn, of, reach)
  }

  /** What runs when a class makes something: its fields, and its constructor or that of what it extends. */
  #construct(node: AstNode, of: Evaluator, reach: Reach, depth: number, entry?: Entry): void {
    let hasConstructor = false
    if (depth === 0 && asNode(entry?.call['callee'])?.type !== 'Super')
      this.#callees.make(node, of, reach !== 'perhaps')
    for (const member of nodesOf(asNode(node['body'])?.['body'])) {
      const value = asNode(member['value'])
      if (member.type === 'PropertyDefinition' && member['static'] !== true)
        this.#reachNode(member, of, reach, entry)
      else if (member['kind'] === 'constructor' && value !== null) {
        hasConstructor = true
        if (entry !== undefined) this.#called.add(value)
        this.#reachNode(value, of, reach, entry)
      }
    }
    if (hasConstructor || depth > MAX_CLASSES) return
    for (const value of of.functions(node['superClass']))
      if (isFunction(value.node)) this.#reachNode(value.node, value.of, reach, entry)
      else this.#construct(value.node, value.of, reach, depth + 1, entry)
  }
}

/** What an error in a part of a function does: in an asynchronous one, what follows is lost, too, also in turns of a loop. */
const withWhatFollows = (reach: Reach, fn: ScriptFunction, part: AstNode, of: Evaluator): Reach =>
  reach === 'ends' && (goesOnAfter(fn, part) || isForEach(part, of)) ? 'stops' : reach

/** The fields of the classes in each function. */
const fieldsIn = onceEach(({ model }: Evaluator) => {
  const found = new Map<ScriptFunction | null, ScriptFunction[]>()
  for (const fn of model.functions.values()) if (fn.owner?.kind === 'field') push(found, fn.outer, fn)
  return found
})

const MAX_FUNCTIONS = 200_000
/** So far a getter is looked for around what fails. */
const MAX_CALLS = 3
const MAX_CLASSES = 10
const MAX_ASKED = 2

/** What a call calls, also by another way, unless an object has a method of that name itself: `client.call('get')`. */
const calledBy = (call: AstNode, of: Evaluator): ReturnType<typeof callOf> => {
  const callee = unwrap(call['callee'])
  const direct = callOf(call)
  const isOwn =
    direct.callee !== callee && callee?.type === 'MemberExpression' && of.functions(callee).length > 0
  return isOwn ? { callee, values: nodesOf(call['arguments']) } : direct
}
