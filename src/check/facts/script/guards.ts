import { type AstNode, asNode, isFunction, memberName, nodesOf } from './node.js'
import type { Context, Guard, ScriptFunction } from './script-parts.js'
import { walk } from './walk.js'

/** The conditions of a script, gathered while it is walked through. */
export class Guards {
  /** Outer ones before those within. */
  readonly #all: Guard[] = []
  readonly #holds = new Map<AstNode, boolean>()
  readonly #either = new Set<AstNode>()
  /** The tests for what is an error: `if (!response.ok) throw …`. */
  readonly errors = new Set<AstNode>()
  #areSorted = false

  /** Whether there is one way where a test holds, and another one where it does not. */
  isEither(test: AstNode): boolean {
    return this.#either.has(test)
  }

  /** The innermost condition around a place. */
  at(offset: number): Guard | null {
    if (!this.#areSorted) this.#all.sort((a, b) => a.start - b.start)
    this.#areSorted = true
    let low = 0
    let high = this.#all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#all[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    let guard = this.#all[low - 1] ?? null
    while (guard !== null && guard.end <= offset) guard = guard.outer
    return guard
  }

  /**
   * What is known in a part that may be skipped or repeated, where a test holds, or does not.
   * @param choice the `switch` that the test is a case of
   */
  branch(
    context: Context,
    node: AstNode,
    test: AstNode | null,
    holds: boolean,
    part: unknown,
    choice: AstNode | null = null,
  ): Context {
    const region = asNode(part) ?? node
    const within = { ...context, region }
    return test === null ? within : this.add(within, test, holds, region.start, region.end, choice)
  }

  /** What is known from one place to another, where a test holds, or does not. */
  add(
    context: Context,
    test: AstNode,
    holds: boolean,
    start: number,
    end: number,
    choice: AstNode | null = null,
  ): Context {
    const guards = { test, holds, choice, outer: context.guards, start, end }
    this.#all.push(guards)
    if (this.#holds.get(test) === !holds) this.#either.add(test)
    this.#holds.set(test, holds)
    return { ...context, guards }
  }
}

/** The conditions around a place, the innermost first; of more than people write, the inner ones. */
export function* guardsFrom(innermost: Guard | null): Generator<Guard> {
  let left = MAX_GUARDS
  for (let guard = innermost; guard !== null && left > 0; guard = guard.outer, left--) yield guard
}

/** Whether it says that a `try` went well, or that it did not. */
export const isOfTry = ({ test }: Guard): boolean =>
  test.type === 'TryStatement' || test.type === 'BlockStatement'

/**
 * Whether a condition around a place is about something.
 * @param isAbout asked about each node of the conditions
 */
export const isAskedFor = (
  { start }: AstNode,
  guards: Guards,
  isAbout: (node: AstNode) => boolean,
): boolean => {
  let found = false
  for (const guard of guardsFrom(guards.at(start))) {
    const { test } = guard
    if (found || isOfTry(guard)) continue
    if (test.end - test.start > LONGEST_TEST) return true
    walk(test, (node) => (found ||= isAbout(node)))
  }
  return found
}

const MAX_GUARDS = 50
/** Longer conditions are none that people write. */
const LONGEST_TEST = 1_000

/** Whether a statement leaves the function, or the loop, in any case. */
export const leaves = (statement: AstNode | null): boolean => {
  switch (statement?.type) {
    case 'BlockStatement':
      return leaves(nodesOf(statement['body']).at(-1) ?? null)
    case 'TryStatement': {
      const handler = asNode(statement['handler'])
      return handler !== null && leaves(asNode(statement['block'])) && leaves(asNode(handler['body']))
    }
    default:
      return /^(?:Return|Throw|Break|Continue)/.test(statement?.type ?? '')
  }
}

/** Whether a statement ends in an error in any case. */
export const throwsAgain = (statement: AstNode | null): boolean => {
  if (statement?.type === 'BlockStatement') return nodesOf(statement['body']).some(throwsAgain)
  return statement?.type === 'IfStatement'
    ? throwsAgain(asNode(statement['consequent'])) && throwsAgain(asNode(statement['alternate']))
    : statement?.type === 'ThrowStatement'
}

/** Whether a function that minds a rejection ends in one again: `(error) => { log(error); return Promise.reject(error) }`. */
export const rejectsAgain = (fn: AstNode | undefined): boolean => {
  const body = asNode(fn?.['body'])
  if (fn === undefined || body === null || !isFunction(fn)) return false
  const last = body.type === 'BlockStatement' ? nodesOf(body['body']).at(-1) : body
  if (last?.type === 'ThrowStatement') return true
  const given = last?.type === 'ReturnStatement' ? asNode(last['argument']) : last
  const value = given?.type === 'SequenceExpression' ? nodesOf(given['expressions']).at(-1) : given
  const callee = value?.type === 'CallExpression' ? asNode(value['callee']) : null
  return callee?.type === 'MemberExpression' && memberName(callee) === 'reject'
}

/**
 * Whether the `catch` of a `try` throws its error again, itself or behind it: it keeps it for a `throw last` of its function. Where
 * something else is tried each time, as one URL after the other, that comes only if nothing went well.
 */
export const rethrows = (statement: AstNode, { node }: ScriptFunction): boolean => {
  const handler = asNode(statement['handler'])
  const body = asNode(handler?.['body'])
  if (throwsAgain(body) || throwsAtEnd(statement, body)) return true
  const nameIn = (part: unknown): unknown =>
    asNode(part)?.type === 'Identifier' ? asNode(part)?.['name'] : undefined
  const caught = nameIn(handler?.['param'])
  const kept = nodesOf(body?.['body']).flatMap(({ expression }) => {
    const set = asNode(expression)
    const isKept = set?.type === 'AssignmentExpression' && caught !== undefined
    return isKept && nameIn(set['right']) === caught ? (nameIn(set['left']) ?? []) : []
  })
  const all = nodesOf(asNode(node['body'])?.['body'] ?? node['body'])
  const at = all.findIndex((one) => triesAlike(one, statement))
  const next = at === -1 ? undefined : all[at + 1]
  return next?.type === 'IfStatement'
    ? kept.includes(nameIn(next['test']) ?? '') && throwsAgain(asNode(next['consequent']))
    : next?.type === 'ThrowStatement' && kept.includes(nameIn(next['argument']) ?? '')
}

/**
 * Whether a `finally` throws what its `catch` has kept, as compilers write a `for…of`: `catch (a) { b = { error: a } } finally { if (b)
 * throw b.error }`, `catch (a) { c.e(a) } finally { c.f() }`.
 */
const throwsAtEnd = (statement: AstNode, caught: AstNode | null): boolean => {
  const finalizer = asNode(statement['finalizer'])
  const [only, ...more] = nodesOf(caught?.['body'])
  const kept = asNode(only?.['expression'])
  if (finalizer === null || kept === null || more.length > 0) return false
  const name = (part: unknown): unknown => asNode(part)?.['name']
  const object = (call: AstNode | null): unknown => name(asNode(call?.['callee'])?.['object'])
  const [last] = nodesOf(finalizer['body'])
  if (kept.type === 'CallExpression' && nodesOf(finalizer['body']).length === 1)
    return object(kept) !== undefined && object(kept) === object(asNode(last?.['expression']))
  let isThrown = false
  walk(finalizer, (node) => {
    const thrown = node.type === 'ThrowStatement' ? asNode(node['argument']) : null
    if (thrown !== null && name(thrown['object'] ?? thrown) === name(kept['left']))
      isThrown ||= kept.type === 'AssignmentExpression'
  })
  return isThrown
}

/** Whether a statement is a `try`, or a loop that counts how often it is tried, and nothing else. */
const triesAlike = (outer: AstNode, statement: AstNode): boolean => {
  if (outer === statement) return true
  const counters = nodesOf(asNode(outer['init'])?.['declarations']).map(({ id }) => asNode(id)?.['name'])
  let isAlike = outer.type === 'ForStatement' && outer.start <= statement.start && statement.end <= outer.end
  walk(statement, ({ type, name }) => {
    if (type === 'Identifier' && counters.includes(name)) isAlike = false
  })
  return isAlike
}

/** Whether a condition asks for what went wrong by its name: `if (error) return`, `if (!response.ok) return`. */
export const asksForError = (test: AstNode): boolean => {
  if (test.type === 'Identifier') return /^(?:e|err|error)$/.test(String(test['name']))
  const denied = test.type === 'UnaryExpression' && test['operator'] === '!' ? asNode(test['argument']) : null
  return denied?.type === 'MemberExpression' && memberName(denied) === 'ok'
}
