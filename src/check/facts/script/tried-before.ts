import { nameOfCallee, namesOf, unwrap } from './chains.js'
import { guardsFrom } from './guards.js'
import { OF_BROWSER, OF_OBJECTS } from './known-names.js'
import { type AstNode, asNode, isFunction, isNode, memberName, nodesOf, onceEach } from './node.js'
import { saysNothing } from './operators.js'
import type { Write } from './scopes.js'
import { stateMachineIn } from './script-functions.js'
import type { Guard, ScriptFunction } from './script-parts.js'
import { sourceOf } from './sources.js'
import { textsOf } from './url-text.js'
import type { Evaluator, FunctionValue } from './value.js'
import { walk } from './walk.js'
import { push } from './write-notes.js'

/** Whether a `catch` of the same function minds an error at a place, also one that a compiler has put into steps. */
export const isTried = (node: AstNode, of: Evaluator): boolean =>
  isTriedStep(node.start, of.model.functionAt(node.start)) || triedBlock(node, of) !== null

/** The innermost block of a `try` with a `catch`, in the same function, that holds a place; null where there is none. */
export const triedBlock = (
  { start, end }: Pick<AstNode, 'start' | 'end'>,
  { model }: Evaluator,
): AstNode | null => {
  const blocks = model.minded.flatMap((one) => {
    const block = asNode(one['block'])
    const isIn = block !== null && block.start <= start && end <= block.end
    return isIn && model.functionAt(one.start) === model.functionAt(start) ? [block] : []
  })
  return blocks.at(-1) ?? null
}

/**
 * Whether a `catch` that minds an error at a place may skip what matters: more calls than those of the browser, or what a function
 * gives or sets, so that there is nothing instead.
 */
export const mayBeSkipped = (offset: number, of: Evaluator): boolean => {
  const block = triedBlock({ start: offset, end: offset }, of)
  if (block === null) return true
  const isSkipped = ({ end }: AstNode): boolean => offset < end && end <= block.end
  const { calls, handlers } = of.model.functionAt(offset)
  return (
    calls.some(({ node }) => isSkipped(node) && !isHarmless(node)) ||
    handlers.some(({ target }) => isSkipped(target)) ||
    givesOrSets(block, offset)
  )
}

const givesOrSets = (block: AstNode, offset: number): boolean => {
  let found = false
  walk(block, ({ type, end, argument, operator }) => {
    const isGiven = type === 'ReturnStatement' && asNode(argument) !== null
    found ||= end > offset && (isGiven || (type === 'AssignmentExpression' && operator === '='))
  })
  return found
}

/** By its names only: what they stand for is known when all scripts are read. */
const isHarmless = (call: AstNode): boolean => {
  const names = namesOf(unwrap(call['callee']) ?? call) ?? []
  return OF_OBJECTS.has(names.at(-1) ?? '') || (names.length > 1 && OF_BROWSER.has(names[0] ?? ''))
}

/**
 * Whether steps of a generator mind an error at a place: in a step from the first of a list to the one that catches, as compilers
 * write it: `a.trys.push([0, 2, , 3])`, `wrap(steps, outer, self, [[0, 2]])`.
 */
export const isTriedStep = (offset: number, fn: ScriptFunction): boolean => {
  const { node, compiled, calls, given } = fn
  if (compiled !== 'steps') return false
  const pushed = calls.flatMap(({ node: call }) => {
    const object = unwrap(unwrap(call['callee'])?.['object'])
    const isList = object?.type === 'MemberExpression' && memberName(object) === 'trys'
    return isList && nameOfCallee(call) === 'push' ? nodesOf(call['arguments']) : []
  })
  const lists = [...pushed, ...nodesOf(nodesOf(given?.call['arguments'])[3]?.['elements'])]
  const tries = lists.flatMap(({ elements }) => {
    const [from, caught] = Array.isArray(elements) ? elements.map((one) => asNode(one)?.['value']) : []
    return typeof from === 'number' && typeof caught === 'number' ? [{ from, caught }] : []
  })
  const step = tries.length === 0 ? null : stepAt(offset, node)
  return tries.some(({ from, caught }) => step === null || (from <= step && step < caught))
}

/** The number of the step that a place is in: of its `case`, or what the state is set to there. Null where it is in none. */
const stepAt = (offset: number, fn: AstNode): number | null => {
  const choice = stateMachineIn(fn)
  const current = nodesOf(choice?.['cases']).findLast(({ start }) => start <= offset)
  let found = asNode(current?.['test'])?.['value']
  const state = asNode(asNode(choice?.['discriminant'])?.['left'])
  if (current !== undefined && state !== null)
    walk(current, (node) => {
      const [left, right] = [asNode(node['left']), asNode(node['right'])]
      const isState = left?.type === 'MemberExpression' && memberName(left) === memberName(state)
      if (node.type === 'AssignmentExpression' && isState && node.end <= offset)
        found = right?.['value'] ?? found
    })
  return typeof found === 'number' ? found : null
}

/**
 * Whether a place is reached only if a `try` went well that used one of some names: a library looks once whether the
 * browser lets it save, and goes by the outcome everywhere else. What a `catch` does is not reached either, where
 * nothing in its `try` has such a name.
 */
export const isTriedBefore = (
  innermost: Guard | null,
  names: ReadonlySet<string>,
  values: Evaluator,
): boolean => {
  if (innermost === null || !hasTries(values)) return false
  const tries = triesOf(names, values)
  const search = { names, tries, values, budget: { left: MAX_NODES } }
  for (const { test, holds, choice } of guardsFrom(innermost)) {
    const isCatch = test.type === 'BlockStatement'
    if (isCatch && !tries.some(({ block }) => block === test)) return true
    if (!isCatch && choice === null && someComesFrom(test, holds, search)) return true
  }
  return false
}

const someComesFrom = (test: AstNode, holds: boolean, search: Search): boolean =>
  partsOf(test, holds).some((part) => comesFrom({ ...part, holds: saysThatThereIs(part) }, search, 0))

/** Whether a condition around a place goes by what libraries try once. It is found once, since what runs is looked at again and again. */
export const goesByTry = (guard: Guard | null, of: Evaluator): boolean =>
  guard !== null && guardsByTry(of)(guard)

const guardsByTry = onceEach((of: Evaluator) => onceEach((guard: Guard) => isTriedBefore(guard, TRIED, of)))

/** Whether it comes out of what libraries try once that a condition does not hold. */
export const failsByTry = (guard: Guard, of: Evaluator): boolean => hasTries(of) && failingByTry(of)(guard)

const failingByTry = onceEach((values: Evaluator) => {
  const tries = triesOf(TRIED, values)
  return onceEach(({ test, holds }: Guard) =>
    someComesFrom(test, !holds, { names: TRIED, tries, values, budget: { left: MAX_NODES } }),
  )
})

/** What libraries try once, to go by the outcome. */
const TRIED: ReadonlySet<string> = new Set([
  ...['localStorage', 'sessionStorage', 'indexedDB', 'cookie', 'caches', 'getGamepads()'],
])

/** Whether there is a `try` in a script, or in one beside it. */
const hasTries = ({ model, outside }: Evaluator): boolean =>
  model.tries.length > 0 || outside.scripts().some((of) => of.model.tries.length > 0)

/** The `try` statements of a script by the names in their blocks; also one that a function is given: `window[type]`. */
const triesByName = onceEach((of: Evaluator): ReadonlyMap<string, readonly AstNode[]> => {
  const found = new Map<string, AstNode[]>()
  for (const one of of.model.tries)
    for (const name of new Set(namesUnder(one['block'], of))) push(found, name, one)
  return found
})

/** The `try` statements of a script that use one of some names. The same names are asked for again and again. */
const triesOf = (names: Iterable<string>, of: Evaluator): readonly AstNode[] => triesWith(of)(names)

const triesWith = onceEach((of: Evaluator) =>
  onceEach((names: Iterable<string>) => [...names].flatMap((name) => triesByName(of).get(name) ?? [])),
)

/**
 * Whether a `try` elsewhere finds out about a name, or about the function around a place, with a yes or no by which the script goes.
 * @param by a name that the `try` has besides; null for none
 */
export const isProbed = (name: string, by: string | null, offset: number, of: Evaluator): boolean => {
  const calls = of.model.tries.length === 0 ? [] : of.calls.of(of.model.functionAt(offset))
  const isOfFunction = ({ block }: AstNode): boolean => calls.some(({ start }) => isIn(block, start))
  return [...triesOf([name], of), ...of.model.tries.filter(isOfFunction)].some((one) => {
    const [tried, failed] = [asNode(one['block']), asNode(asNode(one['handler'])?.['body'])]
    return (
      !isIn(tried, offset) &&
      !isAhead(one, offset, of) &&
      (by === null || triesOf([by], of).includes(one)) &&
      (says(tried, true) || says(failed, false))
    )
  })
}

/** Whether a place is before a `try` in the same function: what finds out does so itself. */
const isAhead = ({ start }: AstNode, offset: number, { model }: Evaluator): boolean =>
  offset < start && model.functionAt(offset) === model.functionAt(start)

/** Whether a block gives back a yes, or a no, or puts it down. */
const says = (block: AstNode | null, isYes: boolean): boolean =>
  nodesOf(block?.['body']).some((statement) => {
    const given = asNode(statement[statement.type === 'ReturnStatement' ? 'argument' : 'expression'])
    const parts = given?.type === 'SequenceExpression' ? nodesOf(given['expressions']) : [given]
    return parts.some((part) => {
      const value = part?.type === 'AssignmentExpression' ? asNode(part['right']) : part
      return value?.type === 'UnaryExpression' && value['operator'] === '!'
        ? asNode(value['argument'])?.['value'] === (isYes ? 0 : 1)
        : value?.type === 'Literal' && value['value'] === isYes
    })
  })

interface Search {
  readonly names: ReadonlySet<string>
  /** The `try` statements of the script that use one of the names. */
  readonly tries: readonly AstNode[]
  readonly values: Evaluator
  /** How many nodes may yet be looked at. */
  readonly budget: { left: number }
}

interface Part {
  readonly node: AstNode
  readonly holds: boolean
}

/** The parts of a condition that hold, or do not hold, if it holds, or does not. */
export const partsOf = (test: AstNode, holds: boolean): readonly Part[] => {
  const node = unwrap(test)
  if (node === null) return []
  const of = (key: string, isTrue: boolean): readonly Part[] => partsOf(asNode(node[key]) ?? test, isTrue)
  const { type, operator } = node
  if (type === 'UnaryExpression' && operator === '!') return of('argument', !holds)
  if (type !== 'LogicalExpression') return [{ node, holds }]
  return (operator === '&&') === holds ? [...of('left', holds), ...of('right', holds)] : []
}

/** Whether there is what a part compares, where the part holds, or does not. */
const saysThatThereIs = ({ node, holds }: Part): boolean => {
  if (node.type !== 'BinaryExpression') return holds
  const isNothing = [node['left'], node['right']].some((side) => saysNothing(asNode(side) ?? node))
  return (/^===?$/.test(String(node['operator'])) !== isNothing) === holds
}

/**
 * Whether that a part of a condition holds, or does not, comes out of one of the `try` statements: of a function with one in
 * it, or of what is set there.
 */
const comesFrom = ({ node: expression, holds }: Part, search: Search, depth: number): boolean => {
  const { names, tries, values } = search
  const { model } = values
  const isFrom = (value: AstNode | null, of = values): boolean => {
    if (value === null || depth >= MAX_DEPTH) return false
    const own = of === values ? search : { ...search, values: of, tries: triesOf(names, of) }
    return comesFrom({ node: value, holds }, own, depth + 1)
  }
  const isSetBy = (offset: number, value: AstNode | null, of = values): boolean => {
    const [first, ...more] = value === null ? [] : of.of(value)
    const isTrue = more.length > 0 || first?.kind !== 'exact' || Boolean(first.value)
    return triesOf(names, of).some(
      ({ block, handler }) =>
        (isTrue === holds && isIn(block, offset)) || (isTrue !== holds && isIn(handler, offset)),
    )
  }
  const waiting: AstNode[] = [expression]
  for (let node = waiting.pop(); node !== undefined && search.budget.left > 0; node = waiting.pop()) {
    search.budget.left--
    if (node.type === 'Identifier')
      for (const { of, writes } of variablesOf(node, values))
        for (const { offset, value, way } of writes.slice(0, MAX_WRITES))
          if (isSetBy(offset, value, of) || (way === 'is' && isFrom(value, of))) return true
    const source =
      node.type === 'Identifier' || node.type === 'MemberExpression' ? sourceOf(node, values) : null
    if (source !== null && (source.of !== values || node.type === 'MemberExpression'))
      if (isFrom(source.node, source.of)) return true
    if (node.type === 'MemberExpression')
      for (const { target, value } of model.writes.fields.get(memberName(node) ?? '')?.slice(0, MAX_WRITES) ??
        [])
        if (isSetBy(target.start, value) || isFrom(value)) return true
    if (!holds) return node.type === 'CallExpression' && failsWith(node, search)
    if (isFunction(node)) {
      if (tries.some(({ start }) => isIn(node, start))) return true
      for (const call of model.functions.get(node)?.calls ?? []) if (isFrom(call.node)) return true
      continue
    }
    if (tries.includes(node)) return true
    if (node.type === 'CallExpression')
      for (const called of values.functions(node['callee']))
        if (isFrom(called.node, called.of) || triesGiven(node, called, search)) return true
    for (const key in node) waiting.push(...(isNode(node[key]) ? [node[key]] : nodesOf(node[key])))
  }
  return false
}

/** Whether what is called says yes where its `try` does not go well: `isPrivate()`. */
const failsWith = ({ callee }: AstNode, { names, values }: Search): boolean =>
  values
    .functions(callee)
    .some(({ node, of }) =>
      triesOf(names, of).some(
        ({ start, handler }) => isIn(node, start) && says(asNode(asNode(handler)?.['body']), true),
      ),
    )

/** Whether a call is given a function with one of the names, and what is called has a `try` for such: `test(() => localStorage.a)`. */
const triesGiven = (call: AstNode, { node, of }: FunctionValue, { names, values }: Search): boolean =>
  of.model.tries.some(({ start }) => isIn(node, start)) &&
  nodesOf(call['arguments']).some(
    (value) => isFunction(value) && [...namesUnder(value['body'], values)].some((name) => names.has(name)),
  )

/** What is written to a variable, that of another script too, which shares it. */
const variablesOf = (
  name: AstNode,
  values: Evaluator,
): readonly { readonly of: Evaluator; readonly writes: readonly Write[] }[] => {
  const own = values.model.variableOf(name)
  if (own !== null) return [{ of: values, writes: own.writes }]
  return values.outside.scripts().flatMap((of) => {
    const shared = of.isModule ? null : of.model.root.find(String(name['name']))
    return shared === null ? [] : [{ of, writes: shared.writes }]
  })
}

const isIn = (part: unknown, offset: number): boolean =>
  isNode(part) && part.start <= offset && offset < part.end

/** The names in a part of a script, with `()` where they are called: `getGamepads()`; of a very long part, the first ones. */
function* namesUnder(block: unknown, values: Evaluator): Generator<string> {
  const waiting: unknown[] = [block]
  for (
    let node = waiting.pop(), left = MAX_NODES;
    node !== undefined && left > 0;
    node = waiting.pop(), left--
  ) {
    if (!isNode(node)) continue
    const name = nameOf(node)
    if (typeof name === 'string') yield name
    if (node.type === 'MemberExpression' && node['computed'] === true)
      yield* textsOf(asNode(node['property']) ?? undefined, values)
    for (const key in node) waiting.push(...(isNode(node[key]) ? [node[key]] : nodesOf(node[key])))
  }
}

const nameOf = (node: AstNode): unknown => {
  if (node.type === 'Identifier') return node['name']
  const callee = node.type === 'CallExpression' ? unwrap(node['callee']) : null
  return callee?.type === 'MemberExpression' ? `${memberName(callee)}()` : node['value']
}

const MAX_DEPTH = 4
const MAX_NODES = 500
const MAX_WRITES = 8
