import { type AstNode, isNode } from './node.js'

/** One place where a variable gets a value. */
export interface Write {
  /** Where the name is written, in UTF-16 units. */
  readonly offset: number
  /** The value, or what it is taken out of; null where the script does not say it. */
  readonly value: AstNode | null
  /** The fields that lead from there to the value: `const { a: { b } } = value` has `a`, `b`; `*` is any of a list. */
  readonly fields: readonly string[]
  /**
   * `is`: the value itself; `parameter`: what calls of the function `value` give at `index`; `import`: of another
   * module, whose declaration `value` is; `arithmetic`: the operator makes the value from the old one and `value`.
   */
  readonly way: 'is' | 'parameter' | 'import' | 'arithmetic'
  /** What declares the variable there; null where it was declared before. */
  readonly declares: 'const' | 'let' | 'var' | null
  readonly index: number
  readonly operator: string
  /** The innermost part of the script around it that may be skipped, repeated, or run later. */
  readonly region: AstNode
  /** The function that it is in, or the whole script. */
  readonly within: AstNode
}

/** A variable of a script: a name in the scope that declares it. */
export class Variable {
  readonly name: string
  readonly scope: Scope
  readonly writes: Write[] = []

  constructor(name: string, scope: Scope) {
    this.name = name
    this.scope = scope
  }
}

/** A part of a script with names of its own, or a function. */
export class Scope {
  readonly node: AstNode
  readonly outer: Scope | null
  /** The scopes within, in the order of the text. */
  readonly inner: Scope[] = []
  readonly #variables = new Map<string, Variable>()

  constructor(node: AstNode, outer: Scope | null, names: Iterable<string> = declaredIn(node)) {
    this.node = node
    this.outer = outer
    for (const name of names) this.#variables.set(name, new Variable(name, this))
    outer?.inner.push(this)
  }

  /** The scope of what is in a node: its own, where it declares a name. */
  within(node: AstNode): Scope {
    const declared = SCOPES.has(node.type) ? declaredIn(node) : NO_NAMES
    // What a function's body declares by the name of a parameter is that parameter.
    const parameters: string[] = []
    if (declared.length > 0 && this.node['body'] === node) addBound(this.node['params'], parameters)
    const names = parameters.length === 0 ? declared : declared.filter((name) => !parameters.includes(name))
    return names.length === 0 ? this : new Scope(node, this, names)
  }

  /** The variables that it and the scopes within it declare. */
  *variables(): Generator<Variable> {
    yield* this.#variables.values()
    for (const scope of this.inner) yield* scope.variables()
  }

  /** Whether a place is in it. */
  holds(offset: number): boolean {
    return this.node.start <= offset && offset < this.node.end
  }

  /** The variable of a name, declared here or further out; null where it is not declared. */
  find(name: string): Variable | null {
    let scope: Scope | null = this
    for (; scope !== null; scope = scope.outer) {
      const found = scope.#variables.get(name)
      if (found !== undefined) return found
    }
    return null
  }

  /** The innermost scope that holds a place which this one holds. */
  at(offset: number): Scope {
    let scope: Scope = this
    for (;;) {
      let low = 0
      let high = scope.inner.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((scope.inner[middle]?.node.end ?? 0) <= offset) low = middle + 1
        else high = middle
      }
      const next = scope.inner[low]
      if (next === undefined || next.node.start > offset) return scope
      scope = next
    }
  }
}

const NO_NAMES: readonly string[] = []

/** What may declare names, but for functions. */
const SCOPES: ReadonlySet<string> = new Set([
  'BlockStatement',
  'StaticBlock',
  'SwitchStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'CatchClause',
  'ClassExpression',
])

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
    else if (node.type.endsWith('Statement') || HOLDS_STATEMENTS.has(node.type))
      for (const part of STATEMENT_PARTS) addNodes(node[part], waiting)
}

/** What holds statements, beside those that do. */
const HOLDS_STATEMENTS: ReadonlySet<string> = new Set([
  ...['Program', 'SwitchCase', 'CatchClause', 'ExportNamedDeclaration'],
])

/** Not as the arguments of one call: a script may have more of anything than the stack holds. */
const pushAll = <T>(list: T[], more: Iterable<T>): void => {
  for (const one of more) list.push(one)
}

const asNodes = (value: unknown): readonly AstNode[] => {
  const found: AstNode[] = []
  addNodes(value, found)
  return found
}

/** Adds a node, or the nodes of a list. */
const addNodes = (value: unknown, found: AstNode[]): void => {
  if (Array.isArray(value)) for (const element of value) addNodes(element, found)
  else if (isNode(value)) found.push(value)
}

/** Adds the names that a pattern binds. */
export const addBound = (pattern: unknown, found: string[]): void => {
  // What nearly every pattern is.
  if (isNode(pattern) && pattern.type === 'Identifier') {
    found.push(String(pattern['name']))
    return
  }
  const waiting = [...asNodes(pattern)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier') found.push(String(node['name']))
    else if (node.type === 'ObjectPattern') pushAll(waiting, asNodes(node['properties']))
    else if (node.type === 'ArrayPattern') pushAll(waiting, asNodes(node['elements']))
    else if (node.type === 'Property') pushAll(waiting, asNodes(node['value']))
    else if (node.type === 'AssignmentPattern') pushAll(waiting, asNodes(node['left']))
    else if (node.type === 'RestElement') pushAll(waiting, asNodes(node['argument']))
  }
}
