import type { AuthorizationServer, Client } from 'oauth4webapi'
import {
  allowInsecureRequests,
  customFetch,
  None,
  OperationProcessingError,
  processDiscoveryResponse,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { Failure, systemErrorCode } from '../../failure.js'
import { AUTHORIZATION_PATHS } from '../../platform/publishing.js'
import { saying, waitFirst } from '../requests/api-answer.js'
import type { BoundedFetch, HttpAnswer } from '../requests/bounded-fetch.js'
import { retryAfter } from '../requests/retry-after.js'
import { isLoopback, isPrivateTransport, parseUrl } from '../requests/server-address.js'

/** The endpoints of a service's authorization server: from its metadata, or the specification's defaults. */
export interface Authority {
  readonly baseUrl: string
  readonly server: AuthorizationServer
  readonly clientId: string
  /** Whether the service has a discovery document. */
  readonly discovered: boolean
}

/**
 * Finds the endpoints of a service (RFC 8414). Without a discovery document, the paths of the publishing API
 * apply.
 * @throws {Failure} `network` if the service cannot be reached, or its metadata is wrong or invalid
 */
export const discover = async (
  fetch: BoundedFetch,
  baseUrl: string,
  clientId: string,
  signal: AbortSignal,
): Promise<Authority> => {
  for (const url of discoveryUrls(baseUrl)) {
    const answer = await fetch({ method: 'GET', url, headers: { accept: 'application/json' }, signal })
    if (answer.status === 404 || answer.status === 410) continue
    const response = toResponse(answer)
    try {
      const server = await processDiscoveryResponse(new URL(baseUrl), response)
      checkIssuer(server, baseUrl)
      checkEndpoints(server, baseUrl)
      return { baseUrl, server, clientId, discovered: true }
    } catch (error) {
      throw authorizationFailure(error, 'read the sign-in metadata', baseUrl)
    }
  }
  return { baseUrl, server: documentedServer(baseUrl), clientId, discovered: false }
}

/** The specification appends the well-known path; RFC 8414 inserts it before the path of the base URL. */
const discoveryUrls = (baseUrl: string): readonly string[] => {
  const { origin, pathname } = new URL(baseUrl)
  const appended = `${baseUrl}${AUTHORIZATION_PATHS.discovery}`
  return pathname === '/' ? [appended] : [appended, `${origin}${AUTHORIZATION_PATHS.discovery}${pathname}`]
}

const documentedServer = (baseUrl: string): AuthorizationServer => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}${AUTHORIZATION_PATHS.authorize}`,
  token_endpoint: `${baseUrl}${AUTHORIZATION_PATHS.token}`,
  device_authorization_endpoint: `${baseUrl}${AUTHORIZATION_PATHS.deviceAuthorization}`,
})

/**
 * RFC 8414, 3.3: the issuer is identical to what was asked for. oauth4webapi compares parsed URLs, to which a
 * trailing slash or the case of the host makes no difference.
 */
const checkIssuer = (server: AuthorizationServer, baseUrl: string): void => {
  if (server.issuer !== baseUrl)
    throw new Failure(
      'network',
      `${baseUrl} identifies itself as another service: its issuer is ${JSON.stringify(server.issuer)}.`,
      'The issuer must be exactly the base URL, without a trailing slash. Contact the operator of the service.',
    )
}

const ENDPOINTS = [
  'token_endpoint',
  'device_authorization_endpoint',
  'authorization_endpoint',
  'revocation_endpoint',
] as const

/**
 * The metadata decides where codes and tokens are sent: never unencrypted, and never from the internet to
 * this machine.
 */
const checkEndpoints = (server: AuthorizationServer, baseUrl: string): void => {
  // Without it, a code that the user approves could not become a token.
  if (server.token_endpoint === undefined)
    throw new Failure(
      'network',
      `The sign-in metadata of ${baseUrl} has no token_endpoint.`,
      'Contact the operator of the service.',
    )
  const local = isLoopback(new URL(baseUrl))
  for (const name of ENDPOINTS) {
    const value = server[name]
    if (value === undefined) continue
    const url = typeof value === 'string' ? parseUrl(value) : null
    if (url === null || !isPrivateTransport(url) || (isLoopback(url) && !local))
      throw new Failure(
        'network',
        `${baseUrl} gives ${JSON.stringify(value)} as its ${name}, which is not safe for credentials.`,
        'Contact the operator of the service.',
      )
  }
}

/** The options of every oauth4webapi call: a public client, our fetch, and our own rule on http instead of its. */
export const oauthOptions = (fetch: BoundedFetch, signal: AbortSignal) => ({
  // boundedFetch allows http only to this machine.
  [allowInsecureRequests]: true,
  [customFetch]: async (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: URLSearchParams | undefined },
  ): Promise<Response> =>
    toResponse(
      await fetch({
        method: init.method === 'GET' ? 'GET' : 'POST',
        url,
        headers: init.headers,
        signal,
        ...(init.body === undefined ? {} : { body: init.body.toString() }),
      }),
    ),
})

export const publicClient = (clientId: string): Client => ({ client_id: clientId })

/** 5.1: no client secret is issued. */
export const NO_CLIENT_SECRET = None()

/** A complete answer as a Response, which oauth4webapi reads. */
const toResponse = (answer: HttpAnswer): Response => {
  const used = withoutUnused(answer.text)
  // The text is decoded and complete, so its original encoding and length no longer apply.
  const headers = new Headers(
    [...answer.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length'),
  )
  // oauth4webapi rejects other content types, though JSON is readable with any type.
  if (used !== null) headers.set('content-type', 'application/json')
  // It also ignores an error next to a challenge, which some servers send with every 401 (RFC 6749, 5.2).
  if (used !== null) headers.delete('www-authenticate')
  const bodyless = answer.status === 204 || answer.status === 205 || answer.status === 304
  return new Response(bodyless ? null : (used ?? answer.text), { status: answer.status, headers })
}

/**
 * A JSON object without null fields, which many servers use for "not set", and without an unrequested ID
 * token; oauth4webapi would reject the whole answer for either. Null for anything else.
 */
const withoutUnused = (text: string): string | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const used = Object.entries(value).filter(([name, inner]) => inner !== null && name !== 'id_token')
    return JSON.stringify(Object.fromEntries(used))
  } catch {
    // The next reader of the answer reports that it is not JSON.
    return null
  }
}

/** The `error` code of an authorization server's answer (RFC 6749, 5.2), or null. */
export const oauthErrorCode = (error: unknown): string | null =>
  error instanceof ResponseBodyError ? error.error : null

/** Temporary statuses: too many requests, or a server or gateway that is down (RFC 9110, 15.6). */
const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504]

/** The answer with a temporary status, if the authorization server gave no answer of its own. */
export const busyAnswer = (error: unknown): Response | null => {
  const answer =
    error instanceof ResponseBodyError ? error.response : error instanceof Error ? error.cause : null
  return answer instanceof Response && PASSING_STATUSES.includes(answer.status) ? answer : null
}

/** The failure for an error from an authorization server. */
export const authorizationFailure = (error: unknown, doing: string, baseUrl: string): unknown => {
  const words = error instanceof ResponseBodyError ? (error.error_description ?? error.error) : null
  const busy = busyAnswer(error)
  if (busy?.status === 429) {
    const wait = retryAfter(new Map(busy.headers), Date.parse(busy.headers.get('date') ?? ''))
    return new Failure(
      'rate-limited',
      `${baseUrl} limits requests.${saying(words)}`,
      waitFirst(wait),
      error,
      429,
    )
  }
  if (busy !== null) return unavailable(busy, baseUrl, error)
  if (error instanceof ResponseBodyError) return refusal(error, baseUrl)
  // oauth4webapi parses the issuer: an invalid URL is a mismatch, too.
  if (
    (error instanceof OperationProcessingError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') ||
    systemErrorCode(error) === 'ERR_INVALID_URL'
  )
    return new Failure(
      'network',
      `${baseUrl} identifies itself as another service: its issuer is a different URL.`,
      'If you trust the service, set --base-url to exactly its issuer URL.',
      error,
    )
  if (
    error instanceof OperationProcessingError ||
    error instanceof UnsupportedOperationError ||
    error instanceof WWWAuthenticateChallengeError
  )
    return new Failure(
      'network',
      `Could not ${doing}: ${baseUrl} sent an unexpected answer (${plainReason(error)}).`,
      'Check that --base-url is the URL of the service.',
      error,
    )
  return error
}

/** A server or gateway that is down. A refresh is not sent again by itself: the token may be used up. */
const unavailable = (busy: Response, baseUrl: string, error: unknown): Failure => {
  const wait = retryAfter(new Map(busy.headers), Date.parse(busy.headers.get('date') ?? ''))
  return new Failure(
    'network',
    `${baseUrl} is unavailable for now (status ${busy.status}).`,
    waitFirst(wait),
    error,
    busy.status,
  )
}

const refusal = (error: ResponseBodyError, baseUrl: string): Failure => {
  // The specification's errors (2.7) are sentences, OAuth's are codes.
  const words = (error.error_description ?? error.error).replace(/\.$/, '')
  switch (error.error) {
    case 'invalid_client':
    case 'unauthorized_client':
      return new Failure(
        'refused',
        `${baseUrl} does not know this client, or does not allow it to sign in this way: ${words}.`,
        'Set --client-id to the client ID that the service gave your app.',
        error,
      )
    case 'invalid_scope':
      return new Failure(
        'refused',
        `${baseUrl} does not grant these scopes: ${words}.`,
        'Request other scopes with --scope.',
        error,
      )
    case 'slow_down':
    case 'temporarily_unavailable':
      return new Failure('rate-limited', `${baseUrl} is busy: ${words}.`, 'Try again in a minute.', error)
    default:
      return new Failure('refused', `${baseUrl} refused: ${words}.`, undefined, error)
  }
}

const plainReason = (error: Error): string => {
  const cause = error.cause
  if (cause instanceof Response && cause.status !== 200) return `status ${cause.status}`
  if ('code' in error && (error.code === 'OAUTH_PARSE_ERROR' || error.code === 'OAUTH_RESPONSE_IS_NOT_JSON'))
    return 'the answer is not JSON'
  return error.message
    .replaceAll('"response" body must', 'it must')
    .replaceAll('"response" body', 'its')
    .replaceAll('"response"', 'the answer')
    .replaceAll('"', '')
}
