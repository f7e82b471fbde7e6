import {
  type AstNode,
  asNode,
  isFunction,
  memberName,
  nodesOf,
  stringOf,
} from '../check/facts/script/node.js'
import { walk } from '../check/facts/script/walk.js'
import { isTracker, TRACKER_HOSTS } from '../check/facts/text/tracker-hosts.js'
import { firstIn, parseProgram, textIn } from './scripts/parse-program.js'

/** The global names of counters, and what takes the place of each for a game that calls it. */
const STUBS: ReadonlyMap<string, 'function' | 'list'> = new Map([
  ['gtag', 'function'],
  ['ga', 'function'],
  ['__gaTracker', 'function'],
  ['fbq', 'function'],
  ['_fbq', 'function'],
  ['plausible', 'function'],
  ['hj', 'function'],
  ['clarity', 'function'],
  ['ym', 'function'],
  ['twq', 'function'],
  ['ttq', 'list'],
  ['snaptr', 'function'],
  ['pintrk', 'function'],
  ['dataLayer', 'list'],
  ['_gaq', 'list'],
  ['_paq', 'list'],
  ['_hmt', 'list'],
  ['_czc', 'list'],
  ['_hsq', 'list'],
  ['adsbygoogle', 'list'],
])

/** The other globals that snippets set: nothing in a game asks for them. */
const SETTINGS =
  /^(?:GoogleAnalyticsObject|_hjSettings|_gat|google_[a-z_]+|sc_[a-z_]+|clicky_site_ids|goatcounter|_mtm|_qevents|_comscore|ga-disable-[\w-]+|gaJsHost|pageTracker)$/

/** What stands in for a counter's snippet: nothing, or the names that scripts of the game use. */
export interface Snippet {
  readonly stub: string
}

/**
 * Whether a script is what a server for development adds to a page (Trunk, Live Server), so that it loads again after a change:
 * one short statement with a socket to the page's own host, to which it sends nothing.
 */
export const reloadsPage = (script: string): boolean =>
  script.length < LONGEST_RELOADER &&
  [/\bnew WebSocket\(/, /\blocation\.host\b/, /\blocation\.reload\(/].every((part) => part.test(script)) &&
  !/\.send\(/.test(script) &&
  nodesOf(parseProgram(script, 'script')?.['body']).length === 1

const LONGEST_RELOADER = 4_000

/**
 * Whether a script in a page is the snippet of a counter and nothing else: every statement of it fills the counter's
 * queue, or puts the counter's script into the page. A script that does anything beside that is not one.
 * @param isUsed whether any other script of the game has a name in it
 */
export const snippetOf = (script: string, isUsed: (name: string) => boolean): Snippet | null => {
  if (!MAY_TRACK.test(script)) return null
  const program = parseProgram(script, 'script')
  const body = program === null ? [] : nodesOf(program['body'])
  const names = new Set<string>()
  if (body.length === 0 || !body.every((one) => isTracking(one, names) && isHarmless(one))) return null
  const used = [...names].filter((name) => STUBS.has(name) && isUsed(name))
  return {
    stub: used
      .map((name) => (STUBS.get(name) === 'list' ? `var ${name} = []` : `function ${name}() {}`))
      .join('; '),
  }
}

const MAY_TRACK = new RegExp(
  `https?:|//|${[...STUBS.keys()].map((name) => `\\b${name.replace('$', '\\$')}\\b`).join('|')}`,
)

/** @param names gets the names of the counters that the statement makes or calls */
const isTracking = (statement: AstNode, names: Set<string>): boolean => {
  switch (statement.type) {
    case 'EmptyStatement':
      return true
    case 'FunctionDeclaration':
      return isOwnName(asNode(statement['id']), names)
    case 'VariableDeclaration':
      return nodesOf(statement['declarations']).every(
        (one) => isOwnName(asNode(one['id']), names) || isAddress(one['init']),
      )
    case 'IfStatement':
      return isBlockTracking(asNode(statement['consequent']), names) && statement['alternate'] === null
    case 'TryStatement':
      return isBlockTracking(asNode(statement['block']), names)
    case 'ExpressionStatement': {
      const directive = statement['directive']
      return typeof directive === 'string' || isTrackingExpression(asNode(statement['expression']), names)
    }
    default:
      return false
  }
}

const isBlockTracking = (block: AstNode | null, names: Set<string>): boolean =>
  block !== null &&
  (block.type === 'BlockStatement'
    ? nodesOf(block['body']).every((one) => isTracking(one, names))
    : isTracking(block, names))

const isTrackingExpression = (expression: AstNode | null, names: Set<string>): boolean => {
  switch (expression?.type) {
    case 'SequenceExpression':
      return nodesOf(expression['expressions']).every((one) => isTrackingExpression(one, names))
    case 'UnaryExpression':
      return isTrackingExpression(asNode(expression['argument']), names)
    case 'LogicalExpression':
      return isTrackingExpression(asNode(expression['right']), names)
    case 'AssignmentExpression':
      return isOwnName(rootOf(asNode(expression['left'])), names)
    case 'CallExpression': {
      const callee = asNode(expression['callee'])
      if (callee === null) return false
      if (isFunction(callee)) return loadsTracker(expression, names)
      const method = callee.type === 'MemberExpression' ? memberName(callee) : null
      if (method === 'write' || method === 'writeln') return loadsTracker(expression, names)
      // `!function(){…}.call(window)`
      const object = callee.type === 'MemberExpression' ? asNode(callee['object']) : null
      if (object?.type === 'FunctionExpression') return loadsTracker(expression, names)
      return isOwnName(rootOf(callee), names)
    }
    default:
      return false
  }
}

/** A function that runs immediately and has the address of a counter in it, or is given one. */
const loadsTracker = (call: AstNode, names: Set<string>): boolean => {
  let found = false
  walk(call, (node) => {
    const text = stringOf(node)
    if (text !== null && ADDRESS_PARTS.some((pattern) => pattern.test(text))) found = true
    if (node.type === 'Identifier') note(String(node['name']), names)
    if (text !== null) note(text, names)
  })
  return found
}

/** An address, or what a snippet puts one together of: `.google-analytics.com/ga.js` behind a protocol. */
const ADDRESS_PARTS: readonly RegExp[] = [
  new RegExp(
    `^(?:https?:)?(?://)?\\.?(?:[\\w-]+\\.)*${TRACKER_HOSTS.source.slice('(?:^|\\.)'.length, -1)}(?:[/?:]|$)`,
  ),
  /(?:^|\/)(?:matomo|piwik)\.(?:js|php)$/,
  /google-analytics\.com\/(?:ga|urchin)\.js/,
]

/** `ga`, `window.ga`, `window['ga']`: the name that an expression begins with, the window's own apart. */
const rootOf = (expression: AstNode | null): AstNode | null => {
  let node = expression
  for (;;) {
    if (node?.type === 'ParenthesizedExpression') node = asNode(node['expression'])
    else if (node?.type === 'AssignmentExpression') node = asNode(node['left'])
    else if (node?.type === 'LogicalExpression') node = asNode(node['left'])
    else if (node?.type === 'CallExpression') node = asNode(node['callee'])
    else if (node?.type === 'MemberExpression') {
      const object = asNode(node['object'])
      if (
        object?.type === 'Identifier' &&
        ['window', 'self', 'globalThis'].includes(String(object['name']))
      ) {
        const name = memberName(node)
        return name === null ? null : { type: 'Identifier', name, start: node.start, end: node.end }
      }
      node = object
    } else return node
  }
}

const isOwnName = (node: AstNode | null, names: Set<string>): boolean => {
  if (node?.type !== 'Identifier') return false
  const name = String(node['name'])
  note(name, names)
  return STUBS.has(name) || SETTINGS.test(name)
}

const isAddress = (init: unknown): boolean => isTracker(textIn(init) ?? '')

/**
 * Whether all that a statement calls is what snippets call: to make a script element, put it into the page, and fill a
 * queue. A game that is wrapped in one function with its counter calls other things.
 */
const isHarmless = (statement: AstNode): boolean => {
  if (statement.end - statement.start > LONGEST_SNIPPET) return false
  const own = new Set<string>()
  walk(statement, (node) => {
    const id = asNode(node['id'])
    if (id?.type === 'Identifier') own.add(String(id['name']))
    for (const parameter of nodesOf(node['params'])) own.add(String(parameter['name']))
  })
  let isFine = true
  walk(statement, (node) => {
    if (node.type !== 'CallExpression') return
    const callee = asNode(node['callee'])
    const root = rootOf(callee)
    const name = root?.type === 'Identifier' ? String(root['name']) : ''
    if (own.has(name) || STUBS.has(name) || SETTINGS.test(name) || HARMLESS_CALLS.has(name)) {
      // What a counter calls back is the game's.
      const isCalledBack = STUBS.has(name) && nodesOf(node['arguments']).some(hasFunction)
      if (isCalledBack) isFine = false
      return
    }
    if (callee !== null && isFunction(callee)) return
    const method = callee?.type === 'MemberExpression' ? memberName(callee) : null
    if (method === null || !HARMLESS_METHODS.has(method)) isFine = false
  })
  return isFine
}

const LONGEST_SNIPPET = 4_000
const HARMLESS_CALLS: ReadonlySet<string> = new Set([
  'Date',
  'encodeURIComponent',
  'escape',
  'String',
  'unescape',
])
const HARMLESS_METHODS: ReadonlySet<string> = new Set([
  'addEventListener',
  'append',
  'appendChild',
  'apply',
  'attachEvent',
  'call',
  'concat',
  'createElement',
  'getElementById',
  'getElementsByTagName',
  'getTime',
  'insertBefore',
  'now',
  'push',
  'querySelector',
  'random',
  'setAttribute',
  'shift',
  'slice',
  'split',
  'toString',
  'write',
])

const hasFunction = (node: AstNode): boolean =>
  firstIn(node, (one) => (isFunction(one) ? true : null)) !== null

const note = (name: string, names: Set<string>): void => {
  if (STUBS.has(name)) names.add(name)
}
