import type { Gates } from './at-load.js'
import { isUnknown } from './calls.js'
import { nameOfCallee, unwrap } from './chains.js'
import { repeatsItself } from './conditions.js'
import type { Reach } from './entries.js'
import type { Failure } from './failures.js'
import { guardsFrom, isAskedFor } from './guards.js'
import { LISTENING, MOUNTING, REPEATING } from './known-names.js'
import { type Importers, LossesOf } from './losses.js'
import { type AstNode, asNode, nodesOf } from './node.js'
import type { ReachedFunctions } from './reached.js'
import { isBehindEnd, type Losses, NOTHING_LOST } from './script-functions.js'
import type { ScriptFunction } from './script-parts.js'
import { elementsOf, textsOf } from './url-text.js'
import type { Evaluator, FunctionValue } from './value.js'

/** All that a page runs. */
export interface PageScripts extends Importers {
  scripts(): readonly Evaluator[]
  /** Those of them that are the app rather than its libraries. */
  own(): readonly Evaluator[]
  /** What runs while the page loads, or by itself. @param losses what does not @param gates conditions that are known */
  reached(losses?: Losses, gates?: Gates): ReachedFunctions
}

export const KINDS = ['reacts', 'repeats', 'shows'] as const

/** What starts an app: it `reacts` to a person, `repeats` itself, or only `shows` something, as libraries do for a test. */
export interface Start {
  readonly kind: (typeof KINDS)[number]
  readonly of: Evaluator
  /** Whether the app surely comes to it, as far as is known. */
  readonly isSure: boolean
  /** The functions that it has called. */
  readonly calls: readonly FunctionValue[]
  /** The functions that it calls again and again, by their nodes. */
  readonly loops: readonly AstNode[]
  /** Whether it is a framework that puts the app into the page. */
  readonly mounts?: true
}

/**
 * What starts the app, of all that runs, by the call or the assignment.
 * @param apart the scripts of which all counts
 */
export const startsIn = (
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  apart: ReadonlySet<Evaluator>,
): ReadonlyMap<AstNode, Start> => {
  const found = new Map<AstNode, Start>()
  for (const of of scripts) {
    const isApart = apart.has(of)
    const note = (node: AstNode, start: Omit<Start, 'isSure'>, reach: Reach | null): void => {
      if (reach !== null) found.set(node, { ...start, isSure: reach !== 'perhaps' })
    }
    const add = (node: AstNode, start: Omit<Start, 'isSure'>, fn: ScriptFunction): void =>
      note(node, start, isApart ? 'stops' : reached.of(fn, node.end, of))
    for (const fn of of.model.functions.values()) {
      if (!isApart && !reached.has(fn)) continue
      for (const { node } of fn.calls) {
        const start = startOf(node, fn, of)
        if (start !== null) add(node, start, fn)
      }
      for (const { event, target, value } of fn.handlers)
        if (PERSON.test(event)) add(target, { kind: 'reacts', of, calls: of.functions(value), loops: [] }, fn)
    }
    for (const name of SHOWING_FIELDS)
      for (const { target, value } of of.model.writes.fields.get(name) ?? []) {
        const fn = of.model.functionAt(target.start)
        // It is set once its value is there.
        const isSet = isApart || reached.goesOnBehind(fn, value ?? target)
        const reach = isApart ? 'stops' : isSet ? reached.of(fn, target.start, of) : null
        note(target, { kind: 'shows', of, calls: [], loops: [] }, reach)
      }
  }
  return found
}

const startOf = (call: AstNode, fn: ScriptFunction, of: Evaluator): Omit<Start, 'isSure'> | null => {
  const name = nameOfCallee(call)
  const values = nodesOf(call['arguments'])
  const start = (
    kind: Start['kind'],
    calls: readonly FunctionValue[] = [],
    loops: readonly AstNode[] = [],
  ): Omit<Start, 'isSure'> => ({ kind, of, calls, loops })
  if (SHOWING.has(name))
    return values.some((value) => elementsOf(value, of).includes('script')) ? null : start('shows')
  if (MOUNTING.has(name)) return { ...start('reacts'), mounts: true }
  const calls = values.flatMap((value) => of.functions(value))
  const isOfPerson =
    (PERSON.test(name) && calls.length > 0) ||
    (LISTENING.has(name) &&
      !isOfOwnEvents(call, of) &&
      textsOf(values[0], of).some((text) => text.split(' ').some((event) => PERSON.test(event))))
  if (isOfPerson) return start('reacts', calls)
  if (name === 'setInterval' || name === 'setAnimationLoop')
    return start(
      'repeats',
      calls,
      calls.map(({ node }) => node),
    )
  return (REPEATING.has(name) || name === 'setTimeout') && repeatsItself(fn, of)
    ? start('repeats', [], [fn.node])
    : null
}

/** Whether a function of the scripts is called that keeps listeners itself: `on('tap', draw)` and `emit('tap')`. */
const isOfOwnEvents = ({ callee }: AstNode, of: Evaluator): boolean => {
  const called = of.functions(callee)
  const listens = ({ node, of: from }: FunctionValue): boolean =>
    [...LISTENING].some((name) =>
      from.model.callsByName.get(name)?.some(({ start, end }) => node.start <= start && end <= node.end),
    )
  return called.length > 0 && !called.some(listens)
}

/**
 * Whether most of what starts an app is done only where conditions hold that ask for what a call gives, and they do not.
 * @param offset where the call begins
 */
export const startsOnlyIf = (
  script: Evaluator,
  offset: number,
  page: PageScripts,
  reached: ReachedFunctions,
): boolean => {
  const { model } = script
  const isAsked = (node: AstNode): boolean =>
    (node.type === 'CallExpression' && node.start === offset) ||
    (node.type === 'Identifier' && script.of(node).some((one) => 'node' in one && one.node.start === offset))
  const lost: Pick<Start, 'kind'>[] = []
  const opened = page.reached()
  for (const fn of model.functions.values())
    for (const { node } of reached.has(fn) ? fn.calls : []) {
      if (reached.of(fn, node.start, script) !== null || !isAskedFor(node, model.guards, isAsked)) continue
      const start = startOf(node, fn, script)
      if (start !== null) lost.push(start)
      reachedWith(script.functions(node['callee']), opened)
    }
  const scripts = page.scripts()
  const kept = startsIn(scripts, reached, new Set())
  for (const [node, start] of startsIn(scripts, opened, new Set())) if (!kept.has(node)) lost.push(start)
  const left = [...kept.values()]
  return lost.filter(goesOn).length > left.filter(goesOn).length || (lost.length > 0 && left.length === 0)
}

/**
 * The condition around all that starts an app, which nobody knows, and whether it holds where the app starts:
 * `if (isSupported) new Game()`. An app that is judged as if it held is judged right: it starts then, or not at all.
 */
export const gateOf = (page: PageScripts, reached: ReachedFunctions): Gates | null => {
  const scripts = page.scripts()
  const startsOf = (reached: ReachedFunctions): readonly (readonly [AstNode, Start])[] =>
    [...startsIn(scripts, reached, new Set())].filter(([, start]) => goesOn(start))
  const starts = startsOf(reached)
  if (starts.length === 0 || starts.some(([, { isSure }]) => isSure)) return null
  const places = scripts.flatMap((of) => [
    ...starts.flatMap(([node, start]) => (start.of === of ? [{ node, of }] : [])),
    ...[...of.model.functions.values()]
      .flatMap(({ calls }) => calls)
      .flatMap(({ node }) => (of.functions(node['callee']).length > 0 ? [{ node, of }] : [])),
  ])
  const gatesTo = (depth: number): readonly (readonly [AstNode, boolean])[] => [
    ...new Map(places.flatMap(({ node, of }) => doubtsAround(node, of, reached, depth))),
  ]
  const isGate = ([test, holds]: readonly [AstNode, boolean]): boolean => {
    const left = page.reached(NOTHING_LOST, new Map([[test, !holds]]))
    return startsOf(left).length === 0 && !scripts.some((of) => callsUnknown(of, left, TAKEN_UP, 'surely'))
  }
  for (const depth of [0, MAX_DEPTH]) {
    const gates = gatesTo(depth)
    const found = gates.length > MOST_GATES ? undefined : gates.find(isGate)
    if (found !== undefined) return new Map([found])
  }
  return null
}

/**
 * Whether a function is a script itself, or what the browser calls, or one that only such a function calls, in any case.
 * @param depth through how many calls
 */
const isOuter = (
  fn: ScriptFunction,
  { model }: Evaluator,
  reached: ReachedFunctions,
  depth: number,
): boolean => {
  if (fn === model.main || reached.isCalledByBrowser(fn)) return true
  const calls = reached.callsOf(fn)
  if (fn.outer === model.main && calls.some(({ call }) => unwrap(call['callee']) === fn.node)) return true
  const [entry, ...more] = calls
  if (entry === undefined || more.length > 0 || depth === 0) return false
  const { call, of } = entry
  const caller = of.model.functionAt(call.start)
  return isOuter(caller, of, reached, depth - 1) && reached.surelyComesTo(call.start, of)
}

/** The conditions around a place, where one of them is not known to hold, with whether it does where the place is come to. */
const doubtsAround = (
  { start: offset }: AstNode,
  of: Evaluator,
  reached: ReachedFunctions,
  depth: number,
): readonly (readonly [AstNode, boolean])[] => {
  const fn = of.model.functionAt(offset)
  if (!reached.has(fn) || !isOuter(fn, of, reached, depth) || reached.of(fn, offset, of) !== 'perhaps')
    return []
  return [...guardsFrom(of.model.guards.at(offset))]
    .filter(({ choice, start }) => choice === null && start >= fn.node.start)
    .filter(({ test }) => reached.surelyComesTo(test.start, of))
    .map(({ test, holds }) => [test, holds])
}

/** Among more conditions, nobody looks for one around all that starts. */
const MOST_GATES = 2
const MAX_DEPTH = 3

/**
 * The scripts that are the app rather than its libraries, with the modules that they import: of a page, only the last file is seen to be
 * one. What a script imports that never begins may not have begun itself.
 */
export const ownScripts = (page: PageScripts, { ends } = NOTHING_LOST): readonly Evaluator[] => {
  const own = new Set(page.own())
  const isOwn = (of: Evaluator): boolean => own.has(of) && (ends.get(of.model.program) ?? 0) >= 0
  const scripts = page.scripts().filter(({ model }) => model.program.end <= LONGEST_OWN)
  for (let size = -1; size !== own.size; ) {
    size = own.size
    for (const of of scripts) if (page.importersOf(of).some(isOwn)) own.add(of)
  }
  return [...own]
}

/** Longer modules are libraries. */
const LONGEST_OWN = 100_000

/** Whether more than something to look at starts. */
const goesOn = ({ kind }: Pick<Start, 'kind'>): boolean => kind !== 'shows'

/** Whether nothing starts an app, as far as is known, where the script minds failures, and what starts it is skipped. */
export const skipsStart = (
  failures: readonly Failure[],
  page: PageScripts,
  reached: ReachedFunctions,
): boolean => {
  const scripts = page.scripts()
  const handled = failures.map((one) => ({ ...one, isHandled: true }))
  const losses = new LossesOf(handled, reached, page)
  const skipped = scripts.flatMap((of) =>
    [...of.model.functions.values()].flatMap((fn) =>
      fn.handlers.flatMap(({ target, value }) =>
        isBehindEnd(losses, fn.node, target.start) ? of.functions(value) : [],
      ),
    ),
  )
  const all = startsIn(scripts, reachedWith([...losses.arriving, ...skipped], page.reached()), new Set())
  if (![...all.values()].some(goesOn)) return false
  const left = reachedWith(losses.minding, page.reached(losses))
  const kept = startsIn(scripts, left, new Set())
  return (
    [...all].some(([node, start]) => goesOn(start) && !kept.has(node)) &&
    ![...kept.values()].some(goesOn) &&
    !scripts.some((of) => callsUnknown(of, left, TAKEN_UP))
  )
}

/** What functions run is added to what runs. */
export const reachedWith = (
  functions: readonly FunctionValue[],
  reached: ReachedFunctions,
): ReachedFunctions => {
  for (const { node, of } of functions) {
    const fn = of.model.functions.get(node)
    if (fn !== undefined) reached.add(of, fn)
  }
  return reached
}

/** What of the browser is called by a name of its own, and starts nothing. */
const TAKEN_UP: ReadonlySet<string> = new Set([
  ...['fetch', 'Image', 'Audio', 'FontFace', 'XMLHttpRequest', 'WebSocket', 'Worker'],
  ...['BroadcastChannel', 'MessageChannel', 'EventSource', 'AudioContext', 'OffscreenCanvas'],
  ...['alert', 'confirm', 'prompt', 'addEventListener'],
])

/**
 * Whether a script calls what nobody knows, which may start anything; not what the browser has made.
 * @param known names of what is
 * @param chance whether only what is surely come to counts
 */
const callsUnknown = (
  of: Evaluator,
  reached: ReachedFunctions,
  known: ReadonlySet<string> = new Set(),
  chance: 'surely' | 'perhaps' = 'perhaps',
): boolean => {
  const isMade = ({ callee }: AstNode): boolean =>
    of.of(asNode(callee)?.['object']).some(({ kind }) => kind === 'made')
  const mayStart = (call: AstNode): boolean =>
    isUnknown(call, of) && !known.has(nameOfCallee(call)) && !isMade(call)
  const isComeTo = (reach: Reach | null): boolean =>
    reach !== null && (chance === 'perhaps' || reach !== 'perhaps')
  return [...of.model.functions.values()].some(
    (fn) =>
      reached.has(fn) &&
      fn.calls.some(({ node }) => mayStart(node) && isComeTo(reached.of(fn, node.end, of))),
  )
}

/**
 * Whether something is seen to start the app, of all that runs.
 * @param mayBeGone whether what is not there may be the app: then something else must react to a person; else it is enough
 *   that something repeats itself, or that the app's own scripts show something, or call what nobody knows
 */
export const hasStart = (page: PageScripts, reached: ReachedFunctions, mayBeGone: boolean): boolean => {
  const starts = [...startsIn(page.scripts(), reached, new Set()).values()]
  if (starts.some(({ kind }) => kind === 'reacts')) return true
  if (mayBeGone) return false
  const own = ownScripts(page)
  return (
    starts.some(({ kind, of }) => kind === 'repeats' || own.includes(of)) ||
    own.some((of) => callsUnknown(of, reached))
  )
}

/** The events of a person, as browsers and jQuery name them. */
const PERSON =
  /^(?:click|dblclick|mouse|pointer|touch|key(?:down|press|up)|input$|change$|submit$|tap$|drag|drop|wheel|contextmenu)/

/** What puts something into the page, or draws. */
const SHOWING: ReadonlySet<string> = new Set([
  ...[
    'append',
    'appendChild',
    'prepend',
    'insertBefore',
    'insertAdjacentHTML',
    'replaceChildren',
    'appendTo',
  ],
  ...['getContext', 'drawImage', 'fillRect', 'fillText'],
])
const SHOWING_FIELDS = ['innerHTML', 'innerText', 'textContent']
