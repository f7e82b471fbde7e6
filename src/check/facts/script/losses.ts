import { isOfBrowser, isUnknown } from './calls.js'
import { nameOfCallee, unwrap } from './chains.js'
import { type Failure, failingNode, isGivenRemote, loaderOf, objectOf, variableOfUrl } from './failures.js'
import { rejectsAgain } from './guards.js'
import { isForEach, isOfList } from './in-turn.js'
import { CONTINUING, LATER, LISTENING, REPEATING } from './known-names.js'
import {
  isPromise,
  listenersToArrival,
  listenersToFailure,
  promiseDecidedBy,
  promiseLeftBy,
  promisesOf,
} from './listeners.js'
import { type AstNode, asNode, memberName, nodesOf } from './node.js'
import type { Caller, ReachedFunctions } from './reached.js'
import { isBehindEnd, type Losses, rejects } from './script-functions.js'
import type { ScriptFunction } from './script-parts.js'
import { isReadFromOutside, parentsIn, readsOf, readsOfOwnField } from './sources.js'
import { isTried, triedBlock } from './tried-before.js'
import type { Evaluator, FunctionValue } from './value.js'

/** What imports a module: by `import()`, or else it does not run without it. */
export interface Import {
  readonly node: AstNode | null
  readonly of: Evaluator
}

/** Who needs which modules. */
export interface Importers {
  importersOf(module: Evaluator): readonly Evaluator[]
  dynamicImportsOf(module: Evaluator): readonly Import[]
}

/** What failures keep from running, as far as the scripts show it. */
export class LossesOf implements Losses {
  readonly ends = new Map<AstNode, number>()
  readonly kept = new Map<AstNode, readonly AstNode[]>()
  readonly never = new Set<AstNode>()
  readonly last = new Map<AstNode, AstNode>()
  /** The functions that an error ends in each call of theirs, by their nodes; not those that only wait for what never comes. */
  readonly broken = new Map<AstNode, { readonly fn: ScriptFunction; readonly of: Evaluator }>()
  /** The scripts in which something is lost. */
  readonly scripts = new Set<Evaluator>()
  /** With how many failures something is lost that nobody knows: it may start anything. */
  unknown = 0
  /** What would be called as something arrives that is waited for, and what is called since it fails. */
  readonly arriving: FunctionValue[] = []
  readonly minding: FunctionValue[] = []
  /** Where the app goes on once it has minded that a promise was rejected: functions, and where in them that begins. */
  readonly recovering: { readonly fn: ScriptFunction; readonly of: Evaluator; readonly from: number }[] = []
  readonly #reached: ReachedFunctions
  readonly #modules: Importers
  readonly #countsPending: boolean
  readonly #promises = new Set<AstNode>()
  /** Whether what fails says nothing, so that its promise is not even rejected. */
  #isSilent = false
  #isHandled = false
  /** Whether nothing looks at a promise that is rejected. */
  #isDropped = false
  /** The function whose parameter is the URL of what fails: other calls of it may go well. */
  #loader: ScriptFunction | null = null
  /** Whether what fails is for one element of a list: it goes well for others. */
  #isOfList = false

  /** Whether a promise is never fulfilled since what would do that is lost. */
  isPending = false
  #isWaiting = false

  /** @param countsPending whether what waits for such a promise is lost, too */
  constructor(
    failures: readonly Failure[],
    reached: ReachedFunctions,
    modules: Importers,
    countsPending = true,
  ) {
    this.#reached = reached
    this.#modules = modules
    this.#countsPending = countsPending
    for (const failure of failures) {
      const { unknown } = this
      this.#add(failure)
      this.unknown = Math.min(this.unknown, unknown + 1)
    }
  }

  /** Whether errors only end what promises call, and reject these, and all that waits for them is seen, and minds that. */
  isOnlyRejected(): boolean {
    return (
      this.unknown === 0 &&
      this.never.size === 0 &&
      !this.#isDropped &&
      this.broken.size > 0 &&
      this.ends.size === this.broken.size &&
      [...this.broken.values()].every(
        ({ fn, of }) =>
          this.#reached.callersOf(fn).length === 0 &&
          of.calls.giving(fn).some((one) => isOfPromise(one.node, one.of)),
      )
    )
  }

  #add(failure: Failure): void {
    const { fails, fn, offset, of } = failure
    const node = fails === 'throws' ? null : failingNode(failure)
    const url = node === null ? null : variableOfUrl(node, of)
    this.#isOfList = url !== null && isOfList(url, of)
    this.#loader = url === null || this.#isOfList ? null : loaderOf(url, of)
    this.#isSilent = false
    this.#isHandled = failure.isHandled === true
    if (node === null) this.#break(fn, offset, of)
    else {
      // What the missing module would do, nobody knows.
      if (node.type === 'ImportExpression') {
        this.unknown++
        this.scripts.add(of)
      }
      // How far a function of the page comes that fails, nobody knows.
      if (fails === 'rejects' && of.functions(node['callee']).length > 0) this.never.add(node)
      if (fails === 'waits') this.#silence(objectOf(node), of)
      for (const value of nodesOf(node['arguments']))
        if (of.functions(value).length > 0) this.#lose(node, value, of)
      // Of a font, only what loads it gives a promise.
      const promises =
        node.type === 'NewExpression' ? promisesOf(node, 'load', of).map((load) => load.node) : [node]
      if (fails === 'rejects') for (const promise of promises) this.#reject(promise, of)
    }
  }

  /** An error ends a function, and what calls it. */
  #break(fn: ScriptFunction, offset: number, of: Evaluator): void {
    const waiting = [{ fn, offset, of, at: offset }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { fn, offset, of, at } = next
      const until = this.#isHandled ? triedBlock({ start: offset, end: offset }, of)?.end : undefined
      if (!this.#end(fn, offset, of, until) || until !== undefined) continue
      this.broken.set(fn.node, { fn, of })
      this.#leaveWaiting(fn, of)
      if (rejects(fn)) this.#rejectFunction(fn, of)
      else
        for (const one of this.#callersOf(fn)) {
          if (!this.#reached.comesTo(at, fn, of, one.call)) continue
          waiting.push({ ...one, offset: one.call.end, at: one.call.end - 1 })
          if (isForEach(one.call, one.of)) this.last.set(one.call, fn.node)
        }
      for (const { node: call, of: from } of of.calls.giving(fn))
        if (isOfPromise(call, from)) this.#reject(call, from)
      if (fn !== of.model.main) continue
      for (const one of this.#modules.importersOf(of))
        waiting.push({ fn: one.model.main, offset: -1, of: one, at: -1 })
      for (const { node, of: from } of this.#modules.dynamicImportsOf(of))
        if (node !== null && this.#reached.surelyComesTo(node.start, from)) this.#reject(node, from)
    }
  }

  /** Of the promises that only what is behind the end of a function would have fulfilled, nobody hears. */
  #leaveWaiting({ node, calls }: ScriptFunction, of: Evaluator): void {
    const isLost = ({ start }: AstNode): boolean =>
      node.start <= start && start < node.end && isBehindEnd(this, node, start)
    for (const { node: call } of calls)
      for (const name of isLost(call) ? [asNode(call['callee']), ...nodesOf(call['arguments'])] : []) {
        const promise = promiseDecidedBy(name, 0, of)
        const variable = promise === null || name === null ? null : of.model.variableOf(name)
        if (promise === null || variable === null || !readsOf(variable, of).every(isLost)) continue
        this.isPending = true
        if (!this.#countsPending) continue
        this.#isWaiting = true
        this.#reject(promise, of)
        this.#isWaiting = false
      }
  }

  /** What an error in a function ends, or may: also what minds it. */
  #callersOf(fn: ScriptFunction): readonly Caller[] {
    if (!this.#isHandled) return this.#reached.callersOf(fn)
    return this.#reached
      .callsOf(fn)
      .filter(({ call, of, reach }) => reach !== 'perhaps' && this.#reached.surelyComesTo(call.end - 1, of))
      .map(({ call, of }) => ({ fn: of.model.functionAt(call.end - 1), of, call }))
  }

  /**
   * @param until where the function goes on, since it minds the error
   * @returns false where it is known that the function does not come so far
   */
  #end(fn: ScriptFunction, offset: number, of: Evaluator, until?: number): boolean {
    const end = this.ends.get(fn.node) ?? Number.POSITIVE_INFINITY
    const known = this.kept.get(fn.node) ?? []
    const around = known.find((one) => one.start <= Math.max(offset, end) && offset < one.end)
    if (offset >= end && around === undefined) return false
    this.ends.set(fn.node, Math.min(offset, end))
    const last = around ?? (end === Number.POSITIVE_INFINITY ? fn.node : { ...fn.node, end })
    const parts = [
      ...(around === undefined || offset <= around.start ? [] : [{ ...around, end: offset }]),
      ...(until === undefined || until >= last.end ? [] : [{ ...last, start: until }]),
    ]
    const blocks = of.model.finals.flatMap((one) => {
      const block = asNode(one['finalizer'])
      const isAround = block !== null && one.start <= offset && offset <= block.start
      return isAround && of.model.functionAt(one.start) === fn ? [block] : []
    })
    this.kept.set(fn.node, [...known.filter((one) => one !== around), ...parts, ...blocks])
    this.scripts.add(of)
    return true
  }

  /** The promise that an expression gives is never fulfilled: what waits for it does not go on. */
  #reject(node: AstNode, of: Evaluator): void {
    if (this.#promises.has(node)) return
    this.#promises.add(node)
    const parents = parentsIn(of)
    const parent = parents.get(node)
    if (parent === undefined) return
    switch (parent.type) {
      case 'ExpressionStatement':
      case 'UnaryExpression':
        this.#isDropped = true
        break
      case 'AwaitExpression':
      case 'YieldExpression':
      case 'ReturnStatement':
      case 'ArrowFunctionExpression': {
        const fn = of.model.functionAt(node.start)
        const isAwaited = /^(?:Await|Yield)/.test(parent.type)
        if (!isAwaited) this.#rejectFunction(fn, of)
        else if (this.#isSilent || !isTried(parent, of)) this.#stop(fn, parent.end, of)
        else if (this.#isHandled) {
          // Which step goes on behind one that is tried, is not followed.
          const block = triedBlock(parent, of)
          if (block !== null) this.#end(fn, parent.end, of, block.end)
        }
        break
      }
      case 'MemberExpression':
        this.#rejectChain(parent, parents.get(parent), of)
        break
      case 'VariableDeclarator':
        this.#rejectVariable(asNode(parent['id']), of)
        break
      case 'AssignmentExpression':
        this.#rejectVariable(asNode(parent['left']), of)
        this.#reject(parent, of)
        break
      case 'CallExpression':
        this.#rejectArgument(parent, node, of)
        break
      default:
        if (SAME.has(parent.type)) this.#reject(parent, of)
        else this.unknown++
    }
  }

  /** A function waits, and does not go on; a module that does so is not there for those that import it. */
  #stop(fn: ScriptFunction, offset: number, of: Evaluator): void {
    this.#isOfList = false
    if (fn === of.model.main) this.#break(fn, offset, of)
    else if (this.#end(fn, offset, of)) {
      this.#leaveWaiting(fn, of)
      this.#rejectFunction(fn, of)
    }
  }

  /** `promise.then(…)` */
  #rejectChain(member: AstNode, call: AstNode | undefined, of: Evaluator): void {
    const name = memberName(member)
    if (call?.type !== 'CallExpression' || asNode(call['callee']) !== member) return
    const [onFulfilled, onRejected] = nodesOf(call['arguments'])
    if (name === 'then') {
      this.#lose(call, onFulfilled ?? null, of)
      if (onRejected !== undefined && !this.#isSilent) {
        // What is done in either case.
        const [done] = of.functions(onFulfilled)
        if (done !== undefined && of.functions(onRejected).some(({ node }) => node === done.node))
          this.#recoverIn(onRejected, of)
        this.#recover(call, of)
        return
      }
    }
    if (
      PASSED_BY.has(name ?? '') ||
      (name === 'catch' && (this.#isSilent || rejectsAgain(nodesOf(call['arguments']).at(-1))))
    ) {
      if (name === 'finally') this.#recoverIn(onFulfilled ?? null, of)
      this.#reject(call, of)
    } else if (name === 'catch') this.#recover(call, of)
  }

  /** What follows a promise that is fulfilled, since a rejection was minded. */
  #recover(promise: AstNode, of: Evaluator): void {
    const parents = parentsIn(of)
    const parent = parents.get(promise)
    if (parent?.type === 'AwaitExpression')
      this.recovering.push({ fn: of.model.functionAt(parent.start), of, from: parent.end })
    const call = parent?.type === 'MemberExpression' ? parents.get(parent) : undefined
    if (parent === undefined || call === undefined || asNode(call['callee']) !== parent) return
    const name = memberName(parent) ?? ''
    if (!CONTINUING.has(name)) return
    if (name !== 'catch') this.#recoverIn(nodesOf(call['arguments'])[0] ?? null, of)
    this.#recover(call, of)
  }

  #recoverIn(value: AstNode | null, of: Evaluator): void {
    for (const { node, of: from } of of.functions(value)) {
      const fn = from.model.functions.get(node)
      if (fn !== undefined) this.recovering.push({ fn, of: from, from: node.start })
    }
  }

  #rejectVariable(name: AstNode | null, of: Evaluator): void {
    const variable = name?.type === 'Identifier' ? of.model.variableOf(name) : null
    if (variable !== null) for (const read of readsOf(variable, of)) this.#reject(read, of)
    else if (asNode(name?.['object'])?.type === 'ThisExpression' && name !== null)
      for (const read of readsOfOwnField(name, of)) this.#reject(read, of)
    // Who reads it from elsewhere is not known.
    if (variable === null && (name === null || isReadFromOutside(name, of))) this.unknown++
  }

  #rejectArgument(call: AstNode, value: AstNode, of: Evaluator): void {
    const callee = unwrap(call['callee'])
    if (callee === null) return
    // What is called gives it.
    if (callee === value) this.#reject(call, of)
    if (callee === value) return
    const name = callee.type === 'MemberExpression' ? memberName(callee) : null
    // What waits for all waits for the one, too.
    this.#isOfList = false
    // That waits for all of them, and no more.
    if (name === 'allSettled' && !this.#isSilent) return
    // Another one decides a race.
    if (name === 'race' && this.#isWaiting) return
    if (name !== null && (PASSING_ON.has(name) || name === 'allSettled')) this.#reject(call, of)
    else if (name === 'push') this.#rejectVariable(asNode(callee['object']), of)
    else this.#rejectParameter(of.functions(callee), nodesOf(call['arguments']).indexOf(value))
  }

  /** A function is given it: of one that more calls enter, nobody knows what it does for this one. */
  #rejectParameter([called, ...more]: readonly FunctionValue[], index: number): void {
    const fn = called?.of.model.functions.get(called.node)
    const parameter = nodesOf(called?.node['params'])[index]
    const variable = parameter?.type === 'Identifier' ? called?.of.model.variableOf(parameter) : null
    const isSeen = fn !== undefined && more.length === 0 && this.#reached.callsOf(fn).length === 1
    const reads = variable?.writes.length === 1 && called !== undefined ? readsOf(variable, called.of) : null
    if (called === undefined || reads === null) this.unknown++
    else if (isSeen) for (const read of reads) this.#reject(read, called.of)
    else if (!reads.every((read) => isMinded(read, called.of))) this.unknown++
  }

  /** The promise of a function is never fulfilled. */
  #rejectFunction(fn: ScriptFunction, of: Evaluator): void {
    if (fn.compiled !== null && rejects(fn)) {
      let call = fn.given?.call
      const parents = parentsIn(of)
      // `_asyncToGenerator(regenerator.mark(function () {…}))`
      for (let outer = call; outer !== undefined && isGiven(outer, call); outer = parents.get(outer))
        call = outer
      if (call !== undefined) this.#reject(call, of)
      return
    }
    const calls = this.#reached.callsOf(fn)
    const remote = fn === this.#loader ? calls.filter(({ call, of }) => isGivenRemote(call, of)) : []
    for (const { call, of: from } of remote.length > 0 ? remote : calls) {
      if (parentsIn(from).get(call)?.type === 'AwaitExpression' && isForEach(call, from))
        this.last.set(call, fn.node)
      this.#reject(call, from)
    }
    const call = fn.given?.call
    if (call === undefined) return
    const callee = unwrap(call['callee'])
    const name = nameOfCallee(call)
    if (PASSING.has(name)) this.#reject(call, of)
    else if (callee !== null && isUnknown(call, of) && !IGNORING.has(name)) this.unknown++
  }

  /** What listens to the arrival of an object is never called. */
  #silence(object: AstNode | null, of: Evaluator): void {
    for (const { node } of promisesOf(object, 'decode', of)) this.#reject(node, of)
    const minding = listenersToFailure(object, of)
    this.#isSilent = minding.length === 0
    this.#isWaiting = this.#isSilent
    for (const { value } of minding) this.minding.push(...of.functions(value))
    for (const { by, value } of listenersToArrival(object, of)) {
      this.arriving.push(...of.functions(value))
      this.#lose(by, value, of)
    }
    this.#isWaiting = false
  }

  /** Whether a place is in the function that loads something else, too. */
  #isForOthers(by: AstNode, of: Evaluator): boolean {
    const loader = this.#loader
    if (loader === null || by.start < loader.node.start || by.end > loader.node.end) return false
    // Also by what minds the failure: `load(remote, start, () => load(own, start))`.
    const calls = [...this.#reached.callsOf(loader), ...of.calls.of(loader).map((call) => ({ call, of }))]
    return (
      of.model.functions.get(loader.node) === loader &&
      !calls.every(({ call, of }) => isGivenRemote(call, of))
    )
  }

  /** A function is called once less: what it does under a condition, as once all are there, may never come. */
  #loseOne(value: AstNode | null, of: Evaluator, depth = 0): void {
    // What minds the failure may do the same.
    if (this.#isHandled) return
    for (const { node, of: from } of of.functions(value)) {
      const fn = from.model.functions.get(node)
      for (const { node: call, guards } of fn?.calls ?? []) {
        const callee = asNode(call['callee'])
        const resolved = promiseLeftBy(callee, from)
        if (resolved !== null) this.#reject(resolved, from)
        if (fn !== undefined && guards !== null && guards.start >= node.start)
          this.#end(fn, guards.start - 1, from)
        else if (depth < MAX_DEPTH) this.#loseOne(callee, from, depth + 1)
      }
    }
  }

  /** A function is never called that is handed over. */
  #lose(by: AstNode, value: AstNode | null, of: Evaluator): void {
    this.scripts.add(of)
    if (this.#isOfList && of.functions(value).length > 0) {
      this.#loseOne(value, of)
      return
    }
    const isForOthers = this.#isForOthers(by, of)
    if (isForOthers) this.#loseOne(value, of)
    else this.never.add(by)
    if (value === null || value.type === 'Literal') return
    const isDecided = promiseDecidedBy(value, 0, of) !== null
    const promise = promiseLeftBy(value, of)
    const functions = isDecided ? [] : of.functions(value)
    if (promise !== null) this.#reject(promise, of)
    else if (!isDecided && functions.length === 0 && !isOfBrowser(value, of)) this.unknown++
    for (const { node, of: from } of functions) {
      const fn = from.model.functions.get(node)
      for (const { node: call } of fn?.calls ?? []) {
        const callee = asNode(call['callee'])
        const resolved = promiseLeftBy(callee, from)
        // What nothing else follows, as from a socket that opens, is looked at here only.
        const isOver = fn !== undefined && !this.#reached.has(fn) && from.functions(callee).length > 0
        if (resolved !== null) this.#reject(resolved, from)
        else if (!isForOthers && (isOver || isUnknown(call, from))) this.unknown++
      }
    }
  }
}

/** Whether a promise is only read to mind its rejection, too: `promise.then(onDone, onFailed)`. */
const isMinded = (promise: AstNode, of: Evaluator): boolean => {
  const member = parentsIn(of).get(promise)
  const call = member?.type === 'MemberExpression' ? parentsIn(of).get(member) : undefined
  const isCalled = call?.type === 'CallExpression' && asNode(call['callee']) === member
  const minds = member === undefined ? undefined : MINDING.get(memberName(member) ?? '')
  return isCalled && minds !== undefined && nodesOf(call['arguments']).length >= minds
}

/** The methods of a promise that mind its rejection, with how many arguments. */
const MINDING: ReadonlyMap<string, number> = new Map([
  ['then', 2],
  ['catch', 1],
])

/** What comes to what is in it. */
const SAME: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'ChainExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'SequenceExpression',
])

/** Whether a function that a call is given decides on the promise that the call gives. */
const isOfPromise = (call: AstNode, of: Evaluator): boolean =>
  isPromise(call, of) || (call.type === 'CallExpression' && CONTINUING.has(nameOfCallee(call)))

/** Whether an expression is a call, or one that another call is given. */
const isGiven = (outer: AstNode, inner: AstNode | undefined): boolean =>
  outer === inner || (outer.type === 'CallExpression' && nodesOf(outer['arguments']).includes(inner ?? outer))

/** The methods whose call gives what a promise gives, or what a function gives that is called so. */
const PASSED_BY: ReadonlySet<string> = new Set(['then', 'finally', 'call', 'apply'])

const MAX_DEPTH = 2

/** What gives the promises of the functions that it is given. */
const PASSING: ReadonlySet<string> = new Set([...CONTINUING, 'map', 'flatMap'])

/** What looks at nothing that a function gives which it calls. */
const IGNORING: ReadonlySet<string> = new Set([...LATER, ...REPEATING, ...LISTENING])

/** What gives a promise that is rejected with the one that it is given. */
const PASSING_ON: ReadonlySet<string> = new Set([
  ...['all', 'race', 'resolve'],
  // Of `WebAssembly`: each wants an answer that is there.
  ...['instantiateStreaming', 'compileStreaming'],
])
