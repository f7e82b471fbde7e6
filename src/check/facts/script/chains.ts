import { type AstNode, asNode, isNode, memberName, nodesOf, stringOf } from './node.js'

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

/** What is computed before what an expression comes to: `0` of `(0, a.b)()`, as bundlers write a call, `a = 1` of `(a = 1, b).c`. */
export const beforeLast = (value: unknown): readonly AstNode[] => {
  const found: AstNode[] = []
  for (let node = isNode(value) ? value : null; node !== null; ) {
    if (node.type === 'SequenceExpression') found.push(...nodesOf(node['expressions']).slice(0, -1))
    const inner =
      node.type === 'SequenceExpression' ? nodesOf(node['expressions']).at(-1) : node['expression']
    node = WRAPPING.has(node.type) && isNode(inner) ? inner : null
  }
  return found
}

const WRAPPING: ReadonlySet<string> = new Set([
  'SequenceExpression',
  'ChainExpression',
  'ParenthesizedExpression',
])

/** What a call or a `new` calls, and what it gives that. */
interface DirectCall {
  readonly callee: AstNode | null
  readonly values: readonly AstNode[]
}

/**
 * What a call calls, also by another way: `a.call(c, b)`, `a.apply(c, [b])` and `a.bind(c)(b)` are `a(b)`. What `apply` takes
 * from elsewhere is left out.
 */
export const callOf = (call: AstNode): DirectCall => {
  const callee = unwrap(call['callee'])
  const values = nodesOf(call['arguments'])
  if (callee === null || call.type !== 'CallExpression') return { callee, values }
  const method = callee.type === 'MemberExpression' ? memberName(callee) : null
  const object = unwrap(callee['object'])
  if (method === 'call') return { callee: object, values: values.slice(1) }
  if (method === 'apply') return { callee: object, values: nodesOf(values[1]?.['elements']) }
  const bind = callee.type === 'CallExpression' ? unwrap(callee['callee']) : null
  return bind?.type === 'MemberExpression' && memberName(bind) === 'bind'
    ? { callee: unwrap(bind['object']), values: [...nodesOf(callee['arguments']).slice(1), ...values] }
    : { callee, values }
}

/**
 * What `Reflect.construct(C, [a])` and `Reflect.apply(f, o, [a])` construct or call, and with what; of `Reflect.get(o, 'a')`, what it
 * is given. Null for any other call.
 */
export const reflectedBy = (
  call: AstNode,
): (DirectCall & { readonly kind: 'call' | 'new' | 'read' }) | null => {
  const callee = unwrap(call['callee'])
  const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
  const object = callee?.['object']
  if (!isNode(object) || object['name'] !== 'Reflect') return null
  const values = nodesOf(call['arguments'])
  const [reflected, second, third] = values
  if (method === 'get') return { callee, kind: 'read', values }
  if (method === 'construct')
    return { callee: unwrap(reflected), kind: 'new', values: nodesOf(second?.['elements']) }
  return method === 'apply'
    ? { callee: unwrap(reflected), kind: 'call', values: nodesOf(third?.['elements']) }
    : null
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
export const nameOfCallee = (call: AstNode): string => nameOfChain(unwrap(call['callee']))

/** The last name of a chain: `a` of `a` and `b.a`; empty where it has none. */
export const nameOfChain = (chain: AstNode | null): string =>
  String((chain?.type === 'MemberExpression' ? memberName(chain) : chain?.['name']) ?? '')

/** What an assignment gives, whose value is used: `a` in `(b = a).c`. */
const assignedIn = (value: AstNode | null): AstNode | null => {
  const node = unwrap(value)
  return node?.type === 'AssignmentExpression' && node['operator'] === '=' ? asNode(node['right']) : value
}

/** What a chain asks for, without which the rest of it does not come: `a` in `a?.b.c(d)`; null where it asks for nothing. */
export const optionalIn = (call: AstNode): AstNode | null => {
  for (let node: AstNode | null = call; node !== null; ) {
    const inner: AstNode | null = asNode(node['callee']) ?? asNode(node['object'])
    if (node['optional'] === true) return assignedIn(inner)
    node = inner
  }
  return null
}
