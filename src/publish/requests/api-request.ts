import { OPERATIONS, type Operation } from '../../platform/publishing.js'
import type { Call } from './authorized-call.js'
import type { StreamedBody } from './bounded-fetch.js'
import type { HttpMethod } from './http-methods.js'

/**
 * The call of a raw request. If it is one of the API's operations, the scopes of that operation explain a
 * refusal.
 * @param path from `readApiPath`
 */
export const rawCall = (method: HttpMethod, path: string, body: string | StreamedBody | null): Call => {
  const place = path.split('?')[0] ?? path
  const operation = Object.values<Operation>(OPERATIONS).find(
    (known) => known.method === method && patternOf(known.path).test(place),
  )
  return {
    operation: { method, scopes: operation?.scopes ?? [] },
    path,
    ...(body === null ? {} : { body }),
    ...(method === 'GET' ? {} : { sends: 'request' as const }),
    // Any path may name something that is not there.
    namesOne: true,
  }
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
