import { parse } from 'acorn'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * The expression at an offset, with the statements that declare or set the variables that it uses, as far as they are
 * in scope there; null where the script does not parse.
 */
export const scriptAlone = (script: string, offset: number): string | null => {
  const program = parsed(script)
  if (program === null) return null
  const path = pathTo(program, offset)
  const construct = constructOf(path)
  if (construct === null) return null
  const kept = new Set<Node>([construct])
  const statements = statementsInScope(path).filter(
    ({ start, end }) => end <= construct.start || start >= construct.end,
  )
  // To a fixed point: what sets a variable may use another one.
  for (let before = 0; before !== kept.size; ) {
    before = kept.size
    const used = new Set([...kept].flatMap(identifiersIn))
    for (const statement of statements)
      if (setBy(statement).some((name) => used.has(name))) kept.add(statement)
  }
  return [...kept]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => script.slice(start, end))
    .join('\n')
}

const parsed = (script: string): Node | null => {
  for (const sourceType of ['module', 'script'] as const)
    try {
      const program: unknown = parse(script, { ecmaVersion: 'latest', sourceType })
      return isNode(program) ? program : null
    } catch {
      // The other kind may parse.
    }
  return null
}

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** The nodes that hold an offset, the outermost first. */
const pathTo = (program: Node, offset: number): readonly Node[] => {
  const path = [program]
  for (;;) {
    const next = childrenOf(path.at(-1) ?? program).find(({ start, end }) => start <= offset && offset < end)
    if (next === undefined) return path
    path.push(next)
  }
}

const EXPRESSIONS = /^(?:Identifier|(?:Call|New|Member|Assignment|Import|Chain|TaggedTemplate)Expression)$/
const MODULE_DECLARATIONS = /^(?:ImportDeclaration|Export(?:Named|All)Declaration)$/

/** The longest expression that begins where a path ends, with the `new` before it; or the import or the class that it is of. */
const constructOf = (path: readonly Node[]): Node | null => {
  const declaration = path.find(({ type, source }) => MODULE_DECLARATIONS.test(type) && isNode(source))
  if (declaration !== undefined) return declaration
  // Without its class a `super(…)` does not parse.
  if (path.some(({ type }) => type === 'Super'))
    return path.findLast(({ type }) => /^Class[DE]/.test(type)) ?? null
  let found: Node | null = null
  for (const node of path.toReversed()) {
    if (found === null) {
      if (EXPRESSIONS.test(node.type)) found = node
      continue
    }
    const isLonger = EXPRESSIONS.test(node.type) && node.start === found.start
    const isCalled = node['callee'] === found
    // `(0, fetch)(…)`, as bundlers write it.
    const isLast = node.type === 'SequenceExpression' && childrenOf(node).at(-1) === found
    if (!isLonger && !isCalled && !isLast) break
    found = node
  }
  return found
}

/** The statements beside which a path leads on, but for functions and blocks, which are scopes of their own. */
const statementsInScope = (path: readonly Node[]): readonly Node[] =>
  path.flatMap((node) =>
    node.type === 'Program' || node.type === 'BlockStatement'
      ? childrenOf(node).filter(({ type }) =>
          /^(?:ExpressionStatement|(?:Variable|Class)Declaration)$/.test(type),
        )
      : [],
  )

const namesOf = ({ type, name }: Node): readonly string[] => {
  if (type === 'ThisExpression') return ['this']
  return type === 'Identifier' ? [String(name)] : []
}

const identifiersIn = (node: Node): readonly string[] => [
  ...namesOf(node),
  ...childrenOf(node).flatMap(identifiersIn),
]

/** The variables that a statement declares, or sets in whole or in part, or calls. */
const setBy = (statement: Node): readonly string[] => {
  if (statement.type === 'VariableDeclaration')
    return childrenOf(statement).flatMap(({ id }) => (isNode(id) ? identifiersIn(id) : []))
  if (statement.type === 'ClassDeclaration')
    return isNode(statement['id']) ? identifiersIn(statement['id']) : []
  const { expression } = statement
  if (!isNode(expression)) return []
  const target = expression['left'] ?? expression['callee']
  return isNode(target) ? rootOf(target) : []
}

const rootOf = (node: Node): readonly string[] => {
  return isNode(node['object']) ? rootOf(node['object']) : namesOf(node)
}
