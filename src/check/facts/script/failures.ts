import { destinationOf } from '../text/url.js'
import { nameOfCallee, unwrap } from './chains.js'
import { type AstNode, asNode, nodesOf } from './node.js'
import type { ReachedFunctions } from './reached.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import { textsOf } from './url-text.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

/**
 * A failure at a place of a function. `throws`: it ends that, and all that calls it, up to the browser; `rejects`: a promise
 * is rejected there; `waits`: what listens to something is never called.
 */
export interface Failure {
  readonly fails: 'throws' | 'rejects' | 'waits'
  readonly fn: ScriptFunction
  readonly offset: number
  /** Where what fails ends, if a rule says so. */
  readonly end?: number
  readonly of: Evaluator
  /** Whether the script minds it: only what is skipped then is lost. */
  readonly isHandled?: boolean
}

/** The calls `document.fonts.load()` that run, and reject since the font of a family cannot load. */
export const failingLoads = (family: string, of: Evaluator, reached: ReachedFunctions): readonly Failure[] =>
  (of.model.callsByName.get('load') ?? []).flatMap((call) => {
    const [font] = nodesOf(call['arguments'])
    const isOfFont =
      of.path(call['callee'])?.join('.') === 'document.fonts.load' &&
      textsOf(font, of).some((text) => text.toLowerCase().includes(family.toLowerCase()))
    const fn = of.model.functionAt(call.start)
    const how = isOfFont ? reached.of(fn, call.start, of) : null
    if (how === null || how === 'perhaps' || how === 'caught') return []
    return [{ fails: 'rejects', fn, offset: call.start, end: call.end, of }]
  })

/** The variable that holds the URL which something requests; null where that is something else. */
export const variableOfUrl = (node: AstNode, { model }: Evaluator): Variable | null => {
  const [first, second] = nodesOf(node['arguments'])
  const url =
    asNode(node['right']) ?? asNode(node['source']) ?? (nameOfCallee(node) === 'open' ? second : first)
  return url?.type === 'Identifier' ? model.variableOf(url) : null
}

/** The function that has a URL as its parameter; null where it is none. */
export const loaderOf = ({ writes }: Variable, { model }: Evaluator): ScriptFunction | null => {
  const write = writes.find(({ way }) => way === 'parameter')
  return (write?.value == null ? null : model.functions.get(write.value)) ?? null
}

export const isGivenRemote = (call: AstNode, of: Evaluator): boolean =>
  nodesOf(call['arguments']).some((value) =>
    textsOf(value, of).some((text) => ['web', 'other-host', 'root'].includes(destinationOf(text))),
  )

/** The call, the import or the assignment that fails. */
export const failingNode = ({ of, offset, end = offset }: Failure): AstNode | null => {
  let found: AstNode | null = null
  walk(of.model.program, (node) => {
    if (!REQUESTS.has(node.type) || node.start > offset || node.end < Math.max(end, offset + 1)) return
    // The innermost around the place, unless one is the use itself.
    const isUse = found !== null && found.start === offset && found.end === end
    if (!isUse) found = node
  })
  return found
}

const REQUESTS: ReadonlySet<string> = new Set([
  'CallExpression',
  'NewExpression',
  'ImportExpression',
  'AssignmentExpression',
])

/** What is listened to: `a` of `a.src = …` and `a.open(…)`, and what is made. */
export const objectOf = (node: AstNode): AstNode | null => {
  if (node.type === 'NewExpression') return node
  return asNode(unwrap(node[node.type === 'AssignmentExpression' ? 'left' : 'callee'])?.['object'])
}
