import { unwrap } from './chains.js'
import { type AstNode, nodesOf } from './node.js'
import type { ScriptFunction } from './script-parts.js'
import { type Evaluator, exact, type Made, type Values } from './value.js'

/** What `this` may be at a place. */
export const valuesOfThis = (node: AstNode, script: Evaluator): Values => {
  let fn: ScriptFunction | null = script.model.functionAt(node.start)
  while (fn !== null && fn.node.type === 'ArrowFunctionExpression') fn = fn.outer
  if (fn === null || fn === script.model.main)
    return script.isModule ? [exact(undefined)] : [{ kind: 'global', path: [] }]
  return thisOf(fn, script)
}

const thisOf = (fn: ScriptFunction, script: Evaluator): Values => {
  return script.once(fn, () => {
    const { owner, target, given, node } = fn
    if (owner !== null && owner.node.type !== 'ObjectExpression')
      return classesFrom(owner.node, owner.isStatic ? 'function' : 'instance', script)
    if (owner !== null) return [{ kind: 'object', node: owner.node, of: script, held: 'held' }]
    if (target !== null && target.type === 'MemberExpression') return script.of(target['object'])
    const listened = script.calls.listenedTo(fn)
    if (listened !== null) return script.of(listened)
    if (given?.index === -1 && given.call.type === 'CallExpression') {
      const callee = unwrap(given.call['callee'])
      // `(function () {…}).call(this)`, `(function () {…}).bind(this)()`
      const by = callee?.type === 'MemberExpression' ? given.call : callee
      if (callee !== node) return script.of(nodesOf(by?.['arguments'])[0])
      return script.isModule ? [exact(undefined)] : [{ kind: 'global', path: [] }]
    }
    return classesFrom(node, 'instance', script)
  })
}

/** Of a class, and of those that extend it: what a method is called on may be of any of them. */
const classesFrom = (node: AstNode, kind: 'function' | 'instance', script: Evaluator): Values => {
  const found: Made[] = [{ node, of: script }]
  const scripts = [script, ...script.outside.scripts().filter((one) => one.model !== script.model)]
  for (const one of found)
    for (const of of found.length > MAX_SUBCLASSES ? [] : scripts) found.push(...of.calls.extending(one.node))
  return found.length > MAX_SUBCLASSES ? [{ kind, node, of: script }] : found.map((one) => ({ kind, ...one }))
}

/** In a method, what the class extends. */
export const valuesOfSuper = (node: AstNode, script: Evaluator): Values => {
  const owner = script.model.functionAt(node.start).owner
  const kind = owner?.isStatic === true ? 'function' : 'instance'
  return script.functions(owner?.node['superClass']).map((one) => ({ ...one, kind }))
}

/** Of so many classes that extend one, nobody says which it is. */
const MAX_SUBCLASSES = 12
