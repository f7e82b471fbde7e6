import { nameOfChain, unwrap } from './chains.js'
import { guardsFrom, isOfTry } from './guards.js'
import { type AstNode, memberName, nodesOf, onceEach } from './node.js'
import { constantOf, truthOf } from './truth.js'
import type { Evaluator, Value } from './value.js'
import { isUnder, type Moment } from './writes-in-force.js'

/**
 * Of a comparison with what is counted up or down, or with the length of a list that is filled: whether the first counts. Null where
 * that is not known; undefined for any other comparison.
 */
export const truthOfCount = (node: AstNode, at: Moment): boolean | null | undefined => {
  const isOrder = /^[<>]/.test(String(node['operator']))
  const isEqual = /^==/.test(String(node['operator']))
  if (node.type !== 'BinaryExpression' || !(isOrder || isEqual)) return undefined
  const [left, right] = [unwrap(node['left']), unwrap(node['right'])]
  for (const side of [left, right]) {
    const isRest = side?.type === 'BinaryExpression' && side['operator'] === '%'
    const counted = isRest ? unwrap(side['left']) : side
    const variable = counted?.type === 'Identifier' ? at.of.model.variableOf(counted) : null
    const limit = constantOf(side === left ? right : left, at.of)?.value
    if (variable?.writes.some(({ way }) => way === 'arithmetic') === true)
      return isEqual && !isRest ? limit === 1 || null : false
    const isLength = counted?.type === 'MemberExpression' && memberName(counted) === 'length'
    if (isLength && isOrder && typeof limit === 'number' && limit > 1 && isFilled(counted['object'], at))
      return false
  }
  return undefined
}

/** Whether something that runs puts elements into a list, a Set or a Map, or may. */
export const isFilled = (collection: unknown, at: Moment): boolean => {
  const { of, hasRun } = at
  const node = unwrap(collection)
  if (node?.type === 'ArrayExpression') return false
  if (node?.type !== 'Identifier' && node?.type !== 'MemberExpression') return true
  const variable = node.type === 'Identifier' ? of.model.variableOf(node) : null
  if (of.of(node).some((one) => 'held' in one && one.held === 'handed-on')) return true
  return (fillings(of).get(nameOfChain(node)) ?? []).some(({ object, start }) => {
    const other = object?.type === 'Identifier' ? of.model.variableOf(object) : null
    const isSame = variable === null || other === null || variable === other
    return isSame && hasRun(of.model.functionAt(start)) && !isUnder(start, at) && !isNever(start, of)
  })
}

/** What a script puts elements into, or may, by the last name of its chain, and where, in UTF-16 units. */
const fillings = onceEach(
  (
    of: Evaluator,
  ): ReadonlyMap<string, readonly { readonly object: AstNode | null; readonly start: number }[]> => {
    const { fields } = of.model.writes
    const lengths = (fields.get('length') ?? []).filter(({ value }) => constantOf(value, of)?.value !== 0)
    const written = [...(fields.get('*') ?? []), ...lengths].map(({ object, target }) => ({
      object,
      start: target.start,
    }))
    const called = FILLING.flatMap(([method, values]) =>
      (of.model.callsByName.get(method) ?? [])
        .filter((call) => nodesOf(call['arguments']).length >= values)
        .map((call) => ({ object: unwrap(unwrap(call['callee'])?.['object']), start: call.start })),
    )
    const found = new Map<string, (typeof called)[number][]>()
    for (const one of [...written, ...called]) {
      const name = nameOfChain(one.object)
      const known = found.get(name)
      if (known === undefined) found.set(name, [one])
      else known.push(one)
    }
    return found
  },
)

/** Whether a condition around a place never holds: `if (typeof WebAssembly === 'undefined') missing.push('WebAssembly')`. */
const isNever = (offset: number, of: Evaluator): boolean => {
  const { start } = of.model.functionAt(offset).node
  return [...guardsFrom(of.model.guards.at(offset))].some(
    (guard) =>
      guard.start >= start &&
      guard.choice === null &&
      !isOfTry(guard) &&
      truthOf(guard.test, of) === !guard.holds,
  )
}

/** What puts elements in, with so many arguments. */
const FILLING = [
  ['push', 1],
  ['unshift', 1],
  ['splice', 3],
  ['add', 1],
  ['set', 2],
] as const

export const elementsIn = (value: Value): readonly AstNode[] => {
  if (value.kind === 'array') return value.elements
  const isSet = value.kind === 'made' && value.path === 'Set'
  return isSet ? nodesOf(nodesOf(value.node['arguments'])[0]?.['elements']) : []
}

/** Whether a value is a list, a Set or a Map without elements. */
export const isEmpty = (value: Value): boolean =>
  (value.kind === 'array' && value.elements.length === 0) ||
  (value.kind === 'made' &&
    (value.path === 'Set' || value.path === 'Map') &&
    nodesOf(value.node['arguments']).length === 0)
