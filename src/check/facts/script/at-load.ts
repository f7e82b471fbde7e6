import { unwrap } from './chains.js'
import { type AstNode, asNode, memberName, nodesOf, propertyName } from './node.js'
import { binary, pairs } from './operators.js'
import type { ScriptFunction } from './script-parts.js'
import { constantOf, truthOf, truthOfLogic, truthOfValues } from './truth.js'
import {
  type Evaluator,
  type Exact,
  exact,
  type Given,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'

/** What is known of the runs of a script's functions. */
export interface Runs {
  /** Whether the function of the place is called again and again. */
  readonly isRepeated: boolean
  /** Whether a function runs while the app loads, or by itself. */
  readonly hasRun: (fn: ScriptFunction) => boolean
  /** What the calls that run give the function of the place. */
  readonly entries: readonly Given[]
}

/** A place of a function, and what is known of its runs. */
export interface AtLoad extends Runs {
  readonly fn: ScriptFunction
  readonly of: Evaluator
}

/** Whether an expression counts as true while the app loads, by what has been set by then; null where that is not known. */
export const truthAtLoad = (expression: AstNode | null, at: AtLoad, depth: number): boolean | null => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return null
  const known = truthOf(node, at.of, depth)
  if (known !== null) return known
  const logic = truthOfLogic(node, (part) => truthAtLoad(part, at, depth + 1))
  if (logic !== undefined) return logic
  if (node.type === 'BinaryExpression' && isCounted(node, at)) return false
  return truthOfValues(valuesAtLoad(node, at, depth), at.of)
}

/** Whether a comparison is one that what is counted up or down, or a list that is filled, comes to only later. */
const isCounted = (node: AstNode, at: AtLoad): boolean => {
  const isOrder = /^[<>]/.test(String(node['operator']))
  const [left, right] = [unwrap(node['left']), unwrap(node['right'])]
  return [left, right].some((side) => {
    const isRest = side?.type === 'BinaryExpression' && side['operator'] === '%'
    if (!isRest && !isOrder) return false
    const counted = isRest ? unwrap(side['left']) : side
    const variable = counted?.type === 'Identifier' ? at.of.model.variableOf(counted) : null
    if (variable?.writes.some(({ way }) => way === 'arithmetic') === true) return true
    const limit = constantOf(side === left ? right : left, at.of)?.value
    const isLength = counted?.type === 'MemberExpression' && memberName(counted) === 'length'
    return isLength && typeof limit === 'number' && limit > 1 && isFilled(counted['object'], at)
  })
}

/** What an expression may be while the app loads, by what has been set by then. */
export const valuesAtLoad = (expression: AstNode | null, at: AtLoad, depth: number): Values => {
  const { fn, of, entries, hasRun } = at
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return UNKNOWN_VALUES
  const constant = constantOf(node, of)
  if (constant !== null) return [constant]
  const part = (key: string): Values => valuesAtLoad(asNode(node[key]), at, depth + 1)
  switch (node.type) {
    case 'Identifier': {
      const variable = of.model.variableOf(node)
      if (variable === null) return of.of(node)
      const set = variable.writes.flatMap(({ way, value, fields, within, index }): readonly Values[] => {
        const from = of.model.functions.get(within)
        if (way === 'parameter')
          return value === fn.node && entries.length > 0
            ? entries.flatMap((one) => givenIn(one, index, fields, variable.writes.length > 1))
            : [UNKNOWN_VALUES]
        if (from !== undefined && !hasRun(from)) return []
        return [way === 'is' && value !== null && fields.length === 0 ? of.of(value) : UNKNOWN_VALUES]
      })
      return set.length === 0 ? [exact(undefined)] : union(set)
    }
    case 'MemberExpression': {
      const name = memberName(node)
      const objects = part('object')
      if (name === 'length' && objects.some(({ kind }) => kind === 'array'))
        return isFilled(node['object'], at)
          ? UNKNOWN_VALUES
          : objects.map((one) => (one.kind === 'array' ? exact(one.elements.length) : UNKNOWN_VALUE))
      // A field of a field may be set by a key that is computed.
      if (name === null || unwrap(node['object'])?.type !== 'Identifier') return of.of(node)
      return fieldAtLoad(objects, name, at)
    }
    case 'BinaryExpression':
      return pairs(part('left'), part('right'), (a, b) => binary(String(node['operator']), a, b))
    case 'CallExpression': {
      const callee = unwrap(node['callee'])
      const object = callee?.type === 'MemberExpression' ? unwrap(callee['object']) : null
      const answer = EMPTY_ANSWERS.get(callee === null || object === null ? '' : (memberName(callee) ?? ''))
      if (answer === undefined || isFilled(object, at)) return of.of(node)
      return valuesAtLoad(object, at, depth + 1).every(isEmpty) ? [answer] : of.of(node)
    }
    default:
      return of.of(node)
  }
}

/** What a call gives a parameter. Without it, that has its default, which is another write. */
const givenIn = (
  { values, of }: Given,
  index: number,
  fields: readonly string[],
  hasDefault: boolean,
): readonly Values[] => {
  const given = values[index]
  if (given !== undefined) return [of.through(of.of(given), fields)]
  return hasDefault ? [] : [fields.length === 0 ? [exact(undefined)] : UNKNOWN_VALUES]
}

/** A field that an object does not have as it is written, and that nothing that runs sets, is undefined. */
const fieldAtLoad = (objects: Values, name: string, { of, hasRun }: AtLoad): Values =>
  union(
    objects.map((one) => {
      const isSet = (of.model.writes.fields.get(name) ?? []).some(({ target }) =>
        hasRun(of.model.functionAt(target.start)),
      )
      const lacks =
        one.kind === 'object' &&
        (one.held === 'own' || one.held === 'frozen') &&
        !isSet &&
        nodesOf(one.node['properties']).every(
          (property) => property.type === 'Property' && ![null, name].includes(propertyName(property)),
        )
      return lacks ? [exact(undefined)] : of.through([one], [name])
    }),
  )

/** Whether something that runs puts elements into a list, a Set or a Map. */
const isFilled = (collection: unknown, { of, hasRun }: AtLoad): boolean => {
  const node = unwrap(collection)
  const variable = node?.type === 'Identifier' ? of.model.variableOf(node) : null
  if (variable === null) return true
  return FILLING.some((method) =>
    (of.model.callsByName.get(method) ?? []).some((call) => {
      const object = unwrap(unwrap(call['callee'])?.['object'])
      const isIt = object?.type === 'Identifier' && of.model.variableOf(object) === variable
      return isIt && hasRun(of.model.functionAt(call.start))
    }),
  )
}

const FILLING = ['push', 'unshift', 'splice', 'add', 'set'] as const

/** Whether a value is a list, a Set or a Map without elements. */
const isEmpty = (value: Value): boolean =>
  (value.kind === 'array' && value.elements.length === 0) ||
  (value.kind === 'made' &&
    (value.path === 'Set' || value.path === 'Map') &&
    nodesOf(value.node['arguments']).length === 0)

/** What an empty list, Set or Map answers. */
const EMPTY_ANSWERS: ReadonlyMap<string, Exact> = new Map([
  ...['has', 'includes', 'some'].map((name) => [name, exact(false)] as const),
  ...['get', 'find', 'at'].map((name) => [name, exact(undefined)] as const),
])

const MAX_DEPTH = 20
