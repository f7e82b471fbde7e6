import { createServer, type Server, type ServerResponse } from 'node:http'
import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { Failure, systemErrorCode, usageFailure } from '../../failure.js'
import type { Scope } from '../../platform/publishing.js'
import type { Clock } from '../clock.js'
import type { BoundedFetch } from '../requests/bounded-fetch.js'
import {
  type Authority,
  authorizationFailure,
  NO_CLIENT_SECRET,
  oauthOptions,
  publicClient,
} from './authorization-server.js'
import type { Session } from './session.js'
import { sessionFrom } from './tokens.js'

const CALLBACK_PATH = '/callback'
const LOOPBACK_ADDRESS = '127.0.0.1'
/** How long the user may take in the browser. */
export const CODE_WAIT_MS = 600_000

/** The redirect URI to register for the app: matched exactly, port included (5.1). */
export const redirectUriOf = (port: number): string => `http://localhost:${port}${CALLBACK_PATH}`

/**
 * Signs in with a browser on this machine: authorization code flow with PKCE (5.3, 5.4). The answer is
 * received once, on this machine's loopback address (RFC 8252, 7.3).
 * @param port the port of the registered redirect URI
 * @param onAddress receives the URL to open, and returns a function to call when the wait is over
 * @param onForeign an answer came that does not belong to this sign-in, for this reason; the wait goes on
 * @throws {Failure} `refused` if the user denied, `usage` if the port is in use
 */
export const codeLogin = async (
  fetch: BoundedFetch,
  authority: Authority,
  scopes: readonly Scope[],
  port: number,
  clock: Clock,
  signal: AbortSignal,
  onAddress: (url: string) => () => void,
  onForeign: (reason: string) => void,
): Promise<Session> => {
  const { server, clientId, baseUrl } = authority
  if (server.authorization_endpoint === undefined)
    throw new Failure(
      'network',
      `${baseUrl} does not support sign-in with a browser.`,
      'Sign in without --browser.',
    )
  const client = publicClient(clientId)
  const verifier = generateRandomCodeVerifier()
  const state = generateRandomState()
  const redirectUri = redirectUriOf(port)
  const address = new URL(server.authorization_endpoint)
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }))
    address.searchParams.set(name, value)
  const accept = (query: URLSearchParams): URLSearchParams =>
    validateAuthResponse(server, client, query, state)
  const receiver = await receiveOnce(port, accept, (query) =>
    onForeign(foreignReason(query, state, server.issuer)),
  )
  try {
    const onWaited = onAddress(address.href)
    const parameters = await receiver.parameters(signal).finally(onWaited)
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      NO_CLIENT_SECRET,
      parameters,
      redirectUri,
      verifier,
      oauthOptions(fetch, signal),
    )
    const tokens = await processAuthorizationCodeResponse(server, client, response)
    const now = clock.now()
    const session = sessionFrom(tokens, { baseUrl, clientId, signedInAt: now }, scopes, null, now)
    receiver.stop(SIGNED_IN_PAGE)
    return session
  } catch (error) {
    receiver.stop(FAILED_PAGE)
    if (error instanceof AuthorizationResponseError) throw refusal(error, baseUrl)
    throw authorizationFailure(error, 'finish the sign-in', baseUrl)
  }
}

const refusal = (error: AuthorizationResponseError, baseUrl: string): Failure =>
  error.error === 'access_denied'
    ? new Failure(
        'refused',
        'The sign-in was denied.',
        'If that was a mistake, run miniapp login again.',
        error,
      )
    : new Failure(
        'refused',
        `${baseUrl} refused: ${error.error_description ?? error.error}.`,
        undefined,
        error,
      )

/** Why an answer does not belong to the sign-in; what it says itself is not trusted, so it is not repeated. */
const foreignReason = (query: URLSearchParams, state: string, issuer: string): string => {
  const given = query.getAll('state')
  if (given.length !== 1 || given[0] !== state)
    return `its state is ${given.length === 0 ? 'missing' : 'wrong'}`
  const issuers = query.getAll('iss')
  return issuers.length === 1 && issuers[0] === issuer
    ? 'it is not valid'
    : `its issuer is ${issuers.length === 0 ? 'missing' : `not ${issuer}`}`
}

/** What the browser shows at the end: a status and a sentence. */
type FinalPage = readonly [status: number, text: string]

const SIGNED_IN_PAGE: FinalPage = [
  200,
  'You are signed in. You can close this page and return to your terminal.',
]
const DENIED_PAGE: FinalPage = [
  200,
  'The sign-in was not completed. Your terminal shows the reason. You can close this page.',
]
const FAILED_PAGE: FinalPage = [
  400,
  'The sign-in failed. Your terminal shows the reason. To try again, close this page and run miniapp login --browser.',
]

/**
 * Listens for the redirect. A request with another `state` or issuer does not come from the service for this
 * sign-in: it is refused, and the wait continues. The browser is answered only when the outcome is known: a
 * code may turn out to be invalid.
 */
const receiveOnce = async (
  port: number,
  accept: (query: URLSearchParams) => URLSearchParams,
  onForeign: (query: URLSearchParams) => void,
) => {
  let settle: {
    readonly resolve: (query: URLSearchParams) => void
    readonly reject: (error: unknown) => void
  }
  const received = new Promise<URLSearchParams>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // A waiting caller gets the rejection; without one, it must not end the process.
  received.catch(() => {})
  const waiting = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    // Any page in the browser can request an invalid URL, which must not end the wait.
    const url = readTarget(request.url ?? '/')
    const isOurs = request.headers.host === `localhost:${port}`
    if (request.method !== 'GET' || url.path !== CALLBACK_PATH || !isOurs)
      return answer(response, [404, 'Not found.'])
    try {
      const parameters = accept(url.query)
      waiting.add(response)
      response.once('close', () => waiting.delete(response))
      settle.resolve(parameters)
    } catch (error) {
      if (error instanceof AuthorizationResponseError) {
        answer(response, DENIED_PAGE)
        settle.reject(error)
      } else {
        answer(response, [
          400,
          'This page does not belong to the current sign-in. Close it, and open the URL that your terminal shows.',
        ])
        onForeign(url.query)
      }
    }
  })
  await listenOn(server, port)
  return {
    /** The parameters of the redirect; the browser keeps waiting for the final page. */
    parameters: async (signal: AbortSignal): Promise<URLSearchParams> => {
      const late = new Failure(
        'sign-in',
        'The sign-in timed out after ten minutes.',
        'Run miniapp login --browser again.',
      )
      const timer = setTimeout(() => settle.reject(late), CODE_WAIT_MS)
      const onAbort = (): void => settle.reject(signal.reason)
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await received
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
    },
    /** Sends the final page to the browser and releases the port. */
    stop: (page: FinalPage): void => {
      for (const response of waiting) answer(response, page)
      server.close()
      server.closeIdleConnections()
    },
  }
}

const readTarget = (target: string): { readonly path: string; readonly query: URLSearchParams } => {
  const [path = '', ...query] = target.split('?')
  return { path, query: new URLSearchParams(query.join('?')) }
}

const listenOn = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        systemErrorCode(error) === 'EADDRINUSE'
          ? usageFailure(
              `Port ${port}, needed for the redirect from the browser, is in use.`,
              `Free the port, or register ${redirectUriOf(port + 1)} for the app and use --redirect-port ${port + 1}.`,
              error,
            )
          : error,
      )
    })
    server.listen(port, LOOPBACK_ADDRESS, resolve)
  })

/** The final page: the URL that led to it contains a code, which no other page may learn. */
const answer = (response: ServerResponse, [status, text]: FinalPage): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>miniapp</title><style>:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;max-width:32em;margin:18vh auto;padding:0 20px;text-align:center}</style></head>
<body><p>${text}</p></body></html>
`)
}
