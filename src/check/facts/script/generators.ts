import { isLoop } from './each-or-one.js'
import { type AstNode, asNode, isFunction, memberName, onceEach } from './node.js'
import { parentsIn, readsOf } from './parents.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

/** Where the steps of a generator are taken, and whether only the first one is: `steps.next()`. */
interface StepsTaken {
  readonly at: readonly AstNode[]
  readonly isOne: boolean
}

/** What takes the steps of the generator that a call gives; null where that is what is around the call, as a loop. */
export const stepsTaken = (call: AstNode, of: Evaluator): StepsTaken | null => {
  const parent = parentsIn(of).get(call)
  if (parent?.type === 'ExpressionStatement') return { at: [], isOne: false }
  const isSet = parent?.type === 'AssignmentExpression' || parent?.type === 'VariableDeclarator'
  const target = isSet ? asNode(parent['left'] ?? parent['id']) : null
  if (target === null || target.type === 'ArrayPattern') return null
  const variable = target.type === 'Identifier' ? of.model.variableOf(target) : null
  const at = variable === null ? (of.model.callsByName.get('next') ?? []) : readsOf(variable, of)
  const [read, ...more] = at
  return { at, isOne: read !== undefined && more.length === 0 && isOneStep(read, call, of) }
}

/** Whether a read takes a step in the function that has the generator, and in no loop. */
const isOneStep = (read: AstNode, call: AstNode, of: Evaluator): boolean => {
  const parents = parentsIn(of)
  const parent = parents.get(read)
  const isNext = parent?.type === 'MemberExpression' && memberName(parent) === 'next'
  const fn = of.model.functionAt(call.start).node
  let around = parent
  while (around !== undefined && !isFunction(around) && !isLoop(around)) around = parents.get(around)
  return isNext && (around === undefined || around === fn)
}

/** Where the first step of a generator ends. */
export const firstYieldIn = onceEach((fn: AstNode): number => {
  let first = Number.POSITIVE_INFINITY
  walk(fn, ({ type, end }) => {
    if (type === 'YieldExpression') first = Math.min(first, end)
  })
  return first
})
