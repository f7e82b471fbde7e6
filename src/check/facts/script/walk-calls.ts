import { beforeLast, callOf, optionalIn, unwrap } from './chains.js'
import { rejectsAgain } from './guards.js'
import { REPEATING, TIMERS } from './known-names.js'
import type { Visit, Walk } from './model.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf, propertyName, stringOf } from './node.js'
import { growing, stepsIn } from './script-functions.js'
import type { Context, Described } from './script-parts.js'
import type { ScriptUse } from './use.js'
import { push } from './write-notes.js'

/** By what name the calls are kept of what other calls give: `f()()`. */
export const OF_CALLS = '()'

/** Notes a call: for its function, by its name, and what it does to functions that it is given. */
export const lookIntoCall = (node: AstNode, visit: Visit, walk: Walk): void => {
  const { context, answer } = visit
  const { caught } = context
  growing(context.fn).calls.push({ node, caught, answer, guards: context.guards })
  const callee = unwrap(node['callee'])
  const values = nodesOf(node['arguments'])
  for (const [index, value] of values.entries())
    walk.model.functions.about(value, (fn) => {
      fn.given = { call: node, index }
    })
  walk.model.functions.about(callOf(node).callee, (fn) => {
    fn.given = { call: node, index: -1 }
  })
  const steps = stepsIn(node)
  if (steps !== null) {
    walk.model.functions.of(steps, null).compiled = 'steps'
    if (context.fn.node['async'] !== true) growing(context.fn).compiled = 'generator'
  }
  const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
  const name = method ?? (callee?.type === 'Identifier' ? String(callee['name']) : null)
  if (name !== null) push(walk.model.callsByName, name, node)
  else if (callee?.type === 'CallExpression') push(walk.model.callsByName, OF_CALLS, node)
  noteDescribed(node, name, values, walk)
  if (callee?.type === 'Super') push(walk.model.callsByName, 'super', node)
  noteFieldSet(node, context, walk)
  walk.model.uses.addCall(node, visit)
  for (const one of beforeLast(node['callee'])) walk.visit(one, context, 'dropped')
  walk.visit(callee, context, answerToCallee(callee, values, answer), true)
  const drops = DROPPING.has(name ?? '')
  const test = optionalIn(node)
  const end = asNode(node['callee'])?.end ?? node.start
  const given = test === null ? context : walk.model.guards.add(context, test, true, end, node.end)
  for (const value of values)
    walk.visit(value, given, drops && value.type === 'ArrowFunctionExpression' ? 'dropped' : 'used')
}

/** Whether a call is one like `__publicField(this, "name", value)`, as compilers write a class's field. */
export const isFieldSet = (call: AstNode): boolean => {
  const [object, property, ...more] = nodesOf(call['arguments'])
  const isCalled = unwrap(call['callee'])?.type === 'Identifier' && object?.type === 'ThisExpression'
  return isCalled && stringOf(property) !== null && more.length <= 1
}

const noteFieldSet = (call: AstNode, context: Context, walk: Walk): void => {
  if (!isFieldSet(call)) return
  const { start, end } = call
  const [object, property, given] = nodesOf(call['arguments'])
  const value = given ?? { type: 'Identifier', name: 'undefined', start, end }
  const target = { type: 'MemberExpression', start, end, object, property, computed: true }
  walk.model.writes.field(target, value, '=', context)
}

/** Notes what a call says of fields of its first argument, as `Object.defineProperty` does, or a `Proxy` of all fields. */
const noteDescribed = (
  call: AstNode,
  name: string | null,
  [of, second, third]: readonly AstNode[],
  walk: Walk,
): void => {
  const note = (descriptor: AstNode | null, described: Described): void => {
    if (descriptor?.type === 'ObjectExpression') walk.model.described.set(descriptor, described)
  }
  const field = stringOf(second)
  if (call.type === 'NewExpression' && name === 'Proxy') note(second ?? null, { name: null, of: call })
  else if (name === 'defineProperties' && of !== undefined)
    for (const one of nodesOf(second?.['properties']))
      note(asNode(one['value']), { name: propertyName(one), of })
  else if (field !== null && of !== undefined && third !== undefined) {
    // `Object.defineProperty(exports, "name", { get: () => name })`, and what bundlers write for it.
    note(third, { name: field, of })
    if (isFunction(third)) walk.model.functions.about(third, (fn) => fn.names.push(field))
  }
}

/** Notes `{ key: "name", get: function () {…} }`, as compilers write a class's member. */
export const noteKeyed = (node: AstNode, walk: Walk): void => {
  const [key] = nodesOf(node['properties'])
  const name =
    key !== undefined && propertyName(key) === 'key' ? stringOf(asNode(key['value']) ?? undefined) : null
  if (name !== null) walk.model.described.set(node, { name, of: null })
}

/** What calls a function and looks at nothing that it gives back. */
const DROPPING: ReadonlySet<string> = new Set([...TIMERS, ...REPEATING, 'addEventListener', 'forEach'])

/** What becomes of a promise whose method is called: `catch` and a second function for `then` mind its rejection. */
const answerToCallee = (
  callee: AstNode | null,
  values: readonly AstNode[],
  answer: ScriptUse['answer'],
): ScriptUse['answer'] => {
  const name = callee?.type === 'MemberExpression' && callee['computed'] !== true ? memberName(callee) : null
  const isPassedOn = name === 'catch' && rejectsAgain(values.at(-1))
  if ((name === 'catch' && !isPassedOn) || (name === 'then' && values.length > 1)) return 'handled'
  return (name === 'then' || name === 'finally' || isPassedOn) && answer === 'handled' ? 'handled' : 'used'
}
