import { nameOfCallee } from './chains.js'
import { isAskedFor } from './guards.js'
import { OF_ANSWERS } from './known-names.js'
import { listenersOf, OF_ARRIVAL } from './listeners.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach } from './node.js'
import { madeBy } from './url-text.js'
import type { Evaluator, Value } from './value.js'
import { walk } from './walk.js'
import { push } from './write-notes.js'

/**
 * Whether a script takes what a `fetch` of a missing file answers, some text with the status 404, for the file: it reads that as
 * something else than a text, or throws because of its status. Also where nobody sees what reads it.
 */
export const trustsFetched = (request: AstNode, script: Evaluator): boolean => {
  const { names, throws } = readsIn(script).get(request) ?? NOT_READ
  if (throws || names.size === 0) return true
  return ![...names].some((name) => STATES.has(name)) && [...names].some((name) => name !== 'text')
}

/** What a script reads of an answer, and whether it throws because of its status. */
interface Reads {
  readonly names: Set<string>
  throws: boolean
}

const NOT_READ: Reads = { names: new Set(), throws: false }

/** By the call that has the answer. */
const readsIn = onceEach((script: Evaluator): ReadonlyMap<AstNode, Reads> => {
  const found = new Map<AstNode, Reads>()
  walk(script.model.program, (node, ancestors) => {
    const name = node.type === 'MemberExpression' ? (memberName(node) ?? '') : ''
    if (!OF_ANSWERS.has(name) && !STATES.has(name)) return
    for (const made of madeBy(asNode(node['object']), script)) {
      const known = found.get(made.node) ?? { names: new Set(), throws: false }
      found.set(made.node, known)
      known.names.add(name)
      known.throws ||= STATES.has(name) && isThrownFor(ancestors)
    }
  })
  return found
})

const STATES: ReadonlySet<string> = new Set(['ok', 'status'])

/**
 * Where a script reads something of what a call of the browser gives, which is null in a mini app: `prompt('Name?').trim()`. None
 * where a condition asks for it before, or where it may be something else.
 */
export const readsOfNull = (call: AstNode | null, script: Evaluator): readonly AstNode[] =>
  (call === null ? undefined : nullReadsIn(script).get(call)) ?? []

const nullReadsIn = onceEach((script: Evaluator): ReadonlyMap<AstNode, readonly AstNode[]> => {
  const found = new Map<AstNode, AstNode[]>()
  walk(script.model.program, (node) => {
    if (node.type !== 'MemberExpression' || node['optional'] === true) return
    const object = asNode(node['object'])
    const [value, ...more] = object === null ? [] : script.of(object).filter((one) => !isNothing(one))
    if (value?.kind !== 'made' || more.length > 0 || !OF_NULL.has(value.path) || value.of !== script) return
    const isOfCall = (one: AstNode): boolean =>
      one.type === 'Identifier' && script.of(one).some((of) => 'node' in of && of.node === value.node)
    if (isAskedFor(node, script.model.guards, isOfCall)) return
    push(found, value.node, node)
  })
  return found
})

const isNothing = (value: Value): boolean => value.kind === 'exact' && value.value === undefined

const OF_NULL: ReadonlySet<string> = new Set(['prompt', 'open'])

/** Whether the condition that a place is in is one to throw by, or to reject a promise by. */
const isThrownFor = (ancestors: readonly AstNode[]): boolean => {
  const condition = ancestors.findLast(
    ({ type }) => type === 'IfStatement' || type === 'ConditionalExpression',
  )
  return [asNode(condition?.['consequent']), asNode(condition?.['alternate'])].some((branch) =>
    (branch?.type === 'BlockStatement' ? nodesOf(branch['body']) : [branch]).some(isThrow),
  )
}

const isThrow = (node: AstNode | null): boolean => {
  if (node?.type === 'ThrowStatement') return true
  const value = asNode(node?.['expression']) ?? asNode(node?.['argument']) ?? node
  return value?.type === 'CallExpression' && /^(?:reject|fail)/i.test(nameOfCallee(value))
}

/**
 * Whether what listens to the answer of an `XMLHttpRequest` looks at it: at a status that is not 200, or at what came. Also where
 * nobody sees what listens.
 */
export const looksAtAnswer = (object: unknown, script: Evaluator): boolean => {
  const listeners = listenersOf(object, OF_ARRIVAL, script)
  const looks = ({ value }: (typeof listeners)[number]): boolean => {
    const functions = value === null ? [] : script.functions(value)
    return functions.length === 0 || functions.some(({ node }) => readsAnswer(node))
  }
  return listeners.length === 0 || listeners.some(looks)
}

/** Found once for a function: many requests may have one. */
const readsAnswer = onceEach((fn: AstNode): boolean => {
  let reads = false
  walk(fn, (node) => {
    reads ||= node.type === 'MemberExpression' && /^(?:status|response)/.test(memberName(node) ?? '')
  })
  return reads
})
