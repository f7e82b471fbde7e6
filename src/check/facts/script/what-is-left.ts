import { isUnknown } from './calls.js'
import { nameOfCallee, namesOf } from './chains.js'
import { OF_BROWSER, REPEATING } from './known-names.js'
import { type Failure, LossesOf } from './losses.js'
import { type AstNode, asNode, isNode, nodesOf } from './node.js'
import type { ReachedFunctions } from './reached.js'
import { addBound, type Variable } from './scopes.js'
import { isBehindEnd, type Losses } from './script-functions.js'
import type { FieldWrite, ScriptCall, ScriptFunction } from './script-parts.js'
import { KINDS, type PageScripts, type Start, startsIn } from './starts.js'
import { isTried } from './tried-before.js'
import type { Evaluator, FunctionValue, Value } from './value.js'
import { walk } from './walk.js'

/**
 * Whether an app starts in spite of failures: of each kind of thing that starts it, most is left. What fails in turn is not
 * left: a function that reads a variable which was never set, and all that it would have done.
 */
export const startsAnyway = (
  failures: readonly Failure[],
  page: PageScripts,
  reached: ReachedFunctions,
): boolean => {
  const scripts = page.scripts()
  const own = page.own()
  const known = [...failures]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const losses = new LossesOf(known, reached, page)
    const ended = loopsEnded(losses, scripts, reached)
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
    const unknown = unknownCallsBehind(losses, scripts) + losses.unknown
    const isKept = unknown === 0 && setsNothing(losses, scripts, reached, left)
    // Where nothing that starts is lost, it is enough that the app's own scripts start or show something.
    const isWhole = (starts: ReadonlyMap<AstNode, Start>): boolean =>
      isKept &&
      [...all.keys()].every((node) => starts.has(node)) &&
      [...starts.values()].some(
        ({ of, loops }) => own.includes(of) && !loops.some((fn) => losses.broken.has(fn)),
      )
    const isMostLeft = (starts: ReadonlyMap<AstNode, Start>): boolean => {
      const count = { reacts: 0, repeats: 0, shows: 0 }
      const lost = { ...count }
      for (const [node, { kind, loops }] of all)
        if (!starts.has(node)) lost[kind]++
        else if (!loops.some((fn) => losses.broken.has(fn))) count[kind]++
      const isMost = KINDS.every((kind) => count[kind] >= lost[kind])
      // What only a library waits for is not the start of an app of which nothing else is seen.
      const isOfLibrary = losses.broken.size === 0 && !own.some((of) => losses.scripts.has(of))
      const least = isOfLibrary
        ? lost.reacts + lost.repeats
        : Math.max(1, lost.reacts + lost.repeats + unknown)
      return isMost && count.reacts + count.repeats >= least
    }
    const starts = startsIn(scripts, left, apart)
    const isDead = (): boolean => isDeadIn(scripts, losses.broken, { apart, own }, starts)
    if (!isWhole(starts) && (!isMostLeft(starts) || isDead())) return false
    const reads = readsOfUnset(losses, scripts, reached, left)
    const readers = new Set(reads.map(({ fn }) => fn))
    const working = new Map([...starts].filter(([, { calls }]) => !leadTo(readers, calls, 0)))
    if (!isWhole(working) && !isMostLeft(working)) return false
    const failing = reads.filter(({ isSure }) => isSure)
    if (failing.length === 0) return true
    known.push(...failing)
  }
  return false
}

/**
 * Whether a script is ended before it has started anything itself, and another one is not seen to be the app: one apart from
 * it, or one that is the app's own and goes round.
 */
const isDeadIn = (
  scripts: readonly Evaluator[],
  broken: ReadonlySet<AstNode>,
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
  losses: LossesOf,
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
): ReadonlyMap<ScriptFunction, Evaluator> => {
  const scriptOf = new Map(
    scripts.flatMap((of) =>
      [...losses.broken].flatMap((node) => {
        const fn = of.model.functions.get(node)
        return fn === undefined ? [] : [[fn, of] as const]
      }),
    ),
  )
  const broken = [...scriptOf.keys()]
  const inLoop = new Set(broken.filter((fn) => reached.isRepeated(fn)))
  // A function is broken before those that call it.
  for (const fn of broken.toReversed())
    if (reached.callersOf(fn).some((caller) => inLoop.has(caller.fn))) inLoop.add(fn)
  return new Map([...scriptOf].filter(([fn]) => inLoop.has(fn)))
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
  // What another function of the app would be given.
  const isAround = ({ node: call }: ScriptCall): boolean =>
    (asNode(call['callee'])?.end ?? 0) <= end && end < call.end
  let sets = fn.calls.some(
    (one) => isAround(one) && (isUnknown(one.node, of) || of.functions(one.node['callee']).length > 0),
  )
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
    walk(statement, (one) => {
      if (one.type === 'VariableDeclarator') addBound(one['id'], names)
      else if (one.type === 'AssignmentExpression') addBound(one['left'], names)
    })
  }
  const lists: (readonly AstNode[])[] = []
  walk(fn, ({ type, start, end, body }) => {
    if (type === 'BlockStatement' && start <= offset && offset <= end) lists.push(nodesOf(body))
  })
  for (const list of lists.toReversed()) {
    const at = list.findIndex(({ start, end }) => start <= offset && offset <= end)
    for (const [index, statement] of list.entries())
      if (index > at && mentions(statement['test'] ?? statement['right'] ?? statement)) add(statement)
      else if (index === at && statements.length === 0) add(statement)
  }
  return ({ start, end }) => statements.some((one) => one.start <= start && end <= one.end)
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
    [...names].some((name) => of.definesGlobal(name)) ||
    [...of.model.writes.fields.values()].some((writes) => writes.some(fills))
  return new Set(whole.filter((of) => !gives(of)))
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

interface Read extends Failure {
  /** Whether it is an error in any case, in a function that runs. */
  readonly isSure: boolean
}

/** Where what is left, or what a person has called, reads a variable that only what is lost would set. */
const readsOfUnset = (
  losses: LossesOf,
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  left: ReachedFunctions,
): readonly Read[] => {
  const unset = new Map<Variable, boolean>()
  for (const { model } of scripts)
    for (const variable of model.root.variables()) {
      const writes = variable.writes.filter(({ within, value }) => {
        const fn = model.functions.get(within)
        return value?.type === 'FunctionDeclaration' || (fn !== undefined && reached.has(fn))
      })
      const isLost = ({ within, offset, value }: (typeof writes)[number]): boolean => {
        const fn = model.functions.get(within)
        if (fn === undefined || value?.type === 'FunctionDeclaration') return false
        return !left.has(fn) || isBehindEnd(losses, within, Math.max(offset, value?.end ?? 0))
      }
      if (writes.length > 0 && writes.every((write) => write.way === 'is' && isLost(write)))
        unset.set(
          variable,
          writes.some(({ declares }) => declares === 'const'),
        )
    }
  const shared = globalsOfEnded(losses, scripts)
  for (const [{ name, scope }, isConst] of unset) if (scope.outer === null) shared.set(name, isConst)
  const names = new Set([...shared.keys(), ...[...unset.keys()].map(({ name }) => name)])
  const found: Read[] = []
  for (const of of names.size === 0 ? [] : scripts)
    walk(of.model.program, (node, ancestors) => {
      if (node.type !== 'Identifier' || !names.has(String(node['name']))) return
      const parent = ancestors.at(-1)
      if (parent === undefined || !isRead(node, parent, ancestors.at(-2))) return
      const variable = of.model.variableOf(node)
      const isConst = variable === null ? shared.get(String(node['name'])) : unset.get(variable)
      if (isConst === undefined) return
      const fn = of.model.functionAt(node.start)
      const isLost = reached.has(fn) && left.of(fn, node.end, of) === null
      if (isLost || isTried(node, of)) return
      const isSure =
        left.has(fn) && (isConst || isUsed(node, parent)) && of.model.guards.at(node.start) === null
      // What is done with it is lost, too.
      found.push({ fails: 'throws', fn, offset: node.start - 1, of, isSure })
    })
  return found
}

/** The globals that only scripts set which an error ends, by their names: that they were set before that, nobody knows. */
const globalsOfEnded = (losses: LossesOf, scripts: readonly Evaluator[]): Map<string, boolean> => {
  const ended = scripts.filter(({ model }) => losses.broken.has(model.program))
  const names = ended.flatMap((of) => [
    ...of.model.writes.globals.keys(),
    ...[...of.model.writes.fields].flatMap(([name, writes]) =>
      writes.some(({ object }) => of.paths(object).some(({ length }) => length === 0)) ? name : [],
    ),
  ])
  const isSetElsewhere = (name: string): boolean =>
    scripts.some((of) => !ended.includes(of) && of.definesGlobal(name))
  return new Map(names.filter((name) => !isSetElsewhere(name)).map((name) => [name, false]))
}

/** Whether a name is read where it stands, and not only asked for. */
export const isRead = (name: AstNode, parent: AstNode, outer: AstNode | undefined): boolean => {
  switch (parent.type) {
    case 'MemberExpression':
      return asNode(parent['object']) === name || parent['computed'] === true
    case 'AssignmentExpression':
      return asNode(parent['left']) !== name
    case 'VariableDeclarator':
      return asNode(parent['init']) === name
    case 'Property':
      return asNode(parent['value']) === name && outer?.type !== 'ObjectPattern'
    case 'AssignmentPattern':
      return asNode(parent['right']) === name
    default:
      return !NO_READING.test(parent.type)
  }
}

/** Whether an expression fails where a name in it is undefined. */
export const isUsed = (name: AstNode, parent: AstNode): boolean =>
  parent['optional'] !== true && (asNode(parent['object']) === name || asNode(parent['callee']) === name)

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

/** What declares a name, or asks for its type. */
const NO_READING =
  /^(?:ArrayPattern|RestElement|PropertyDefinition|MethodDefinition|Class\w+|\w*Function\w*|UnaryExpression|\w+Specifier)$/

const MAX_ROUNDS = 3
const MAX_DEPTH = 2
