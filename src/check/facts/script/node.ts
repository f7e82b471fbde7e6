/** A node of a script's syntax tree (ESTree); what is read from it is tested first. */
export interface AstNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Whether a field of a node is a node. */
export const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as Partial<AstNode>).type === 'string'

export const asNode = (value: unknown): AstNode | null => (isNode(value) ? value : null)

export const isFunction = ({ type }: AstNode): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

/** The name in `a.name` and `a["name"]`; null where it is computed. */
export const memberName = (member: AstNode): string | null => {
  const property = asNode(member['property'])
  if (property === null) return null
  if (member['computed'] === true) return stringOf(property)
  if (property.type === 'PrivateIdentifier') return `#${String(property['name'])}`
  return property.type === 'Identifier' ? String(property['name']) : null
}

/** The name of a property of an object or a pattern; null where it is computed. */
export const propertyName = (property: AstNode): string | null => {
  const key = asNode(property['key'])
  if (key === null) return null
  if (key.type === 'Identifier' && property['computed'] !== true) return String(key['name'])
  if (key.type === 'PrivateIdentifier') return `#${String(key['name'])}`
  const value = key.type === 'Literal' ? key['value'] : stringOf(key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** The nodes of a list of nodes, without its holes; empty where a field holds no list. */
export const nodesOf = (value: unknown): readonly AstNode[] =>
  Array.isArray(value) ? value.filter(isNode) : []

/** The value of a literal text: a string, or a template without expressions; else null. */
export const stringOf = (node: AstNode | undefined): string | null => {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node?.type !== 'TemplateLiteral') return null
  const [quasi, ...more] = nodesOf(node['quasis'])
  const value = quasi?.['value']
  if (more.length > 0 || typeof value !== 'object' || value === null || !('cooked' in value)) return null
  return typeof value.cooked === 'string' ? value.cooked : null
}

/** The word that a reader may look for in what is handed over: the whole text, or `<use` for markup that has one. */
export const wordOfText = (node: AstNode | undefined): string | null => {
  const text = stringOf(node)
  return text?.includes('<use') === true ? '<use' : text
}

/** A name that is exported or imported, which may be a text; empty where there is none. */
export const nameOfSpecifier = (name: unknown): string => {
  const node = asNode(name)
  return node === null ? '' : (stringOf(node) ?? String(node['name'] ?? ''))
}

/** The value of a field of an object literal; undefined where there is none, null where that is not certain. */
export const fieldOf = (object: AstNode | undefined, name: string): AstNode | null | undefined => {
  if (object?.type !== 'ObjectExpression') return null
  let found: AstNode | undefined
  for (const property of nodesOf(object['properties'])) {
    if (property.type !== 'Property' || property['computed'] === true) return null
    const key = property['key']
    if (!isNode(key)) return null
    if ((key['name'] ?? key['value']) === name && isNode(property['value'])) found = property['value']
  }
  return found
}

/** A function that finds its answer once for each object. */
export const onceEach = <K extends object, V>(find: (key: K) => V): ((key: K) => V) => {
  const found = new WeakMap<K, { readonly answer: V }>()
  return (key) => {
    const known = found.get(key) ?? { answer: find(key) }
    found.set(key, known)
    return known.answer
  }
}
