import { unwrap } from './chains.js'
import { type AstNode, asNode, nodesOf } from './node.js'

/** A class that extends another one. */
export interface Subclass {
  readonly superclass: AstNode
  /** The `super(…)` of its constructor; null where it has none, or one in a condition. */
  readonly call: AstNode | null
  /** Whether the superclass gets the same arguments: there is no constructor, or it passes them on in the same order. */
  readonly passesOn: boolean
}

/** What a class extends, and how it constructs that; null for any other node, and for a class that extends nothing. */
export const subclassIn = (node: AstNode | null): Subclass | null => {
  const superclass =
    node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression' ? unwrap(node['superClass']) : null
  if (node === null || superclass === null) return null
  const method = nodesOf(asNode(node['body'])?.['body']).find(({ kind }) => kind === 'constructor')
  if (method === undefined) return { superclass, call: null, passesOn: true }
  const made = asNode(method['value'])
  const call =
    nodesOf(asNode(made?.['body'])?.['body'])
      .map(superCallIn)
      .find((found) => found !== null) ?? null
  return {
    superclass,
    call,
    passesOn: call !== null && isPassedOn(nodesOf(made?.['params']), nodesOf(call['arguments'])),
  }
}

const superCallIn = (statement: AstNode): AstNode | null => {
  const call = statement.type === 'ExpressionStatement' ? asNode(statement['expression']) : null
  return call?.type === 'CallExpression' && asNode(call['callee'])?.type === 'Super' ? call : null
}

/** Whether each argument is the parameter in its place, or all of them: `super(...list)`, `super(...arguments)`. */
const isPassedOn = (parameters: readonly AstNode[], values: readonly AstNode[]): boolean =>
  values.every((value, index) => {
    const parameter = parameters[index]
    if (value.type !== 'SpreadElement')
      return value.type === 'Identifier' && value['name'] === nameOf(parameter)
    const list = asNode(value['argument'])?.['name']
    return (
      index === 0 &&
      (list === 'arguments' || (parameter?.type === 'RestElement' && list === nameOf(parameter)))
    )
  })

/** The name of a parameter, also of one with a default and of a rest. */
const nameOf = (parameter: AstNode | undefined): unknown => {
  if (parameter?.type === 'AssignmentPattern') return asNode(parameter['left'])?.['name']
  return parameter?.type === 'RestElement' ? asNode(parameter['argument'])?.['name'] : parameter?.['name']
}
