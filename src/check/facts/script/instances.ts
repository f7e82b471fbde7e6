import { unwrap } from './chains.js'
import { type AstNode, onceEach } from './node.js'
import type { ScriptFunction } from './script-parts.js'
import type { Evaluator, FunctionValue, Made } from './value.js'

/** The classes of which something was made, with their scripts. */
type InstancesMade = ReadonlyMap<AstNode, Evaluator>

/** Whether something was constructed that has a method, where the script shows who constructs it. */
export const isOfInstance = ({ node, of }: FunctionValue, made: InstancesMade): boolean => {
  const fn = of.model.functions.get(node)
  const owner = fn?.owner
  if (fn?.target != null) return isOfPrototype(fn, of, made)
  if (owner?.kind !== 'method' || owner.isStatic) return true
  for (const [one, from] of made)
    for (const found of from.through([{ kind: 'instance', node: one, of: from }], [fn?.names[0] ?? '']))
      if (found.kind === 'function' && found.node === node) return true
  // What is only extended is not made itself.
  const extending = of.calls.extending(owner.node)
  return (extending.length === 0 ? [{ node: owner.node, of }] : extending).some((one) => {
    const fn = one.of.model.functions.get(one.node)
    return !made.has(one.node) && (fn === undefined || one.of.calls.of(fn).length === 0)
  })
}

/** Whether something was constructed that has `A.prototype.method`, and none that extends it in its place. */
const isOfPrototype = (
  { node, names, target }: ScriptFunction,
  of: Evaluator,
  made: InstancesMade,
): boolean => {
  const [prototype] = of.of(target?.['object'])
  if (prototype?.kind !== 'instance') return true
  const classes = [prototype, ...of.calls.extending(prototype.node)].filter((one) => made.has(one.node))
  const replaces = (one: Made): boolean =>
    one.node !== prototype.node &&
    one.of
      .through([{ ...one, kind: 'instance' }], [names.at(-1) ?? ''])
      .some((value) => value.kind === 'function' && value.node !== node)
  // What is constructed somewhere is not made before that runs.
  const isMadeLater = (one: Made): boolean => constructedIn(one.of).has(one.node)
  if (classes.length === 0) return ![prototype, ...of.calls.extending(prototype.node)].every(isMadeLater)
  return !classes.every(replaces)
}

/** What a script constructs anywhere, by a name. */
const constructedIn = onceEach((of: Evaluator): ReadonlySet<AstNode> => {
  const found = new Set<AstNode>()
  for (const { calls } of of.model.functions.values())
    for (const { node } of calls)
      if (node.type === 'NewExpression' && unwrap(node['callee'])?.type === 'Identifier')
        for (const made of of.functions(node['callee'])) found.add(made.node)
  return found
})
