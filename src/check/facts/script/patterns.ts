import { type AstNode, isNode } from './node.js'

/** Not as the arguments of one call: a script may have more of anything than the stack holds. */
const pushAll = <T>(list: T[], more: Iterable<T>): void => {
  for (const one of more) list.push(one)
}

export const asNodes = (value: unknown): readonly AstNode[] => {
  const found: AstNode[] = []
  addNodes(value, found)
  return found
}

/** Adds a node, or the nodes of a list. */
export const addNodes = (value: unknown, found: AstNode[]): void => {
  if (Array.isArray(value)) for (const element of value) addNodes(element, found)
  else if (isNode(value)) found.push(value)
}

/** Adds the names that a pattern binds. */
export const addBound = (pattern: unknown, found: string[]): void => {
  // What nearly every pattern is.
  if (isNode(pattern) && pattern.type === 'Identifier') {
    found.push(String(pattern['name']))
    return
  }
  const waiting = [...asNodes(pattern)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier') found.push(String(node['name']))
    else if (node.type === 'ObjectPattern') pushAll(waiting, asNodes(node['properties']))
    else if (node.type === 'ArrayPattern') pushAll(waiting, asNodes(node['elements']))
    else if (node.type === 'Property') pushAll(waiting, asNodes(node['value']))
    else if (node.type === 'AssignmentPattern') pushAll(waiting, asNodes(node['left']))
    else if (node.type === 'RestElement') pushAll(waiting, asNodes(node['argument']))
  }
}
