import type { AstNode } from './script.js'

/**
 * Which variable a name stands for: the start of the innermost scope that holds the place and declares the name, in
 * UTF-16 units; -1 where none does. Minified code calls a hundred variables `e`.
 */
export const bindingOf = (program: AstNode, name: string, offset: number): number =>
  scopeOf(program, name, offset)?.start ?? -1

/** What a variable is declared with: the initial value of the first declaration in its scope; else null. */
export const initialValueOf = (program: AstNode, name: string, offset: number): AstNode | null => {
  const scope = scopeOf(program, name, offset)
  if (scope === null) return null
  const nodes: AstNode[] = /Function/.test(scope.type) ? [...asNodes(scope['body'])] : [scope]
  // In the order of the text, as far as one level goes; the list grows while it is read.
  for (const node of nodes) {
    const declarations = node.type === 'VariableDeclaration' ? asNodes(node['declarations']) : []
    for (const { id, init } of declarations)
      if (isNode(id) && id['name'] === name) return isNode(init) ? init : null
    if (node === scope || !/Function|Class/.test(node.type))
      for (const part of STATEMENT_PARTS) nodes.push(...asNodes(node[part]))
  }
  return null
}

const scopeOf = (program: AstNode, name: string, offset: number): AstNode | null => {
  let found: AstNode | null = null
  let node: AstNode | undefined = program
  while (node !== undefined) {
    if (declares(node, name)) found = node
    node = childrenOf(node).find(({ start, end }) => start <= offset && offset < end)
  }
  return found
}

const childrenOf = (node: AstNode): readonly AstNode[] => Object.values(node).flatMap(asNodes)

const asNodes = (value: unknown): readonly AstNode[] => {
  if (Array.isArray(value)) return value.flatMap(asNodes)
  return isNode(value) ? [value] : []
}

/** Whether a field of a node is a node. */
export const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const declares = (scope: AstNode, name: string): boolean => {
  switch (scope.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return (
        (scope.type === 'FunctionExpression' && binds(scope['id'], name)) ||
        binds(scope['params'], name) ||
        hoists(scope['body'], name)
      )
    case 'Program':
      return hoists(scope, name) || declaresDirectly(scope['body'], name)
    case 'BlockStatement':
    case 'StaticBlock':
      return declaresDirectly(scope['body'], name)
    case 'SwitchStatement':
      return asNodes(scope['cases']).some((one) => declaresDirectly(one['consequent'], name))
    case 'ForStatement':
      return declaresDirectly(scope['init'], name)
    case 'ForInStatement':
    case 'ForOfStatement':
      return declaresDirectly(scope['left'], name)
    case 'CatchClause':
      return binds(scope['param'], name)
    case 'ClassExpression':
      return binds(scope['id'], name)
    default:
      return false
  }
}

/** What stands among the statements themselves. */
const declaresDirectly = (statements: unknown, name: string): boolean =>
  asNodes(statements).some((statement) => {
    const { type } = statement
    if (type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration')
      return declaresDirectly(statement['declaration'], name)
    if (type === 'VariableDeclaration')
      return asNodes(statement['declarations']).some(({ id }) => binds(id, name))
    if (type === 'ImportDeclaration')
      return asNodes(statement['specifiers']).some(({ local }) => binds(local, name))
    return (type === 'FunctionDeclaration' || type === 'ClassDeclaration') && binds(statement['id'], name)
  })

/** The parts of a statement that are statements. */
const STATEMENT_PARTS = [
  'body',
  'consequent',
  'alternate',
  'block',
  'handler',
  'finalizer',
  'cases',
  'init',
  'left',
  'declaration',
] as const

/** Whether a `var` anywhere in a function's body declares the name; the functions within have their own. */
const hoists = (body: unknown, name: string): boolean => {
  const waiting = [...asNodes(body)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'VariableDeclaration') {
      if (node['kind'] === 'var' && asNodes(node['declarations']).some(({ id }) => binds(id, name)))
        return true
    } else if (!/Function|Class/.test(node.type))
      for (const part of STATEMENT_PARTS) waiting.push(...asNodes(node[part]))
  }
  return false
}

/** Whether a pattern binds a name. */
const binds = (pattern: unknown, name: string): boolean => {
  const waiting = [...asNodes(pattern)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier' && node['name'] === name) return true
    if (node.type === 'ObjectPattern') waiting.push(...asNodes(node['properties']))
    else if (node.type === 'ArrayPattern') waiting.push(...asNodes(node['elements']))
    else if (node.type === 'Property') waiting.push(...asNodes(node['value']))
    else if (node.type === 'AssignmentPattern') waiting.push(...asNodes(node['left']))
    else if (node.type === 'RestElement') waiting.push(...asNodes(node['argument']))
  }
  return false
}
