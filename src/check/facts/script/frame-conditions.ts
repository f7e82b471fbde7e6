import type { AtLoad } from './at-load.js'
import { nameOfCallee, unwrap } from './chains.js'
import { guardsFrom } from './guards.js'
import { isInLoop, isLoop } from './in-turn.js'
import { TIMERS } from './known-names.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach } from './node.js'
import { EQUALITY } from './operators.js'
import type { Variable, Write } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import { parentsIn } from './sources.js'
import { constantOf, truthOfValues } from './truth.js'
import type { Evaluator, Exact } from './value.js'
import { walk } from './walk.js'
import { push } from './write-notes.js'
import { isUnder } from './writes-in-force.js'

/**
 * Whether a condition in what frames or intervals call comes to hold by itself, or not to: of a flag that something surely sets, such
 * as `loaded`, and of a state that something surely sets once. Null where that is not known.
 */
export const truthInTheEnd = (condition: AstNode, at: AtLoad): boolean | null => {
  const node = unwrap(condition)
  if (node?.type === 'UnaryExpression' && node['operator'] === '!') {
    const truth = truthInTheEnd(asNode(node['argument']) ?? node, at)
    return truth === null ? null : !truth
  }
  if (node?.type !== 'BinaryExpression') return node === null ? null : truthOfFlag(node, at)
  const operator = String(node['operator'])
  if (!EQUALITY.test(operator)) return null
  const [left, right] = [unwrap(node['left']), unwrap(node['right'])]
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const wanted = side === null ? null : constantOf(other, at.of)
    if (side !== null && wanted !== null && comesToBe(side, wanted, at)) return operator[0] !== '!'
  }
  return null
}

/** Whether what a `switch` is about comes to be what a case is for. */
export const comesToCase = (one: AstNode, choice: AstNode, at: AtLoad): boolean => {
  const about = isLoop(choice) ? null : unwrap(choice['discriminant'])
  const wanted = about === null ? null : constantOf(asNode(one['test']), at.of)
  return about !== null && wanted !== null && comesToBe(about, wanted, at)
}

/** Whether a variable or a field comes to be a value by itself: nothing else that runs sets it. */
const comesToBe = (expression: AstNode, { value: wanted }: Exact, at: AtLoad): boolean => {
  const [later, ...more] = laterWrites(expression, at)
  if (later === undefined || more.length > 0 || later.value === null) return false
  const known = constantOf(later.value, at.of)
  return known !== null && known.value === wanted && isSurelySet(later, at)
}

/** What a flag comes to count as: something that surely runs sets it, and nothing that runs sets it back. */
const truthOfFlag = (flag: AstNode, at: AtLoad): boolean | null => {
  const later = laterWrites(flag, at)
  const truths = new Set(
    later.map(({ value }) => (value === null ? null : truthOfValues(at.of.of(value), at.of))),
  )
  const [first = null] = truths
  return truths.size === 1 && later.some((write) => isSurelySet(write, at)) ? first : null
}

/** A place that sets a variable or a field again, in UTF-16 units; the value is null where more than that decides it. */
interface WriteRun {
  readonly start: number
  readonly fn: ScriptFunction
  readonly value: AstNode | null
}

/** Whether a place surely runs that no error leads to, and that nothing calls off. */
const isSurelySet = ({ start, fn }: WriteRun, at: AtLoad): boolean => {
  const { of } = at
  const isMinding = of.model.minded.some((one) => {
    const handler = asNode(one['handler'])
    return handler !== null && handler.start <= start && start < handler.end
  })
  for (let outer: ScriptFunction | null = fn; outer !== null; outer = outer.outer) {
    if (outer.given === null || outer.given.index < 0) continue
    const { call, index } = outer.given
    const name = nameOfCallee(call)
    if (name === 'catch' || (name === 'then' && index === 1)) return false
    // Who keeps a timer may clear it.
    if (TIMERS.has(name) && parentsIn(of).get(call)?.type !== 'ExpressionStatement') return false
  }
  return !isMinding && !isUnder(start, at) && at.isSureAt(start, of)
}

/** What runs and sets something that there is one of, behind what makes it; nothing where that is not known. */
const laterWrites = (target: AstNode, at: AtLoad): readonly WriteRun[] => {
  const { of, hasRun } = at
  const { model } = of
  if (target.type === 'Identifier') {
    const variable = model.variableOf(target)
    const writes = variable?.writes ?? []
    const [first] = writes
    const isOne =
      first !== undefined &&
      first.declares !== null &&
      first.way === 'is' &&
      writes.length <= MAX_WRITES_OF_ONE &&
      isMadeOnce(first.value, of)
    return !isOne
      ? []
      : writes.slice(1).flatMap(({ offset, value, way, fields, operator, within }) => {
          const fn = model.functions.get(within) ?? model.main
          const isPlain = way === 'is' && operator === '=' && fields.length === 0
          return hasRun(fn) ? [{ start: offset, fn, value: isPlain ? value : null }] : []
        })
  }
  const writes = model.writes.fields.get(memberName(target) ?? '') ?? []
  const owner = target.type === 'MemberExpression' ? onlyMade(target['object'], of) : null
  if (owner === null || writes.length > MAX_WRITES_OF_ONE) return []
  const found: WriteRun[] = []
  for (const { target: field, object, value, operator } of writes) {
    const set = onlyNodes(object, of)
    // Nobody knows whose it is.
    if (set.length === 0) return []
    if (!set.includes(owner)) continue
    const fn = model.functionAt(field.start)
    const isMaking = fn.owner?.kind === 'constructor' || fn.node === owner
    if (!hasRun(fn) || (isMaking && operator === '=')) continue
    found.push({ start: field.start, fn, value: operator === '=' ? value : null })
  }
  return found
}

const onlyNodes = (object: unknown, of: Evaluator): readonly AstNode[] =>
  of.of(object).flatMap((one) => ('node' in one ? [one.node] : []))

/** The literal or the class of an object, where a script makes one of it; null for any other. */
const onlyMade = (object: unknown, of: Evaluator): AstNode | null => {
  const [only, ...more] = of.of(object)
  if (only === undefined || more.length > 0 || !('node' in only) || only.of !== of) return null
  if (only.kind === 'object') return isMadeOnce(only.node, of) ? only.node : null
  const [made, ...others] = only.kind === 'instance' ? (constructionsIn(of).get(only.node) ?? []) : []
  return made !== undefined && others.length === 0 && isMadeOnce(made, of) ? only.node : null
}

/** The calls that construct each class or function of a script. */
const constructionsIn = onceEach((of: Evaluator): ReadonlyMap<AstNode, readonly AstNode[]> => {
  const found = new Map<AstNode, AstNode[]>()
  for (const { calls } of of.model.functions.values())
    for (const { node } of calls)
      if (node.type === 'NewExpression')
        for (const made of of.functions(node['callee'])) push(found, made.node, node)
  return found
})

/** Whether a part is in no loop, and in no function but one that is called where it is written. */
const isMadeOnce = (part: AstNode | null, of: Evaluator): boolean => {
  if (part === null || isInLoop(part, of)) return false
  const { model } = of
  for (let fn: ScriptFunction | null = model.functionAt(part.start); fn !== null; fn = fn.outer)
    if (fn !== model.main && !(fn.given !== null && fn.given.index < 0)) return false
  return true
}

/** What is set in more places, nobody follows. */
const MAX_WRITES_OF_ONE = 40

/** Whether a condition only paces a loop, by the time: not by a moment that only a person sets. */
export const isPaced = (test: AstNode, at: Pick<AtLoad, 'of' | 'hasRun'>): boolean => {
  const { of } = at
  const comparison = unwrap(test)
  if (comparison?.type === 'UnaryExpression') return isPaced(asNode(comparison['argument']) ?? comparison, at)
  if (comparison === null || !PACING.has(String(comparison['operator']))) return false
  const isTimed = [comparison['left'], comparison['right']].some((side) =>
    isSpan(side, of, { comparison, open: new Set(), left: MAX_NODES }),
  )
  let isOfOthers = false
  if (isTimed) walk(comparison, (node) => (isOfOthers ||= isSetByOthers(node, at)))
  return isTimed && !isOfOthers
}

/** Whether something that has not run sets a variable or a field, so that only a person may have it set. */
const isSetByOthers = (node: AstNode, { of, hasRun }: Pick<AtLoad, 'of' | 'hasRun'>): boolean => {
  const { model } = of
  const variable = node.type === 'Identifier' ? model.variableOf(node) : null
  const fields =
    node.type === 'MemberExpression' ? model.writes.fields.get(memberName(node) ?? '') : undefined
  return (
    variable?.writes.some(({ within, way }) => {
      const fn = model.functions.get(within)
      return way !== 'parameter' && fn !== undefined && !hasRun(fn)
    }) === true || fields?.some(({ target }) => !hasRun(model.functionAt(target.start))) === true
  )
}

/** The comparison that is asked about, and what is being looked at for that: expressions, variables, names of fields. */
interface SpanSearch {
  readonly comparison: AstNode
  readonly open: Set<unknown>
  /** How many more may be looked at. */
  left: number
}

/** Whether an expression is a time, or what only time makes: `now - last`, `waited += elapsed`. */
const isSpan = (expression: unknown, of: Evaluator, search: SpanSearch): boolean => {
  const node = unwrap(expression)
  if (node === null) return false
  const variable = node.type === 'Identifier' ? of.model.variableOf(node) : null
  const key = variable ?? memberName(node) ?? node
  if (search.open.has(key) || search.left-- <= 0) return false
  if (isTime(node, of)) return true
  search.open.add(key)
  const isIt = isMadeOfTime(node, variable, of, search)
  search.open.delete(key)
  return isIt
}

const isMadeOfTime = (
  node: AstNode,
  variable: Variable | null,
  of: Evaluator,
  search: SpanSearch,
): boolean => {
  const isPart = (part: unknown, script = of): boolean => isSpan(part, script, search)
  const isConstant = (part: unknown): boolean => constantOf(asNode(part), of) !== null
  const { left, right } = node
  switch (node.type) {
    case 'UnaryExpression':
      return isPart(node['argument'])
    case 'AssignmentExpression':
      return isPart(right)
    case 'BinaryExpression':
      if (node['operator'] === '+' || node['operator'] === '-') return isPart(left) || isPart(right)
      return (isPart(left) && isConstant(right)) || (isPart(right) && isConstant(left))
    case 'CallExpression': {
      const returns = of
        .functions(node['callee'])
        .flatMap((one) =>
          (one.of.model.functions.get(one.node)?.returns ?? []).map((value) => [value, one.of] as const),
        )
      return returns.length > 0 && returns.every(([value, script]) => isPart(value, script))
    }
    case 'Identifier':
    case 'MemberExpression': {
      const writes = variable?.writes ?? []
      const fields = variable === null ? (of.model.writes.fields.get(memberName(node) ?? '') ?? []) : []
      if (writes.length + fields.length > MAX_WRITES) return false
      const ways = [
        ...writes.map((write) => wayOfVariable(write, of, search)),
        ...fields.map(({ target, value, operator }) => wayOf(target.start, value, operator, of, search)),
      ]
      return ways.includes('time') && !ways.includes('more')
    }
    default:
      return false
  }
}

/** What a write is: of `time`, of a constant with which it begins again, or of `more` than that. */
type Way = 'time' | 'reset' | 'more'

const wayOfVariable = (write: Write, of: Evaluator, search: SpanSearch): Way => {
  const { way, value, index, declares, offset, operator } = write
  if (value === null) return declares === null ? 'more' : 'reset'
  if (way !== 'parameter') return wayOf(offset, value, operator, of, search)
  const fn = of.model.functions.get(value)
  const sources = fn === undefined ? [] : of.calls.argumentSources(fn, index)
  const isGiven = sources.every(({ node, fields }) => fields.length === 0 && isSpan(node, of, search))
  return sources.length > 0 && isGiven ? 'time' : 'more'
}

const wayOf = (
  start: number,
  value: AstNode | null,
  operator: string,
  of: Evaluator,
  search: SpanSearch,
): Way => {
  const conditions = conditionsAround(start, of)
  const around = conditionsAround(search.comparison.start, of)
  // `if (isOn && (elapsed = now - last) < 1000)` goes by `isOn`, too.
  const isAround = ({ start, end }: AstNode): boolean =>
    around.some((one) => one.start <= start && end <= one.end)
  if (isSpan(value, of, search)) return conditions.every(isAround) ? 'time' : 'more'
  // It begins again with a constant, or by what the comparison itself lets through.
  const isReset = operator === '=' && constantOf(value, of) !== null
  return isReset || conditions.includes(search.comparison) ? 'reset' : 'more'
}

/** The conditions around a place in its function. */
const conditionsAround = (offset: number, { model }: Evaluator): readonly AstNode[] => {
  const { node } = model.functionAt(offset)
  return [...guardsFrom(model.guards.at(offset))]
    .filter(({ start }) => start >= node.start)
    .map(({ test }) => test)
}

/** Whether it is the time: that of a frame, or of a clock. */
const isTime = (node: AstNode, of: Evaluator): boolean => {
  if (node.type === 'CallExpression')
    return of.paths(node['callee']).some((path) => CLOCKS.has(path.join('.')))
  const writes = node.type === 'Identifier' ? (of.model.variableOf(node)?.writes ?? []) : []
  return writes.some(
    ({ way, value, index }) =>
      way === 'parameter' && index === 0 && value !== null && isGivenToFrames(value, of),
  )
}

/** Whether frames call a function, and give it the time. */
const isGivenToFrames = (node: AstNode, of: Evaluator): boolean =>
  (of.model.callsByName.get('requestAnimationFrame') ?? [])
    .slice(0, MAX_WRITES)
    .some((call) => of.functions(nodesOf(call['arguments'])[0]).some((fn) => fn.node === node))

const PACING: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
const CLOCKS: ReadonlySet<string> = new Set(['performance.now', 'Date.now'])
/** More expressions are not looked at for one comparison, nor more places that set something. */
const MAX_NODES = 100
const MAX_WRITES = 8
