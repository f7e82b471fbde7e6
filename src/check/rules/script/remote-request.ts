import { cssLinks } from '../../facts/css/css.js'
import { LISTED_URL_ATTRIBUTES } from '../../facts/html/names.js'
import { isNode, startOfString, stringOf } from '../../facts/script/node.js'
import type { ParsedScript } from '../../facts/script/read.js'
import { isObjectUrl, startsOfUrl, textOfField } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import { variableKey, variableUses } from '../../facts/script/variable-uses.js'
import { destinationFrom, destinationOf, isDataUrl, shownUrl } from '../../facts/text/url.js'
import type { Impact } from '../../problem.js'
import { impactOfUse } from './impact-of-use.js'
import { variableRule } from './use-rule.js'

/** What an element loads as soon as it is set. */
const LOADED: ReadonlySet<string> = new Set(['src', 'srcset', 'poster'])

const CONNECTIONS: ReadonlySet<string> = new Set([
  'WebSocket',
  'EventSource',
  'WebSocketStream',
  'WebTransport',
  'Request',
  'Audio',
])

/** Functions that request a URL, and properties that do. */
const OTHER_WORDS = [
  'import',
  'importScripts',
  'fetch',
  'fetchLater',
  'addModule',
  'sendBeacon',
  'open',
  'setAttribute',
  'setAttributeNS',
  'href',
  'style',
] as const

export const remoteRequest = variableRule(
  {
    id: 'script/remote-request',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script requests a remote or root-relative URL.',
    why: 'Requests to other hosts fail, and a bundle is not served from the root of its host.',
    remedy: 'Add the file to the bundle and request its relative path.',
  },
  [...LOADED, ...CONNECTIONS, ...OTHER_WORDS, 'FontFace'],
  (use, script, file) => {
    const { names, kind, values } = use
    const shown = names.filter((name) => name !== '').join('.')
    if (loadsModule(use) && isObjectUrl(values[0], script)) return codeOfNoFile('blob:', use, script)
    if (isFetch(use) && textOfField(values[1], 'mode') === 'same-origin')
      return {
        message: 'fetch with the mode "same-origin" fails: the page has an opaque origin.',
        fix: 'Remove the mode.',
        impact: impactOf(use, script),
      }
    for (const url of requestedUrls(use, script)) {
      if (loadsModule(use) && isDataUrl(url)) return codeOfNoFile('data:', use, script)
      // A path is relative to the page, which only a page's own script knows, and in an import to the script.
      const isFromHere = kind === 'import' || file.isHtml
      const destination = isFromHere ? destinationFrom(file.path, url) : destinationOf(url)
      if (destination === 'elsewhere' || destination === 'javascript') continue
      // Libraries open their own root to see what a request can do.
      if (destination === 'root' && isNeverSent(use, script)) continue
      return {
        message: `${shown} of ${shownUrl(url)} fails: ${REASONS[destination]}.`,
        fix:
          names.at(-1) === 'href' || stringOf(values[0]) === 'href'
            ? 'Add the file to the bundle and use its relative path, or remove the link: a mini app cannot open other sites.'
            : 'Add the file to the bundle and use its relative path.',
        impact: impactOf(use, script),
      }
    }
    return null
  },
)

const isFetch = ({ names, global, kind }: ScriptUse): boolean =>
  global && kind === 'call' && names.length === 1 && names[0] === 'fetch'

/** Whether a module is loaded by its URL: `import(…)`, `audioWorklet.addModule(…)`. */
const loadsModule = ({ names, kind }: ScriptUse): boolean =>
  kind === 'import' || (kind === 'call' && names.length > 1 && names.at(-1) === 'addModule')

/** The policy allows scripts from the bundle only. */
const codeOfNoFile = (
  scheme: string,
  use: ScriptUse,
  script: ParsedScript,
): { readonly message: string; readonly fix: string; readonly impact: Impact } => {
  const isImport = use.kind === 'import'
  return {
    message: `${isImport ? 'The import' : 'addModule()'} of a ${scheme} URL fails: only bundled scripts can be ${isImport ? 'imported' : 'loaded'}.`,
    fix: `Move the code into a file of the bundle and ${isImport ? 'import' : 'load'} that.`,
    // Sound libraries try worklets from Blobs to see what they can do, and continue without them.
    impact: isImport || scheme === 'data:' ? impactOf(use, script) : 'degrades',
  }
}

const REASONS = {
  web: 'a mini app has no network access',
  'other-host': 'a mini app has no network access',
  root: 'the path starts with a slash',
  outside: 'the path points outside the bundle',
} as const

/** What a request that fails does to the app: without a picture it looks wrong, without an answer it goes no further. */
const impactOf = (use: ScriptUse, script: ParsedScript): Impact => {
  const { names, kind } = use
  const last = names.at(-1) ?? ''
  if (loadsModule(use)) return impactOfUse('rejects', use)
  if (kind === 'assign') return last === 'src' && makesScript(use, script) ? 'breaks' : 'degrades'
  if (kind === 'new') return last === 'Audio' || last === 'FontFace' ? 'degrades' : 'breaks'
  if (last === 'fetch') return impactOfUse('rejects', use)
  if (last === 'importScripts') return impactOfUse('throws', use)
  return last === 'open' ? 'breaks' : 'degrades'
}

/** Whether what gets a source is `document.createElement('script')`. */
const makesScript = ({ names, offset }: ScriptUse, script: ParsedScript): boolean => {
  const [root = '', ...more] = names
  const made = more.length === 1 ? script.initialValueOf(root, offset) : null
  const callee = made?.type === 'CallExpression' ? made['callee'] : null
  const property = isNode(callee) ? callee['property'] : null
  const values = made?.['arguments']
  return (
    isNode(property) &&
    property['name'] === 'createElement' &&
    Array.isArray(values) &&
    stringOf(values[0])?.toLowerCase() === 'script'
  )
}

/** The URLs that a use requests, as far as the text says them. */
const requestedUrls = (
  { names, global, kind, values }: ScriptUse,
  script: ParsedScript,
): readonly string[] => {
  const isFont = global && kind === 'new' && names.join('.') === 'FontFace'
  const isStyle = kind === 'assign' && names.length > 2 && names.includes('style')
  if (isFont || isStyle) {
    const css = startOfString(values[isFont ? 1 : 0])
    return css === null ? [] : cssLinks(css).flatMap((link) => (link.kind === 'url' ? [link.url] : []))
  }
  // Nearly no name of a game is a request: most are done with here.
  const at = requestArgument(names, global, kind, values)
  const urls = at === -1 ? [] : names.at(-1) === 'importScripts' ? values : values.slice(at, at + 1)
  return urls.flatMap((value) => startsOfUrl(value, script))
}

/** Whether an XMLHttpRequest is opened only to look at it: the script never sends that one, nor hands it on. */
const isNeverSent = ({ names, kind, offset }: ScriptUse, script: ParsedScript): boolean => {
  const [root = '', last, ...more] = names
  if (kind !== 'call' || last !== 'open' || more.length > 0) return false
  const made = script.initialValueOf(root, offset)
  const callee = made?.type === 'NewExpression' ? made['callee'] : null
  return (
    isNode(callee) &&
    callee['name'] === 'XMLHttpRequest' &&
    !variableUses(root, script).sent.has(variableKey(root, offset, script))
  )
}

/** Which of the values is the URL of a request; -1 where the use is not a request. */
const requestArgument = (
  names: readonly string[],
  global: boolean,
  kind: ScriptUse['kind'],
  values: ScriptUse['values'],
): number => {
  const last = names.at(-1) ?? ''
  if (kind === 'import') return 0
  if (kind === 'assign')
    return names.length > 1 && (LOADED.has(last) || (last === 'href' && !names.includes('location'))) ? 0 : -1
  if (kind === 'new') return global && names.length === 1 && CONNECTIONS.has(last) ? 0 : -1
  if (kind !== 'call') return -1
  if (global && names.length === 1 && REQUESTING.has(last)) return 0
  if (last === 'addModule' && names.length > 1) return 0
  if (global && names.join('.') === 'navigator.sendBeacon') return 0
  if (last === 'setAttributeNS' && names.length > 1)
    return LISTED_URL_ATTRIBUTES.has(stringOf(values[1])?.toLowerCase() ?? '') ? 2 : -1
  if (last === 'setAttribute' && names.length > 1)
    return LISTED_URL_ATTRIBUTES.has(stringOf(values[0])?.toLowerCase() ?? '') ? 1 : -1
  const method = stringOf(values[0])
  return last === 'open' && names.length > 1 && method !== null && METHODS.has(method.toUpperCase()) ? 1 : -1
}
/** Functions whose first argument is a URL. */
const REQUESTING: ReadonlySet<string> = new Set(['fetch', 'fetchLater', 'importScripts'])

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
