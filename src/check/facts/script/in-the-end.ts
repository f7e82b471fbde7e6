import type { AtLoad } from './at-load.js'
import { unwrap } from './chains.js'
import { type AstNode, asNode, memberName, nodesOf, propertyName } from './node.js'
import { EQUALITY } from './operators.js'
import type { Write } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import { parentsIn } from './sources.js'
import { constantOf, truthOfValues } from './truth.js'
import type { Evaluator, Exact } from './value.js'
import { isUnder } from './writes-in-force.js'

/**
 * Whether a condition in what frames or intervals call comes to hold by itself, or not to, at some time: of a flag that something
 * sets, such as `loaded`, of a state, and of what is counted. Null where that is not known.
 */
export const truthInTheEnd = (condition: AstNode, at: AtLoad): boolean | null => {
  if (condition.type !== 'BinaryExpression') return truthOfFlag(condition, at)
  const operator = String(condition['operator'])
  const [left, right] = [unwrap(condition['left']), unwrap(condition['right'])]
  for (const [side, other, isTurned] of [
    [left, right, false],
    [right, left, true],
  ] as const) {
    const limit = side === null ? null : constantOf(other, at.of)
    if (side === null || limit === null) continue
    if (EQUALITY.test(operator) && comesToBe(side, limit, at)) return operator[0] !== '!'
    const way = typeof limit.value === 'number' ? wayOfCount(side, limit.value, at) : null
    if (way === null) continue
    if (EQUALITY.test(operator)) return operator[0] !== '!'
    if (ORDER.test(operator)) return (operator[0] === '>') === ((way === 'up') !== isTurned)
  }
  return null
}

/** Whether a variable or a field is a value in one of the first frames, or comes to be that by itself. */
export const comesToBe = (expression: AstNode, { value: wanted }: Exact, at: AtLoad): boolean => {
  const { of } = at
  const writes = writesRun(expression, at)
  const isIt = ({ value }: WriteRun): boolean => {
    const known = value === null ? null : constantOf(value, of)
    return known !== null && known.value === wanted
  }
  const [first, ...more] = writes.filter(({ isFirst }) => isFirst)
  const later = writes.filter(({ isFirst }) => !isFirst)
  const own = at.guard === null ? null : of.model.functionAt(at.guard.test.start)
  if (first !== undefined && isIt(first) && more.length === 0 && later.every(({ fn }) => fn === own))
    return true
  return later.some(
    (write) =>
      isIt(write) &&
      !isUnder(write.start, at) &&
      later.every(({ fn, start }) => fn !== write.fn || start <= write.start) &&
      at.isSureAt(write.start, of),
  )
}

/** What a flag comes to count as: something that surely runs sets it, and nothing that runs sets it back. */
const truthOfFlag = (flag: AstNode, at: AtLoad): boolean | null => {
  const later = new Set<boolean | null>()
  let isSure = false
  for (const { start, value, isFirst } of writesRun(flag, at)) {
    const truth = value === null ? null : truthOfValues(at.of.of(value), at.of)
    if (truth === null) return null
    if (isFirst || isUnder(start, at)) continue
    later.add(truth)
    isSure ||= at.isSureAt(start, at.of)
  }
  const [first = null] = later
  return isSure && later.size === 1 ? first : null
}

/** Which way something is counted that soon comes to a limit, and nothing that runs sets back. */
const wayOfCount = (count: AstNode, limit: number, at: AtLoad): 'up' | 'down' | null => {
  const ways = new Set<'up' | 'down' | null>()
  let start: number | null = null
  let isSure = false
  for (const write of writesRun(count, at)) {
    if (write.isFirst && write.value !== null) {
      const value = constantOf(write.value, at.of)?.value
      if (typeof value !== 'number' || start !== null) return null
      start = value
      continue
    }
    ways.add(wayOfStep(write, at.of))
    isSure ||= at.isSureAt(write.start, at.of)
  }
  const [way = null] = ways
  if (start === null || !isSure || ways.size !== 1 || Math.abs(limit - start) > MAX_COUNT) return null
  return way === 'up' ? (start <= limit ? way : null) : start >= limit ? way : null
}

/** `count++`, `count += 1`, `time -= past` */
const wayOfStep = ({ operator, step }: WriteRun, of: Evaluator): 'up' | 'down' | null => {
  if (operator === '++') return 'up'
  if (operator === '--') return 'down'
  const by = step === null ? null : constantOf(step, of)?.value
  const isForward = typeof by === 'number' ? by > 0 : step !== null && isMadeOf(step, of, isTime)
  if (!isForward) return null
  return operator === '+' ? 'up' : operator === '-' ? 'down' : null
}

/** Something that runs and sets a variable or a field. */
interface WriteRun {
  /** In UTF-16 units. */
  readonly start: number
  readonly fn: ScriptFunction
  /** What it is set to; null where more than that decides it. */
  readonly value: AstNode | null
  /** How it is counted: `++`, `--`, `+` or `-`, with what it is counted by. */
  readonly operator: string
  readonly step: AstNode | null
  /** Whether it makes the variable or the field. */
  readonly isFirst: boolean
}

const writesRun = (target: AstNode, at: AtLoad): readonly WriteRun[] =>
  writesTo(target, at.of).filter(({ fn }) => at.hasRun(fn))

const writesTo = (target: AstNode, of: Evaluator): readonly WriteRun[] => {
  const { model } = of
  if (target.type === 'Identifier')
    return (model.variableOf(target)?.writes ?? [])
      .slice(0, MAX_WRITES_OF_ONE)
      .map(({ offset, value, way, fields, operator, declares, within }) => ({
        start: offset,
        fn: model.functions.get(within) ?? model.main,
        value: way === 'is' && operator === '=' && fields.length === 0 ? value : null,
        operator: way === 'arithmetic' ? operator : '',
        step: value,
        isFirst: declares !== null || (within === model.program && way === 'is'),
      }))
  if (target.type !== 'MemberExpression') return []
  const nodesIn = (object: unknown): readonly AstNode[] =>
    of.of(object).flatMap((one) => ('node' in one ? [one.node] : []))
  const objects = nodesIn(target['object'])
  const name = memberName(target) ?? ''
  const writes = model.writes.fields.get(name) ?? []
  if (objects.length === 0 || writes.length > MAX_WRITES_OF_ONE) return []
  const set = writes.flatMap(({ target: field, object, value, operator }): readonly WriteRun[] => {
    const owners = nodesIn(object)
    if (owners.length > 0 && !owners.some((one) => objects.includes(one))) return []
    const fn = model.functionAt(field.start)
    const isMaking = fn === model.main || fn.owner?.kind === 'constructor' || objects.includes(fn.node)
    const parent = parentsIn(of).get(field)
    const isPlain = operator === '='
    return [
      {
        start: field.start,
        fn,
        value: isPlain ? value : null,
        operator: isPlain ? '' : String(parent?.['operator'] ?? '').replace(/=$/, ''),
        step: asNode(parent?.['right']),
        isFirst: isPlain && isMaking,
      },
    ]
  })
  const made = objects
    .flatMap((object) => fieldOf(object, name))
    .map((value) => ({
      start: value.start,
      fn: model.functionAt(value.start),
      value,
      operator: '',
      step: null,
      isFirst: true,
    }))
  return [...made, ...set]
}

/** The value of a field where a literal or a class has it. */
const fieldOf = (object: AstNode, name: string): readonly AstNode[] =>
  nodesOf(object['properties'] ?? asNode(object['body'])?.['body']).flatMap((member) =>
    propertyName(member) === name && member['static'] !== true ? (asNode(member['value']) ?? []) : [],
  )

/** Whether something is so of what an expression is made of: its parts, and what gives its names and its calls their values. */
export const isMadeOf = (
  expression: unknown,
  of: Evaluator,
  isSo: (node: AstNode, of: Evaluator) => boolean,
  seen = new Set<AstNode>(),
): boolean => {
  const node = unwrap(expression)
  if (node === null || seen.has(node) || seen.size > MAX_NODES) return false
  seen.add(node)
  const leads = (part: unknown, script = of): boolean => isMadeOf(part, script, isSo, seen)
  if (isSo(node, of)) return true
  switch (node.type) {
    case 'UnaryExpression':
      return leads(node['argument'])
    case 'BinaryExpression':
    case 'LogicalExpression':
      return leads(node['left']) || leads(node['right'])
    case 'CallExpression':
      return (
        leads(node['callee']) ||
        nodesOf(node['arguments']).some((one) => leads(one)) ||
        of
          .functions(node['callee'])
          .some((one) => one.of.model.functions.get(one.node)?.returns.some((value) => leads(value, one.of)))
      )
    case 'Identifier':
      return writesOf(node, of).some(({ way, value }) => way !== 'parameter' && leads(value))
    case 'MemberExpression':
      return (
        leads(node['object']) ||
        (of.model.writes.fields.get(memberName(node) ?? '') ?? [])
          .slice(0, MAX_WRITES)
          .some(({ value }) => leads(value))
      )
    default:
      return false
  }
}

export const writesOf = (name: AstNode, { model }: Evaluator): readonly Write[] =>
  (model.variableOf(name)?.writes ?? []).slice(0, MAX_WRITES)

/** Whether it is the time: that of a frame, also handed on to what the frame calls, or of a clock. */
export const isTime = (node: AstNode, of: Evaluator, depth = 0): boolean => {
  if (node.type === 'CallExpression')
    return of.paths(node['callee']).some((path) => CLOCKS.has(path.join('.')))
  if (node.type !== 'Identifier' || depth > MAX_HANDED) return false
  return writesOf(node, of).some(({ way, value, index }) => {
    if (way !== 'parameter' || value === null) return false
    if (index === 0 && isGivenToFrames(value, of)) return true
    const fn = of.model.functions.get(value)
    const given = fn === undefined ? [] : of.calls.argumentSources(fn, index)
    return given.some((one) => one.fields.length === 0 && isTime(one.node, of, depth + 1))
  })
}

/** Whether frames call a function, and give it the time. */
const isGivenToFrames = (node: AstNode, of: Evaluator): boolean =>
  (of.model.callsByName.get('requestAnimationFrame') ?? [])
    .slice(0, MAX_WRITES)
    .some((call) => of.functions(nodesOf(call['arguments'])[0]).some((fn) => fn.node === node))

const ORDER = /^[<>]=?$/
const CLOCKS: ReadonlySet<string> = new Set(['performance.now', 'Date.now'])
/** So far something is counted in a few seconds of frames. */
const MAX_COUNT = 1_000
const MAX_NODES = 100
const MAX_HANDED = 2
const MAX_WRITES = 8
/** What is set in more places, nobody follows. */
const MAX_WRITES_OF_ONE = 40
