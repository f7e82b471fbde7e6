import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import type { Clock } from '../clock.js'
import type { BoundedFetch } from '../requests/bounded-fetch.js'
import { type Patience, patientFetch } from '../requests/retry-after.js'
import {
  authorizationFailure,
  discover,
  NO_CLIENT_SECRET,
  oauthErrorCode,
  oauthOptions,
  publicClient,
} from './authorization-server.js'
import type { Session } from './session.js'
import { sessionFrom } from './tokens.js'

/**
 * How long an interruption waits for a refresh under way: the service may already have used up the old token,
 * and without the answer the sign-in would be lost.
 */
const ANSWER_GRACE_MS = 5_000

/**
 * Gets a new access token (readings: `grant_type=refresh_token`, `refresh_token`, `client_id`).
 * @returns the new session, or `disconnected` if the refresh failed with `invalid_grant` (5.6)
 * @throws {Failure} for any other error of the authorization server
 */
export const renewSession = async (
  fetch: BoundedFetch,
  session: Session,
  refreshToken: string,
  patience: Patience,
): Promise<Session | 'disconnected'> => {
  const { clock, signal } = patience
  const patient = patientFetch(fetch, patience)
  const { baseUrl, clientId, signedInAt } = session
  const { server } = await discover(patient, baseUrl, clientId, signal)
  signal.throwIfAborted()
  const client = publicClient(clientId)
  const late = abortLater(signal, ANSWER_GRACE_MS, clock)
  try {
    const response = await refreshTokenGrantRequest(
      server,
      client,
      NO_CLIENT_SECRET,
      refreshToken,
      oauthOptions(patient, late.signal),
    )
    const tokens = await processRefreshTokenResponse(server, client, response)
    return sessionFrom(tokens, { baseUrl, clientId, signedInAt }, session.scopes, refreshToken, clock.now())
  } catch (error) {
    if (oauthErrorCode(error) === 'invalid_grant') return 'disconnected'
    throw authorizationFailure(error, 'renew the sign-in', baseUrl)
  } finally {
    late.stop()
  }
}

/** A signal that aborts some milliseconds after another, with its reason, unless it is stopped first. */
const abortLater = (
  signal: AbortSignal,
  milliseconds: number,
  { sleep }: Clock,
): { readonly signal: AbortSignal; readonly stop: () => void } => {
  const late = new AbortController()
  const stopped = new AbortController()
  const follow = (): void => {
    sleep(milliseconds, stopped.signal).then(
      () => late.abort(signal.reason),
      // Stopped because the answer came in time.
      () => {},
    )
  }
  signal.addEventListener('abort', follow, { once: true })
  return {
    signal: late.signal,
    stop: () => {
      signal.removeEventListener('abort', follow)
      stopped.abort()
    },
  }
}
