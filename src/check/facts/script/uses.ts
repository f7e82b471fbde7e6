import type { Bindings } from './bindings.js'
import {
  beforeLast,
  boundBy,
  calledBy,
  isIndirect,
  lastNameOf,
  namesOf,
  reflectedBy,
  unwrap,
} from './chains.js'
import { Tests } from './name-tests.js'
import { type AstNode, isNode, nodesOf, stringOf } from './node.js'
import { Reach } from './reach.js'
import { subclassIn } from './subclass.js'
import type { ScriptUse } from './use.js'
import { turnRound } from './walk.js'

/**
 * The uses of names in a parsed script, in the order of the text.
 * @param declared every name that the script declares in any scope
 * @param isWord whether a reader looks for a name
 */
export const usesIn = (
  program: AstNode,
  declared: ReadonlySet<string>,
  bindings: Bindings,
  isWord: (name: string) => boolean,
): readonly ScriptUse[] => {
  // What a name refers to is known only at the end: a function may be written before the variables that it uses.
  const found: WrittenUse[] = []
  const scopes: AstNode[] = []
  const askedFor: { readonly path: readonly string[]; readonly offset: number; readonly scope: AstNode }[] =
    []
  /** What a `super(…)` constructs that gets arguments of its own. */
  const constructed = new Map<AstNode, AstNode>()
  const reach = new Reach(declared, bindings, isWord)
  // Of the node that is looked at.
  let caught = false
  let answer: ScriptUse['answer'] = 'used'
  let scope = program
  const add = (
    chain: AstNode,
    kind: ScriptUse['kind'],
    values: readonly AstNode[],
    call: AstNode | null = null,
  ): void => {
    const written = namesOf(chain)
    if (written !== null) addPath(written, chain.start, kind, values, call)
  }
  const addPath = (
    names: readonly string[],
    offset: number,
    kind: ScriptUse['kind'],
    values: readonly AstNode[],
    call: AstNode | null,
    given = answer,
  ): void => {
    found.push({
      names,
      global: kind === 'import',
      through: null,
      around: false,
      kind,
      caught,
      answer: kind === 'call' || kind === 'import' ? given : 'used',
      testedElsewhere: false,
      values,
      call,
      offset,
    })
    scopes.push(scope)
  }
  /** What is called by way of `Reflect`, unless that is a variable of the script. */
  const reflectedIn = (callee: AstNode, values: readonly AstNode[]) =>
    declared.has('Reflect') ? null : reflectedBy(callee, values)
  const addImport = (node: AstNode, source: AstNode, given: ScriptUse['answer']): void =>
    addPath(['import'], node.start, 'import', [source], null, given)
  /** `'gamepads' in navigator` asks for `navigator.gamepads`, without touching it. */
  const addNameIn = (node: AstNode): void => {
    const name = node['operator'] === 'in' && isNode(node['left']) ? stringOf(node['left']) : null
    const object = name !== null && isNode(node['right']) ? namesOf(node['right']) : null
    if (name !== null && object !== null)
      askedFor.push({ path: [...object, name], offset: node.start, scope })
  }
  // A stack of our own, since minified code nests deeper than the call stack. `recorded`: a chain that is already recorded.
  const waiting: Waiting[] = [
    { node: program, recorded: false, tested: false, caught: false, answer: 'used', scope: program },
  ]
  const visit = (
    child: unknown,
    recorded = false,
    tested = false,
    isCaught = caught,
    given: ScriptUse['answer'] = 'used',
  ): void => {
    if (isNode(child)) waiting.push({ node: child, recorded, tested, caught: isCaught, answer: given, scope })
    else if (Array.isArray(child)) for (const element of child) visit(element, false, false, isCaught)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, recorded, tested } = next
    // What a function does is done when it is called, which may be outside of the `try` around it.
    const isFunction = node.type.includes('Function')
    caught = next.caught && !isFunction
    answer = next.answer
    scope = isFunction ? node : next.scope
    const first = waiting.length
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression': {
        const callee = unwrap(node['callee'])
        const values = nodesOf(node['arguments'])
        const bound = node.type === 'CallExpression' ? boundBy(callee) : null
        const reflected = bound === null && callee !== null ? reflectedIn(callee, values) : null
        const subclass = subclassIn(callee)
        if (callee !== null) reach.declareParameters(callee, values)
        const superclass = constructed.get(node)
        if (superclass !== undefined) addPath(namesOf(superclass) ?? [''], node.start, 'new', values, node)
        else if (reflected !== null)
          addPath(namesOf(reflected.callee) ?? [''], node.start, reflected.kind, reflected.values, node)
        else if (subclass?.passesOn === true) add(subclass.superclass, 'new', values, node)
        else if (bound !== null) add(bound.callee, 'call', [...bound.values, ...values], node)
        else if (callee !== null) add(callee, node.type === 'CallExpression' ? 'call' : 'new', values, node)
        visit(beforeLast(node['callee']))
        visit(callee, true, false, caught, answerToCallee(callee, values.length, answer))
        if (DROPPING.has(lastNameOf(callee)))
          for (const value of values) visit(value, false, false, caught, isArrow(value) ? 'dropped' : 'used')
        else visit(node['arguments'])
        break
      }
      case 'AssignmentExpression': {
        const left = unwrap(node['left'])
        if (left !== null) {
          add(left, 'assign', nodesOf([node['right']]))
          reach.assign(left)
        }
        visit(left, true)
        // What a handler gives back, nobody looks at.
        const isHandler = isArrow(node['right']) && lastNameOf(left).startsWith('on')
        visit(node['right'], false, false, caught, isHandler ? 'dropped' : 'used')
        break
      }
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const subclass = subclassIn(node)
        if (subclass?.call && !subclass.passesOn) constructed.set(subclass.call, subclass.superclass)
        if (node.type === 'ClassDeclaration') reach.declare(node['id'], node)
        for (const key in node) visit(node[key])
        break
      }
      case 'ImportExpression':
        if (isNode(node['source'])) addImport(node, node['source'], answer)
        visit(node['source'])
        break
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (isNode(node['source'])) addImport(node['source'], node['source'], 'used')
        visit(node['declaration'])
        break
      case 'MemberExpression':
        if (!recorded) add(node, tested ? 'test' : 'read', [])
        // The names of the chain are recorded with it; computed parts, and a root that is not a name, are visited.
        visit(unwrap(node['object']), true, false, caught, recorded ? answer : 'used')
        if (node['computed'] === true) visit(node['property'])
        break
      case 'Identifier':
        if (!recorded) add(node, tested ? 'test' : 'read', [])
        break
      case 'ChainExpression':
        visit(node['expression'], recorded, tested, caught, answer)
        break
      case 'UnaryExpression':
        visit(
          node['argument'],
          false,
          node['operator'] === '!' || node['operator'] === 'typeof',
          caught,
          node['operator'] === 'void' ? 'dropped' : 'used',
        )
        break
      case 'ExpressionStatement':
        visit(node['expression'], false, false, caught, 'dropped')
        break
      case 'SequenceExpression': {
        const expressions = nodesOf(node['expressions'])
        for (const [index, one] of expressions.entries())
          if (index < expressions.length - 1) visit(one, false, false, caught, 'dropped')
          else visit(one, recorded, tested, caught, answer)
        break
      }
      case 'ArrowFunctionExpression':
        visit(node['params'])
        visit(node['body'], false, false, caught, answer)
        break
      case 'AwaitExpression':
        visit(node['argument'], false, false, caught, caught ? 'handled' : 'used')
        break
      case 'VariableDeclarator':
        for (const { path, offset } of reach.declare(node['id'], unwrap(node['init'])))
          addPath(path, offset, 'read', [], null)
        // A name that is declared is not used there; a pattern may have defaults that use something.
        if (isNode(node['id']) && node['id'].type !== 'Identifier') visit(node['id'])
        visit(node['init'])
        break
      case 'BinaryExpression':
        addNameIn(node)
        visit(node['left'], false, COMPARES.has(String(node['operator'])))
        visit(node['right'], false, COMPARES.has(String(node['operator'])))
        break
      case 'LogicalExpression':
        visit(node['left'], false, tested || node['operator'] === '&&')
        visit(node['right'], false, tested, caught, answer)
        break
      case 'IfStatement':
      case 'ConditionalExpression':
        visit(node['test'], false, true)
        visit(node['consequent'], false, false, caught, answer)
        visit(node['alternate'], false, false, caught, answer)
        break
      case 'TryStatement':
        visit(node['block'], false, false, caught || isNode(node['handler']))
        visit(node['handler'])
        visit(node['finalizer'])
        break
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node['computed'] === true) visit(node['key'])
        visit(node['value'])
        break
      case 'LabeledStatement':
        visit(node['body'])
        break
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        break
      default:
        for (const key in node) visit(node[key])
    }
    turnRound(waiting, first)
  }
  return resolved(found, scopes, reach, askedFor)
}

/** The uses with what they reach, in the order of the text. */
const resolved = (
  found: WrittenUse[],
  scopes: readonly AstNode[],
  reach: Reach,
  askedFor: readonly { readonly path: readonly string[]; readonly offset: number; readonly scope: AstNode }[],
): readonly ScriptUse[] => {
  const tests = new Tests()
  for (const { path, offset, scope } of askedFor)
    tests.add(reach.of(path, offset, false)?.names ?? path, scope)
  // In place: a script may have a hundred thousand uses.
  for (const [index, use] of found.entries()) {
    if (use.kind === 'import') continue
    const isCalled = use.kind === 'call' || use.kind === 'new'
    const reached = reach.of(use.names, use.offset, isCalled)
    if (reached !== null) Object.assign(use, reached)
    if (use.kind === 'call' && isIndirect(use.names))
      Object.assign(use, calledBy(use.names, use.kind, use.values))
    const scope = scopes[index]
    if (use.kind === 'test' && use.global && scope !== undefined) tests.add(use.names, scope)
  }
  for (const use of found)
    if (use.kind === 'call' && use.global && tests.areElsewhere(use)) use.testedElsewhere = true
  return found.sort((a, b) => a.offset - b.offset)
}

/** A use before it is known what its names refer to: they are as they are written. */
type WrittenUse = { -readonly [Field in keyof ScriptUse]: ScriptUse[Field] }

interface Waiting {
  readonly node: AstNode
  readonly recorded: boolean
  readonly tested: boolean
  readonly caught: boolean
  readonly answer: ScriptUse['answer']
  /** The function that it is in, or the whole script. */
  readonly scope: AstNode
}

/** What calls a function and looks at nothing that it gives back. */
const DROPPING: ReadonlySet<string> = new Set([
  'addEventListener',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'queueMicrotask',
  'forEach',
])

const isArrow = (value: unknown): boolean => isNode(value) && value.type === 'ArrowFunctionExpression'

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', 'in'])

/** What becomes of a promise whose method is called: `catch` and a second function for `then` mind its rejection. */
const answerToCallee = (
  callee: AstNode | null,
  values: number,
  answer: ScriptUse['answer'],
): ScriptUse['answer'] => {
  const property =
    callee?.type === 'MemberExpression' && callee['computed'] !== true ? callee['property'] : null
  const name = isNode(property) ? property['name'] : null
  if (name === 'catch' || (name === 'then' && values > 1)) return 'handled'
  return (name === 'then' || name === 'finally') && answer === 'handled' ? 'handled' : 'used'
}
