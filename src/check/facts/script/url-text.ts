import { leadsOut } from '../text/url.js'
import { unwrap } from './chains.js'
import { isAskedFor } from './guards.js'
import { type AstNode, asNode, nodesOf, stringOf } from './node.js'
import type { Variable } from './scopes.js'
import type { Evaluator, Value, Values } from './value.js'

/** How the URLs in a value start, as far as the scripts say it. */
export const startsOfUrl = (value: AstNode | undefined, values: Evaluator): readonly string[] => {
  const text = stringOf(value)
  return text === null ? [...new Set(startsOf(values.of(value), 0))] : [text]
}

const startsOf = (found: Values, depth: number): readonly string[] =>
  found.flatMap((value) => {
    if (value.kind === 'exact') return typeof value.value === 'string' ? [value.lead ?? value.value] : []
    if (value.kind === 'starts') return [value.lead ?? value.text]
    return value.kind === 'made' && value.path === 'URL' && depth < MAX_DEPTH
      ? startsOfUrlObject(value, depth)
      : []
  })

/** Of `new URL("a", base)`: what does not lead to another host itself does so from a base there. */
const startsOfUrlObject = (
  { node, of }: Extract<Value, { kind: 'made' }>,
  depth: number,
): readonly string[] => {
  const [path, base] = nodesOf(node['arguments'])
  const starts = path === undefined ? [] : startsOf(of.of(path), depth + 1)
  if (base === undefined || starts.some(leadsOut)) return starts
  return [...startsOf(of.of(base), depth + 1).filter(leadsOut), ...starts]
}

const MAX_DEPTH = 4

/** The texts that a value may be. */
export const textsOf = (value: AstNode | undefined, values: Evaluator): readonly string[] =>
  textsIn(values.of(value))

const textsIn = (values: Values): readonly string[] =>
  values.flatMap((one) => (one.kind === 'exact' && typeof one.value === 'string' ? [one.value] : []))

/**
 * The texts that a value is, one after the other: itself, or each of a list that a loop or a callback goes through. None where it may
 * be one or another of them.
 */
export const everyTextOf = (value: AstNode, script: Evaluator): readonly string[] => {
  const text = stringOf(value)
  if (text !== null) return [text]
  const elements = new Set<Variable>()
  if (!isEach(value, script, elements, 0) || elements.size > 1) return []
  const [element] = elements
  return element !== undefined && isChosen(element, value, script) ? [] : textsOf(value, script)
}

/**
 * Whether the script chooses one of what a value may be. Where each call of a helper or each step of a loop has its own, it is all
 * of them.
 */
export const isChoice = (value: AstNode, script: Evaluator): boolean => {
  const node = unwrap(value)
  if (node?.type === 'MemberExpression' || everyTextOf(value, script).length > 0) return false
  const variable = node?.type === 'Identifier' ? script.model.variableOf(node) : null
  return variable === null || variable.writes.some(({ way }) => way !== 'parameter')
}

/** Whether a condition around a place looks at a variable: `for (const file of all) if (file.endsWith('.png')) …`. */
const isChosen = (variable: Variable, place: AstNode, { model }: Evaluator): boolean =>
  isAskedFor(place, model.guards, (node) => node.type === 'Identifier' && model.variableOf(node) === variable)

/** Whether an expression comes to all that it may come to, with each element of a list. @param elements are added to */
const isEach = (
  value: AstNode | null,
  script: Evaluator,
  elements: Set<Variable>,
  depth: number,
): boolean => {
  const node = unwrap(value)
  if (node === null || depth > MAX_DEPTH) return false
  const isPartEach = (one: AstNode | null): boolean => isEach(one, script, elements, depth + 1)
  switch (node.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return nodesOf(node['expressions']).every(isPartEach)
    case 'BinaryExpression':
      return isPartEach(asNode(node['left'])) && isPartEach(asNode(node['right']))
    case 'Identifier': {
      const variable = script.model.variableOf(node)
      const [source, ...others] = variable === null ? [] : script.calls.sources(variable)
      if (variable === null || variable.writes.length > 1 || source === undefined || others.length > 0)
        return false
      if (source.fields.length === 0) return variable.writes[0]?.way === 'is' && isPartEach(source.node)
      elements.add(variable)
      return source.fields.join('.') === '*'
    }
    default:
      return false
  }
}

/** What a value may be of what the browser makes, by the functions and classes that make it. */
export const madeBy = (
  value: AstNode | null | undefined,
  values: Evaluator,
): readonly Extract<Value, { kind: 'made' }>[] =>
  values.of(value).flatMap((one) => (one.kind === 'made' ? [one] : []))

/** The names, in lower case, of the elements that a value may be: those that the scripts create. */
export const elementsOf = (value: AstNode | null | undefined, values: Evaluator): readonly string[] =>
  madeBy(value, values).flatMap(({ path, node, of }) => {
    const [first, second] = nodesOf(node['arguments'])
    if (path === 'Image') return ['img']
    if (path === 'Audio') return ['audio']
    if (!/\bcreateElement(?:NS)?$/.test(path)) return []
    return textsOf(path.endsWith('NS') ? second : first, of).map((name) => name.toLowerCase())
  })

/** Whether a value is always `URL.createObjectURL(…)`. */
export const isObjectUrl = (value: AstNode | undefined, values: Evaluator): boolean => {
  const found = values.of(value)
  return found.length > 0 && found.every((one) => one.kind === 'made' && one.path === 'URL.createObjectURL')
}

/** The texts that a field of an argument may be: `same-origin` of `{ mode: "same-origin" }`. */
export const textsOfField = (
  value: AstNode | undefined,
  field: string,
  values: Evaluator,
): readonly string[] => textsIn(values.through(values.of(value), [field]))
