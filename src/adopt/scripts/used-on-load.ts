import { type AstNode, asNode, memberName } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import { parseProgram, type ScriptKind } from './parse-program.js'
import { laterFunction } from './runs-always.js'

/**
 * Whether a script uses one of some globals as it loads: outside of functions, or in a function that is called by its name
 * while it loads. What a `try` catches and what `typeof` tests does without.
 */
export const usedOnLoad = (script: string, kind: ScriptKind, names: readonly string[]): boolean => {
  if (!names.some((name) => script.includes(name))) return false
  const program = parseProgram(script, kind)
  // What cannot be read may use anything.
  if (program === null) return true
  /** Where each function that runs later uses a global, and which functions it calls. */
  const uses = new Set<AstNode | null>()
  const calls = new Map<string, Set<AstNode | null>>()
  const named = new Map<AstNode, string>()
  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1)
    const value = asNode(node['init']) ?? asNode(node['right'])
    const name = asNode(node['id']) ?? asNode(node['left'])
    if (/^Function/.test(node.type) && name?.type === 'Identifier') named.set(node, String(name['name']))
    if (value !== null && /Function/.test(value.type) && name?.type === 'Identifier')
      named.set(value, String(name['name']))
    if (node.type === 'CallExpression') {
      const callee = asNode(node['callee'])
      if (callee?.type !== 'Identifier') return
      const callers = calls.get(String(callee['name'])) ?? new Set()
      callers.add(laterFunction(node, ancestors))
      calls.set(String(callee['name']), callers)
    }
    if (!isUse(node, parent, names)) return
    if (parent?.type === 'UnaryExpression' && parent['operator'] === 'typeof') return
    const isCaught = ancestors.some(
      (one, index) => one.type === 'TryStatement' && one['block'] === (ancestors[index + 1] ?? node),
    )
    if (!isCaught) uses.add(laterFunction(node, ancestors))
  })
  const reached = new Set<AstNode | null>([null])
  // A set that grows while it is walked is walked to its end.
  for (const caller of reached)
    for (const [fn, name] of named) if (calls.get(name)?.has(caller) === true) reached.add(fn)
  return [...uses].some((fn) => reached.has(fn))
}

/** `saveAs`, `window.saveAs`; not the key of an object, nor a name that the script itself declares. */
const isUse = (node: AstNode, parent: AstNode | undefined, names: readonly string[]): boolean => {
  if (node.type === 'MemberExpression') {
    const object = asNode(node['object'])
    const isWindow =
      object?.type === 'Identifier' && ['window', 'self', 'globalThis'].includes(String(object['name']))
    return isWindow && names.includes(memberName(node) ?? '')
  }
  if (node.type !== 'Identifier' || !names.includes(String(node['name']))) return false
  if (parent?.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true
  return parent?.type !== 'Property' || parent['value'] === node
}
