import { leadsOut } from '../text/url.js'
import { type AstNode, nodesOf, stringOf } from './node.js'
import type { Evaluator, Value, Values } from './value.js'

/** How the URLs in a value start, as far as the scripts say it. */
export const startsOfUrl = (value: AstNode | undefined, values: Evaluator): readonly string[] => {
  if (value === undefined) return []
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
  value === undefined
    ? []
    : values
        .of(value)
        .flatMap((one) => (one.kind === 'exact' && typeof one.value === 'string' ? [one.value] : []))

/** What a value may be of what the browser makes, by the functions and classes that make it. */
export const madeBy = (
  value: AstNode | null | undefined,
  values: Evaluator,
): readonly Extract<Value, { kind: 'made' }>[] =>
  value === null || value === undefined
    ? []
    : values.of(value).flatMap((one) => (one.kind === 'made' ? [one] : []))

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
  const found = value === undefined ? [] : values.of(value)
  return found.length > 0 && found.every((one) => one.kind === 'made' && one.path === 'URL.createObjectURL')
}

/** The texts that a field of an argument may be: `same-origin` of `{ mode: "same-origin" }`. */
export const textsOfField = (
  value: AstNode | undefined,
  field: string,
  values: Evaluator,
): readonly string[] =>
  value === undefined
    ? []
    : values
        .through(values.of(value), [field])
        .flatMap((one) => (one.kind === 'exact' && typeof one.value === 'string' ? [one.value] : []))
