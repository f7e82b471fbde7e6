import { type AstNode, asNode, isFunction, onceEach } from './node.js'
import type { Variable } from './scopes.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

/** The node around each node of a script. */
export const parentsIn = onceEach(({ model }: Evaluator): ReadonlyMap<AstNode, AstNode> => {
  const found = new Map<AstNode, AstNode>()
  walk(model.program, (node, ancestors) => {
    const parent = ancestors.at(-1)
    if (parent !== undefined) found.set(node, parent)
  })
  return found
})

/** Where a variable is read. */
export const readsOf = (variable: Variable, of: Evaluator): readonly AstNode[] =>
  [...parentsIn(of)].flatMap(([node, parent]) => {
    if (node.type !== 'Identifier' || node['name'] !== variable.name) return []
    const isWritten =
      (parent.type === 'VariableDeclarator' && asNode(parent['id']) === node) ||
      (parent.type === 'AssignmentExpression' && asNode(parent['left']) === node) ||
      isFunction(parent)
    return isWritten || of.model.variableOf(node) !== variable ? [] : [node]
  })
