import type { AtLoad } from './at-load.js'
import { nameOfCallee, unwrap } from './chains.js'
import { isInLoop } from './each-or-one.js'
import { TIMERS } from './known-names.js'
import { type AstNode, asNode, memberName, onceEach } from './node.js'
import { EQUALITY } from './operators.js'
import type { ScriptFunction } from './script-parts.js'
import { parentsIn } from './sources.js'
import { constantOf, truthOfValues } from './truth.js'
import type { Evaluator, Exact } from './value.js'
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

/** Whether a variable or a field comes to be a value by itself: nothing else that runs sets it. */
export const comesToBe = (expression: AstNode, { value: wanted }: Exact, at: AtLoad): boolean => {
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
