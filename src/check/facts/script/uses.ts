import { OWN_GLOBAL_OBJECTS, WINDOWS_AROUND } from './global-objects.js'
import type { AstNode } from './node.js'
import { isNode, nodesOf, stringOf } from './node.js'

/** A use of a name or a chain of names in a script: `localStorage.getItem(…)`, `new Worker(…)`, `x.src = …`. */
export interface ScriptUse {
  /** The names of the chain without `window.` and its like; the first is empty where the root is no name. */
  readonly names: readonly string[]
  /** Whether the first name is one that the script itself does not declare anywhere. */
  readonly global: boolean
  /** What the chain is reached through as it is written: `window` in `window.a`; null where nothing of the kind. */
  readonly through: string | null
  /** Whether it is reached through the page around the app: `parent.a`, `window.top.a`. */
  readonly around: boolean
  /** `test`: asked whether it is there, and nothing else: `typeof x`, `if (x)`, `x && …`, `x === null`. */
  readonly kind: 'read' | 'test' | 'call' | 'new' | 'assign' | 'import'
  /** Whether it stands in a `try` whose `catch` is told what goes wrong. */
  readonly caught: boolean
  /**
   * What becomes of what a call gives: nothing; something that minds when it is a promise that is rejected; or
   * anything else, which is also said of whatever is no call.
   */
  readonly answer: 'dropped' | 'handled' | 'used'
  /**
   * Whether a function that does not hold this use asks whether there is such a thing: whether the use is ever reached
   * depends on more than its own place says, as where a library looks once what the browser has.
   */
  readonly askedElsewhere: boolean
  /** A call's arguments; an assignment's value; an import's source. */
  readonly values: readonly AstNode[]
  /** The node of a call; null for any other use. */
  readonly call: AstNode | null
  readonly offset: number
}

/** The uses of names in a parsed script, in the order of the text. */
export const usesIn = (program: AstNode): readonly ScriptUse[] => {
  const declared = declaredNames(program)
  const uses: ScriptUse[] = []
  // Of the node that is looked at.
  let caught = false
  let answer: ScriptUse['answer'] = 'used'
  let scope = program
  const tests = new Tests()
  const add = (
    chain: AstNode,
    kind: ScriptUse['kind'],
    values: readonly AstNode[],
    call: AstNode | null = null,
  ): void => {
    const written = namesOf(chain)
    if (written === null) return
    const [first = ''] = written
    const global = first !== '' && !declared.has(first)
    let from = global && written.length > 1 && OWN_GLOBAL_OBJECTS.has(first) ? 1 : 0
    // `window.window`, `self.window.top`: each is another way to say the same.
    while (from > 0 && from + 1 < written.length && OWN_GLOBAL_OBJECTS.has(written[from] ?? '')) from += 1
    const around = global && from + 1 < written.length && WINDOWS_AROUND.has(written[from] ?? '')
    if (around) from += 1
    const { names, kind: how, values: given } = calledBy(written.slice(from), kind, values)
    if (how === 'test' && global) tests.add(names, scope)
    uses.push({
      names,
      global,
      through: from === 0 ? null : first,
      around,
      kind: how,
      caught,
      answer: kind === 'call' ? answer : 'used',
      askedElsewhere: false,
      values: given,
      call,
      offset: chain.start,
    })
  }
  /** `'gamepads' in navigator` asks for `navigator.gamepads`, without touching it. */
  const addNameIn = (node: AstNode): void => {
    const name = node['operator'] === 'in' && isNode(node['left']) ? stringOf(node['left']) : null
    const object = name !== null && isNode(node['right']) ? namesOf(node['right']) : null
    if (name === null || object === null) return
    const isOwn = OWN_GLOBAL_OBJECTS.has(object[0] ?? '') && !declared.has(object[0] ?? '')
    tests.add([...object.slice(isOwn ? 1 : 0), name], scope)
  }
  // A stack of our own, since minified code nests deeper than the call stack. `told`: a chain already told of.
  const waiting: Waiting[] = [
    { node: program, told: false, tested: false, caught: false, answer: 'used', scope: program },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, told, tested } = next
    // What a function does is done when it is called, which may be outside of the `try` around it.
    const isFunction = node.type.includes('Function')
    caught = next.caught && !isFunction
    answer = next.answer
    scope = isFunction ? node : next.scope
    const children: Waiting[] = []
    const visit = (
      child: unknown,
      isTold = false,
      isTested = false,
      isCaught = caught,
      given: ScriptUse['answer'] = 'used',
    ): void => {
      if (isNode(child))
        children.push({ node: child, told: isTold, tested: isTested, caught: isCaught, answer: given, scope })
      else if (Array.isArray(child)) for (const element of child) visit(element, false, false, isCaught)
    }
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression': {
        const callee = unwrap(node['callee'])
        const values = nodesOf(node['arguments'])
        const bound = node.type === 'CallExpression' ? boundBy(callee) : null
        if (bound !== null) add(bound.callee, 'call', [...bound.values, ...values], node)
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
        if (left !== null) add(left, 'assign', nodesOf([node['right']]))
        visit(left, true)
        // What a handler gives back, nobody looks at.
        const isHandler = isArrow(node['right']) && lastNameOf(left).startsWith('on')
        visit(node['right'], false, false, caught, isHandler ? 'dropped' : 'used')
        break
      }
      case 'ImportExpression':
        uses.push({
          names: ['import'],
          global: true,
          through: null,
          around: false,
          kind: 'import',
          caught,
          answer,
          askedElsewhere: false,
          values: nodesOf([node['source']]),
          call: null,
          offset: node.start,
        })
        visit(node['source'])
        break
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (isNode(node['source']))
          uses.push({
            names: ['import'],
            global: true,
            through: null,
            around: false,
            kind: 'import',
            caught,
            answer: 'used',
            askedElsewhere: false,
            values: [node['source']],
            call: null,
            offset: node['source'].start,
          })
        visit(node['declaration'])
        break
      case 'MemberExpression':
        if (!told) add(node, tested ? 'test' : 'read', [])
        // The chain's own names are told with it; what is computed, and a root that is no name, are looked into.
        visit(unwrap(node['object']), true, false, caught, told ? answer : 'used')
        if (node['computed'] === true) visit(node['property'])
        break
      case 'Identifier':
        if (!told) add(node, tested ? 'test' : 'read', [])
        break
      case 'ChainExpression':
        visit(node['expression'], told, tested, caught, answer)
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
          else visit(one, told, tested, caught, answer)
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
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]
      if (child !== undefined) waiting.push(child)
    }
  }
  for (let index = 0; index < uses.length; index++) {
    const use = uses[index]
    if (use?.kind === 'call' && use.global && tests.standElsewhere(use))
      uses[index] = { ...use, askedElsewhere: true }
  }
  return uses.sort((a, b) => a.offset - b.offset)
}

/** Which functions of a script ask for which names. */
class Tests {
  readonly #scopes = new Map<string, AstNode[]>()
  /** The last names that are asked for: nearly no call has one of them. */
  readonly #lastNames = new Set<string>()

  add(names: readonly string[], scope: AstNode): void {
    const path = names.join('.')
    const scopes = this.#scopes.get(path)
    if (scopes === undefined) this.#scopes.set(path, [scope])
    else if (scopes.at(-1) !== scope && scopes.length < MAX_SCOPES) scopes.push(scope)
    this.#lastNames.add(names.at(-1) ?? '')
  }

  /** Whether a function asks for the name of a use that it does not hold. */
  standElsewhere({ names, offset }: ScriptUse): boolean {
    if (!this.#lastNames.has(names.at(-1) ?? '')) return false
    const scopes = this.#scopes.get(names.join('.')) ?? []
    return scopes.some(({ start, end }) => offset < start || offset >= end)
  }
}

/** Whoever asks for one thing in more functions than that does not do it once for all. */
const MAX_SCOPES = 10

interface Waiting {
  readonly node: AstNode
  readonly told: boolean
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

/** `c` of `a.b.c` and of `c`; empty where it is computed. */
const lastNameOf = (chain: AstNode | null): string => {
  const name = chain?.type === 'MemberExpression' && chain['computed'] !== true ? chain['property'] : chain
  return isNode(name) && name.type === 'Identifier' ? String(name['name']) : ''
}

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

/** What is computed before the callee in `(0, a.b)()`, which bundlers write for `a.b()`. */
const beforeLast = (value: unknown): readonly AstNode[] =>
  isNode(value) && value.type === 'SequenceExpression' ? nodesOf(value['expressions']).slice(0, -1) : []

/** A chain without the wrappers of `a?.b`, `(a)` and `(0, a)`. */
const unwrap = (value: unknown): AstNode | null => {
  let node = isNode(value) ? value : null
  for (;;) {
    if (node?.type === 'SequenceExpression') node = nodesOf(node['expressions']).at(-1) ?? null
    else if (node?.type === 'ChainExpression' || node?.type === 'ParenthesizedExpression')
      node = isNode(node['expression']) ? node['expression'] : null
    else break
  }
  return node
}

/** A call by way of `call` or `apply` as the call that it makes: `fetch.call(window, "a")` is `fetch("a")`. */
const calledBy = (
  names: readonly string[],
  kind: ScriptUse['kind'],
  values: readonly AstNode[],
): Pick<ScriptUse, 'names' | 'kind' | 'values'> => {
  const last = names.at(-1)
  if (kind !== 'call' || names.length < 2 || values.length === 0) return { names, kind, values }
  if (last === 'call') return { names: names.slice(0, -1), kind, values: values.slice(1) }
  if (last !== 'apply' || values.length > 2) return { names, kind, values }
  const list = values[1]
  return {
    names: names.slice(0, -1),
    kind,
    values: list?.type === 'ArrayExpression' ? nodesOf(list['elements']) : [],
  }
}

/** What `f.bind(o, a)` in `f.bind(o, a)(b)` calls, and with what; null for any other callee. */
const boundBy = (
  callee: AstNode | null,
): { readonly callee: AstNode; readonly values: readonly AstNode[] } | null => {
  if (callee?.type !== 'CallExpression') return null
  const bind = unwrap(callee['callee'])
  if (bind?.type !== 'MemberExpression' || namesOf(bind)?.at(-1) !== 'bind') return null
  const bound = unwrap(bind['object'])
  return bound === null ? null : { callee: bound, values: nodesOf(callee['arguments']).slice(1) }
}

/** The names of `a.b["c"]`; the first is empty where the root is no name, null where nothing is a name. */
const namesOf = (chain: AstNode): readonly string[] | null => {
  const names: string[] = []
  let node: AstNode | null = chain
  while (node !== null && node.type === 'MemberExpression') {
    const property: unknown = node['property']
    if (!isNode(property)) return null
    const name = node['computed'] === true ? stringOf(property) : String(property['name'] ?? '')
    names.unshift(name ?? '')
    node = unwrap(node['object'])
  }
  if (node?.type === 'Identifier') names.unshift(String(node['name']))
  else if (names.length === 0) return null
  else names.unshift('')
  return names
}

/** Every name that the script declares in any scope: such a name may stand for anything. */
const declaredNames = (program: AstNode): ReadonlySet<string> => {
  const names = new Set<string>()
  const waiting: unknown[] = [program]
  const bind = (pattern: unknown): void => {
    const patterns: unknown[] = [pattern]
    for (let next = patterns.pop(); next !== undefined; next = patterns.pop()) {
      if (Array.isArray(next)) for (const one of next) patterns.push(one)
      if (!isNode(next)) continue
      if (next.type === 'Identifier') names.add(String(next['name']))
      else if (next.type === 'ObjectPattern') patterns.push(next['properties'])
      else if (next.type === 'ArrayPattern') patterns.push(next['elements'])
      else if (next.type === 'Property') patterns.push(next['value'])
      else if (next.type === 'AssignmentPattern') patterns.push(next['left'])
      else if (next.type === 'RestElement') patterns.push(next['argument'])
    }
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      for (const element of next) if (typeof element === 'object' && element !== null) waiting.push(element)
      continue
    }
    if (!isNode(next)) continue
    switch (next.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
        bind(next['id'])
        break
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        bind(next['id'])
        bind(next['params'])
        break
      case 'CatchClause':
        bind(next['param'])
        break
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        bind(next['local'])
    }
    for (const key in next) {
      const child = next[key]
      if (typeof child === 'object' && child !== null) waiting.push(child)
    }
  }
  return names
}
