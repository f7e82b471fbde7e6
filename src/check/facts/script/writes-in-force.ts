import { isInLoop } from './in-turn.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach, propertyName } from './node.js'
import { saysNothing } from './operators.js'
import type { Variable, Write } from './scopes.js'
import type { Guard, ScriptFunction } from './script-parts.js'
import { truthOf } from './truth.js'
import type { Evaluator } from './value.js'

/**
 * The writes that may be in force at a place: one that always comes before it, in the same part of the script, ends all that
 * is written before that.
 */
export const reaching = (writes: readonly Write[], offset: number): readonly Write[] => {
  if (writes.length < 2) return writes
  let last: Write | null = null
  for (const write of writes) {
    const { region } = write
    const isBefore = endOf(write) <= offset && region.start <= offset && offset < region.end
    if (
      isBefore &&
      write.way !== 'arithmetic' &&
      write.operator === '=' &&
      (last === null || write.offset > last.offset)
    )
      last = write
  }
  // What another function writes, may come in between.
  return last === null
    ? writes
    : writes.filter(({ offset: at, within }) => at >= last.offset || within !== last.within)
}

/** Whether a variable has been set at a place in any case: by a write of the same part of the script. */
export const isBehind = (write: Write | undefined, offset: number): boolean =>
  write !== undefined && write.offset < offset && write.region.start <= offset && offset < write.region.end

/**
 * Whether a variable or a field is nothing where a function first asks for it: it is set only behind that, by a function that is called
 * once, or by what has not run: `if (scene) scene.exit(); scene = next`.
 */
export const isNothingYet = (named: AstNode, at: Pick<Moment, 'of' | 'hasRun'> & Calls): boolean => {
  const { of } = at
  const asking = of.model.functionAt(named.start)
  const [entry] = at.entriesOf(asking.node)
  if (
    !at.isCalledOnce(asking) ||
    isInLoop(named, of) ||
    (entry !== undefined && isInLoop(entry.call, entry.of))
  )
    return false
  const isLater = (offset: number): boolean => {
    const within = of.model.functionAt(offset)
    if (within === asking) return offset >= named.end
    const isOfCaller = entry?.of === of && within === of.model.functionAt(entry.call.start)
    return isOfCaller ? offset >= entry.call.end : !at.hasRun(within)
  }
  const set = named.type === 'Identifier' ? setOfVariable(named, of) : setOfField(named, of)
  const isNothing = ({ value, isFirst }: Setting): boolean => (value === null ? isFirst : saysNothing(value))
  return set.some(isNothing) && set.every((one) => isNothing(one) || isLater(one.offset))
}

/** The calls of functions that run. */
interface Calls {
  readonly isCalledOnce: (fn: ScriptFunction) => boolean
  readonly entriesOf: (fn: AstNode) => readonly { readonly call: AstNode; readonly of: Evaluator }[]
}

/** A place that sets something, in UTF-16 units; what declares it without a value is its first. */
interface Setting {
  readonly offset: number
  readonly value: AstNode | null
  readonly isFirst: boolean
}

const setOfVariable = (name: AstNode, { model }: Evaluator): readonly Setting[] => {
  const writes = model.variableOf(name)?.writes ?? []
  const set = writes.map(({ offset, value, declares, way }) => ({
    offset,
    value,
    isFirst: declares !== null && way === 'is',
  }))
  // `let scene`
  const isBare =
    writes.length > 0 && writes.every(({ declares, way }) => declares === null && way !== 'parameter')
  return isBare ? [{ offset: 0, value: null, isFirst: true }, ...set] : set
}

const setOfField = (member: AstNode, of: Evaluator): readonly Setting[] => {
  const name = memberName(member) ?? ''
  const values = of.of(member['object'])
  const objects = values.flatMap((one) => ('node' in one ? [one.node] : []))
  const own = objects.flatMap((object) =>
    nodesOf(object['properties'] ?? asNode(object['body'])?.['body'])
      .filter((one) => propertyName(one) === name)
      .map((one) => ({ offset: one.start, value: asNode(one['value']), isFirst: true })),
  )
  const set = (of.model.writes.fields.get(name) ?? []).filter(({ object }) =>
    of.of(object).some((one) => !('node' in one) || objects.includes(one.node)),
  )
  const later = set.map(({ target, value }) => ({ offset: target.start, value, isFirst: false }))
  // `class Game { play() { if (this.timer) this.timer.stop(); this.timer = new Timer() } }`
  const isMade = values.some(({ kind }) => kind === 'instance' || kind === 'object')
  const isUndeclared = isMade && own.length === 0 && objects.every((one) => one['superClass'] == null)
  return isUndeclared && set.length > 0
    ? [{ offset: 0, value: null, isFirst: true }, ...later]
    : [...own, ...later]
}

/** Where a variable has its value: `a = b(a)` reads the one before. */
const endOf = ({ offset, value }: Write): number =>
  Math.max(offset, value === null || value.start < offset ? 0 : value.end)

/** When a variable is asked for: while the app loads, at a condition. */
export interface Moment {
  readonly of: Evaluator
  /** What is set under it is not set yet; null for none. */
  readonly guard: Guard | null
  /** Whether a function runs while the app loads, or by itself. */
  readonly hasRun: (fn: ScriptFunction) => boolean
}

/** The writes that may be in force where a variable is used, while the app loads. */
export const writesAtLoad = (variable: Variable, use: AstNode, at: Moment): readonly Write[] => {
  const { writes } = variable
  const isSetAgain = writes.some((write) => write.declares === null && isBefore(write, use, at))
  return writes.filter((write) => {
    if (isSetAgain ? write.declares !== null : isYetToCome(write, variable, use, at)) return false
    if (write.way === 'parameter') return true
    const from = at.of.model.functions.get(write.within)
    return (from === undefined || at.hasRun(from)) && !isUnder(write.offset, at)
  })
}

/** Where a variable is asked for: where it is used or, in another function, where the condition is. */
const placeOf = (use: AstNode, { guard, of }: Moment): AstNode => {
  const { model } = of
  const isThere = guard === null || model.functionAt(guard.test.start) === model.functionAt(use.start)
  return isThere ? use : guard.test
}

/** Whether a variable is set before that in any case, by its function or by one that this calls. */
const isBefore = (write: Write, use: AstNode, at: Moment): boolean => {
  const { of } = at
  const { offset, within, way } = write
  const { start } = placeOf(use, at)
  const fn = of.model.functionAt(start)
  return (
    way === 'is' &&
    of.model.guards.at(offset) === null &&
    (within === fn.node
      ? endOf(write) <= start
      : (alwaysCalledIn(of)(fn).get(within) ?? Number.POSITIVE_INFINITY) <= start)
  )
}

/** Whether a function sets its own variable only behind that, and not in a loop around both. */
const isYetToCome = (write: Write, variable: Variable, use: AstNode, at: Moment): boolean => {
  const { of } = at
  const place = placeOf(use, at)
  const { within, declares } = write
  return (
    declares === null &&
    endOf(write) >= place.end &&
    within === of.model.functionAt(place.start).node &&
    variable.writes.some((one) => one.declares !== null && one.within === within) &&
    !isInLoop(place, of)
  )
}

/** Where the functions that a function calls in any case have first been called: the end of the call. */
const alwaysCalledIn = onceEach((of: Evaluator) =>
  onceEach((fn: ScriptFunction): ReadonlyMap<AstNode, number> => {
    const ends = new Map<AstNode, number>()
    for (const { node, guards } of fn.calls)
      for (const called of guards === null ? of.functions(node['callee']) : [])
        ends.set(called.node, Math.min(node.end, ends.get(called.node) ?? node.end))
    return ends
  }),
)

/** Whether a place is under the condition, so that it comes only later. */
export const isUnder = (offset: number, { guard }: Pick<Moment, 'guard'>): boolean =>
  guard !== null &&
  (guard.choice === null || guard.choice.type === 'SwitchStatement'
    ? guard.start <= offset && offset < guard.end
    : guard.test.end <= offset && offset < guard.choice.end)

/**
 * Whether a global that scripts of the page set counts as true, once they have: null where it may be something else, or not be set yet;
 * undefined where no script sets it before that.
 */
export const truthOfOwnGlobal = (
  node: AstNode,
  at: Moment & { readonly isRepeated: boolean },
): boolean | null | undefined => {
  const { of } = at
  // What a variable holds was read when that was set.
  const isRead =
    node.type === 'Identifier' ? of.model.variableOf(node) === null : node.type === 'MemberExpression'
  const [name] = isRead ? (of.paths(node).find((path) => path.length === 1) ?? []) : []
  if (name === undefined) return undefined
  const scripts = [...new Set([of, ...of.outside.scripts()])].filter((one) => one.definesGlobal(name))
  const isAtTop = of.model.functionAt(node.start).node === of.model.program
  const writes = scripts
    .flatMap((from) => writesOfGlobal(name, from))
    .filter(({ from, start }) => at.hasRun(from.model.functionAt(start)))
    .filter(({ from, start, end }) => from !== of || ((!isAtTop || end <= node.start) && !isUnder(start, at)))
  if (writes.length === 0) return undefined
  const isLater = at.isRepeated || isCalledLater(node, of)
  const isSet = writes.some(
    ({ from, end, isSure }) =>
      isSure && (from === of ? isLater || end <= node.start : isLater && of.outside.runsWithPage(from)),
  )
  return isSet && writes.every(({ value, from }) => value !== null && truthOf(value, from) === true)
    ? true
    : null
}

/** A place that gives a global its value; the value is null where the script does not say it. */
interface GlobalWrite {
  readonly from: Evaluator
  readonly value: AstNode | null
  /** In UTF-16 units. */
  readonly start: number
  /** From where on it has it: a function that is declared, from the start. */
  readonly end: number
  /** Whether the script comes to it when it runs. */
  readonly isSure: boolean
}

const writesOfGlobal = (name: string, from: Evaluator): readonly GlobalWrite[] => {
  const { model, isModule } = from
  const write = (start: number, value: AstNode | null, end = value?.end ?? start): GlobalWrite => {
    const isSure = model.functionAt(start).node === model.program && model.guards.at(start) === null
    return { from, value, start, end, isSure }
  }
  const declared = isModule ? [] : (model.root.find(name)?.writes ?? [])
  return [
    ...from.globalWrites(name).map((value) => write(value.start, value)),
    ...declared.map(({ value, way, fields, offset }) => {
      const isWhole = way === 'is' && fields.length === 0
      return write(offset, isWhole ? value : null, value?.type === 'FunctionDeclaration' ? 0 : value?.end)
    }),
  ]
}

/** Whether a place is in a function that is called only once the page's scripts have run: by an event of the load, a timer or a frame. */
const isCalledLater = ({ start }: AstNode, { model }: Evaluator): boolean => {
  for (
    let fn = model.functionAt(start).node;
    fn !== model.program;
    fn = model.functionAt(fn.start - 1).node
  ) {
    const isGiven = (value: AstNode | null): boolean =>
      value === fn ||
      (value?.type === 'Identifier' &&
        value['name'] === asNode(fn['id'])?.['name'] &&
        !model.callsByName.has(String(value['name'])))
    const calls = LATER.flatMap((name) => model.callsByName.get(name) ?? [])
    if (calls.some((call) => nodesOf(call['arguments']).some(isGiven))) return true
    if ((model.writes.fields.get('onload') ?? []).some(({ value }) => isGiven(value))) return true
  }
  return false
}

const LATER: readonly string[] = ['addEventListener', 'setTimeout', 'setInterval', 'requestAnimationFrame']
