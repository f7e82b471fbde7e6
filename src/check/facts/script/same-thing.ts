import { namesOf, unwrap } from './chains.js'
import { type AstNode, asNode, nodesOf, stringOf } from './node.js'
import { textsOf } from './url-text.js'
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

/** Whether a script waits for an event of an object: by `a.onload = …` or a listener. */
export const listensTo = (object: unknown, events: readonly string[], script: Evaluator): boolean => {
  const { writes, callsByName } = script.model
  const isOne = (text: string): boolean => events.includes(text)
  return (
    events.some((event) =>
      (writes.fields.get(`on${event}`) ?? [])
        .slice(0, MOST)
        .some((write) => isSameThing(object, write.object, script)),
    ) ||
    (callsByName.get('addEventListener') ?? []).slice(0, MOST).some((call) => {
      const [event] = nodesOf(call['arguments'])
      const isListener = isOne(stringOf(event) ?? '') || textsOf(event, script).some(isOne)
      return isListener && isSameThing(object, asNode(unwrap(call['callee'])?.['object']), script)
    })
  )
}

/** So many listeners are looked at for one object: more are in no script that people write. */
const MOST = 300
