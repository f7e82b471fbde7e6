import { type AstNode, asNode, isNode, memberName, propertyName, stringOf } from './node.js'
import { walk } from './walk.js'

/** An import whose specifier is a literal. */
export interface ScriptImport {
  readonly specifier: string
  readonly offset: number
  /** `import()`, which classic scripts can use too. */
  readonly dynamic: boolean
  /** Whether it is made without a condition, and not by somebody who minds that it fails. */
  readonly certain: boolean
  /** What `with { type: … }` says; null where there is none, undefined where it is not known. */
  readonly type: string | null | undefined
}

/** How a script notices that an import fails: a module with it does not run, a promise is rejected. */
export const failingImport = ({ dynamic }: Pick<ScriptImport, 'dynamic'>): 'rejects' | 'throws' =>
  dynamic ? 'rejects' : 'throws'

/** The imports of a parsed script, in the order of the text. */
export const importsIn = (program: AstNode, text: string): readonly ScriptImport[] => {
  const body = program['body']
  const declared = Array.isArray(body)
    ? body.flatMap((node) => (isNode(node) ? (declaredBy(node) ?? []) : []))
    : []
  // Only `import()` may be anywhere.
  const dynamic = DYNAMIC.test(text) ? dynamicIn(program) : []
  return [...declared, ...dynamic].sort((a, b) => a.offset - b.offset)
}

const DYNAMIC = /\bimport\s*(?:\(|\/[*/])/

const declaredBy = (node: AstNode): ScriptImport | null => {
  if (!/^(?:Import|Export)/.test(node.type)) return null
  const specifier = stringOf(asNode(node['source']) ?? undefined)
  return specifier === null
    ? null
    : { specifier, offset: node.start, dynamic: false, certain: true, type: typeOf(node['attributes']) }
}

const dynamicIn = (program: AstNode): readonly ScriptImport[] => {
  const found: ScriptImport[] = []
  walk(program, (node, ancestors) => {
    const specifier = node.type === 'ImportExpression' ? stringOf(asNode(node['source']) ?? undefined) : null
    if (specifier !== null)
      found.push({
        specifier,
        offset: node.start,
        dynamic: true,
        certain: !isGuarded(node, ancestors),
        type: typeOfOptions(asNode(node['options'])),
      })
  })
  return found
}

const typeOf = (attributes: unknown): string | null => {
  if (!Array.isArray(attributes)) return null
  const type = attributes.find((attribute) => isNode(attribute) && propertyName(attribute) === 'type')
  return isNode(type) ? stringOf(asNode(type['value']) ?? undefined) : null
}

/** Of the second argument of `import()`. */
const typeOfOptions = (options: AstNode | null): string | null | undefined => {
  if (options === null) return null
  const field = (object: AstNode | null, name: string): AstNode | null => {
    const properties = object?.type === 'ObjectExpression' ? object['properties'] : null
    if (!Array.isArray(properties)) return null
    const found = properties.find((property) => isNode(property) && propertyName(property) === name)
    return isNode(found) ? asNode(found['value']) : null
  }
  return stringOf(field(field(options, 'with'), 'type') ?? undefined) ?? undefined
}

/** Whether an `import()` is made only if something holds, or by somebody who minds that it fails. */
const isGuarded = (node: AstNode, ancestors: readonly AstNode[]): boolean => {
  let child = node
  for (let index = ancestors.length - 1; index >= 0; index--) {
    const parent = ancestors[index]
    if (parent === undefined) break
    if (CONDITIONS.has(parent.type) && child !== parent['test']) return true
    if (parent.type === 'LogicalExpression' && child === parent['right']) return true
    if (parent.type === 'TryStatement' && isNode(parent['handler'])) return true
    if (parent.type === 'CallExpression' && handlesRejection(parent, child)) return true
    child = parent
  }
  return false
}

/** Whether a call is `promise.catch(…)` or `promise.then(…, …)`. */
const handlesRejection = (call: AstNode, child: AstNode): boolean => {
  const callee = asNode(call['callee'])
  if (callee?.type !== 'MemberExpression' || callee !== child) return false
  const values = call['arguments']
  const method = memberName(callee)
  return method === 'catch' || (method === 'then' && Array.isArray(values) && values.length > 1)
}

const CONDITIONS: ReadonlySet<string> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'SwitchCase',
  'CatchClause',
])
