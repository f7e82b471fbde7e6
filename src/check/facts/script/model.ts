import { callOf, nameOfChain, unwrap } from './chains.js'
import { Guards, leaves, rethrows, throwsAgain } from './guards.js'
import { REPEATING, TIMERS } from './known-names.js'
import {
  type AstNode,
  asNode,
  isFunction,
  isNode,
  memberName,
  nameOfSpecifier,
  nodesOf,
  propertyName,
  stringOf,
} from './node.js'
import { Scope, type Variable } from './scopes.js'
import { growing, ScriptFunctions, stepsIn } from './script-functions.js'
import type { Context, Described, Owner, ScriptFunction } from './script-parts.js'
import { subclassIn } from './subclass.js'
import type { ScriptUse } from './use.js'
import { UseNotes } from './use-notes.js'
import { turnRound } from './walk.js'
import { push, WriteNotes, writeOf } from './write-notes.js'

interface Visit {
  readonly node: AstNode
  readonly context: Context
  /** A chain that is already recorded. */
  readonly recorded: boolean
  readonly tested: boolean
  readonly answer: ScriptUse['answer']
}

/**
 * What a script declares, sets and calls, gathered in one walk over its tree: scopes with their variables and all that is
 * written to these, fields, functions, calls, exports. It says what stands there; `ScriptValues` says what that comes to.
 */
export class ScriptModel {
  readonly program: AstNode
  readonly root: Scope
  readonly main: ScriptFunction
  readonly functions = new ScriptFunctions()
  readonly writes: WriteNotes
  /** Every `try` with a `catch`. */
  readonly tries: AstNode[] = []
  /** Those whose `catch` does not throw its error again. */
  readonly minded: AstNode[] = []
  /** The `try` statements that have a `finally`. */
  readonly finals: AstNode[] = []
  readonly guards = new Guards()
  /** The calls of each name: `b` of `a.b()`. */
  readonly callsByName = new Map<string, AstNode[]>()
  /** What the module exports, by name, and where whole other modules are exported. */
  readonly exports = new Map<string, AstNode>()
  readonly exportsAll: AstNode[] = []
  /** The literals that say what fields of an object do. */
  readonly described = new Map<AstNode, Described>()
  readonly uses: UseNotes
  readonly #declared: ReadonlySet<string> | null
  readonly #waiting: Visit[] = []
  #last: Scope

  /**
   * @param declared every name that the script declares in any scope; null where nobody knows
   * @param isWord whether a reader looks for a name
   */
  constructor(
    program: AstNode,
    declared: ReadonlySet<string> | null = null,
    isWord: ((name: string) => boolean) | null = null,
  ) {
    this.program = program
    this.#declared = declared
    this.root = new Scope(program, null)
    this.#last = this.root
    this.uses = new UseNotes(isWord, (name) => this.mayBeDeclared(name))
    this.writes = new WriteNotes(this.functions, this.uses, (name) => this.mayBeDeclared(name))
    this.main = this.functions.of(program, null)
    this.#walk()
  }

  mayBeDeclared(name: string): boolean {
    return this.#declared === null || this.#declared.has(name)
  }

  /** The variable that a name stands for at a place; null where the script does not declare it there. */
  variableAt(name: string, offset: number): Variable | null {
    return this.mayBeDeclared(name) ? this.#scopeAt(offset).find(name) : null
  }

  variableOf(identifier: AstNode): Variable | null {
    return this.variableAt(String(identifier['name']), identifier.start)
  }

  /** The innermost function that holds a place. */
  functionAt(offset: number): ScriptFunction {
    for (let scope: Scope | null = this.#scopeAt(offset); scope !== null; scope = scope.outer) {
      const found = this.functions.get(scope.node)
      // What a class does as it is made, the function around it does.
      if (found !== undefined && !scope.node.type.startsWith('Class')) return found
    }
    return this.main
  }

  #scopeAt(offset: number): Scope {
    // One question comes close behind the other in the text, and a script can be nested a thousand deep.
    this.#last = (this.#last.holds(offset) ? this.#last : this.root).at(offset)
    return this.#last
  }

  // A stack of our own, since minified code nests deeper than the call stack.
  #walk(): void {
    const { program, root, main } = this
    const context: Context = { scope: root, fn: main, region: program, caught: false, guards: null }
    const waiting = this.#waiting
    waiting.push({ node: program, context, recorded: false, tested: false, answer: 'used' })
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const first = waiting.length
      this.#look(next)
      turnRound(waiting, first)
    }
  }

  #visit(
    child: unknown,
    context: Context,
    answer: ScriptUse['answer'] = 'used',
    recorded = false,
    tested = false,
  ): void {
    if (isNode(child)) this.#waiting.push({ node: child, context, recorded, tested, answer })
    else if (Array.isArray(child)) for (const element of child) this.#visit(element, context)
  }

  #look(visit: Visit): void {
    const { node, recorded, tested, answer } = visit
    if (isFunction(node)) {
      this.#lookIntoFunction(node, visit)
      return
    }
    const scope = visit.context.scope.within(node)
    const context = scope === visit.context.scope ? visit.context : { ...visit.context, scope }
    const { caught } = context
    switch (node.type) {
      case 'Identifier':
        if (!recorded) this.uses.add(node, tested ? 'test' : 'read', [], visit)
        return
      case 'MemberExpression':
        if (!recorded) this.uses.add(node, tested ? 'test' : 'read', [], visit)
        // The names of the chain are recorded with it; computed parts, and a root that is not a name, are looked into.
        this.#visit(unwrap(node['object']), context, recorded ? answer : 'used', true)
        if (node['computed'] === true) this.#visit(node['property'], context)
        return
      case 'CallExpression':
      case 'NewExpression':
        this.#lookIntoCall(node, visit)
        return
      case 'VariableDeclaration':
        for (const { id, init } of nodesOf(node['declarations'])) {
          const declares = node['kind'] === 'const' ? 'const' : 'variable'
          const value = asNode(init)
          if (value !== null) this.writes.pattern(id, value, context, { declares })
          if (isNode(id) && id.type !== 'Identifier') this.#visit(id, context)
          this.#visit(init, context)
        }
        return
      case 'AssignmentExpression':
        this.#lookIntoAssignment(node, visit)
        return
      case 'UpdateExpression':
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#lookIntoOtherWrites(node, context)
        return
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#lookIntoClass(node, context)
        return
      case 'PropertyDefinition': {
        this.uses.noteWrite(propertyName(node) ?? '', asNode(node['value']), [])
        const within = { ...context, scope: new Scope(node, context.scope, []), region: node, caught: false }
        if (node['computed'] === true) this.#visit(node['key'], context)
        this.#visit(node['value'], { ...within, fn: this.functions.of(node, context.fn) })
        return
      }
      case 'ObjectExpression':
        this.#noteKeyed(node)
        for (const property of nodesOf(node['properties'])) {
          const described = this.described.get(node)
          const way = described === undefined ? property['kind'] : propertyName(property)
          const kind = way === 'get' || way === 'set' ? way : 'method'
          this.functions.about(property['value'], (fn) => {
            fn.owner = { node, isStatic: true, kind }
            fn.names.push(described?.name ?? propertyName(property) ?? '')
          })
          this.uses.noteWrite(propertyName(property) ?? '', asNode(property['value']), [])
          const value = asNode(property['value'])
          if (value?.type === 'Identifier' || value?.type === 'CallExpression')
            push(this.writes.literalFields, propertyName(property) ?? '', value)
          this.#visit(property, context)
        }
        return
      case 'Property':
      case 'MethodDefinition':
        if (node['computed'] === true) this.#visit(node['key'], context)
        this.#visit(node['value'], context)
        return
      case 'ImportExpression':
        this.uses.addImport(node, asNode(node['source']), visit)
        this.#visit(node['source'], context)
        return
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        this.#lookIntoModulePart(node, visit)
        return
      case 'ReturnStatement': {
        const value = asNode(node['argument'])
        if (value !== null) growing(context.fn).returns.push(value)
        this.#visit(value, context)
        return
      }
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        this.#visit(node['expression'], context, answer, recorded, tested)
        return
      case 'UnaryExpression': {
        const isTest = node['operator'] === '!' || node['operator'] === 'typeof'
        const deleted = node['operator'] === 'delete' ? unwrap(node['argument']) : null
        if (deleted?.type === 'MemberExpression') this.writes.field(deleted, null, 'delete', context)
        const given = node['operator'] === 'void' ? 'dropped' : node['operator'] === '!' ? answer : 'used'
        this.#visit(node['argument'], context, given, false, isTest)
        return
      }
      case 'ExpressionStatement':
        this.#visit(node['expression'], context, 'dropped')
        return
      case 'SequenceExpression': {
        const expressions = nodesOf(node['expressions'])
        for (const [index, one] of expressions.entries())
          if (index < expressions.length - 1) this.#visit(one, context, 'dropped')
          else this.#visit(one, context, answer, recorded, tested)
        return
      }
      case 'AwaitExpression':
      // What compilers write for it.
      case 'YieldExpression':
        this.#visit(node['argument'], context, caught ? 'handled' : 'used')
        return
      case 'BinaryExpression': {
        this.uses.addNameIn(node, visit)
        const compares = COMPARES.has(String(node['operator']))
        this.#visit(node['left'], context, 'used', false, compares)
        this.#visit(node['right'], context, 'used', false, compares)
        return
      }
      case 'LogicalExpression': {
        const left = asNode(node['left'])
        const isAnd = node['operator'] === '&&'
        this.#visit(left, context, 'used', false, tested || isAnd)
        this.#visit(
          node['right'],
          this.guards.branch(context, node, left, isAnd, node['right']),
          answer,
          false,
          tested,
        )
        return
      }
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = asNode(node['test'])
        this.#visit(test, context, 'used', false, true)
        this.#visit(
          node['consequent'],
          this.guards.branch(context, node, test, true, node['consequent']),
          answer,
        )
        if (isNode(node['alternate']))
          this.#visit(
            node['alternate'],
            this.guards.branch(context, node, test, false, node['alternate']),
            answer,
          )
        return
      }
      case 'Program':
      case 'BlockStatement':
        this.#lookIntoStatements(node, context)
        return
      case 'ForStatement': {
        const test = asNode(node['test'])
        this.#visit(node['init'], context)
        this.#visit(test, context, 'used', false, true)
        this.#visit(node['update'], this.guards.branch(context, node, null, true, node))
        this.#visit(node['body'], this.guards.branch(context, node, test, true, node['body'], node))
        return
      }
      case 'SwitchStatement':
        this.#visit(node['discriminant'], context)
        for (const one of nodesOf(node['cases'])) {
          this.#visit(one['test'], context)
          const chosen = one['test'] === null ? null : one
          this.#visit(one['consequent'], this.guards.branch(context, one, chosen, true, one, node))
        }
        return
      case 'WhileStatement': {
        const test = asNode(node['test'])
        this.#visit(test, this.guards.branch(context, node, null, true, node))
        this.#visit(node['body'], this.guards.branch(context, node, test, true, node['body'], node))
        return
      }
      case 'DoWhileStatement':
      case 'CatchClause':
        for (const key in node) this.#visit(node[key], this.guards.branch(context, node, null, true, node))
        return
      case 'TryStatement': {
        const handler = asNode(node['handler'])
        const isMinded = handler !== null && !rethrows(node, context.fn)
        const isCaught = caught || isMinded
        if (isMinded) this.minded.push(node)
        this.#visit(node['block'], {
          ...this.guards.branch(context, node, null, true, node['block']),
          caught: isCaught,
        })
        if (handler !== null) this.tries.push(node)
        if (asNode(node['finalizer']) !== null) this.finals.push(node)
        this.#visit(handler, this.guards.branch(context, node, asNode(node['block']), false, handler))
        this.#visit(node['finalizer'], context)
        return
      }
      case 'LabeledStatement':
        this.#visit(node['body'], context)
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return
      default:
        for (const key in node) this.#visit(node[key], context)
    }
  }

  /** The statements behind `if (!a) return` run only where there is an `a`; those behind a `try` whose `catch` returns, where it went well. */
  #lookIntoStatements(node: AstNode, context: Context): void {
    let within = context
    for (const statement of nodesOf(node['body'])) {
      this.#visit(statement, within)
      const test = statement.type === 'IfStatement' ? asNode(statement['test']) : null
      if (test !== null && leaves(asNode(statement['consequent'])))
        within = this.guards.add(within, test, false, statement.end, node.end)
      if (test !== null && throwsAgain(asNode(statement['consequent']))) this.guards.errors.add(test)
      const handler = statement.type === 'TryStatement' ? asNode(statement['handler']) : null
      if (handler !== null && leaves(asNode(handler['body'])))
        within = this.guards.add(within, statement, true, statement.end, node.end)
    }
  }

  #lookIntoFunction(node: AstNode, { context, answer }: Visit): void {
    const fn = this.functions.of(node, context.fn)
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
        this.writes.pattern(parameter['argument'], null, within, { declares: 'variable' })
      else this.writes.pattern(parameter, node, within, { way: 'parameter', declares: 'variable', index })
    this.#visit(node['params'], within)
    const body = asNode(node['body'])
    if (body !== null && body.type !== 'BlockStatement') fn.returns.push(body)
    this.#visit(body, within, answer)
  }

  #lookIntoCall(node: AstNode, visit: Visit): void {
    const { context, answer } = visit
    const { caught } = context
    growing(context.fn).calls.push({ node, caught, answer, guards: context.guards })
    const callee = unwrap(node['callee'])
    const values = nodesOf(node['arguments'])
    for (const [index, value] of values.entries())
      this.functions.about(value, (fn) => {
        fn.given = { call: node, index }
      })
    this.functions.about(callOf(node).callee, (fn) => {
      fn.given = { call: node, index: -1 }
    })
    const steps = stepsIn(node)
    if (steps !== null) {
      this.functions.of(steps, null).compiled = 'steps'
      growing(context.fn).compiled = 'generator'
    }
    const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
    const name = method ?? (callee?.type === 'Identifier' ? String(callee['name']) : null)
    if (name !== null) push(this.callsByName, name, node)
    else if (callee?.type === 'CallExpression') push(this.callsByName, OF_CALLS, node)
    this.#noteDescribed(node, name, values)
    if (callee?.type === 'Super') push(this.callsByName, 'super', node)
    this.#noteFieldSet(node, callee, values, context)
    this.uses.addCall(node, visit)
    for (const one of beforeLast(node['callee'])) this.#visit(one, context, 'dropped')
    this.#visit(callee, context, answerToCallee(callee, values.length, answer), true)
    const drops = DROPPING.has(name ?? '')
    for (const value of values)
      this.#visit(value, context, drops && value.type === 'ArrowFunctionExpression' ? 'dropped' : 'used')
  }

  /** Notes `__publicField(this, "name", value)`, as compilers write a class's field. */
  #noteFieldSet(
    { start, end }: AstNode,
    callee: AstNode | null,
    [object, property, value, ...more]: readonly AstNode[],
    context: Context,
  ): void {
    if (callee?.type !== 'Identifier' || object?.type !== 'ThisExpression' || value === undefined) return
    if (stringOf(property) === null || more.length > 0) return
    const target = { type: 'MemberExpression', start, end, object, property, computed: true }
    this.writes.field(target, value, '=', context)
  }

  /** Notes what a call says of fields of its first argument, as `Object.defineProperty` does, or a `Proxy` of all fields. */
  #noteDescribed(call: AstNode, name: string | null, [of, second, third]: readonly AstNode[]): void {
    const note = (descriptor: AstNode | null, described: Described): void => {
      if (descriptor?.type === 'ObjectExpression') this.described.set(descriptor, described)
    }
    const field = stringOf(second)
    if (call.type === 'NewExpression' && name === 'Proxy') note(second ?? null, { name: null, of: call })
    else if (name === 'defineProperties' && of !== undefined)
      for (const one of nodesOf(second?.['properties']))
        note(asNode(one['value']), { name: propertyName(one), of })
    else if (field !== null && of !== undefined && third !== undefined) {
      // `Object.defineProperty(exports, "name", { get: () => name })`, and what bundlers write for it.
      note(third, { name: field, of })
      if (isFunction(third)) this.functions.about(third, (fn) => fn.names.push(field))
    }
  }

  /** Notes `{ key: "name", get: function () {…} }`, as compilers write a class's member. */
  #noteKeyed(node: AstNode): void {
    const [key] = nodesOf(node['properties'])
    const name =
      key !== undefined && propertyName(key) === 'key' ? stringOf(asNode(key['value']) ?? undefined) : null
    if (name !== null) this.described.set(node, { name, of: null })
  }

  #lookIntoAssignment(node: AstNode, visit: Visit): void {
    const { context } = visit
    const left = unwrap(node['left'])
    const right = asNode(node['right'])
    const operator = String(node['operator'])
    growing(context.fn).lastSet = node.end
    const isPlain = operator === '=' || operator === '??=' || operator === '||=' || operator === '&&='
    if (left?.type === 'MemberExpression') this.writes.field(left, isPlain ? right : null, operator, context)
    else if (left !== null)
      this.writes.pattern(
        left,
        right,
        context,
        isPlain ? {} : { way: 'arithmetic', operator: operator.slice(0, -1) },
      )
    if (left !== null) this.uses.add(left, 'assign', right === null ? [] : [right], visit)
    this.#visit(left, context, 'used', true)
    // What a handler gives back, nobody looks at.
    const isHandler =
      right?.type === 'ArrowFunctionExpression' && left !== null && /^on/.test(nameOfChain(left))
    this.#visit(right, context, isHandler ? 'dropped' : 'used')
  }

  #lookIntoOtherWrites(node: AstNode, context: Context): void {
    if (node.type === 'UpdateExpression') {
      const target = unwrap(node['argument'])
      if (target?.type === 'MemberExpression') this.writes.field(target, null, '-=', context)
      else this.writes.pattern(target, null, context, { way: 'arithmetic', operator: '-' })
      this.#visit(node['argument'], context)
      return
    }
    const left = asNode(node['left'])
    const target = left?.type === 'VariableDeclaration' ? nodesOf(left['declarations'])[0]?.['id'] : left
    const within = { ...context, region: node }
    this.writes.pattern(target, node.type === 'ForOfStatement' ? asNode(node['right']) : null, within, {
      fields: ['*'],
      declares: 'variable',
    })
    if (isNode(target) && target.type !== 'Identifier') this.#visit(target, within)
    const right = asNode(node['right'])
    this.#visit(right, context)
    this.#visit(node['body'], this.guards.branch(within, node, right, true, node['body'], node))
  }

  #lookIntoClass(node: AstNode, context: Context): void {
    const id = asNode(node['id'])
    const fn = this.functions.of(node, context.fn)
    if (id !== null) {
      fn.names.push(String(id['name']))
      this.writes.pattern(id, node, context, { declares: 'const' })
    }
    for (const member of nodesOf(asNode(node['body'])?.['body'])) {
      const kind = String(member['kind'] ?? 'field') as Owner['kind']
      const owner: Owner = { node, isStatic: member['static'] === true, kind }
      const made = member.type === 'PropertyDefinition' ? this.functions.of(member, context.fn) : null
      if (made !== null) made.owner = { ...owner, kind: 'field' }
      this.functions.about(member['value'], (one) => {
        one.owner = member.type === 'PropertyDefinition' ? null : owner
        one.names.push(propertyName(member) ?? '')
      })
    }
    this.uses.addClass(node, subclassIn(node))
    this.#visit(node['superClass'], context)
    this.#visit(node['body'], context)
  }

  #lookIntoModulePart(node: AstNode, visit: Visit): void {
    const { context } = visit
    const source = asNode(node['source'])
    if (source !== null) this.uses.addImport(source, source, visit)
    const specifiers = nodesOf(node['specifiers'])
    if (node.type === 'ImportDeclaration')
      for (const { local } of specifiers)
        this.writes.pattern(local, node, context, { way: 'import', declares: 'const' })
    if (node.type === 'ExportAllDeclaration')
      if (asNode(node['exported']) === null) this.exportsAll.push(node)
      else this.exports.set(nameOfSpecifier(node['exported']), node)
    if (node.type === 'ExportNamedDeclaration')
      for (const one of specifiers)
        this.exports.set(nameOfSpecifier(one['exported']), source === null ? local(one) : node)
    const declaration = asNode(node['declaration'])
    if (declaration === null) return
    if (node.type === 'ExportDefaultDeclaration')
      this.exports.set('default', asNode(declaration['id']) ?? declaration)
    else {
      const declared = asNode(declaration['id'])
      const names =
        declared === null ? nodesOf(declaration['declarations']).map(({ id }) => asNode(id)) : [declared]
      for (const name of names) if (name?.type === 'Identifier') this.exports.set(String(name['name']), name)
    }
    this.#visit(declaration, context)
  }
}

const local = (specifier: AstNode): AstNode => asNode(specifier['local']) ?? specifier

/** What is computed before the callee in `(0, a.b)()`, which bundlers write for `a.b()`. */
const beforeLast = (value: unknown): readonly AstNode[] =>
  isNode(value) && value.type === 'SequenceExpression' ? nodesOf(value['expressions']).slice(0, -1) : []

/** By what name the calls are kept of what other calls give: `f()()`. */
export const OF_CALLS = '()'

/** What calls a function and looks at nothing that it gives back. */
const DROPPING: ReadonlySet<string> = new Set([...TIMERS, ...REPEATING, 'addEventListener', 'forEach'])

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', 'in'])

/** What becomes of a promise whose method is called: `catch` and a second function for `then` mind its rejection. */
const answerToCallee = (
  callee: AstNode | null,
  values: number,
  answer: ScriptUse['answer'],
): ScriptUse['answer'] => {
  const name = callee?.type === 'MemberExpression' && callee['computed'] !== true ? memberName(callee) : null
  if (name === 'catch' || (name === 'then' && values > 1)) return 'handled'
  return (name === 'then' || name === 'finally') && answer === 'handled' ? 'handled' : 'used'
}
