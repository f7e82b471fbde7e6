import { unwrap } from './chains.js'
import { OF_BROWSER, OF_OBJECTS, REPEATING } from './known-callers.js'
import { type AstNode, asNode, memberName, nodesOf } from './node.js'
import { type Ends, isTried, type ReachedFunctions, repeatsItself } from './reached.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import { textsOf } from './url-text.js'
import type { Evaluator, FunctionValue } from './value.js'
import { walk } from './walk.js'

/** An error at a place of a function, which ends that, and all that calls it, up to the browser. */
export interface Failure {
  readonly fn: ScriptFunction
  readonly offset: number
  readonly of: Evaluator
}

/**
 * Whether an app starts in spite of errors: of each kind of thing that starts it, most is left. What fails in turn is not
 * left: a function that reads a variable which was never set, and all that it would have done.
 * @param scripts all that the page runs
 * @param reachedBut what runs, but for what is behind the ends of functions
 */
export const startsAnyway = (
  failures: readonly Failure[],
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  reachedBut: (ends: Ends) => ReachedFunctions,
): boolean => {
  const apart = scriptsApart(endsBy(failures, reached), scripts)
  const all = startsIn(scripts, reached, apart)
  const known = [...failures]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const ends = endsBy(known, reached)
    if (endsLoop(ends, scripts, reached)) return false
    const left = reachedBut(ends)
    const unknown = unknownCallsBehind(ends, scripts)
    const isMostLeft = (starts: ReadonlyMap<AstNode, Start>): boolean => {
      const count = { reacts: 0, repeats: 0, shows: 0 }
      const lost = { ...count }
      for (const [node, { kind }] of all) (starts.has(node) ? count : lost)[kind]++
      return (
        count.reacts + count.repeats >= Math.max(1, lost.reacts + lost.repeats + unknown) &&
        KINDS.every((kind) => count[kind] >= lost[kind])
      )
    }
    const starts = startsIn(scripts, left, apart)
    if (!isMostLeft(starts) || isDeadIn(scripts, ends, apart, starts)) return false
    const reads = readsOfUnset(ends, scripts, reached, left)
    const readers = new Set(reads.map(({ fn }) => fn))
    if (!isMostLeft(new Map([...starts].filter(([, { calls }]) => !leadTo(readers, calls, 0))))) return false
    const more = reads.filter(({ isSure }) => isSure)
    if (more.length === 0) return true
    known.push(...more)
  }
  return false
}

/** Where functions end by errors at places of theirs, or in a function that they call. */
const endsBy = (failures: readonly Failure[], reached: ReachedFunctions): Ends => {
  const ends = new Map<AstNode, number>()
  const waiting = [...failures]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { fn, offset } = next
    if (offset >= (ends.get(fn.node) ?? Number.POSITIVE_INFINITY)) continue
    ends.set(fn.node, offset)
    for (const one of reached.callersOf(fn)) waiting.push({ ...one, offset: one.call.end })
  }
  return ends
}

/** Whether a script is ended before it has started anything itself, and no script apart from it is the app. */
const isDeadIn = (
  scripts: readonly Evaluator[],
  ends: Ends,
  apart: ReadonlySet<Evaluator>,
  starts: ReadonlyMap<AstNode, Start>,
): boolean => {
  const left = [...starts.values()]
  const isDead = scripts.some((of) => ends.has(of.model.program) && !left.some((start) => start.of === of))
  return isDead && !left.some(({ kind, of }) => kind !== 'shows' && apart.has(of))
}

/** Whether errors end what is called again and again: what is behind them happens in no frame. */
const endsLoop = (ends: Ends, scripts: readonly Evaluator[], reached: ReachedFunctions): boolean =>
  scripts.some(({ model }) =>
    [...ends.keys()].some((node) => {
      const fn = model.functions.get(node)
      return fn !== undefined && reached.isRepeated(fn)
    }),
  )

/**
 * The scripts in which no error ends anything, and that give nothing to one where that is so, as libraries do: they are what
 * they are without it, also where nobody sees all that they call.
 */
const scriptsApart = (ends: Ends, scripts: readonly Evaluator[]): ReadonlySet<Evaluator> => {
  const names = new Set<string>()
  const whole: Evaluator[] = []
  for (const of of scripts) {
    const isEnded = [...of.model.functions.keys()].some((node) => ends.has(node))
    if (!isEnded) whole.push(of)
    else
      walk(of.model.program, (node) => {
        if (node.type === 'Identifier' && of.model.variableOf(node) === null) names.add(String(node['name']))
      })
  }
  return new Set(whole.filter((of) => ![...names].some((name) => of.definesGlobal(name))))
}

const KINDS = ['reacts', 'repeats', 'shows'] as const

/** What starts an app: it `reacts` to a person, `repeats` itself, or only `shows` something, as libraries do for a test. */
interface Start {
  readonly kind: (typeof KINDS)[number]
  readonly of: Evaluator
  /** The functions that it has called. */
  readonly calls: readonly FunctionValue[]
}

/**
 * What starts the app, of all that runs, by the call or the assignment.
 * @param apart the scripts of which all counts
 */
const startsIn = (
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
  apart: ReadonlySet<Evaluator>,
): ReadonlyMap<AstNode, Start> => {
  const found = new Map<AstNode, Start>()
  for (const of of scripts) {
    const isApart = apart.has(of)
    const runs = (fn: ScriptFunction, offset: number): boolean =>
      isApart || reached.of(fn, offset, of) !== null
    for (const fn of of.model.functions.values()) {
      if (!isApart && !reached.has(fn)) continue
      for (const { node } of fn.calls) {
        const start = startOf(node, fn, of)
        if (start !== null && runs(fn, node.end)) found.set(node, start)
      }
      for (const { target, value } of fn.handlers)
        if (PERSON.test((memberName(target) ?? '').slice(2)) && runs(fn, target.end))
          found.set(target, { kind: 'reacts', of, calls: of.functions(value) })
    }
    for (const name of SHOWING_FIELDS)
      for (const { target } of of.model.writes.fields.get(name) ?? [])
        if (runs(of.model.functionAt(target.start), target.end))
          found.set(target, { kind: 'shows', of, calls: [] })
  }
  return found
}

const startOf = (call: AstNode, fn: ScriptFunction, of: Evaluator): Start | null => {
  const name = nameOfCallee(call)
  const values = nodesOf(call['arguments'])
  if (SHOWING.has(name)) return { kind: 'shows', of, calls: [] }
  if (MOUNTING.has(name)) return { kind: 'reacts', of, calls: [] }
  const calls = values.flatMap((value) => of.functions(value))
  if (PERSON.test(name) && calls.length > 0) return { kind: 'reacts', of, calls }
  if (LISTENING.has(name))
    return textsOf(values[0], of).some((text) => text.split(' ').some((event) => PERSON.test(event)))
      ? { kind: 'reacts', of, calls }
      : null
  if (name === 'setInterval' || name === 'setAnimationLoop') return { kind: 'repeats', of, calls }
  return (REPEATING.has(name) || name === 'setTimeout') && repeatsItself(fn, of)
    ? { kind: 'repeats', of, calls: [] }
    : null
}

const nameOfCallee = (call: AstNode): string => {
  const callee = unwrap(call['callee'])
  return String((callee?.type === 'MemberExpression' ? memberName(callee) : callee?.['name']) ?? '')
}

/** How many calls, of what nobody knows, are behind the ends of functions: each may start anything. */
const unknownCallsBehind = (ends: Ends, scripts: readonly Evaluator[]): number => {
  let count = 0
  for (const of of scripts)
    for (const fn of of.model.functions.values()) {
      const end = ends.get(fn.node)
      if (end === undefined) continue
      for (const { node } of fn.calls) if (node.start >= end && isUnknown(node, of)) count++
    }
  return count
}

const isUnknown = (call: AstNode, of: Evaluator): boolean => {
  const callee = unwrap(call['callee'])
  if (callee === null || of.functions(callee).length > 0 || OF_OBJECTS.has(nameOfCallee(call))) return false
  return !of.paths(callee).some(([first = '']) => OF_BROWSER.has(first))
}

interface Read extends Failure {
  /** Whether it is an error in any case, in a function that runs. */
  readonly isSure: boolean
}

/** Where what is left, or what a person has called, reads a variable that only what is lost would set. */
const readsOfUnset = (
  ends: Ends,
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
        return (
          !left.has(fn) || Math.max(offset, value?.end ?? 0) > (ends.get(within) ?? Number.POSITIVE_INFINITY)
        )
      }
      if (writes.length > 0 && writes.every((write) => write.way === 'is' && isLost(write)))
        unset.set(
          variable,
          writes.some(({ declares }) => declares === 'const'),
        )
    }
  const shared = new Map<string, boolean>()
  for (const [{ name, scope }, isConst] of unset) if (scope.outer === null) shared.set(name, isConst)
  const names = new Set([...unset.keys()].map(({ name }) => name))
  const found: Read[] = []
  for (const of of unset.size === 0 ? [] : scripts)
    walk(of.model.program, (node, ancestors) => {
      if (node.type !== 'Identifier' || !names.has(String(node['name']))) return
      const parent = ancestors.at(-1)
      if (parent === undefined || !isRead(node, parent)) return
      const variable = of.model.variableOf(node)
      const isConst = variable === null ? shared.get(String(node['name'])) : unset.get(variable)
      if (isConst === undefined) return
      const fn = of.model.functionAt(node.start)
      const isLost = reached.has(fn) && left.of(fn, node.end, of) === null
      if (isLost || isTried(node, of)) return
      const isSure =
        left.has(fn) && (isConst || isUsed(node, parent)) && of.model.guards.at(node.start) === null
      found.push({ fn, offset: node.start, of, isSure })
    })
  return found
}

/** Whether a name is read where it stands, and not only asked for. */
const isRead = (name: AstNode, parent: AstNode): boolean => {
  switch (parent.type) {
    case 'MemberExpression':
      return asNode(parent['object']) === name || parent['computed'] === true
    case 'AssignmentExpression':
      return asNode(parent['left']) !== name
    case 'VariableDeclarator':
      return asNode(parent['init']) === name
    case 'Property':
      return asNode(parent['value']) === name
    default:
      return !NO_READING.test(parent.type)
  }
}

/** Whether an expression fails where a name in it is undefined. */
const isUsed = (name: AstNode, parent: AstNode): boolean =>
  asNode(parent['object']) === name || asNode(parent['callee']) === name

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
  /^(?:PropertyDefinition|MethodDefinition|Class\w+|\w*Function\w*|UnaryExpression|\w+Specifier)$/

const MAX_ROUNDS = 3
const MAX_DEPTH = 2

/** What calls a function on an event that it is given the name of. */
const LISTENING: ReadonlySet<string> = new Set(['addEventListener', 'on', 'bind', 'delegate', 'live'])

/** The events of a person, as browsers and jQuery name them. */
const PERSON =
  /^(?:click|dblclick|mouse|pointer|touch|key|input$|change$|submit$|tap$|drag|drop|wheel|contextmenu)/

/** What puts a whole app of a framework into the page. */
const MOUNTING: ReadonlySet<string> = new Set(['mount', 'createRoot', 'hydrateRoot', 'createApp'])

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
