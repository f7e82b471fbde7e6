import { nameOfChain, unwrap } from './chains.js'
import type { Visit, Walk } from './model.js'
import { type AstNode, asNode, isNode, nameOfSpecifier, nodesOf, propertyName } from './node.js'
import { Scope } from './scopes.js'
import { growing } from './script-functions.js'
import type { Context, Owner } from './script-parts.js'
import { subclassIn } from './subclass.js'
import { writeOf } from './write-notes.js'

export const lookIntoFunction = (node: AstNode, { context, answer }: Visit, walk: Walk): void => {
  const fn = walk.model.functions.of(node, context.fn)
  const name = asNode(node['id'])
  if (name !== null) {
    fn.names.push(String(name['name']))
    const scope = node.type === 'FunctionDeclaration' ? context.scope : null
    scope?.find(String(name['name']))?.writes.push(writeOf(name, node, context, { declares: 'const' }))
  }
  const scope = new Scope(node, context.scope)
  // What a function does is done when it is called, which may be outside of the `try` around it.
  const within: Context = { ...context, scope, fn, region: node, caught: false }
  if (node.type === 'FunctionExpression' && name !== null)
    scope.find(String(name['name']))?.writes.push(writeOf(name, node, within, { declares: 'const' }))
  for (const [index, parameter] of nodesOf(node['params']).entries())
    if (parameter.type === 'RestElement')
      walk.model.writes.pattern(parameter['argument'], null, within, { declares: 'let' })
    else walk.model.writes.pattern(parameter, node, within, { way: 'parameter', declares: 'let', index })
  walk.visit(node['params'], within)
  const body = asNode(node['body'])
  if (body !== null && body.type !== 'BlockStatement') fn.returns.push(body)
  walk.visit(body, within, answer)
}

export const lookIntoClass = (node: AstNode, context: Context, walk: Walk): void => {
  const id = asNode(node['id'])
  const fn = walk.model.functions.of(node, context.fn)
  if (id !== null) {
    fn.names.push(String(id['name']))
    walk.model.writes.pattern(id, node, context, { declares: 'const' })
  }
  for (const member of nodesOf(asNode(node['body'])?.['body'])) {
    const kind = String(member['kind'] ?? 'field') as Owner['kind']
    const owner: Owner = { node, isStatic: member['static'] === true, kind }
    const made = member.type === 'PropertyDefinition' ? walk.model.functions.of(member, context.fn) : null
    if (made !== null) made.owner = { ...owner, kind: 'field' }
    walk.model.functions.about(member['value'], (one) => {
      one.owner = member.type === 'PropertyDefinition' ? null : owner
      one.names.push(propertyName(member) ?? '')
    })
  }
  walk.model.uses.addClass(node, subclassIn(node))
  walk.visit(node['superClass'], context)
  walk.visit(node['body'], context)
}

export const lookIntoAssignment = (node: AstNode, visit: Visit, walk: Walk): void => {
  const { context } = visit
  const left = unwrap(node['left'])
  const right = asNode(node['right'])
  const operator = String(node['operator'])
  growing(context.fn).lastSet = node.end
  const isPlain = operator === '=' || operator === '??=' || operator === '||=' || operator === '&&='
  if (left?.type === 'MemberExpression')
    walk.model.writes.field(left, isPlain ? right : null, operator, context)
  else if (left !== null)
    walk.model.writes.pattern(
      left,
      right,
      context,
      isPlain ? {} : { way: 'arithmetic', operator: operator.slice(0, -1) },
    )
  if (left !== null) walk.model.uses.add(left, 'assign', right === null ? [] : [right], visit)
  walk.visit(left, context, 'used', true)
  // What a handler gives back, nobody looks at.
  const isHandler =
    right?.type === 'ArrowFunctionExpression' && left !== null && /^on/.test(nameOfChain(left))
  walk.visit(right, context, isHandler ? 'dropped' : 'used')
}

export const lookIntoOtherWrites = (node: AstNode, context: Context, walk: Walk): void => {
  if (node.type === 'UpdateExpression') {
    const target = unwrap(node['argument'])
    if (target?.type === 'MemberExpression') walk.model.writes.field(target, null, '-=', context)
    else walk.model.writes.pattern(target, null, context, { way: 'arithmetic', operator: '-' })
    walk.visit(node['argument'], context)
    return
  }
  const left = asNode(node['left'])
  const target = left?.type === 'VariableDeclaration' ? nodesOf(left['declarations'])[0]?.['id'] : left
  const within = { ...context, region: node }
  const right = asNode(node['right'])
  const list = node.type === 'ForOfStatement' || right === null ? right : keysOf(right)
  walk.model.writes.pattern(target, list, within, { fields: ['*'], declares: 'let' })
  if (isNode(target) && target.type !== 'Identifier') walk.visit(target, within)
  walk.visit(right, context)
  walk.visit(node['body'], walk.model.guards.branch(within, node, right, true, node['body'], node))
}

/** `Object.keys(object)`, as `for…in` asks for it. */
const keysOf = (object: AstNode): AstNode => {
  const { start, end } = object
  const name = (text: string): AstNode => ({ type: 'Identifier', name: text, start, end })
  const callee = {
    type: 'MemberExpression',
    object: name('Object'),
    property: name('keys'),
    computed: false,
    start,
    end,
  }
  return { type: 'CallExpression', callee, arguments: [object], start, end }
}

export const lookIntoModulePart = (node: AstNode, visit: Visit, walk: Walk): void => {
  const { context } = visit
  const source = asNode(node['source'])
  if (source !== null) walk.model.uses.addImport(source, source, visit)
  const specifiers = nodesOf(node['specifiers'])
  if (node.type === 'ImportDeclaration')
    for (const { local } of specifiers)
      walk.model.writes.pattern(local, node, context, { way: 'import', declares: 'const' })
  if (node.type === 'ExportAllDeclaration')
    if (asNode(node['exported']) === null) walk.model.exportsAll.push(node)
    else walk.model.exports.set(nameOfSpecifier(node['exported']), node)
  if (node.type === 'ExportNamedDeclaration')
    for (const one of specifiers)
      walk.model.exports.set(nameOfSpecifier(one['exported']), source === null ? local(one) : node)
  const declaration = asNode(node['declaration'])
  if (declaration === null) return
  if (node.type === 'ExportDefaultDeclaration')
    walk.model.exports.set('default', asNode(declaration['id']) ?? declaration)
  else {
    const declared = asNode(declaration['id'])
    const names =
      declared === null ? nodesOf(declaration['declarations']).map(({ id }) => asNode(id)) : [declared]
    for (const name of names)
      if (name?.type === 'Identifier') walk.model.exports.set(String(name['name']), name)
  }
  walk.visit(declaration, context)
}

const local = (specifier: AstNode): AstNode => asNode(specifier['local']) ?? specifier
