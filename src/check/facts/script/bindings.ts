import { calledInPlace, unwrap } from './chains.js'
import { type AstNode, isNode } from './node.js'
import { addBound, addNodes, asNodes, boundIn, pushAll } from './patterns.js'
import { turnRound } from './walk.js'

/** Which variable a name stands for. Minified code calls a hundred variables `e`. */
export interface Bindings {
  /**
   * The start of the innermost scope that holds the place and declares the name, in UTF-16 units; -1 where none does.
   */
  readonly bindingOf: (name: string, offset: number) => number
  /**
   * What the variable is declared with: the initial value of the first declaration in its scope, the function of that
   * name, or what a function that is called where it is written is given; else null.
   */
  readonly initialValueOf: (name: string, offset: number) => AstNode | null
  /** Whether the variable is declared outside of every function and block. */
  readonly isOutermost: (name: string, offset: number) => boolean
}

/** The variables of a script; its scopes are gathered once, when first asked about. */
export const bindingsOf = (program: AstNode): Bindings => {
  const known = KNOWN.get(program) ?? lazyBindings(program)
  KNOWN.set(program, known)
  return known
}

const KNOWN = new WeakMap<AstNode, Bindings>()

const lazyBindings = (program: AstNode): Bindings => {
  let root: Scope | undefined
  // One question comes close behind the other in the text, and a script can be nested a thousand deep.
  let last: Scope | undefined
  const scopeOf = (name: string, offset: number): Scope | null => {
    root ??= scopesOf(program)
    let scope = last?.holds(offset) === true ? last : root
    for (let inner = scope.at(offset); inner !== undefined; inner = scope.at(offset)) scope = inner
    last = scope
    return scope.declaring(name)
  }
  return {
    bindingOf: (name, offset) => scopeOf(name, offset)?.node.start ?? -1,
    initialValueOf: (name, offset) => scopeOf(name, offset)?.initialValueOf(name) ?? null,
    isOutermost: (name, offset) => scopeOf(name, offset)?.isOutermost === true,
  }
}

class Scope {
  readonly node: AstNode
  /** What it declares. */
  readonly names: ReadonlySet<string>
  /** The scopes within, in the order of the text. */
  readonly inner: Scope[] = []
  readonly #outer: Scope | null
  readonly #given: readonly AstNode[]
  #declaring: Map<string, Scope | null> | undefined
  #initialValues: ReadonlyMap<string, AstNode | null> | undefined

  /** @param given the arguments of a function that is called where it is written */
  constructor(
    node: AstNode,
    names: ReadonlySet<string>,
    outer: Scope | null,
    given: readonly AstNode[] = [],
  ) {
    this.node = node
    this.names = names
    this.#outer = outer
    this.#given = given
  }

  get isOutermost(): boolean {
    return this.#outer === null
  }

  /** Whether a place is in it. */
  holds(offset: number): boolean {
    return this.node.start <= offset && offset < this.node.end
  }

  /** The innermost scope from this one outwards that declares a name; kept, since a script asks again and again. */
  declaring(name: string): Scope | null {
    this.#declaring ??= new Map()
    const known = this.#declaring.get(name)
    if (known !== undefined) return known
    let found: Scope | null = this
    while (found !== null && !found.names.has(name)) found = found.#outer
    this.#declaring.set(name, found)
    return found
  }

  /** The scope within that holds a place. */
  at(offset: number): Scope | undefined {
    let low = 0
    let high = this.inner.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.inner[middle]?.node.end ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    const scope = this.inner[low]
    return scope !== undefined && scope.node.start <= offset ? scope : undefined
  }

  initialValueOf(name: string): AstNode | null {
    this.#initialValues ??= initialValues(this.node, this.#given)
    return this.#initialValues.get(name) ?? null
  }
}

const scopesOf = (program: AstNode): Scope => {
  const root = new Scope(program, new Set(declaredIn(program)), null)
  // A stack of our own, since minified code nests deeper than the call stack; beside each node its scope.
  const waiting: AstNode[] = [program]
  const scopes: Scope[] = [root]
  const given = new Map<AstNode, readonly AstNode[]>()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    let scope = scopes.pop() ?? root
    const called =
      node.type === 'CallExpression'
        ? calledInPlace(unwrap(node['callee']), asNodes(node['arguments']))
        : null
    // One with a name may call itself with others.
    if (called !== null && !isNode(called.callee['id'])) given.set(called.callee, called.values)
    const declared = node === program ? [] : declaredIn(node)
    if (declared.length > 0) {
      const within = new Scope(node, new Set(declared), scope, given.get(node))
      scope.inner.push(within)
      scope = within
    }
    const first = waiting.length
    for (const key in node) addNodes(node[key], waiting)
    turnRound(waiting, first)
    while (scopes.length < waiting.length) scopes.push(scope)
  }
  return root
}

/** Of each variable that a scope declares, the initial value of its first declaration; of a function, itself. */
const initialValues = (scope: AstNode, given: readonly AstNode[]): ReadonlyMap<string, AstNode | null> => {
  const found = new Map<string, AstNode | null>()
  for (const [index, value] of given.entries()) {
    // What comes behind `...list` may be any of them.
    if (value.type === 'SpreadElement') break
    const parameter = asNodes(scope['params'])[index]
    if (parameter?.type === 'Identifier') found.set(String(parameter['name']), value)
  }
  const nodes: AstNode[] = /Function/.test(scope.type) ? [...asNodes(scope['body'])] : [scope]
  // In the order of the text, as far as one level goes; the list grows while it is read.
  for (const node of nodes) {
    if (node.type === 'FunctionDeclaration' && node !== scope) {
      for (const name of boundIn(node['id'])) if (!found.has(name)) found.set(name, node)
      continue
    }
    const declarations = node.type === 'VariableDeclaration' ? asNodes(node['declarations']) : []
    for (const { id, init } of declarations) {
      const name = isNode(id) && id.type === 'Identifier' ? String(id['name']) : null
      if (name !== null && !found.has(name)) found.set(name, isNode(init) ? init : null)
    }
    if (node === scope || !/Function|Class/.test(node.type))
      for (const part of STATEMENT_PARTS) pushAll(nodes, asNodes(node[part]))
  }
  return found
}

/** The names that a script declares for every script of its page; none where it is a module. */
export const globalsDeclaredIn = (program: AstNode): readonly string[] =>
  program['sourceType'] === 'module' ? [] : declaredIn(program)

/** The names that a node declares as a scope; none where it is not a scope. */
const declaredIn = (scope: AstNode): readonly string[] => {
  const found: string[] = []
  switch (scope.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (scope.type === 'FunctionExpression') addBound(scope['id'], found)
      addBound(scope['params'], found)
      addHoisted(scope['body'], found)
      break
    case 'Program':
      addHoisted(scope, found)
      addDeclared(scope['body'], found)
      break
    case 'BlockStatement':
    case 'StaticBlock':
      addDeclared(scope['body'], found)
      break
    case 'SwitchStatement':
      for (const one of asNodes(scope['cases'])) addDeclared(one['consequent'], found)
      break
    case 'ForStatement':
      addDeclared(scope['init'], found)
      break
    case 'ForInStatement':
    case 'ForOfStatement':
      addDeclared(scope['left'], found)
      break
    case 'CatchClause':
      addBound(scope['param'], found)
      break
    case 'ClassExpression':
      addBound(scope['id'], found)
  }
  return found
}

/** Adds what a statement, or a list of them, declares directly. */
const addDeclared = (statements: unknown, found: string[]): void => {
  if (Array.isArray(statements)) {
    for (const statement of statements) addDeclared(statement, found)
    return
  }
  if (!isNode(statements)) return
  switch (statements.type) {
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      addDeclared(statements['declaration'], found)
      break
    case 'VariableDeclaration':
      for (const { id } of asNodes(statements['declarations'])) addBound(id, found)
      break
    case 'ImportDeclaration':
      for (const { local } of asNodes(statements['specifiers'])) addBound(local, found)
      break
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      addBound(statements['id'], found)
  }
}

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

/**
 * Adds what a `var` or a function anywhere in a function's body declares; the functions within have their own. In a classic
 * script a function in a block can be called outside of it, too (ECMAScript, B.3.2).
 */
const addHoisted = (body: unknown, found: string[]): void => {
  const waiting: AstNode[] = []
  addNodes(body, waiting)
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    if (node.type === 'VariableDeclaration') {
      if (node['kind'] === 'var') for (const { id } of asNodes(node['declarations'])) addBound(id, found)
    } else if (node.type === 'FunctionDeclaration') addBound(node['id'], found)
    else if (HOLDS_STATEMENTS.has(node.type))
      for (const part of STATEMENT_PARTS) addNodes(node[part], waiting)
}

/** The statements that hold others, and what stands between them. */
const HOLDS_STATEMENTS: ReadonlySet<string> = new Set([
  'Program',
  'BlockStatement',
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'SwitchCase',
  'TryStatement',
  'CatchClause',
  'LabeledStatement',
  'WithStatement',
  'ExportNamedDeclaration',
])
