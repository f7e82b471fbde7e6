import { unwrap } from './chains.js'
import { RENDERING } from './known-names.js'
import { type AstNode, asNode, nodesOf, onceEach, propertyName } from './node.js'
import { parentsIn } from './sources.js'
import type { Evaluator } from './value.js'

/**
 * The components that a call makes a part of the page: `jsx(App)`, `createApp(App).mount('#app')`, `mount(App, { target })`. In minified
 * code, what makes an element is known by what it makes: `{ type, props }`.
 */
export const componentsGiven = (call: AstNode, name: string, of: Evaluator): readonly AstNode[] => {
  const values = nodesOf(call['arguments'])
  const [first, second] = values
  if (RENDERING.has(name) || hasTarget(second, of))
    return [...(first === undefined ? [] : [first]), ...givenBefore(call)]
  if (!makersIn(of).some) return []
  const made = of.functions(call['callee']).flatMap((fn) => {
    const index = makersIn(fn.of).indexes.get(fn.node)
    return index === undefined ? [] : (values[index] ?? [])
  })
  return made
}

/** Whether a value says where in the page something is put: `{ target: document.body }`. */
const hasTarget = (value: AstNode | undefined, of: Evaluator): boolean =>
  value?.type === 'ObjectExpression' &&
  nodesOf(value['properties']).some(
    (one) =>
      propertyName(one) === 'target' &&
      of
        .of(one['value'])
        .some(
          ({ kind, ...made }) =>
            kind === 'made' && 'path' in made && String(made.path).startsWith('document.'),
        ),
  )

/** What the calls before the last one are given: `App` of `createApp(App).use(router).mount('#app')`. */
const givenBefore = (call: AstNode): readonly AstNode[] => {
  const found: AstNode[] = []
  let object = unwrap(asNode(call['callee'])?.['object'])
  while (object?.type === 'CallExpression') {
    const [first] = nodesOf(object['arguments'])
    if (first !== undefined) found.push(first)
    object = unwrap(unwrap(object['callee'])?.['object'])
  }
  return found
}

interface Makers {
  readonly some: boolean
  /** Which parameter of each function is the component. */
  readonly indexes: ReadonlyMap<AstNode, number>
}

/** The functions that make the element of a component, or hand one on to such a function. */
const makersIn = onceEach((of: Evaluator): Makers => {
  const indexes = new Map<AstNode, number>()
  const parents = parentsIn(of)
  const waiting: AstNode[] = []
  const add = (value: AstNode): void => {
    const variable = value.type === 'Identifier' ? of.model.variableOf(value) : null
    const parameter = variable?.writes.find(({ way, fields }) => way === 'parameter' && fields.length === 0)
    if (parameter?.value == null || indexes.has(parameter.value)) return
    indexes.set(parameter.value, parameter.index)
    waiting.push(parameter.value)
  }
  for (const value of of.model.writes.literalFields.get('type') ?? []) {
    const property = parents.get(value)
    const literal = property === undefined ? undefined : parents.get(property)
    if (nodesOf(literal?.['properties']).some((one) => propertyName(one) === 'props')) add(value)
  }
  for (let node = waiting.pop(); node !== undefined && indexes.size < MOST_MAKERS; node = waiting.pop()) {
    const fn = of.model.functions.get(node)
    const index = indexes.get(node) ?? 0
    for (const call of fn === undefined ? [] : of.calls.of(fn)) {
      const given = nodesOf(call['arguments'])[index]
      if (given !== undefined) add(given)
    }
  }
  return { some: indexes.size > 0, indexes }
})

/** Frameworks have a few. */
const MOST_MAKERS = 20
