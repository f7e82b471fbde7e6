import { type AstNode, isNode, memberName, nodesOf, stringOf } from './node.js'

/** A chain without the wrappers of `a?.b`, `(a)` and `(0, a)`. */
export const unwrap = (value: unknown): AstNode | null => {
  let node = isNode(value) ? value : null
  for (;;) {
    if (node?.type === 'SequenceExpression') node = nodesOf(node['expressions']).at(-1) ?? null
    else if (node?.type === 'ChainExpression' || node?.type === 'ParenthesizedExpression')
      node = isNode(node['expression']) ? node['expression'] : null
    else break
  }
  return node
}

/** Whether a call is by way of `call` or `apply`, as far as its names say. */
export const isIndirect = (names: readonly string[]): boolean =>
  names.length > 1 && INDIRECT.has(names.at(-1) ?? '')

const INDIRECT: ReadonlySet<string> = new Set(['call', 'apply'])

/**
 * What a call calls, and what it gives that, also by way of `call` and `apply`: `a.call(c, b)` and `a.apply(c, [b])` are
 * `a(b)`. What `apply` takes from elsewhere is left out.
 */
export const callOf = (
  call: AstNode,
): { readonly callee: AstNode | null; readonly values: readonly AstNode[] } => {
  const callee = unwrap(call['callee'])
  const values = nodesOf(call['arguments'])
  const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
  if (callee === null || method === null || !INDIRECT.has(method)) return { callee, values }
  return {
    callee: unwrap(callee['object']),
    values: method === 'call' ? values.slice(1) : nodesOf(values[1]?.['elements']),
  }
}

/** What `f.bind(o, a)` in `f.bind(o, a)(b)` calls, and with what; null for any other callee. */
export const boundBy = (
  callee: AstNode | null,
): { readonly callee: AstNode; readonly values: readonly AstNode[] } | null => {
  if (callee?.type !== 'CallExpression') return null
  const bind = unwrap(callee['callee'])
  if (bind?.type !== 'MemberExpression' || namesOf(bind)?.at(-1) !== 'bind') return null
  const bound = unwrap(bind['object'])
  return bound === null ? null : { callee: bound, values: nodesOf(callee['arguments']).slice(1) }
}

/** What `Reflect.construct(C, [a])` and `Reflect.apply(f, o, [a])` construct or call, and with what; null for any other call. */
export const reflectedBy = (
  callee: AstNode,
  values: readonly AstNode[],
): {
  readonly callee: AstNode
  readonly kind: 'call' | 'new'
  readonly values: readonly AstNode[]
} | null => {
  const object = callee.type === 'MemberExpression' ? callee['object'] : null
  const [reflected] = values
  if (!isNode(object) || object['name'] !== 'Reflect' || reflected === undefined) return null
  const method = memberName(callee)
  if (method !== 'construct' && method !== 'apply') return null
  const list = values[method === 'construct' ? 1 : 2]
  return {
    callee: reflected,
    kind: method === 'construct' ? 'new' : 'call',
    values: nodesOf(list?.['elements']),
  }
}

/**
 * The names of `a.b["c"]`; the first is empty where the root is not a name; null where nothing is a name.
 * @param textOf what says the name in `a[key]`; null where it does not know it
 */
export const namesOf = (
  chain: AstNode,
  textOf: (key: AstNode) => string | null = stringOf,
): readonly string[] | null => {
  const names: string[] = []
  let node: AstNode | null = chain
  while (node !== null && node.type === 'MemberExpression') {
    const property: unknown = node['property']
    if (!isNode(property)) return null
    const name = node['computed'] === true ? textOf(property) : String(property['name'] ?? '')
    names.unshift(name ?? '')
    node = unwrap(node['object'])
  }
  if (node?.type === 'Identifier') names.unshift(String(node['name']))
  else if (names.length === 0) return null
  else names.unshift('')
  return names
}

/** The name of what a call calls: `a` of `a()` and `b.a()`; empty where it has none. */
export const nameOfCallee = (call: AstNode): string => {
  const callee = unwrap(call['callee'])
  return String((callee?.type === 'MemberExpression' ? memberName(callee) : callee?.['name']) ?? '')
}
