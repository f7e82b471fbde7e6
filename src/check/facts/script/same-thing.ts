import { namesOf, unwrap } from './chains.js'
import type { AstNode } from './node.js'
import type { Evaluator } from './value.js'

/** Whether two expressions are one object: the same variable, or the same field of one; or what the same call makes. */
export const isSameThing = (one: unknown, other: unknown, script: Evaluator): boolean => {
  const [a, b] = [unwrap(one), unwrap(other)]
  if (a === null || b === null) return false
  const names = namesOf(a)
  const [root = ''] = names ?? []
  if (
    names !== null &&
    root !== '' &&
    names.join('.') === namesOf(b)?.join('.') &&
    script.model.variableAt(root, a.start) === script.model.variableAt(root, b.start)
  )
    return true
  const owner = (node: AstNode): AstNode | undefined =>
    script.of(rootOf(node)).flatMap((value) => ('node' in value ? [value.node] : []))[0]
  if (
    names !== null &&
    names.join('.') === namesOf(b)?.join('.') &&
    rootOf(a).type === 'ThisExpression' &&
    rootOf(b).type === 'ThisExpression' &&
    owner(a) === owner(b)
  )
    return true
  const made = script.of(a).flatMap((value) => (value.kind === 'made' ? [value.node] : []))
  return made.length > 0 && script.of(b).some((value) => value.kind === 'made' && made.includes(value.node))
}

/** `this` of `this.a.b`. */
const rootOf = (chain: AstNode): AstNode => {
  let node = chain
  for (let next = unwrap(node['object']); next !== null; next = unwrap(node['object'])) node = next
  return node
}
