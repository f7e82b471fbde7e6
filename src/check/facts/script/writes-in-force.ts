import { isInLoop } from './each-or-one.js'
import { type AstNode, onceEach } from './node.js'
import type { Variable, Write } from './scopes.js'
import type { Guard, ScriptFunction } from './script-parts.js'
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
