import { beforeLast, unwrap } from './chains.js'
import { asksForError, leaves, rethrows, throwsAgain } from './guards.js'
import { raise, raiseStep } from './lowered-syntax.js'
import { ScriptModel, type Visit, type Walk } from './model.js'
import { type AstNode, asNode, isFunction, isNode, nodesOf, propertyName } from './node.js'
import { Scope } from './scopes.js'
import { growing, rejects } from './script-functions.js'
import type { Context } from './script-parts.js'
import type { ScriptUse } from './use.js'
import { turnRound } from './walk.js'
import { lookIntoCall, noteKeyed } from './walk-calls.js'
import {
  lookIntoAssignment,
  lookIntoClass,
  lookIntoFunction,
  lookIntoModulePart,
  lookIntoOtherWrites,
} from './walk-declarations.js'
import { push } from './write-notes.js'

/** The model of a script, from one walk over its tree. The parameters are the model's own. */
export const modelOf = (...script: ConstructorParameters<typeof ScriptModel>): ScriptModel => {
  const model = new ScriptModel(...script)
  new ScriptWalk(model).run()
  return model
}

class ScriptWalk implements Walk {
  readonly model: ScriptModel
  readonly #waiting: Visit[] = []

  constructor(model: ScriptModel) {
    this.model = model
  }

  // A stack of our own, since minified code nests deeper than the call stack.
  run(): void {
    const { program, root, main } = this.model
    const context: Context = { scope: root, fn: main, region: program, caught: false, guards: null }
    const waiting = this.#waiting
    waiting.push({ node: program, context, recorded: false, tested: false, answer: 'used' })
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const first = waiting.length
      this.#look(next)
      turnRound(waiting, first)
    }
  }

  visit(
    child: unknown,
    context: Context,
    answer: ScriptUse['answer'] = 'used',
    recorded = false,
    tested = false,
  ): void {
    if (isNode(child)) this.#waiting.push({ node: child, context, recorded, tested, answer })
    else if (Array.isArray(child)) for (const element of child) this.visit(element, context)
  }

  #look(visit: Visit): void {
    const { node, recorded, tested, answer } = visit
    raise(node)
    if (isFunction(node)) {
      lookIntoFunction(node, visit, this)
      return
    }
    const scope = visit.context.scope.within(node)
    const context = scope === visit.context.scope ? visit.context : { ...visit.context, scope }
    const { caught } = context
    switch (node.type) {
      case 'Identifier':
        if (!recorded) this.model.uses.add(node, tested ? 'test' : 'read', [], visit)
        return
      case 'MemberExpression':
        if (!recorded) this.model.uses.add(node, tested ? 'test' : 'read', [], visit)
        // The names of the chain are recorded with it; computed parts, and a root that is not a name, are looked into.
        for (const one of beforeLast(node['object'])) this.visit(one, context, 'dropped')
        this.visit(unwrap(node['object']), context, recorded ? answer : 'used', true)
        if (node['computed'] === true) this.visit(node['property'], context)
        return
      case 'CallExpression':
      case 'NewExpression':
        lookIntoCall(node, visit, this)
        return
      case 'VariableDeclaration':
        for (const { id, init } of nodesOf(node['declarations'])) {
          const declares = node['kind'] === 'const' || node['kind'] === 'let' ? node['kind'] : 'var'
          const value = asNode(init)
          if (value !== null) raise(value)
          if (value !== null) this.model.writes.pattern(id, value, context, { declares })
          if (isNode(id) && id.type !== 'Identifier') this.visit(id, context)
          this.visit(init, context)
        }
        return
      case 'AssignmentExpression':
        lookIntoAssignment(node, visit, this)
        return
      case 'UpdateExpression':
      case 'ForInStatement':
      case 'ForOfStatement':
        lookIntoOtherWrites(node, context, this)
        return
      case 'ClassDeclaration':
      case 'ClassExpression':
        lookIntoClass(node, context, this)
        return
      case 'PropertyDefinition': {
        this.model.uses.noteWrite(propertyName(node) ?? '', asNode(node['value']), [])
        const within = { ...context, scope: new Scope(node, context.scope, []), region: node, caught: false }
        if (node['computed'] === true) this.visit(node['key'], context)
        this.visit(node['value'], { ...within, fn: this.model.functions.of(node, context.fn) })
        return
      }
      case 'ObjectExpression':
        noteKeyed(node, this)
        for (const property of nodesOf(node['properties'])) {
          const described = this.model.described.get(node)
          const way = described === undefined ? property['kind'] : propertyName(property)
          const kind = way === 'get' || way === 'set' ? way : 'method'
          this.model.functions.about(property['value'], (fn) => {
            fn.owner = { node, isStatic: true, kind }
            fn.names.push(described?.name ?? propertyName(property) ?? '')
          })
          this.model.uses.noteWrite(propertyName(property) ?? '', asNode(property['value']), [])
          const value = asNode(property['value'])
          if (value?.type === 'Identifier' || value?.type === 'CallExpression')
            push(this.model.writes.literalFields, described?.name ?? propertyName(property) ?? '', value)
          this.visit(property, context)
        }
        return
      case 'Property':
      case 'MethodDefinition':
        if (node['computed'] === true) this.visit(node['key'], context)
        this.visit(node['value'], context)
        return
      case 'ImportExpression':
        this.model.uses.addImport(node, asNode(node['source']), visit)
        this.visit(node['source'], context)
        return
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        lookIntoModulePart(node, visit, this)
        return
      case 'ReturnStatement': {
        if (context.fn.compiled === 'steps') raiseStep(node, context.fn.node)
        const value = asNode(node['argument'])
        if (value !== null) growing(context.fn).returns.push(value)
        this.visit(value, context)
        return
      }
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        this.visit(node['expression'], context, answer, recorded, tested)
        return
      case 'UnaryExpression': {
        const isTest = node['operator'] === '!' || node['operator'] === 'typeof'
        const deleted = node['operator'] === 'delete' ? unwrap(node['argument']) : null
        if (deleted?.type === 'MemberExpression') this.model.writes.field(deleted, null, 'delete', context)
        const given = node['operator'] === 'void' ? 'dropped' : node['operator'] === '!' ? answer : 'used'
        this.visit(node['argument'], context, given, false, isTest)
        return
      }
      case 'ExpressionStatement':
        this.visit(node['expression'], context, 'dropped')
        return
      case 'SequenceExpression': {
        const expressions = nodesOf(node['expressions'])
        for (const [index, one] of expressions.entries())
          if (index < expressions.length - 1) this.visit(one, context, 'dropped')
          else this.visit(one, context, answer, recorded, tested)
        return
      }
      case 'YieldExpression':
        if (rejects(context.fn)) Reflect.set(node, 'type', 'AwaitExpression')
        this.visit(node['argument'], context, caught ? 'handled' : 'used')
        return
      case 'AwaitExpression':
        this.visit(node['argument'], context, caught ? 'handled' : 'used')
        return
      case 'BinaryExpression': {
        this.model.uses.addNameIn(node, visit)
        const compares = COMPARES.has(String(node['operator']))
        this.visit(node['left'], context, 'used', false, compares)
        this.visit(node['right'], context, 'used', false, compares)
        return
      }
      case 'LogicalExpression': {
        const left = asNode(node['left'])
        const isAnd = node['operator'] === '&&'
        this.visit(left, context, 'used', false, tested || isAnd)
        this.visit(
          node['right'],
          this.model.guards.branch(context, node, left, isAnd, node['right']),
          answer,
          false,
          tested,
        )
        return
      }
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = asNode(node['test'])
        this.visit(test, context, 'used', false, true)
        this.visit(
          node['consequent'],
          this.model.guards.branch(context, node, test, true, node['consequent']),
          answer,
        )
        if (isNode(node['alternate']))
          this.visit(
            node['alternate'],
            this.model.guards.branch(context, node, test, false, node['alternate']),
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
        this.visit(node['init'], context)
        this.visit(test, context, 'used', false, true)
        this.visit(node['update'], this.model.guards.branch(context, node, null, true, node))
        this.visit(node['body'], this.model.guards.branch(context, node, test, true, node['body'], node))
        return
      }
      case 'SwitchStatement':
        this.visit(node['discriminant'], context)
        for (const one of nodesOf(node['cases'])) {
          this.visit(one['test'], context)
          const chosen = one['test'] === null ? null : one
          this.visit(one['consequent'], this.model.guards.branch(context, one, chosen, true, one, node))
        }
        return
      case 'WhileStatement': {
        const test = asNode(node['test'])
        this.visit(test, this.model.guards.branch(context, node, null, true, node))
        this.visit(node['body'], this.model.guards.branch(context, node, test, true, node['body'], node))
        return
      }
      case 'DoWhileStatement':
      case 'CatchClause':
        for (const key in node)
          this.visit(node[key], this.model.guards.branch(context, node, null, true, node))
        return
      case 'TryStatement': {
        const handler = asNode(node['handler'])
        const isMinded = handler !== null && !rethrows(node, context.fn)
        const isCaught = caught || isMinded
        if (isMinded) this.model.minded.push(node)
        this.visit(node['block'], {
          ...this.model.guards.branch(context, node, null, true, node['block']),
          caught: isCaught,
        })
        if (handler !== null) this.model.tries.push(node)
        if (asNode(node['finalizer']) !== null) this.model.finals.push(node)
        this.visit(handler, this.model.guards.branch(context, node, asNode(node['block']), false, handler))
        this.visit(node['finalizer'], context)
        return
      }
      case 'LabeledStatement':
        this.visit(node['body'], context)
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return
      default:
        for (const key in node) this.visit(node[key], context)
    }
  }

  /** The statements behind `if (!a) return` run only where there is an `a`; those behind a `try` whose `catch` returns, where it went well. */
  #lookIntoStatements(node: AstNode, context: Context): void {
    let within = context
    for (const statement of nodesOf(node['body'])) {
      this.visit(statement, within)
      const test = statement.type === 'IfStatement' ? asNode(statement['test']) : null
      if (test !== null && leaves(asNode(statement['consequent'])))
        within = this.model.guards.add(within, test, false, statement.end, node.end)
      const then = asNode(statement['consequent'])
      if (test !== null && (throwsAgain(then) || (asksForError(test) && leaves(then))))
        this.model.guards.errors.add(test)
      const handler = statement.type === 'TryStatement' ? asNode(statement['handler']) : null
      if (handler !== null && leaves(asNode(handler['body'])))
        within = this.model.guards.add(within, statement, true, statement.end, node.end)
    }
  }
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', 'in'])
