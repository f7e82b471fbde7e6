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
import { Failure, systemErrorCode } from '../failure.js'
import type { Scope } from '../platform/publishing.js'
import {
  type Authority,
  authorizationFailure,
  NO_CLIENT_SECRET,
  oauthOptions,
  publicClient,
} from './authorization-server.js'
import type { BoundedFetch } from './bounded-fetch.js'
import type { Clock } from './clock.js'
import type { Session } from './session.js'
import { sessionFrom } from './tokens.js'

const CALLBACK_PATH = '/callback'
const LOOPBACK_ADDRESS = '127.0.0.1'
/** How long a person may take in the browser. */
export const CODE_WAIT_MS = 600_000

/** The address to register for the app: matched exactly, port included (5.1). */
export const redirectUriOf = (port: number): string => `http://localhost:${port}${CALLBACK_PATH}`

/**
 * Signs in through a browser on this machine: authorization code flow with PKCE (5.3, 5.4), its answer received
 * once, on this machine's loopback address (RFC 8252, 7.3).
 * @param port that of the redirect address which is registered for the app
 * @param onAddress is told the address to open, and returns what to call when the wait is over
 * @throws {Failure} `refused` when the person said no, `usage` when the port is taken
 */
export const codeLogin = async (
  fetch: BoundedFetch,
  authority: Authority,
  scopes: readonly Scope[],
  port: number,
  clock: Clock,
  signal: AbortSignal,
  onAddress: (url: string) => () => void,
): Promise<Session> => {
  const { server, clientId, baseUrl } = authority
  if (server.authorization_endpoint === undefined)
    throw new Failure('network', `${baseUrl} offers no sign-in in a browser.`, 'Sign in without --browser.')
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
  const receiver = await receiveOnce(port, accept)
  try {
    const onWaited = onAddress(address.href)
    const parameters = await receiver.answer(signal).finally(onWaited)
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
    return sessionFrom(tokens, { baseUrl, clientId, signedInAt: now }, scopes, null, now)
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw refusal(error, baseUrl)
    throw authorizationFailure(error, 'finish the sign-in', baseUrl)
  } finally {
    receiver.stop()
  }
}

const refusal = (error: AuthorizationResponseError, baseUrl: string): Failure =>
  error.error === 'access_denied'
    ? new Failure(
        'refused',
        'The sign-in was denied.',
        'Run miniapp login again if that was a mistake.',
        error,
      )
    : new Failure(
        'refused',
        `${baseUrl} refused: ${error.error_description ?? error.error}.`,
        undefined,
        error,
      )

interface Receiver {
  readonly answer: (signal: AbortSignal) => Promise<URLSearchParams>
  readonly stop: () => void
}

/**
 * Listens for the browser to come back. A request whose `state` is not ours, or which names another issuer, was not
 * sent by the service for us: it is refused, and the wait goes on.
 */
const receiveOnce = async (
  port: number,
  accept: (query: URLSearchParams) => URLSearchParams,
): Promise<Receiver> => {
  let settle: {
    readonly resolve: (query: URLSearchParams) => void
    readonly reject: (error: unknown) => void
  }
  const received = new Promise<URLSearchParams>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Whoever waits hears of it; without anyone waiting it must not end the process.
  received.catch(() => {})
  const server = createServer((request, response) => {
    // Any page in the browser can ask for what is no URL at all: it must not end the wait.
    const url = readTarget(request.url ?? '/')
    const isOurs = request.headers.host === `localhost:${port}`
    if (request.method !== 'GET' || url.path !== CALLBACK_PATH || !isOurs) {
      answer(response, 404, 'Nothing is here.')
      return
    }
    try {
      settle.resolve(accept(url.query))
      answer(response, 200, 'You are signed in. You can close this page and go back to your terminal.')
    } catch (error) {
      if (error instanceof AuthorizationResponseError) {
        answer(response, 200, 'You were not signed in. You can close this page and go back to your terminal.')
        settle.reject(error)
      } else answer(response, 400, 'This answer belongs to no sign-in that waits here.')
    }
  })
  await listenOn(server, port)
  return {
    answer: async (signal) => {
      const timer = setTimeout(
        () =>
          settle.reject(
            new Failure(
              'sign-in',
              'Nobody signed in within ten minutes.',
              'Run miniapp login --browser again.',
            ),
          ),
        CODE_WAIT_MS,
      )
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
    stop: () => {
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
          ? new Failure(
              'usage',
              `Port ${port}, on which the browser would come back, is in use.`,
              `Free it, or register ${redirectUriOf(port + 1)} for the app and name it with --redirect-port ${port + 1}.`,
              error,
            )
          : error,
      )
    })
    server.listen(port, LOOPBACK_ADDRESS, resolve)
  })

/** The page at the end: the address that led to it held a code, which no other page may learn. */
const answer = (response: ServerResponse, status: number, text: string): void => {
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
