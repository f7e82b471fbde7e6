import { type AstNode, isNode } from './node.js'
import { boundIn } from './patterns.js'

/** Every name that the script declares in any scope: such a name may stand for anything. */
export const declaredNames = (program: AstNode): ReadonlySet<string> => {
  const names = new Set<string>()
  const waiting: unknown[] = [program]
  const bind = (pattern: unknown): void => {
    for (const name of boundIn(pattern)) names.add(name)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      for (const element of next) if (typeof element === 'object' && element !== null) waiting.push(element)
      continue
    }
    if (!isNode(next)) continue
    switch (next.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
        bind(next['id'])
        break
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        bind(next['id'])
        bind(next['params'])
        break
      case 'CatchClause':
        bind(next['param'])
        break
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        bind(next['local'])
    }
    for (const key in next) {
      const child = next[key]
      if (typeof child === 'object' && child !== null) waiting.push(child)
    }
  }
  return names
}
