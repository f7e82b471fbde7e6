import { REMOVED_CONSTRUCTORS } from '../../../platform/csp.js'
import { nameOfCallee, unwrap } from './chains.js'
import { guardsFrom, isOfTry, leaves } from './guards.js'
import { REPEATING, WINDOWS_AROUND } from './known-names.js'
import { type AstNode, asNode, memberName, nodesOf } from './node.js'
import { binary } from './operators.js'
import type { Write } from './scopes.js'
import type { Guard, ScriptFunction } from './script-parts.js'
import { type Evaluator, type Exact, exact, UNKNOWN_VALUE, type Value, type Values } from './value.js'

/** Whether a script comes to a place of a function that runs; `hardly`, where it is one of many that it may come to. */
export type Chance = 'never' | 'hardly' | 'perhaps' | 'surely'

/**
 * By the conditions around the place in its function.
 * @param hasRun whether a function has run before; null where that of the place is called once, not again and again
 */
export const chanceOf = (
  innermost: Guard | null,
  fn: ScriptFunction,
  of: Evaluator,
  hasRun: ((fn: ScriptFunction) => boolean) | null = null,
): Chance => {
  let chance: Chance = 'surely'
  for (const guard of guardsFrom(innermost)) {
    if (guard.start < fn.node.start) break
    if (isOfTry(guard)) continue
    if (guard.choice !== null) {
      const chosen = chanceOfCase(guard.test, guard.choice, of)
      if (chosen === 'never') return 'never'
      if (chosen !== 'surely' && chance !== 'hardly') chance = chosen
      continue
    }
    const known = truthOf(guard.test, of, 0)
    if (known !== null && known !== guard.holds) return 'never'
    // One of two ways is gone; whether what has no other way happens, differs from browser to browser.
    if (known === null && !of.model.guards.isEither(guard.test) && isMadeOf(guard.test, of, isOfPerson))
      chance = 'hardly'
    else if (known === null && (hasRun === null || !holdsAtFirst(guard.test, guard.holds, { of, hasRun }, 0)))
      chance = chance === 'hardly' ? chance : 'perhaps'
  }
  return chance
}

/** By what the `switch` may be about. One that counts from 0 is a compiler's, and comes through all its cases. */
const chanceOfCase = (one: AstNode, choice: AstNode, of: Evaluator): Chance => {
  const cases = nodesOf(choice['cases'])
  if (asNode(cases[0]?.['test'])?.['value'] === 0) return 'perhaps'
  const wanted = constantOf(asNode(one['test']), of)
  const about = asNode(choice['discriminant'])
  const known = constantOf(about, of)
  const isWanted = (known === null ? of.of(about) : [known]).map((value) =>
    value.kind === 'exact' && wanted !== null ? value.value === wanted.value : null,
  )
  if (isWanted.includes(true)) return isWanted.length === 1 ? 'surely' : 'perhaps'
  // What stands before a case may lead on into it.
  const before = cases[cases.indexOf(one) - 1]
  const isEntered = before !== undefined && !leaves(nodesOf(before['consequent']).at(-1) ?? null)
  if (isEntered || !isWanted.includes(null)) return isEntered ? 'perhaps' : 'never'
  return cases.length < FEW_CASES ? 'perhaps' : 'hardly'
}

const FEW_CASES = 3

interface AtFirst {
  readonly of: Evaluator
  readonly hasRun: (fn: ScriptFunction) => boolean
}

/**
 * Whether a condition holds, or does not, in one of the first frames of a loop: what paces the loop lets it through, no
 * flag is up yet, and a variable has what it was given at the start.
 */
const holdsAtFirst = (expression: AstNode | null, holds: boolean, at: AtFirst, depth: number): boolean => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return false
  const part = (key: string, isTrue: boolean): boolean =>
    holdsAtFirst(asNode(node[key]), isTrue, at, depth + 1)
  const operator = String(node['operator'])
  if (node.type === 'UnaryExpression' && operator === '!') return part('argument', !holds)
  if (node.type === 'LogicalExpression' && operator !== '??') {
    const [left, right] = [part('left', holds), part('right', holds)]
    return (operator === '&&') === holds ? left && right : left || right
  }
  const known = truthOf(node, at.of, depth)
  if (known !== null) return known === holds
  if (node.type === 'BinaryExpression')
    return (holds && comesRound(node)) || (PACING.has(operator) && isMadeOf(node, at.of, isTime))
  if (node.type !== 'Identifier') return !holds && node.type === 'MemberExpression'
  const truth = truthAtFirst(node, at)
  return truth === null ? !holds : truth === holds
}

/** Whether a comparison is of what is left of a number, and holds every so many frames: `++frames % pace === 0`. */
const comesRound = (node: AstNode): boolean =>
  (node['operator'] === '===' || node['operator'] === '==') &&
  [node['left'], node['right']].some((side) => asNode(side)?.['operator'] === '%')

/** Whether a variable counts as true by what is written to it where something has run. */
const truthAtFirst = (name: AstNode, { of, hasRun }: AtFirst): boolean | null => {
  const truths = new Set<boolean | null>()
  for (const { within, value, way, fields } of writesOf(name, of)) {
    const fn = of.model.functions.get(within)
    if (fn === undefined || !hasRun(fn)) continue
    const values = way === 'is' && value !== null && fields.length === 0 ? of.of(value) : []
    truths.add(values.length === 1 ? truthOfValues(values, of) : null)
  }
  const [first = null] = truths
  return truths.size === 1 ? first : null
}

/** Whether something is so of what an expression is made of: its parts, and what gives its names and its calls their values. */
const isMadeOf = (
  expression: unknown,
  of: Evaluator,
  isSo: (node: AstNode, of: Evaluator) => boolean,
  seen = new Set<AstNode>(),
): boolean => {
  const node = unwrap(expression)
  if (node === null || seen.has(node) || seen.size > MAX_NODES) return false
  seen.add(node)
  const leads = (part: unknown, script = of): boolean => isMadeOf(part, script, isSo, seen)
  if (isSo(node, of)) return true
  switch (node.type) {
    case 'UnaryExpression':
      return leads(node['argument'])
    case 'BinaryExpression':
    case 'LogicalExpression':
      return leads(node['left']) || leads(node['right'])
    case 'CallExpression':
      return (
        leads(node['callee']) ||
        nodesOf(node['arguments']).some((one) => leads(one)) ||
        of
          .functions(node['callee'])
          .some((one) => one.of.model.functions.get(one.node)?.returns.some((value) => leads(value, one.of)))
      )
    case 'Identifier':
      return writesOf(node, of).some(({ way, value }) => way !== 'parameter' && leads(value))
    case 'MemberExpression':
      return (
        leads(node['object']) ||
        (of.model.writes.fields.get(memberName(node) ?? '') ?? [])
          .slice(0, MAX_WRITES)
          .some(({ value }) => leads(value))
      )
    default:
      return false
  }
}

const writesOf = (name: AstNode, { model }: Evaluator): readonly Write[] =>
  (model.variableOf(name)?.writes ?? []).slice(0, MAX_WRITES)

/** Whether it is the time: that of a frame, or of a clock. */
const isTime = (node: AstNode, of: Evaluator): boolean =>
  node.type === 'Identifier'
    ? writesOf(node, of).some(
        ({ way, value, index }) =>
          way === 'parameter' && index === 0 && value !== null && isGivenToFrames(value, of),
      )
    : node.type === 'CallExpression' && of.paths(node['callee']).some((path) => CLOCKS.has(path.join('.')))

/** Whether it is what differs from one person's browser, or page, to another's. */
const isOfPerson = (node: AstNode, of: Evaluator): boolean =>
  (node.type === 'Identifier' || node.type === 'MemberExpression') &&
  of.paths(node).some((path) => OF_PERSONS.test(path.join('.')))

const OF_PERSONS =
  /^(?:navigator\.(?:userAgent|userAgentData|platform|vendor|appName|appVersion|language|languages|standalone)|location|matchMedia|chrome|opera)\b/

/** Whether frames call a function, and give it the time. */
const isGivenToFrames = (node: AstNode, of: Evaluator): boolean =>
  (of.model.callsByName.get('requestAnimationFrame') ?? [])
    .slice(0, MAX_WRITES)
    .some((call) => of.functions(nodesOf(call['arguments'])[0]).some((fn) => fn.node === node))

/** Whether a function has itself called again: `function loop() { …; requestAnimationFrame(loop) }`. */
export const repeatsItself = (fn: ScriptFunction, of: Evaluator): boolean =>
  fn.calls.some(({ node }) => {
    const name = nameOfCallee(node)
    const [first] = nodesOf(node['arguments'])
    if (first === undefined || !(REPEATING.has(name) || name === 'setTimeout')) return false
    return of
      .functions(first)
      .some(
        (given) =>
          given.node === fn.node ||
          of.model.functions
            .get(given.node)
            ?.calls.some((inner) => of.functions(inner.node['callee']).some((one) => one.node === fn.node)),
      )
  })

const PACING: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
const CLOCKS: ReadonlySet<string> = new Set(['performance.now', 'Date.now'])
const MAX_NODES = 100
const MAX_WRITES = 8

/** Whether an expression counts as true, whenever it is asked for; null where that is not known. */
const truthOf = (expression: AstNode | null, of: Evaluator, depth: number): boolean | null => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return null
  const operator = String(node['operator'])
  const truth = (key: string): boolean | null => truthOf(asNode(node[key]), of, depth + 1)
  if (node.type === 'UnaryExpression' && operator === '!') {
    const inner = truth('argument')
    return inner === null ? null : !inner
  }
  if (node.type === 'LogicalExpression' && operator !== '??') {
    const ends = operator === '||'
    const [left, right] = [truth('left'), truth('right')]
    if (left === ends || right === ends) return ends
    return left === null || right === null ? null : !ends
  }
  if (node.type === 'BinaryExpression') return truthOfComparison(node, of, depth)
  const constant = constantOf(node, of)
  if (constant !== null) return Boolean(constant.value)
  return truthOfValues(of.of(node), of) ?? truthOfSource(node, of, depth)
}

const truthOfComparison = (node: AstNode, of: Evaluator, depth: number): boolean | null => {
  const operator = String(node['operator'])
  const [left, right] = [asNode(node['left']), asNode(node['right'])]
  const [first, second] = [constantOf(left, of), constantOf(right, of)]
  // `'Lib' in window`
  if (operator === 'in' && onlyPath(right, of)?.length === 0) {
    const name = first?.value
    return typeof name !== 'string' || isNowhere(name, of) ? false : isThere(name, of) ? true : null
  }
  const result = first === null || second === null ? UNKNOWN_VALUE : binary(operator, first, second)
  if (result.kind === 'exact') return Boolean(result.value)
  const isDifferent = differs(left, right, of, depth) || differs(right, left, of, depth)
  return isDifferent && EQUALITY.test(operator) ? operator.startsWith('!') : null
}

const EQUALITY = /^[!=]==?$/

/** Whether something is never what it is compared with. */
const differs = (one: AstNode | null, other: AstNode | null, of: Evaluator, depth: number): boolean => {
  const node = unwrap(one)
  const path = onlyPath(node, of)
  // The app is in a frame.
  if (path?.length === 0) return WINDOWS_AROUND.has(onlyPath(other, of)?.join('.') ?? '')
  const wanted = constantOf(other, of)
  if (wanted === null) return false
  if (isNever(path, wanted.value)) return true
  const isType = node?.type === 'UnaryExpression' && node['operator'] === 'typeof'
  const isNothing = isType ? wanted.value === 'undefined' : (wanted.value ?? null) === null
  return isNothing && truthOf(isType ? asNode(node['argument']) : node, of, depth + 1) === true
}

/** Of a name or a field that is set once, and of a call: by what it is set to, or what the function gives. */
const truthOfSource = (node: AstNode, of: Evaluator, depth: number): boolean | null => {
  const from = (value: AstNode | null, script = of): boolean | null => truthOf(value, script, depth + 1)
  const source = of.source(node)
  if (source !== null) return from(source.node, source.of)
  const isAwaited = node.type === 'AwaitExpression'
  const call = isAwaited ? asNode(node['argument']) : node
  if (call?.type !== 'CallExpression') return isAwaited ? from(call) : null
  if (onlyPath(node['callee'], of)?.join('.') === 'Boolean')
    return from(nodesOf(node['arguments'])[0] ?? null)
  const [called, ...more] = of.of(call['callee'])
  if (called?.kind !== 'function' || more.length > 0) return null
  // A promise is true.
  if (called.node['async'] === true && !isAwaited) return true
  const returns = called.of.model.functions.get(called.node)?.returns ?? []
  const truths = new Set(returns.slice(0, MAX_WRITES).map((value) => from(value, called.of)))
  const [first = null] = truths
  // Without an answer, it is undefined.
  return truths.size === 1 && (first === false || alwaysAnswers(asNode(called.node['body']))) ? first : null
}

const alwaysAnswers = (body: AstNode | null): boolean => {
  if (body?.type !== 'BlockStatement') return body !== null
  const last = nodesOf(body['body']).at(-1) ?? null
  const handler = asNode(last?.['handler'])
  return last?.type === 'TryStatement' && handler !== null
    ? leaves(asNode(last['block'])) && leaves(asNode(handler['body']))
    : leaves(last)
}

const truthOfValues = (values: Values, of: Evaluator): boolean | null => {
  const truths = new Set(values.map((value) => truthOfValue(value, of)))
  const [first = null] = truths
  return truths.size === 1 ? first : null
}

const truthOfValue = (value: Value, of: Evaluator): boolean | null => {
  switch (value.kind) {
    case 'exact':
      return Boolean(value.value)
    case 'object':
    case 'array':
    case 'function':
    case 'instance':
      return true
    case 'global':
      return isThere(value.path.join('.'), of) ? true : null
    default:
      return null
  }
}

/** The one value that an expression has whenever it is asked for; null where that is not known. */
const constantOf = (expression: AstNode | null, of: Evaluator): Exact | null => {
  const node = unwrap(expression)
  if (node === null) return null
  if (node.type === 'UnaryExpression' && node['operator'] === 'typeof') {
    const argument = asNode(node['argument'])
    if (isAbsent(argument, of)) return exact('undefined')
    return FUNCTIONS.has(onlyPath(argument, of)?.join('.') ?? '') ? exact('function') : null
  }
  if (isAbsent(node, of)) return exact(undefined)
  const shown = IN_FRAME.get(pathOfBrowser(node, of))
  if (shown !== undefined) return exact(shown)
  const [first, ...more] = of.of(node)
  if (first?.kind === 'exact' && more.length === 0) return first
  const answer = first?.kind === 'made' && more.length === 0 ? ANSWERS.get(first.path) : undefined
  if (answer !== undefined) return exact(answer)
  if (isEmptyPart(node, of)) return exact('')
  const callee = node.type === 'CallExpression' ? unwrap(node['callee']) : null
  const object = callee?.type === 'MemberExpression' ? asNode(callee['object']) : null
  if (callee === null || object === null) return null
  const [wanted] = nodesOf(node['arguments'])
  const method = memberName(callee) ?? ''
  if (isQuery(object, of)) return method === 'has' ? exact(false) : method === 'get' ? exact(null) : null
  const looksFor = wanted === undefined ? '' : constantOf(wanted, of)?.value
  const isWithout =
    typeof looksFor === 'string'
      ? looksFor !== '' && (isEmptyPart(object, of) || isNever(onlyPath(object, of), looksFor))
      : isNoneOf(object, wanted ?? null, of)
  if (!isWithout) return null
  return method === 'indexOf' ? exact(-1) : FINDING.has(method) ? exact(false) : null
}

/** The path of a global, with `()` where it is called. */
const pathOfBrowser = (node: AstNode, of: Evaluator): string =>
  node.type === 'CallExpression'
    ? `${of.path(node['callee'])?.join('.') ?? ''}()`
    : (onlyPath(node, of)?.join('.') ?? '')

/** The path of the global that an expression always reaches; null where it may be anything else. */
const onlyPath = (node: unknown, of: Evaluator): readonly string[] | null => {
  const [first, ...more] = node === null ? [] : of.of(node)
  return first?.kind === 'global' && more.length === 0 ? first.path : null
}

/** Whether a list has nothing that a part of the page's address may be. */
const isNoneOf = (list: AstNode, wanted: AstNode | null, of: Evaluator): boolean => {
  const [first, ...more] = of.of(list)
  if (first?.kind !== 'array' || more.length > 0 || first.elements.length === 0) return false
  const path = onlyPath(wanted, of)
  return first.elements.every((one) => isNever(path, constantOf(one, first.of)?.value))
}

/** Whether a part of the address is never a text, or has it nowhere: the service is not on this machine. */
const isNever = (path: readonly string[] | null, text: unknown): boolean => {
  const [first, part = '', ...more] = path ?? []
  const isPart = first === 'location' && more.length === 0
  return isPart && typeof text === 'string' && ELSEWHERE.get(part)?.test(text) === true
}

/** What parts of the address are in other places than the service. */
const ELSEWHERE: ReadonlyMap<string, RegExp> = new Map([
  ['protocol', /^(?:file|app|capacitor|tauri|chrome-extension):?$/],
  ...['host', 'hostname', 'origin', 'href'].map(
    (part) => [part, /^(?:file:|null$|(?:https?:\/\/)?(?:localhost|127\.|0\.0\.0\.0|\[?::1))/] as const,
  ),
])

/** The address of an app's page has no query and no fragment. */
const isEmptyPart = (node: AstNode, of: Evaluator): boolean => {
  const path = of.path(node)
  return path?.length === 2 && path[0] === 'location' && (path[1] === 'search' || path[1] === 'hash')
}

/** `new URLSearchParams(location.search)` */
const isQuery = (node: AstNode, of: Evaluator): boolean => {
  const values = of.of(node)
  return (
    values.length > 0 &&
    values.every((value) => {
      const given = value.kind === 'made' ? nodesOf(value.node['arguments']) : []
      return value.kind === 'made' && value.path === 'URLSearchParams' && isEmptyPartOf(given, value.of)
    })
  )
}

const isEmptyPartOf = ([first, ...more]: readonly AstNode[], of: Evaluator): boolean =>
  first !== undefined && more.length === 0 && isEmptyPart(first, of)

const isNowhere = (name: string, of: Evaluator): boolean => ABSENT.has(name) || of.outside.lacks(name)

const isThere = (path: string, of: Evaluator): boolean => PRESENT.has(path) || of.outside.hasCall(path)

/** Whether it is what pages have in other places only, and no script of this one makes. */
const isAbsent = (node: AstNode | null, of: Evaluator): boolean => {
  const path = onlyPath(node, of)
  return (
    path !== null && (MISSING.test(path.join('.')) || (path.length === 1 && isNowhere(path[0] ?? '', of)))
  )
}

/** What the page of an app that somebody looks at says of itself, in its frame without an origin. */
const IN_FRAME: ReadonlyMap<string, string | boolean | null> = new Map<string, string | boolean | null>([
  ['origin', 'null'],
  ['frameElement', null],
  ['crossOriginIsolated', false],
  ['document.hidden', false],
  ['document.visibilityState', 'visible'],
  ['document.hasFocus()', true],
])

/** What dialogs answer that are not shown. */
const ANSWERS: ReadonlyMap<string, false | null> = new Map([
  ['confirm', false],
  ['prompt', null],
])

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['requestAnimationFrame', 'fetch', 'XMLHttpRequest', 'Worker', 'navigator.getGamepads'],
])

/** What is there in a mini app, though it may fail. */
const PRESENT: ReadonlySet<string> = new Set([
  ...FUNCTIONS,
  ...['document', 'navigator', 'performance', 'indexedDB'],
  ...['navigator.userAgent', 'navigator.language', 'navigator.languages'],
  ...[
    'location',
    'location.href',
    'location.host',
    'location.hostname',
    'location.origin',
    'location.pathname',
  ],
])

/** What only the extensions of browsers, or servers for developers, have of what pages have, too. */
const MISSING = /^(?:chrome\.(?:runtime|extension)$|browser\.runtime$|import\.meta\.(?:env|hot)\b)/

/** What Node.js, loaders of modules, and the shells of phones and desktops give to scripts, and what the host takes away. */
const ABSENT: ReadonlySet<string> = new Set([
  ...['module', 'exports', 'require', 'define', 'process', '__dirname', 'global', 'Deno', 'Bun'],
  ...['cordova', 'PhoneGap', 'phonegap', 'Capacitor', 'electron', 'nw', 'WScript', 'importScripts'],
  ...['DedicatedWorkerGlobalScope', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'],
  ...REMOVED_CONSTRUCTORS,
  'SharedArrayBuffer',
])

/** The methods of a text that find nothing in an empty one. */
const FINDING: ReadonlySet<string> = new Set(['includes', 'startsWith', 'endsWith'])

const MAX_DEPTH = 20
