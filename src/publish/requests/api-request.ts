import { usageFailure } from '../../failure.js'
import { OPERATIONS, type Operation } from '../../platform/publishing.js'
import type { Call } from './authorized-call.js'
import type { HttpMethod, StreamedBody } from './bounded-fetch.js'

/**
 * The call of a raw request. If it is one of the API's operations, the scopes of that operation explain a
 * refusal.
 * @param path from `readApiPath`
 */
export const rawCall = (method: HttpMethod, path: string, body: string | StreamedBody | null): Call => {
  return {
    operation: { method, scopes: operationAt(method, path)?.scopes ?? [] },
    path,
    ...(body === null ? {} : { body }),
    ...(method === 'GET' ? {} : { sends: 'request' as const }),
    // Any path may name something that is not there.
    namesOne: true,
  }
}

/** The operation of the API that a request is; undefined if it is none that is documented (4). */
export const operationAt = (method: HttpMethod, path: string): Operation | undefined => {
  const place = path.split('?')[0] ?? path
  return Object.values<Operation>(OPERATIONS).find(
    (known) => known.method === method && patternOf(known.path).test(place),
  )
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

const API_PREFIX = '/v1/'
/** Never contacted: it only completes a path to a URL. */
const ANY_ORIGIN = 'http://service.invalid'

/**
 * The path of a raw request, as it is sent: below `/v1` of the service, and nowhere else. A URL parser resolves
 * it first, since `..`, `%2e%2e`, `\` and tabs could otherwise lead to another path or host.
 * @param text with or without a leading slash; may have a query
 * @param query is added to its own
 * @throws {Failure} `usage`
 */
export const readApiPath = (text: string, query: readonly (readonly [string, string])[] = []): string => {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(text))
    throw usageFailure(
      `${JSON.stringify(text)} is a URL.`,
      `Give only the path, such as ${API_PREFIX}profile: requests go to the service that you are signed in to.`,
    )
  const path = text.startsWith('/') ? text : `/${text}`
  const isPlain = !/[\s\p{Cc}\\#]/u.test(path)
  const url = isPlain && URL.canParse(`${ANY_ORIGIN}${path}`) ? new URL(`${ANY_ORIGIN}${path}`) : null
  if (url === null || url.origin !== ANY_ORIGIN || !isBelowPrefix(url.pathname))
    throw usageFailure(
      `${JSON.stringify(text)} is not a path of the API.`,
      `Give a path below ${API_PREFIX}, such as ${API_PREFIX}profile.`,
    )
  for (const [name, value] of query) url.searchParams.append(name, value)
  return `${url.pathname}${url.search}`
}

/** Whether it is still below the prefix if the server decodes it. */
const isBelowPrefix = (path: string): boolean => {
  if (!path.startsWith(API_PREFIX) || path === API_PREFIX) return false
  try {
    const parts = decodeURIComponent(path).split(/[/\\]/)
    return !parts.includes('..') && !parts.includes('.')
  } catch {
    // A percent sign that encodes nothing: servers read it in different ways.
    return false
  }
}
