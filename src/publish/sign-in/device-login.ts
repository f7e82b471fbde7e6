import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
} from 'oauth4webapi'
import * as z from 'zod'
import { Failure } from '../../failure.js'
import type { Scope } from '../../platform/publishing.js'
import { DEVICE_SLOW_DOWN_MS } from '../../platform/publishing.js'
import type { Clock } from '../clock.js'
import type { BoundedFetch } from '../requests/bounded-fetch.js'
import { NoAnswer } from '../requests/bounded-fetch.js'
import { parseUrl } from '../requests/server-address.js'
import type { Authority } from './authorization-server.js'
import {
  authorizationFailure,
  busyAnswer,
  NO_CLIENT_SECRET,
  oauthErrorCode,
  oauthOptions,
  publicClient,
} from './authorization-server.js'
import type { PendingLogin, Session } from './session.js'
import { sessionFrom } from './tokens.js'

/** RFC 8628, 3.2 and 3.5: the polling interval, and the limits for servers' values. */
const DEFAULT_INTERVAL_MS = 5_000
const MIN_INTERVAL_MS = 1_000
const MAX_INTERVAL_MS = 60_000
const MAX_LIFETIME_MS = 3_600_000
const MAX_USER_CODE_CHARACTERS = 64
const MAX_ADDRESS_CHARACTERS = 2_048

/**
 * Requests a device code (RFC 8628, 3.1).
 * @returns what to show the user and what to poll with; URLs are sanitised
 */
export const beginDeviceLogin = async (
  fetch: BoundedFetch,
  authority: Authority,
  scopes: readonly Scope[],
  now: () => number,
  signal: AbortSignal,
): Promise<PendingLogin> => {
  const { server, clientId, baseUrl } = authority
  if (server.device_authorization_endpoint === undefined)
    throw new Failure(
      'network',
      `${baseUrl} does not support sign-in with a code.`,
      'Sign in with --browser instead.',
    )
  const client = publicClient(clientId)
  let interval: unknown
  const options = oauthOptions(async (request) => {
    const answer = await fetch(request)
    const body = readJsonObject(answer.text)
    if (body === null) return answer
    // oauth4webapi rejects an interval of 0 or less; it is clamped below instead.
    interval = body['interval']
    const { interval: _, ...rest } = body
    return { ...answer, text: JSON.stringify(rest) }
  }, signal)
  try {
    const response = await deviceAuthorizationRequest(
      server,
      client,
      NO_CLIENT_SECRET,
      { scope: scopes.join(' ') },
      options,
    )
    const grant = await processDeviceAuthorizationResponse(server, client, response)
    if (grant.user_code.length > MAX_USER_CODE_CHARACTERS)
      throw new Failure(
        'network',
        `${baseUrl} sent a code that is too long to type.`,
        'Contact the operator of the service.',
      )
    const lifetime = Math.min(grant.expires_in * 1_000, MAX_LIFETIME_MS)
    return {
      baseUrl,
      clientId,
      deviceCode: grant.device_code,
      userCode: grant.user_code,
      verificationUri: readVerificationUri(grant.verification_uri, baseUrl),
      verificationUriComplete:
        grant.verification_uri_complete === undefined
          ? null
          : readVerificationUri(grant.verification_uri_complete, baseUrl),
      scopes: [...scopes],
      intervalMs: clampInterval(interval),
      expiresAt: now() + lifetime,
    }
  } catch (error) {
    throw authorizationFailure(error, 'start a sign-in', baseUrl)
  }
}

/**
 * Polls until the user has decided (RFC 8628, 3.4 and 3.5): never faster than the interval. Each `slow_down`
 * permanently adds 5 seconds; a poll without an answer, or with a busy service, doubles the interval.
 * @throws {Failure} `refused` if the user denied, `sign-in` if the code expired, `interrupted` by the signal
 */
export const completeDeviceLogin = async (
  fetch: BoundedFetch,
  authority: Authority,
  pending: PendingLogin,
  clock: Clock,
  signal: AbortSignal,
): Promise<Session> => {
  const { server, clientId, baseUrl } = authority
  const client = publicClient(clientId)
  let interval = pending.intervalMs
  for (;;) {
    const left = pending.expiresAt - clock.now()
    await clock.sleep(Math.max(0, Math.min(interval, left)), signal)
    if (interval >= left) throw expired()
    try {
      const response = await deviceCodeGrantRequest(
        server,
        client,
        NO_CLIENT_SECRET,
        pending.deviceCode,
        oauthOptions(fetch, signal),
      )
      const tokens = await processDeviceCodeResponse(server, client, response)
      const now = clock.now()
      return sessionFrom(tokens, { baseUrl, clientId, signedInAt: now }, pending.scopes, null, now)
    } catch (error) {
      switch (oauthErrorCode(error)) {
        case 'authorization_pending':
          continue
        case 'slow_down':
          interval += DEVICE_SLOW_DOWN_MS
          continue
        case 'expired_token':
          throw expired()
        case 'access_denied':
          throw new Failure(
            'refused',
            'The sign-in was denied.',
            'If that was a mistake, run miniapp login again.',
          )
        default:
      }
      if (!(error instanceof NoAnswer && error.passing) && busyAnswer(error) === null)
        throw authorizationFailure(error, 'finish the sign-in', baseUrl)
      interval = Math.max(interval, Math.min(interval * 2, MAX_INTERVAL_MS))
    }
  }
}

/** A server's interval in seconds as milliseconds, within polite and finite limits. */
export const clampInterval = (seconds: unknown): number =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? Math.min(Math.max(seconds * 1_000, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
    : DEFAULT_INTERVAL_MS

/** The URL to open: only http(s), so that opening it can start nothing but a browser. */
const readVerificationUri = (text: string, baseUrl: string): string => {
  const url = parseUrl(text)
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== '' ||
    url.href.length > MAX_ADDRESS_CHARACTERS
  )
    throw new Failure(
      'network',
      `${baseUrl} sends you to ${JSON.stringify(text.slice(0, 200))} to sign in, which is not a safe web page.`,
      'Contact the operator of the service.',
    )
  return url.href
}

const expired = (): Failure =>
  new Failure('sign-in', 'The code expired before it was approved.', 'Run miniapp login again.')

const jsonObject = z.record(z.string(), z.unknown())

const readJsonObject = (text: string): Record<string, unknown> | null => {
  try {
    return jsonObject.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // The next reader of the answer reports that it is not JSON.
    return null
  }
}
