import { nameOfChain, unwrap } from './chains.js'
import {
  type AstNode,
  asNode,
  isFunction,
  memberName,
  nameOfSpecifier,
  nodesOf,
  onceEach,
  propertyName,
} from './node.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import type { Evaluator, Made } from './value.js'
import { walk } from './walk.js'

/**
 * The one expression, of this script or of another, that gives a name or a field its value; null where there may be more,
 * or none is seen.
 */
export const sourceOf = (expression: unknown, script: Evaluator): Made | null => {
  const node = unwrap(expression)
  if (node?.type === 'Identifier') return sourceOfName(node, script)
  const name = node?.type === 'MemberExpression' ? memberName(node) : null
  // An object that is the window's may be the browser's, too.
  const objects = name === null ? [] : script.of(node?.['object']).filter(({ kind }) => kind !== 'global')
  const [object, ...more] = objects
  if (object === undefined || name === null || more.length > 0) return null
  if (object.kind === 'module') return object.of.outside.exported(object.node, name, object.of)
  if (object.kind !== 'object' && object.kind !== 'instance' && object.kind !== 'function') return null
  if (object.kind === 'object' && object.held === 'handed-on') return null
  const members =
    object.kind === 'object'
      ? nodesOf(object.node['properties'])
      : nodesOf(asNode(object.node['body'])?.['body']).filter(
          (one) => (one['static'] === true) === (object.kind === 'function'),
        )
  const own = members.filter((one) => propertyName(one) === name && one['kind'] !== 'set')
  const written = [object.of, ...script.outside.scripts().filter((one) => one !== object.of)].flatMap((of) =>
    (of.model.writes.fields.get(name) ?? []).map(({ value }) => ({ value, of })),
  )
  const [first, ...others] = [
    ...own.map((one) => ({ value: one['kind'] === 'get' ? null : asNode(one['value']), of: object.of })),
    ...written,
  ]
  return first === undefined || first.value === null || others.length > 0
    ? null
    : { node: first.value, of: first.of }
}

const sourceOfName = (node: AstNode, script: Evaluator): Made | null => {
  const variable = script.model.variableOf(node)
  if (variable === null) {
    const name = String(node['name'])
    const [found, ...more] = script.outside.scripts().flatMap((of): readonly Made[] => {
      const declared = of.isModule ? null : of.model.root.find(name)
      const writes = declared?.writes.map(({ value }) => value) ?? of.model.writes.globals.get(name) ?? []
      return writes.map((value) => ({ node: value ?? node, of }))
    })
    return found === undefined || found.node === node || more.length > 0 ? null : found
  }
  const [write, ...more] = variable.writes
  if (write === undefined || write.value === null || write.declares === null || more.length > 0) return null
  if (write.way === 'import') return exportOf(write.value, write.offset, script)
  return write.way === 'is' && write.fields.length === 0 ? { node: write.value, of: script } : null
}

/** What another module gives a name that is imported; null where that is the module itself, or not seen. */
export const exportOf = (declaration: AstNode, offset: number, script: Evaluator): Made | null => {
  const specifier = specifierAt(declaration, offset)
  if (specifier === undefined || isNamespace(specifier)) return null
  const name =
    specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOfSpecifier(specifier['imported'])
  return script.outside.exported(declaration, name, script)
}

/** The part of an `import` that declares the name at a place. */
export const specifierAt = (declaration: AstNode, offset: number): AstNode | undefined =>
  nodesOf(declaration['specifiers']).find(({ local }) => asNode(local)?.start === offset)

/** `* as name` */
export const isNamespace = ({ type }: AstNode): boolean => type === 'ImportNamespaceSpecifier'

/** The node around each node of a script. */
export const parentsIn = onceEach(({ model }: Evaluator): ReadonlyMap<AstNode, AstNode> => {
  const found = new Map<AstNode, AstNode>()
  walk(model.program, (node, ancestors) => {
    const parent = ancestors.at(-1)
    if (parent !== undefined) found.set(node, parent)
  })
  return found
})

/** The names and the fields of a script, by their name. */
const named = onceEach((of: Evaluator): ReadonlyMap<string, readonly AstNode[]> => {
  const found = new Map<string, AstNode[]>()
  for (const node of parentsIn(of).keys()) {
    if (node.type !== 'Identifier' && node.type !== 'MemberExpression') continue
    const name = nameOfChain(node)
    const known = found.get(name)
    if (known === undefined) found.set(name, [node])
    else known.push(node)
  }
  return found
})

/** The places where a field has that name, and whether it is one of `this`. */
const fieldsNamed = (
  name: string | null,
  of: Evaluator,
): readonly { readonly node: AstNode; readonly isOwn: boolean }[] =>
  (named(of).get(name ?? '') ?? []).flatMap((node) =>
    node.type === 'MemberExpression' && memberName(node) === name
      ? { node, isOwn: asNode(node['object'])?.type === 'ThisExpression' }
      : [],
  )

/** Where a field of `this` is read, as far as what is of the same class says. */
export const readsOfOwnField = (target: AstNode, of: Evaluator): readonly AstNode[] => {
  const owner = ownerAt(target.start, of)
  return fieldsNamed(memberName(target), of).flatMap(({ node, isOwn }) => {
    const parent = parentsIn(of).get(node)
    const isWritten = parent?.type === 'AssignmentExpression' && asNode(parent['left']) === node
    return node === target || !isOwn || isWritten || ownerAt(node.start, of) !== owner ? [] : [node]
  })
}

/** Whether a field of that name is asked of something else than `this`. */
export const isReadFromOutside = (target: AstNode, of: Evaluator): boolean =>
  fieldsNamed(memberName(target), of).some(({ isOwn }) => !isOwn)

/** The class that a place is in; undefined where it is in none. */
const ownerAt = (offset: number, { model }: Evaluator): AstNode | undefined => {
  for (let fn: ScriptFunction | null = model.functionAt(offset); fn !== null; fn = fn.outer)
    if (fn.owner !== null) return fn.owner.node
  return undefined
}

/** Where a variable is read. */
export const readsOf = (variable: Variable, of: Evaluator): readonly AstNode[] =>
  (named(of).get(variable.name) ?? []).flatMap((node) => {
    const parent = parentsIn(of).get(node)
    if (node.type !== 'Identifier' || parent === undefined) return []
    const isWritten =
      (parent.type === 'VariableDeclarator' && asNode(parent['id']) === node) ||
      (parent.type === 'AssignmentExpression' && asNode(parent['left']) === node) ||
      isFunction(parent)
    return isWritten || of.model.variableOf(node) !== variable ? [] : [node]
  })
