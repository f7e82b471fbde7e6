import { cssLinks } from '../../facts/css.js'
import { LISTED_URL_ATTRIBUTES } from '../../facts/html-names.js'
import type { AstNode } from '../../facts/script.js'
import { type ScriptUse, startOfString, stringOf } from '../../facts/script-uses.js'
import { destinationOf, isDataUrl, shownUrl } from '../../facts/url.js'
import { useRule } from './use-rule.js'

export const remoteRequest = useRule(
  {
    id: 'script/remote-request',
    level: 'warning',
    section: '2.10',
    breach: 'A script requests an absolute URL.',
    why: 'Every request to another host fails, and there is nothing at the root of the host.',
    mend: 'Put the file into the bundle and request its relative path.',
  },
  (use) => {
    const { names, kind } = use
    const shown = names.filter((name) => name !== '').join('.')
    for (const url of requestedUrls(use)) {
      if (kind === 'import' && isDataUrl(url))
        return {
          message: `import of a data: URL fails: a mini app's scripts come from its bundle alone.`,
          fix: 'Put the code into a file of the bundle and import that.',
        }
      const destination = destinationOf(url)
      if (destination === 'elsewhere' || destination === 'javascript') continue
      return {
        message: `${shown} of ${shownUrl(url)} fails: ${destination === 'root' ? 'the path starts with a slash' : 'a mini app has no network'}.`,
        fix: 'Put the file into the bundle and use its relative path.',
      }
    }
    return null
  },
)

/** The URLs that a use requests, as far as the text says them. */
const requestedUrls = ({ names, global, kind, values }: ScriptUse): readonly string[] => {
  const isFont = global && kind === 'new' && names.join('.') === 'FontFace'
  const isStyle = kind === 'assign' && names.length > 2 && names.includes('style')
  if (isFont || isStyle) {
    const css = startOfString(values[isFont ? 1 : 0])
    return css === null ? [] : cssLinks(css).flatMap((link) => (link.kind === 'url' ? [link.url] : []))
  }
  const url = startOfString(withoutUrlObject(values[requestArgument(names, global, kind, values)]))
  return url === null ? [] : [url]
}

/** What `new URL("…")` is made of. */
const withoutUrlObject = (value: AstNode | undefined): AstNode | undefined => {
  const callee = value?.type === 'NewExpression' ? value['callee'] : null
  const values = value?.['arguments']
  const isUrl = typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'URL'
  return isUrl && Array.isArray(values) ? values[0] : value
}

/** Which of the values is the URL of a request; -1 where the use is no request. */
const requestArgument = (
  names: readonly string[],
  global: boolean,
  kind: ScriptUse['kind'],
  values: ScriptUse['values'],
): number => {
  const last = names.at(-1) ?? ''
  if (kind === 'import') return 0
  if (kind === 'assign') return LOADED.has(last) && names.length > 1 ? 0 : -1
  if (kind === 'new') return global && names.length === 1 && CONNECTIONS.has(last) ? 0 : -1
  if (kind !== 'call') return -1
  if (global && names.length === 1 && (last === 'fetch' || last === 'importScripts')) return 0
  if (global && names.join('.') === 'navigator.sendBeacon') return 0
  if (last === 'setAttribute' && names.length > 1)
    return LISTED_URL_ATTRIBUTES.has(stringOf(values[0])?.toLowerCase() ?? '') ? 1 : -1
  const method = stringOf(values[0])
  return last === 'open' && names.length > 1 && method !== null && METHODS.has(method.toUpperCase()) ? 1 : -1
}

/** What an element loads as soon as it is set. */
const LOADED: ReadonlySet<string> = new Set(['src', 'srcset', 'poster'])
const CONNECTIONS: ReadonlySet<string> = new Set(['WebSocket', 'EventSource', 'Request', 'Audio'])
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
