import { unwrap } from './chains.js'
import { type AstNode, asNode, fieldOf, isFunction, memberName, nodesOf, stringOf } from './node.js'
import { stepsIn } from './script-functions.js'

/**
 * Turns back in place what compilers make of newer syntax, of which the rest knows more: `a?.b`, which becomes
 * `(_a = a) === null || _a === void 0 ? void 0 : _a.b`, `a ?? b`, asynchronous functions, and classes that extend none.
 */
export const raise = (node: AstNode): void => {
  if (node.type === 'CallExpression') {
    raiseClass(node)
    raiseAsync(node)
  } else if (node.type === 'FunctionDeclaration') raiseFunction(node)
  else if (node.type === 'ConditionalExpression') {
    const [then, other] = [unwrap(node['consequent']), unwrap(node['alternate'])]
    const question = questionIn(unwrap(node['test']))
    if (question === null) return
    if (question.isNothing && isVoid(then)) raiseChain(node, question, other)
    else if (!question.isNothing && isName(then, question))
      become(node, { type: 'LogicalExpression', operator: '??', left: question.value, right: other })
  } else if (node.type === 'LogicalExpression') {
    const question = questionIn(unwrap(node['left']))
    if (question !== null && node['operator'] === (question.isNothing ? '||' : '&&'))
      raiseChain(node, question, unwrap(node['right']))
  }
}

/** What is kept in a variable for a question whether it is nothing. */
interface Question {
  readonly name: string
  /** What it is given; with the assignment where the script's author may read the variable as well. */
  readonly value: AstNode
  /** Whether the question is `=== null`, or else `!== null`. */
  readonly isNothing: boolean
}

/** `(_a = a) == null`, and `(_a = a) === null || _a === void 0`; the same with `!`. */
const questionIn = (test: AstNode | null): Question | null => {
  if (test?.type !== 'LogicalExpression') return comparedIn(test)
  const first = comparedIn(unwrap(test['left']))
  const second = unwrap(test['right'])
  const isSecond = /^[!=]==$/.test(String(second?.['operator'])) && isVoid(unwrap(second?.['right']))
  const isBoth = first !== null && test['operator'] === (first.isNothing ? '||' : '&&')
  return isBoth && isSecond && isName(unwrap(second?.['left']), first) ? first : null
}

const comparedIn = (test: AstNode | null): Question | null => {
  const operator = String(test?.['operator'])
  const value = test?.type === 'BinaryExpression' ? unwrap(test['left']) : null
  const isCompared = /^[!=]==?$/.test(operator) && isNothing(unwrap(test?.['right']))
  if (!isCompared || value?.type !== 'AssignmentExpression') return null
  const [left, given] = [asNode(value['left']), asNode(value['right'])]
  if (value['operator'] !== '=' || left?.type !== 'Identifier' || given === null) return null
  const name = String(left['name'])
  return { name, value: OF_COMPILER.test(name) ? given : value, isNothing: operator.startsWith('=') }
}

/** What compilers call a variable that the author does not know. */
const OF_COMPILER = /^_/

const isName = (node: AstNode | null, { name }: Question): boolean =>
  node?.type === 'Identifier' && node['name'] === name

const isNothing = (node: AstNode | null): boolean =>
  isVoid(node) || (node?.type === 'Literal' && node['value'] === null && node['regex'] === undefined)

const isVoid = (node: AstNode | null): boolean =>
  (node?.type === 'UnaryExpression' && node['operator'] === 'void') ||
  (node?.type === 'Identifier' && node['name'] === 'undefined')

/** Makes a node the chain that goes on from what is asked for. */
const raiseChain = (node: AstNode, question: Question, chain: AstNode | null): void => {
  for (let part = chain; part !== null; ) {
    const key = part.type === 'CallExpression' ? 'callee' : part.type === 'MemberExpression' ? 'object' : null
    const inner = key === null ? null : unwrap(part[key])
    if (key === null || inner === null) return
    if (isName(inner, question)) {
      become(part, { ...part, [key]: question.value, optional: true })
      become(node, { type: 'ChainExpression', expression: chain })
      return
    }
    part = inner
  }
}

/**
 * `(function () { function A() {…} A.prototype.b = function () {…}; return A })()`, where nothing else is done, and with
 * `return createClass(A, [{ key: 'b', value: function () {…} }], […])`.
 */
const raiseClass = (call: AstNode): void => {
  const fn = unwrap(call['callee'])
  const isPlain = fn?.type === 'FunctionExpression' && nodesOf(fn['params']).length === 0
  if (!isPlain || nodesOf(call['arguments']).length > 0) return
  const statements = nodesOf(asNode(fn['body'])?.['body']).filter((one) => one['directive'] === undefined)
  const made = statements.find(({ type }) => type === 'FunctionDeclaration')
  const id = asNode(made?.['id'])
  const name = id?.['name']
  if (made === undefined || id === null || made['async'] === true || made['generator'] === true) return
  const members: AstNode[] = [
    member(
      made,
      { type: 'Identifier', name: 'constructor', start: id.start, end: id.end },
      made,
      'constructor',
      false,
    ),
  ]
  for (const one of statements) {
    if (one === made) continue
    const expression = unwrap(one.type === 'ReturnStatement' ? one['argument'] : one['expression'])
    const added = expression === null ? null : membersIn(expression, name)
    if (added === null) return
    members.push(...added)
  }
  // A function without methods may be one that is called.
  if (statements.at(-1)?.type !== 'ReturnStatement' || members.length === 1) return
  const { start, end } = call
  become(made, { ...made, type: 'FunctionExpression', id: null })
  become(call, {
    type: 'ClassExpression',
    id,
    superClass: null,
    body: { type: 'ClassBody', body: members, start, end },
  })
}

/** What an expression adds to a class of that name: null where it does something else. */
const membersIn = (expression: AstNode, name: unknown): readonly AstNode[] | null => {
  const isClass = (node: AstNode | null): boolean => node?.type === 'Identifier' && node['name'] === name
  const isPrototype = (node: AstNode | null): boolean =>
    node?.type === 'MemberExpression' && memberName(node) === 'prototype' && isClass(asNode(node['object']))
  if (isClass(expression)) return []
  if (expression.type === 'AssignmentExpression') {
    const [left, right] = [asNode(expression['left']), asNode(expression['right'])]
    const [object, key] = [asNode(left?.['object']), asNode(left?.['property'])]
    const isMember = left?.type === 'MemberExpression' && memberName(left) !== null && key !== null
    if (!isMember || right === null || !isFunction(right) || !(isClass(object) || isPrototype(object)))
      return null
    return [member(expression, key, right, 'method', isClass(object))]
  }
  if (expression.type !== 'CallExpression') return null
  const [target, ...values] = nodesOf(expression['arguments'])
  if (memberName(unwrap(expression['callee']) ?? expression) === 'defineProperty' && values.length === 2) {
    const isOwn = isClass(target ?? null)
    return isOwn || isPrototype(target ?? null) ? described(values[0], values[1], isOwn) : null
  }
  if (!isClass(target ?? null) || values.length === 0 || values.length > 2) return null
  const found = values.flatMap((list, index) =>
    list.type === 'ArrayExpression'
      ? nodesOf(list['elements']).map((one) => described(fieldOf(one, 'key') ?? undefined, one, index === 1))
      : isNothing(list)
        ? []
        : [null],
  )
  return found.some((one) => one === null) ? null : found.flatMap((one) => one ?? [])
}

/** The members that a descriptor with `value`, `get` and `set` makes; null where it is something else. */
const described = (
  key: AstNode | undefined,
  descriptor: AstNode | undefined,
  isStatic: boolean,
): readonly AstNode[] | null => {
  if (stringOf(key) === null || key === undefined || descriptor === undefined) return null
  const found = (['value', 'get', 'set'] as const).flatMap((kind) => {
    const fn = fieldOf(descriptor, kind) ?? null
    return fn === null
      ? []
      : [isFunction(fn) ? member(descriptor, key, fn, kind === 'value' ? 'method' : kind, isStatic) : null]
  })
  return found.length === 0 || found.includes(null) ? null : found.flatMap((one) => one ?? [])
}

const member = (
  { start, end }: AstNode,
  key: AstNode,
  value: AstNode,
  kind: string,
  isStatic: boolean,
): AstNode => ({
  type: 'MethodDefinition',
  key,
  value,
  kind,
  static: isStatic,
  computed: key.type !== 'Identifier',
  start,
  end,
})

/**
 * `__awaiter(this, void 0, void 0, function* () {…})` is what an asynchronous function does, and
 * `_asyncToGenerator(function* () {…})` is one.
 */
const raiseAsync = (call: AstNode): void => {
  const callee = unwrap(call['callee'])
  const values = nodesOf(call['arguments'])
  const [first, last] = [values[0], values.at(-1)]
  if (callee?.type !== 'Identifier' || first === undefined || last === undefined) return
  if (/async_?to_?generator/i.test(String(callee['name']))) {
    // `regenerator.mark(function () {…})`
    const fn = first.type === 'CallExpression' ? nodesOf(first['arguments'])[0] : first
    if (fn?.type === 'FunctionExpression') become(call, { ...fn, async: true, generator: false })
    return
  }
  const isHelper =
    values.length >= MOST_GIVEN - 1 &&
    values.length <= MOST_GIVEN &&
    values
      .slice(0, -1)
      .every((one) => one.type === 'ThisExpression' || one['name'] === 'arguments' || isNothing(one))
  const isBody = last.type === 'FunctionExpression' && nodesOf(last['params']).length === 0
  const isSteps = nodesOf(asNode(last['body'])?.['body']).some((one) => {
    const value = one.type === 'ReturnStatement' ? asNode(one['argument']) : null
    return value?.type === 'CallExpression' && stepsIn(value) !== null
  })
  if (!isHelper || !isBody || !(last['generator'] === true || isSteps)) return
  const { start, end } = last
  const arrow = {
    ...last,
    type: 'ArrowFunctionExpression',
    id: null,
    async: true,
    generator: false,
    start,
    end,
  }
  become(call, { type: 'CallExpression', callee: arrow, arguments: [], optional: false })
}

/** `this`, what is given, how promises are made, and what is done. */
const MOST_GIVEN = 4

/** `function a() { a = async function () {…}; return a.apply(this, arguments) }` */
const raiseFunction = (node: AstNode): void => {
  const name = asNode(node['id'])?.['name']
  const [first, second, ...more] = nodesOf(asNode(node['body'])?.['body'])
  const set = unwrap(first?.['expression'])
  const value = unwrap(set?.['right'])
  const isItself = set?.type === 'AssignmentExpression' && asNode(set['left'])?.['name'] === name
  if (!isItself || value?.type !== 'CallExpression' || more.length > 0) return
  const again = unwrap(unwrap(asNode(second?.['argument'])?.['callee'])?.['object'])
  if (second?.type !== 'ReturnStatement' || again?.['name'] !== name) return
  raiseAsync(value)
  const { type: _, id: __, start: ___, end: ____, ...parts } = value
  if (isFunction(value)) become(node, { ...node, ...parts })
}

/**
 * What a step gives back is waited for: `return [4, value]`, or `return value`. It is not where the function ends with it:
 * `return [2, value]`, `return context.abrupt('return', value)`.
 */
export const raiseStep = (statement: AstNode, steps: AstNode): void => {
  const value = asNode(statement['argument'])
  if (value === null) return
  const awaited = (argument: AstNode): AstNode => ({
    type: 'AwaitExpression',
    argument,
    start: argument.start,
    end: argument.end,
  })
  const [operation, given] = nodesOf(value.type === 'ArrayExpression' ? value['elements'] : [])
  const context = unwrap(unwrap(value['callee'])?.['object'])
  const isEnd = context !== null && context['name'] === nodesOf(steps['params'])[0]?.['name']
  if (operation?.['value'] === AWAITS && given !== undefined)
    become(value, { ...value, elements: [operation, awaited(given)] })
  else if (operation === undefined && !isEnd) become(statement, { ...statement, argument: awaited(value) })
}

/** What steps give back first where they wait. */
const AWAITS = 4

/** Gives a node other parts, at its place. */
const become = (node: AstNode, parts: Readonly<Record<string, unknown>>): void => {
  const { start, end } = node
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key)
  Object.assign(node, parts, { start, end })
}
