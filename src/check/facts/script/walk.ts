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
    // The stack gives back the last one first.
    for (let low = first, high = waiting.length - 1; low < high; low++, high--) {
      const swapped = waiting[low] ?? null
      waiting[low] = waiting[high] ?? null
      waiting[high] = swapped
    }
  }
}
