import { REMOVED_CONSTRUCTORS } from '../../../platform/csp.js'
import { unwrap } from './chains.js'
import { guardsFrom, leaves } from './guards.js'
import { WINDOWS_AROUND } from './known-names.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach } from './node.js'
import { binary, EQUALITY } from './operators.js'
import { sourceOf } from './sources.js'
import { goesByTry } from './tried-before.js'
import { type Evaluator, type Exact, exact, UNKNOWN_VALUE, type Value, type Values } from './value.js'

/**
 * Whether an expression counts as true, whenever it is asked for; null where that is not known. It is found once; what leads back to
 * itself says nothing.
 */
export const truthOf = (expression: AstNode | null, of: Evaluator, depth = 0): boolean | null => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return null
  const known = truthsIn(of)
  const found = known.get(node)
  if (found !== undefined) return found
  known.set(node, null)
  const truth = findTruth(node, of, depth)
  known.set(node, truth)
  return truth
}

const truthsIn = onceEach((_: Evaluator) => new Map<AstNode, boolean | null>())

const findTruth = (node: AstNode, of: Evaluator, depth: number): boolean | null => {
  const logic = truthOfLogic(node, (part) => truthOf(part, of, depth + 1))
  if (logic !== undefined) return logic
  if (node.type === 'BinaryExpression') return truthOfComparison(node, of, depth)
  const constant = constantOf(node, of)
  if (constant !== null) return Boolean(constant.value)
  return truthOfValues(of.of(node), of) ?? truthOfSource(node, of, depth)
}

/** Of `!a`, `a && b` and `a || b`, by the truth of their parts; undefined for any other node. */
export const truthOfLogic = (
  node: AstNode,
  truthOfPart: (part: AstNode | null) => boolean | null,
): boolean | null | undefined => {
  const operator = String(node['operator'])
  const truth = (key: string): boolean | null => truthOfPart(asNode(node[key]))
  if (node.type === 'UnaryExpression' && operator === '!') {
    const inner = truth('argument')
    return inner === null ? null : !inner
  }
  if (node.type !== 'LogicalExpression' || operator === '??') return undefined
  const ends = operator === '||'
  const left = truth('left')
  if (left === ends) return ends
  const right = truth('right')
  if (right === ends) return ends
  return left === null || right === null ? null : !ends
}

const truthOfComparison = (node: AstNode, of: Evaluator, depth: number): boolean | null => {
  const operator = String(node['operator'])
  const [left, right] = [asNode(node['left']), asNode(node['right'])]
  const [first, second] = [constantOf(left, of), constantOf(right, of)]
  // `'Lib' in window`, `'share' in navigator`
  const path = operator === 'in' ? onlyPath(right, of) : null
  if (path !== null && (path.length === 0 || path[0] === 'navigator')) {
    const name = [...path, first?.value].join('.')
    return typeof first?.value !== 'string' || isNowhere(name, of)
      ? false
      : isThere(name, of) || THROWING.has(name) || null
  }
  const result = first === null || second === null ? UNKNOWN_VALUE : binary(operator, first, second)
  if (result.kind === 'exact') return Boolean(result.value)
  const isDifferent = differs(left, right, of, depth) || differs(right, left, of, depth)
  return isDifferent && EQUALITY.test(operator) ? operator.startsWith('!') : null
}

/** Whether something is never what it is compared with. */
const differs = (one: AstNode | null, other: AstNode | null, of: Evaluator, depth: number): boolean => {
  const node = unwrap(one)
  const path = onlyPath(node, of)
  // The app is in a frame.
  const [around = '', ...more] = onlyPath(other, of) ?? []
  if (WINDOWS_AROUND.has(around) && path?.join('.') === more.join('.')) return true
  if (path?.length === 0) return false
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
  const isNothingYet = of.of(node).some((value) => value.kind === 'exact' && value.value === undefined)
  const source = node.type === 'MemberExpression' && isNothingYet ? null : sourceOf(node, of)
  // What a function sets behind the place, is not there yet when it comes there first.
  const fn = of.model.functionAt(node.start)
  const isBehind = source !== null && fn !== of.model.main && source.node.start > node.end
  if (isBehind && source.of === of && of.model.functionAt(source.node.start) === fn) return null
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
  const body = asNode(called.node['body'])
  const { functions, guards } = called.of.model
  // What fails in an asynchronous function may be anything.
  const isNever = ({ start }: AstNode): boolean => {
    const innermost = guards.at(start)
    if (called.node['async'] !== true && goesByTry(innermost, called.of)) return true
    return [...guardsFrom(innermost)].some(
      ({ test, holds, choice }) =>
        choice === null && test.start > called.node.start && from(test, called.of) === !holds,
    )
  }
  const returns = (functions.get(called.node)?.returns ?? []).filter((value) => !isNever(value))
  const truths = new Set(returns.slice(0, MAX_RETURNS).map((value) => from(value, called.of)))
  const [first = null] = truths
  // Without an answer, it is undefined.
  return truths.size === 1 && (first === false || body?.type !== 'BlockStatement' || leaves(body))
    ? first
    : null
}

export const truthOfValues = (values: Values, of: Evaluator): boolean | null => {
  const truths = new Set(values.map((value) => truthOfValue(value, of)))
  const [first = null] = truths
  return truths.size === 1 ? first : null
}

const truthOfValue = (value: Value, of: Evaluator): boolean | null => {
  switch (value.kind) {
    case 'exact':
      return Boolean(value.value)
    case 'typed':
      return value.type === 'object' || value.type === 'function' ? true : null
    case 'object':
    case 'array':
    case 'function':
    case 'instance':
      return true
    case 'global':
      return value.path.length === 0 || isThere(value.path.join('.'), of) ? true : null
    case 'made':
      return value.node.type === 'NewExpression' ? true : null
    default:
      return null
  }
}

/** The one value that an expression has whenever it is asked for; null where that is not known. */
export const constantOf = (expression: AstNode | null, of: Evaluator): Exact | null => {
  const node = unwrap(expression)
  if (node === null) return null
  if (node.type === 'UnaryExpression' && node['operator'] === 'typeof') {
    const argument = asNode(node['argument'])
    if (isAbsent(argument, of)) return exact('undefined')
    const path = onlyPath(argument, of)?.join('.')
    if (path === '' || OBJECTS.has(path ?? '')) return exact('object')
    if (FUNCTIONS.has(path ?? '')) return exact('function')
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
  const isOfEmptyPart = (value: Value): boolean => {
    const [first, ...more] = value.kind === 'made' ? nodesOf(value.node['arguments']) : []
    return (
      value.kind === 'made' &&
      value.path === 'URLSearchParams' &&
      first !== undefined &&
      more.length === 0 &&
      isEmptyPart(first, value.of)
    )
  }
  return values.length > 0 && values.every(isOfEmptyPart)
}

const isNowhere = (name: string, of: Evaluator): boolean => ABSENT.has(name) || of.outside.lacks(name)

const isThere = (path: string, of: Evaluator): boolean => PRESENT.has(path) || of.outside.hasCall(path)

/** Whether it is what pages have in other places only, and no script of this one makes. */
const isAbsent = (node: AstNode | null, of: Evaluator): boolean => {
  const path = onlyPath(node, of)
  // `window.process?.versions`
  return path !== null && (MISSING.test(path.join('.')) || isNowhere(path[0] ?? '', of))
}

/** What the page of an app that somebody looks at says of itself, in its frame without an origin. */
const IN_FRAME: ReadonlyMap<string, string | boolean | null> = new Map<string, string | boolean | null>([
  ['origin', 'null'],
  ['frameElement', null],
  ['crossOriginIsolated', false],
  ['navigator.cookieEnabled', true],
  ['navigator.onLine', true],
  ['navigator.product', 'Gecko'],
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
  ...['requestAnimationFrame', 'fetch', 'XMLHttpRequest', 'Worker', 'navigator.getGamepads', 'Storage'],
  ...['setTimeout', 'setInterval', 'queueMicrotask', 'structuredClone', 'matchMedia', 'Promise', 'Symbol'],
  ...['Map', 'Set', 'WeakMap', 'URL', 'URLSearchParams', 'Blob', 'File', 'FileReader', 'Image', 'Audio'],
  ...['WebSocket', 'BroadcastChannel', 'MessageChannel', 'AudioContext', 'TextEncoder', 'TextDecoder'],
  ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'AbortController', 'CustomEvent'],
  ...['navigator.sendBeacon', 'history.pushState', 'history.replaceState'],
  ...['navigator.locks.request', 'navigator.storage.persist', 'navigator.wakeLock.request'],
])

const OBJECTS: ReadonlySet<string> = new Set([
  ...['document', 'navigator', 'performance', 'indexedDB', 'location', 'history', 'screen', 'crypto'],
  ...[
    'customElements',
    'WebAssembly',
    'document.documentElement',
    'document.head',
    'document.body',
    'document.fonts',
    'screen.orientation',
  ],
  ...['navigator.geolocation', 'navigator.mediaDevices', 'navigator.permissions', 'navigator.clipboard'],
  ...['navigator.locks', 'navigator.storage', 'navigator.wakeLock'],
])

/** What is there, and does not let itself be read. */
const THROWING: ReadonlySet<string> = new Set(['localStorage', 'sessionStorage', 'caches'])

/** What is there in a mini app, though it may fail. */
const PRESENT: ReadonlySet<string> = new Set([
  ...FUNCTIONS,
  ...OBJECTS,
  ...['navigator.userAgent', 'navigator.language', 'navigator.languages', 'navigator.serviceWorker'],
  // Where a browser has none, it does not mind the policy.
  ...['document.featurePolicy', 'document.permissionsPolicy'],
  ...['location.href', 'location.host', 'location.hostname', 'location.origin', 'location.pathname'],
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

const MAX_RETURNS = 8
const MAX_DEPTH = 20
