import { type AstNode, isNode } from './node.js'

/**
 * Visits every node of a tree in the order of the text, each before what is in it. With a stack of its own: minified
 * code nests deeper than the call stack.
 * @param visit gets the node and the nodes around it, the outermost first; the list is reused, so copy what you keep
 */
export const walk = (
  program: AstNode,
  visit: (node: AstNode, ancestors: readonly AstNode[]) => void,
): void => {
  const ancestors: AstNode[] = []
  const waiting: (AstNode | null)[] = [program]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (node === undefined) break
    if (node === null) {
      ancestors.pop()
      continue
    }
    visit(node, ancestors)
    ancestors.push(node)
    waiting.push(null)
    const first = waiting.length
    for (const key in node) {
      const child = node[key]
      if (isNode(child)) waiting.push(child)
      else if (Array.isArray(child)) for (const element of child) if (isNode(element)) waiting.push(element)
    }
    turnRound(waiting, first)
  }
}

/**
 * Turns the end of a stack round: a stack gives back the last one first, and children are looked at in the order of the text.
 * @param first where the end begins
 */
export const turnRound = <T>(stack: T[], first: number): void => {
  for (let low = first, high = stack.length - 1; low < high; low++, high--) {
    const swapped = stack[low] as T
    stack[low] = stack[high] as T
    stack[high] = swapped
  }
}
