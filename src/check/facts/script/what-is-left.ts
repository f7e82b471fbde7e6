import { isOfContext, isUnknown } from './calls.js'
import { nameOfCallee, namesOf, unwrap } from './chains.js'
import type { Failure } from './failures.js'
import { OF_BROWSER, REPEATING } from './known-names.js'
import { isPromise } from './listeners.js'
import { LossesOf } from './losses.js'
import { type AstNode, asNode, isFunction, isNode, nodesOf } from './node.js'
import type { ReachedFunctions } from './reached.js'
import { addBound } from './scopes.js'
import { isBehindEnd, type Losses, rejects } from './script-functions.js'
import type { FieldWrite, ScriptCall, ScriptFunction } from './script-parts.js'
import { KINDS, ownScripts, type PageScripts, reachedWith, type Start, startsIn } from './starts.js'
import { readsOfUnset } from './unset-reads.js'
import { textsOf } from './url-text.js'
import type { Evaluator, FunctionValue, Value } from './value.js'
import { walk } from './walk.js'

/**
 * Whether an app starts in spite of failures: of each kind of thing that starts it, most is left, and the scene that is shown
 * first. What fails in turn is not left: a function that reads a variable which was never set, and all that it would have done.
 */
export const startsAnyway = (
  failures: readonly Failure[],
  page: PageScripts,
  reached: ReachedFunctions,
): boolean => {
  const scripts = page.scripts()
  const known = [...failures]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const losses = lossesFrom(known, reached, page)
    const own = ownScripts(page, losses)
    if ([...losses.broken.keys()].some((fn) => reached.partOf(fn) === 'scene')) return false
    const ended = loopsEnded(losses, reached)
    const more = new Map([...ended].map(([fn, of]) => [fn, doesMore(fn, of, losses, known)]))
    // What follows the error happens in no frame.
    if ([...more.values()].includes('calls')) return false
    // The app goes on without a loop that has only to do with what fails.
    const spared = new Set([...ended.keys()].filter((fn) => more.get(fn) === null).map(({ node }) => node))
    const apart = scriptsApart(losses, page)
    const all = new Map(
      [...startsIn(scripts, reached, apart)].filter(([, { loops }]) => !loops.some((fn) => spared.has(fn))),
    )
    const left = page.reached(losses)
    reachedWith(mindingErrors(scripts, left), left)
    const unknown = unknownCallsBehind(losses, scripts) + losses.unknown
    const isMinded = losses.isOnlyRejected()
    const isKept =
      isMinded ||
      (unknown === 0 && setsNothing(losses, scripts, reached, left)) ||
      (losses.unknown === 0 && losesOnlyItself(losses, scripts, reached, left, known))
    // Where nothing that starts is lost, it is enough that the app's own scripts start or show something.
    const isWhole = (starts: ReadonlyMap<AstNode, Start>): boolean =>
      isKept &&
      [...all].every(
        ([node, { kind, isSure }]) => starts.has(node) || (isMinded && kind === 'shows' && !isSure),
      ) &&
      [...starts.values()].some(
        ({ of, loops }) => own.includes(of) && !loops.some((fn) => losses.broken.has(fn)),
      )
    /** Whether nothing is lost but what would be shown, and the app shows something once it has minded the failure. */
    const isRecovered = (starts: ReadonlyMap<AstNode, Start>): boolean =>
      !scripts.some(({ model }) => losses.broken.has(model.program)) &&
      [...all].every(([node, { kind }]) => starts.has(node) || kind === 'shows') &&
      [...starts].some(([node, { of, isSure }]) => isSure && goesOnTo(node, of, losses))
    const isMostLeft = (starts: ReadonlyMap<AstNode, Start>): boolean => {
      const count = { reacts: 0, repeats: 0, shows: 0 }
      const lost = { ...count }
      for (const [node, { kind, loops }] of all)
        if (!starts.has(node)) lost[kind]++
        else if (!loops.some((fn) => losses.broken.has(fn))) count[kind]++
      // What may start it if a game comes so far, does not make up for all that surely would have.
      const isSurely = ([, { kind, isSure }]: readonly [AstNode, Start]): boolean =>
        isSure && kind !== 'shows'
      const surely = [...all].filter(isSurely)
      const isSomeSure = surely.length === 0 || surely.some(([node]) => starts.has(node))
      const isMost = isSomeSure && KINDS.every((kind) => count[kind] >= lost[kind])
      // What only a library waits for is not the start of an app of which nothing else is seen.
      const isOfLibrary = losses.broken.size === 0 && !own.some((of) => losses.scripts.has(of))
      // What a library would call after what fails in it, is its own affair where the app itself has started all that it starts.
      const isWithinLibrary =
        ![...losses.broken.values()].some(({ of }) => own.includes(of)) &&
        [...all.keys()].every((node) => starts.has(node)) &&
        [...starts.values()].some(({ of, isSure }) => isSure && own.includes(of))
      const mayBeLost = isWithinLibrary ? losses.unknown : unknown
      const least = isOfLibrary
        ? lost.reacts + lost.repeats
        : Math.max(1, lost.reacts + lost.repeats + mayBeLost)
      return isMost && count.reacts + count.repeats >= least
    }
    const isUnmounted = takesOut(losses, scripts, reached)
    const starts = new Map(
      [...startsIn(scripts, left, apart)].filter(([node, { isSure, mounts }]) =>
        isUnmounted ? isSure && mounts !== true : isSure || all.get(node)?.isSure !== true,
      ),
    )
    const isDead = (): boolean => isDeadIn(scripts, losses, { apart, own }, starts)
    if (!isWhole(starts) && !isRecovered(starts) && (!isMostLeft(starts) || isDead())) return false
    const reads = readsOfUnset(losses, scripts, reached, left)
    const readers = new Set(reads.map(({ fn }) => fn))
    const working = new Map([...starts].filter(([, { calls }]) => !leadTo(readers, calls, 0)))
    if (!isWhole(working) && !isRecovered(working) && !isMostLeft(working)) return false
    const failing = reads.filter(({ isSure }) => isSure)
    if (failing.length === 0) return true
    known.push(...failing)
  }
  return false
}

/** Whether the app comes to a place as it goes on after a failure that it has minded, or in a function that it calls then. */
const goesOnTo = (node: AstNode, of: Evaluator, { recovering }: LossesOf): boolean => {
  const around = of.model.functionAt(node.start)
  return recovering.some(
    ({ fn, of: there, from }) =>
      (there === of && fn.node.start <= node.start && node.start < fn.node.end && node.start >= from) ||
      fn.calls.some(
        ({ node: call }) =>
          call.start >= from && there.functions(call['callee']).some((one) => one.node === around.node),
      ),
  )
}

/** What is lost; of what waits for a promise that is never fulfilled, only what would start something. */
const lossesFrom = (failures: readonly Failure[], reached: ReachedFunctions, page: PageScripts): LossesOf => {
  const all = new LossesOf(failures, reached, page)
  if (!all.isPending) return all
  const less = new LossesOf(failures, reached, page, false)
  const startsWith = (losses: LossesOf): ReadonlyMap<AstNode, Start> =>
    startsIn(page.scripts(), page.reached(losses), scriptsApart(losses, page))
  const left = startsWith(all)
  return [...startsWith(less)].some(([node, { kind }]) => kind !== 'shows' && !left.has(node)) ? all : less
}

/** Whether nothing is lost but what functions would have done with that what fails: all that runs is called, and each script comes to its end. */
const losesOnlyItself = (
  losses: LossesOf,
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  left: ReachedFunctions,
  failures: readonly Failure[],
): boolean =>
  scripts.every((of) =>
    [...of.model.functions.values()].every((fn) => {
      if (reached.has(fn) && !left.has(fn)) return false
      if (!losses.ends.has(fn.node)) return true
      const isOfPromise = rejects(fn) || of.calls.giving(fn).some((one) => isPromise(one.node, one.of))
      return isOfPromise && doesMore(fn, of, losses, failures) === null
    }),
  )

/** Whether an error in a component takes the whole app of its framework out of the page: nothing in that minds the errors of others. */
const takesOut = ({ broken }: LossesOf, scripts: readonly Evaluator[], reached: ReachedFunctions): boolean =>
  [...broken.values()].some(
    ({ fn: { node, owner } }) =>
      reached.partOf(node) === 'component' || (owner !== null && reached.partOf(owner.node) === 'component'),
  ) &&
  !scripts.some((of) =>
    BOUNDARIES.some((name) =>
      of.calls.named(name).some(({ node }) => {
        const owner = of.model.functions.get(node)?.owner
        return owner == null || reached.partOf(owner.node) === 'component'
      }),
    ),
  )

const BOUNDARIES = ['getDerivedStateFromError', 'componentDidCatch'] as const

/** What an error that reaches the window has called, of what is left: `onerror = …`, `addEventListener('error', …)`. */
const mindingErrors = (scripts: readonly Evaluator[], left: ReachedFunctions): readonly FunctionValue[] =>
  scripts.flatMap((of) => {
    const isOfWindow = (target: AstNode | null): boolean =>
      target?.type === 'Identifier' || of.paths(target?.['object']).some(({ length }) => length === 0)
    return [...of.model.functions.values()].flatMap((fn) => {
      const handlers = fn.handlers.filter(({ event, target }) => ERRORS.has(event) && isOfWindow(target))
      const listening = fn.calls.flatMap(({ node }) => {
        const [event, value = null] = nodesOf(node['arguments'])
        const isListener = nameOfCallee(node) === 'addEventListener' && isOfWindow(unwrap(node['callee']))
        return isListener && textsOf(event, of).some((text) => ERRORS.has(text))
          ? [{ target: node, value }]
          : []
      })
      return [...handlers, ...listening].flatMap(({ target, value }) =>
        left.of(fn, target.end, of) === null ? [] : of.functions(value),
      )
    })
  })

const ERRORS: ReadonlySet<string> = new Set(['error', 'unhandledrejection'])

/**
 * Whether a script is ended before it has started anything itself, and another one is not seen to be the app: one apart from
 * it, or one that is the app's own and goes round.
 */
const isDeadIn = (
  scripts: readonly Evaluator[],
  { broken }: LossesOf,
  { apart, own }: { readonly apart: ReadonlySet<Evaluator>; readonly own: readonly Evaluator[] },
  starts: ReadonlyMap<AstNode, Start>,
): boolean => {
  const left = [...starts.values()]
  const isDead = scripts.some((of) => broken.has(of.model.program) && !left.some((start) => start.of === of))
  return (
    isDead &&
    !left.some(
      ({ kind, of }) => kind !== 'shows' && (apart.has(of) || (kind === 'repeats' && own.includes(of))),
    )
  )
}

/** The functions that errors end each time that frames or intervals call them. */
const loopsEnded = (
  { broken }: LossesOf,
  reached: ReachedFunctions,
): ReadonlyMap<ScriptFunction, Evaluator> => {
  const inLoop = new Map<ScriptFunction, Evaluator>()
  for (const { fn, of } of broken.values()) if (reached.isRepeated(fn)) inLoop.set(fn, of)
  // A function is broken before those that call it.
  for (const { fn, of } of [...broken.values()].toReversed())
    if (reached.callersOf(fn).some((caller) => inLoop.has(caller.fn))) inLoop.set(fn, of)
  return inLoop
}

/** Whether an error ends a function before it does something else than to use what has failed: `calls` something, or sets it. */
const doesMore = (
  fn: ScriptFunction,
  of: Evaluator,
  losses: LossesOf,
  failures: readonly Failure[],
): 'calls' | 'sets' | null => {
  const { node } = fn
  const end = losses.ends.get(node) ?? 0
  const depends = dependentOn(node, end)
  // A call in the arguments of the failing call is a part of it, not behind it.
  const isGiven = ({ start, end }: AstNode): boolean =>
    failures.some((one) => one.fn.node === node && one.offset < start && end < (one.end ?? 0))
  const isLost = (part: AstNode): boolean =>
    isBehindEnd(losses, node, part.start) && !depends(part) && !isGiven(part)
  const isRepeating = (call: AstNode): boolean => REPEATING.has(nameOfCallee(call))
  if (fn.calls.some(({ node: call }) => isLost(call) && !isRepeating(call))) return 'calls'
  const isOfApp = ({ node: call }: ScriptCall): boolean => {
    const callee = unwrap(call['callee'])
    return (
      isUnknown(call, of) || of.functions(callee).length > 0 || (callee !== null && isOfContext(callee, of))
    )
  }
  // What another function of the app would be given.
  const isAround = ({ node: call }: ScriptCall): boolean =>
    (asNode(call['callee'])?.end ?? 0) <= end && end < call.end
  // What it calls may be another function by then, that does not fail.
  const isAnother = ({ node: call }: ScriptCall): boolean =>
    call.end === end && of.functions(call['callee']).some((one) => !losses.broken.has(one.node))
  let sets = fn.calls.some((one) => (isAround(one) && isOfApp(one)) || isAnother(one))
  // What a frame does before the error is done once, where the error comes before the next frame is asked for.
  if (fn.calls.some(({ node: call }) => isLost(call) && isRepeating(call)))
    sets ||= fn.calls.some((one) => one.node.end < end && isOfApp(one))
  walk(node, (part) => {
    const value = asNode(part['right'])
    if (SETTING.has(part.type) && isLost(part))
      sets ||= value?.type !== 'CallExpression' || !isRepeating(value)
  })
  return sets ? 'sets' : null
}

/** Which parts of a function, behind a place that fails, only use what the failing statement would have given. */
const dependentOn = (fn: AstNode, offset: number): ((part: AstNode) => boolean) => {
  const names: string[] = []
  const statements: AstNode[] = []
  const mentions = (part: unknown): boolean => {
    let found = false
    if (isNode(part)) walk(part, (one) => (found ||= names.includes(String(one['name']))))
    return found
  }
  const add = (statement: AstNode): void => {
    statements.push(statement)
    walk(statement, (one, ancestors) => {
      // What a function in it declares, has its name only there.
      if (one.type === 'VariableDeclarator' && !ancestors.some(isFunction)) addBound(one['id'], names)
      else if (one.type === 'AssignmentExpression') addBound(one['left'], names)
    })
  }
  const lists: (readonly AstNode[])[] = []
  walk(fn, ({ type, start, end, body }) => {
    if (type === 'BlockStatement' && start <= offset && offset <= end)
      lists.push(nodesOf(body).flatMap(inTurn))
  })
  for (const list of lists.toReversed()) {
    const at = list.findIndex(({ start, end }) => start <= offset && offset <= end)
    for (const [index, statement] of list.entries())
      if (index > at && mentions(statement['test'] ?? statement['right'] ?? statement)) add(statement)
      else if (index === at && statements.length === 0) add(statement)
  }
  return ({ start, end }) => statements.some((one) => one.start <= start && end <= one.end)
}

/** What a statement does one after the other, as minifiers write statements: `a(), b()`. */
const inTurn = (statement: AstNode): readonly AstNode[] => {
  const value = asNode(statement['expression'])
  return value?.type === 'SequenceExpression' ? nodesOf(value['expressions']) : [statement]
}

const SETTING: ReadonlySet<string> = new Set(['AssignmentExpression', 'UpdateExpression'])

/**
 * The scripts in which nothing is lost, and that give nothing to one where that is so, as libraries do: they are what
 * they are without it, also where nobody sees all that they call.
 */
const scriptsApart = (losses: LossesOf, page: PageScripts): ReadonlySet<Evaluator> => {
  const names = new Set<string>()
  const whole: Evaluator[] = []
  for (const of of page.scripts()) {
    if (!losses.scripts.has(of)) whole.push(of)
    else
      walk(of.model.program, (node) => {
        if (node.type === 'Identifier' && of.model.variableOf(node) === null) names.add(String(node['name']))
      })
  }
  const fills = ({ object }: FieldWrite): boolean => {
    const [root = ''] = namesOf(object) ?? []
    return names.has(root) && !OF_BROWSER.has(root)
  }
  const gives = (of: Evaluator): boolean =>
    page.importersOf(of).some((module) => losses.scripts.has(module)) ||
    page.dynamicImportsOf(of).some((one) => losses.scripts.has(one.of)) ||
    [...names].some((name) => of.definesGlobal(name)) ||
    [...of.model.writes.fields.values()].some((writes) => writes.some(fills))
  // What only says what may be called, does nothing itself.
  const isDoing = ({ model: { main } }: Evaluator): boolean => main.calls.length + main.handlers.length > 0
  return new Set(whole.filter((of) => isDoing(of) && !gives(of)))
}

/** How many calls, of what nobody knows, are behind the ends of functions: each may start anything. */
const unknownCallsBehind = (losses: Losses, scripts: readonly Evaluator[]): number => {
  let count = 0
  for (const of of scripts)
    for (const fn of of.model.functions.values())
      for (const { node } of losses.ends.has(fn.node) ? fn.calls : [])
        if (isBehindEnd(losses, fn.node, node.start + 1) && isUnknown(node, of)) count++
  return count
}

/**
 * Whether nothing is lost that a script would set, but for what is the browser's; and nothing stands behind the error that
 * ends a script.
 */
const setsNothing = (
  losses: LossesOf,
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  left: ReachedFunctions,
): boolean =>
  scripts.every((of) => {
    const { model } = of
    if (!losses.scripts.has(of)) return true
    const isEnded = losses.broken.has(model.program)
    const end = losses.ends.get(model.program) ?? 0
    if (
      isEnded &&
      nodesOf(model.program['body']).some(({ type, start }) => start > end && !NO_DOING.test(type))
    )
      return false
    const isLost = ({ start, end }: AstNode): boolean => {
      const fn = model.functionAt(start)
      return reached.has(fn) && (!left.has(fn) || isBehindEnd(losses, fn.node, end))
    }
    const isOfBrowser = (object: AstNode): boolean => {
      const values = of.of(object)
      return values.length > 0 && values.every((value) => value.kind === 'made' || isGlobalOfBrowser(value))
    }
    // Who reads a global of a script that has ended, is looked at for itself.
    const isGlobalOfBrowser = (value: Value): boolean =>
      value.kind === 'global' && (value.path.length === 0 ? isEnded : OF_BROWSER.has(value.path[0] ?? ''))
    return (
      (isEnded || ![...model.writes.globals.values()].flat().some(isLost)) &&
      ![...model.writes.fields.values()]
        .flat()
        .some(({ target, value, object }) => isLost(value ?? target) && !isOfBrowser(object))
    )
  })

/** What does nothing where it stands. */
const NO_DOING = /^(?:Function|Import|Empty)/

/** Whether functions, or what they call, are among some. */
const leadTo = (
  readers: ReadonlySet<ScriptFunction>,
  calls: readonly FunctionValue[],
  depth: number,
): boolean =>
  readers.size > 0 &&
  calls.some(({ node, of }) => {
    const fn = of.model.functions.get(node)
    if (fn === undefined) return false
    if (readers.has(fn)) return true
    return (
      depth < MAX_DEPTH &&
      fn.calls.some((call) => leadTo(readers, of.functions(call.node['callee']), depth + 1))
    )
  })

const MAX_ROUNDS = 3
const MAX_DEPTH = 2
