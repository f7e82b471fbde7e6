import { type AstNode, asNode, isFunction, isNode, memberName } from '../script/node.js'

const EXITS = new WeakMap<AstNode, boolean>()

/**
 * Whether a condition says that a person was asked, or that work was done: `answer.status === 'made'`.
 * @param holds whether it is asked of the case in which the condition holds, or of the other
 */
export const says = (condition: AstNode | null, holds: boolean): boolean => {
  if (condition === null) return false
  if (condition.type === 'UnaryExpression' && condition['operator'] === '!')
    return says(asNode(condition['argument']), !holds)
  if (condition.type === 'LogicalExpression') {
    const both = [asNode(condition['left']), asNode(condition['right'])]
    // Of `a && b` that holds, both do; of `a || b` that does not, neither.
    return (condition['operator'] === '&&') === holds && both.some((one) => says(one, holds))
  }
  if (condition.type === 'BinaryExpression') {
    const operator = String(condition['operator'])
    const text = [condition['left'], condition['right']]
      .map((side) => (isNode(side) && side.type === 'Literal' ? side['value'] : null))
      .find((value) => typeof value === 'string')
    if (typeof text !== 'string') return false
    if (operator === '===' || operator === '==') return holds ? DONE.has(text) : NOT_DONE.has(text)
    if (operator === '!==' || operator === '!=') return holds ? NOT_DONE.has(text) : DONE.has(text)
    return false
  }
  return holds && condition.type === 'MemberExpression' && RESULTS.has(memberName(condition) ?? '')
}

/** What a call resolves with after a person was asked or work was done (3.2, 4.5, 4.7, 4.8). */
const DONE: ReadonlySet<string> = new Set([
  'made',
  'answered',
  'picked',
  'paid',
  'pending',
  'joined',
  'cancelled',
])

/** What a call may resolve with immediately. */
const NOT_DONE: ReadonlySet<string> = new Set(['unavailable', 'blocked', 'failed'])

/** The fields that a result has only then. */
const RESULTS: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'match', 'purchase'])

/** Whether a statement may leave the function, so that what follows is not the case in which all went well. */
export const mayLeave = (statement: AstNode): boolean => {
  const known = EXITS.get(statement)
  if (known !== undefined) return known
  const isMeant = statement.type === 'IfStatement' && says(asNode(statement['test']), false)
  const found = !isMeant && hasExit(statement)
  EXITS.set(statement, found)
  return found
}

const LEAVING: ReadonlySet<string> = new Set([
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
])

/** Whether a statement has one that leaves it; what functions within do is theirs. */
const hasExit = (root: AstNode): boolean => {
  const waiting: AstNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node)) continue
    if (LEAVING.has(node.type)) return true
    for (const key in node) {
      const part = node[key]
      if (isNode(part)) waiting.push(part)
      else if (Array.isArray(part)) for (const one of part) if (isNode(one)) waiting.push(one)
    }
  }
  return false
}
