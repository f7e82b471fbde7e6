import { type ScriptUse, startOfString, stringOf } from '../../facts/script-uses.js'
import { destinationOf, shownUrl } from '../../facts/url.js'
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
  ({ names, global, kind, values }) => {
    const url = startOfString(values[requestArgument(names, global, kind, values)])
    if (url === null) return null
    const destination = destinationOf(url)
    if (destination === 'elsewhere' || destination === 'javascript') return null
    return {
      message: `${names.filter((name) => name !== '').join('.')} of ${shownUrl(url)} fails: ${destination === 'root' ? 'the path starts with a slash' : 'a mini app has no network'}.`,
      fix: 'Put the file into the bundle and use its relative path.',
    }
  },
)

/** Which of the values is the URL of a request; -1 where the use is no request. */
const requestArgument = (
  names: readonly string[],
  global: boolean,
  kind: ScriptUse['kind'],
  values: ScriptUse['values'],
): number => {
  const last = names.at(-1) ?? ''
  if (kind === 'import') return 0
  if (kind === 'assign') return last === 'src' && names.length > 1 ? 0 : -1
  if (kind === 'new') return global && names.length === 1 && CONNECTIONS.has(last) ? 0 : -1
  if (kind !== 'call') return -1
  if (global && names.length === 1 && (last === 'fetch' || last === 'importScripts')) return 0
  if (global && names.join('.') === 'navigator.sendBeacon') return 0
  const method = stringOf(values[0])
  return last === 'open' && names.length > 1 && method !== null && METHODS.has(method.toUpperCase()) ? 1 : -1
}

const CONNECTIONS: ReadonlySet<string> = new Set(['WebSocket', 'EventSource', 'Request'])
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
