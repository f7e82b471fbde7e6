import { leadsOut } from '../text/url.js'
import { namesOf } from './chains.js'
import {
  type AstNode,
  asNode,
  fieldOf,
  isFunction,
  isNode,
  nodesOf,
  startOfString,
  stringOf,
} from './node.js'
import type { ParsedScript } from './read.js'
import { variableKey, variableUses } from './variable-uses.js'

/**
 * How the URLs in a value start, as far as the script says it: by a text, by a variable or a field that never is
 * anything else, or by what the calls of a function give its parameter.
 */
export const startsOfUrl = (
  value: AstNode | undefined,
  script: ParsedScript,
  depth = 0,
  isArgument = false,
): readonly string[] => {
  let node = value
  for (let step = depth; step < MAX_STEPS; step++) {
    const start = startOfString(node)
    if (start !== null && start !== '') return [start]
    const first = firstPart(node)
    if (first === undefined) return start === null ? [] : [start]
    if (isUrlObject(first)) return startsOfUrlObject(first, script, step + 1, isArgument)
    const next = first.type === 'Identifier' ? valueOfVariable(first, script) : valueOfField(first, script)
    if (next === null)
      // From one function to its calls, and no further: each could be called by hundreds of others.
      return first.type === 'Identifier' && !isArgument
        ? valuesOfParameter(first, script).flatMap((one) => startsOfUrl(one, script, step + 1, true))
        : []
    node = next
  }
  return []
}

/** One variable of another: longer chains do not occur. */
const MAX_STEPS = 6

/** What a text is put together of first: `a` in `a + "/b"` and in a template that begins with it. */
const firstPart = (value: AstNode | undefined): AstNode | undefined => {
  let node = value
  for (;;) {
    if (node?.type === 'BinaryExpression' && node['operator'] === '+' && isNode(node['left']))
      node = node['left']
    else if (node?.type === 'TemplateLiteral' && startOfString(node) === '')
      node = nodesOf(node['expressions'])[0]
    else return node
  }
}

const isUrlObject = (node: AstNode): boolean =>
  node.type === 'NewExpression' && asNode(node['callee'])?.['name'] === 'URL'

/** Of `new URL("a", base)`: what does not lead to another host itself does so from a base there. */
const startsOfUrlObject = (
  made: AstNode,
  script: ParsedScript,
  depth: number,
  isArgument: boolean,
): readonly string[] => {
  const [path, base] = nodesOf(made['arguments'])
  const starts = startsOfUrl(path, script, depth, isArgument)
  if (base === undefined || starts.some(leadsOut)) return starts
  return [...startsOfUrl(base, script, depth, isArgument).filter(leadsOut), ...starts]
}

/** What a variable is declared with, where it is never set again. */
const valueOfVariable = (variable: AstNode, script: ParsedScript): AstNode | null => {
  const name = String(variable['name'])
  const value = script.initialValueOf(name, variable.start)
  return value === null || isSetAgain(variable, script) ? null : value
}

const isSetAgain = ({ name, start }: AstNode, script: ParsedScript): boolean =>
  variableUses(String(name), script).setAgain.has(variableKey(String(name), start, script))

/** What `CONFIG.api.url` is, where the script only reads fields of `CONFIG`, or has frozen it. */
const valueOfField = (chain: AstNode, script: ParsedScript): AstNode | null => {
  const [root = '', ...fields] = chain.type === 'MemberExpression' ? (namesOf(chain) ?? []) : []
  if (root === '' || fields.length === 0) return null
  const declared = script.initialValueOf(root, chain.start)
  const frozen = declared === null ? null : frozenBy(declared)
  const key = variableKey(root, chain.start, script)
  const { setAgain, sent, changed } = variableUses(root, script)
  if (setAgain.has(key) || (frozen === null && (sent.has(key) || changed.has(key)))) return null
  let value = frozen ?? declared
  for (const field of fields) {
    const held: AstNode | null | undefined = value === null ? null : fieldOf(value, field)
    value = held ?? null
    if (value !== null) value = frozenBy(value) ?? value
  }
  return value
}

const frozenBy = (value: AstNode): AstNode | null => {
  const callee = value.type === 'CallExpression' ? asNode(value['callee']) : null
  if (callee === null || namesOf(callee)?.join('.') !== 'Object.freeze') return null
  return nodesOf(value['arguments'])[0] ?? null
}

/** What a function's own script gives one of its parameters; nothing where the function sets it itself. */
const valuesOfParameter = (parameter: AstNode, script: ParsedScript): readonly AstNode[] => {
  const name = String(parameter['name'])
  const start = script.bindingOf(name, parameter.start)
  if (start === -1 || isSetAgain(parameter, script)) return []
  const called = callsIn(script).get(start)
  if (called === undefined) return []
  const at = nodesOf(called.parameters).findIndex((one) => one['name'] === name)
  return at === -1 ? [] : called.calls.flatMap((values) => values[at] ?? [])
}

interface Called {
  readonly parameters: unknown
  readonly calls: (readonly AstNode[])[]
}

/** The arguments of the calls of each function that has a name, by where the function starts. */
const callsIn = (script: ParsedScript): ReadonlyMap<number, Called> => {
  const known = CALLS.get(script)
  if (known !== undefined) return known
  const found = new Map<number, Called>()
  for (const { names, kind, values, offset } of script.uses) {
    const [name = '', ...more] = names
    // Only texts are of interest, and nearly no call has one.
    if (kind !== 'call' || more.length > 0 || !values.some((value) => startOfString(value) !== null)) continue
    const made = script.initialValueOf(name, offset)
    if (made === null || !isFunction(made)) continue
    const called = found.get(made.start) ?? { parameters: made['params'], calls: [] }
    if (called.calls.length < MAX_CALLS) called.calls.push(values)
    found.set(made.start, called)
  }
  CALLS.set(script, found)
  return found
}

/** Of one function; what its first calls do not show, nobody wrote by hand. */
const MAX_CALLS = 100

const CALLS = new WeakMap<ParsedScript, ReadonlyMap<number, Called>>()

/** Whether a value is `URL.createObjectURL(…)`, or a variable that always holds it. */
export const isObjectUrl = (value: AstNode | undefined, script: ParsedScript): boolean => {
  const node = value?.type === 'Identifier' ? valueOfVariable(value, script) : value
  const callee = node?.type === 'CallExpression' ? asNode(node['callee']) : null
  return callee !== null && namesOf(callee)?.slice(-2).join('.') === 'URL.createObjectURL'
}

/** The text of an argument's field: `same-origin` of `{ mode: "same-origin" }`. */
export const textOfField = (value: AstNode | undefined, field: string): string | null =>
  stringOf(fieldOf(value, field) ?? undefined)
