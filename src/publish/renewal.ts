import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import {
  authorizationFailure,
  discover,
  NO_CLIENT_SECRET,
  oauthErrorCode,
  oauthOptions,
  publicClient,
} from './authorization-server.js'
import type { BoundedFetch } from './bounded-fetch.js'
import type { Session } from './session.js'
import { sessionFrom } from './tokens.js'

/**
 * Gets a new access token (readings: `grant_type=refresh_token`, `refresh_token`, `client_id`).
 * @returns the new session, or `disconnected` where the refresh failed with `invalid_grant` (5.6)
 * @throws {Failure} for everything else that an authorization server may answer
 */
export const renewSession = async (
  fetch: BoundedFetch,
  session: Session,
  refreshToken: string,
  now: () => number,
  signal: AbortSignal,
): Promise<Session | 'disconnected'> => {
  const { baseUrl, clientId, signedInAt } = session
  const { server } = await discover(fetch, baseUrl, clientId, signal)
  const client = publicClient(clientId)
  try {
    const response = await refreshTokenGrantRequest(
      server,
      client,
      NO_CLIENT_SECRET,
      refreshToken,
      oauthOptions(fetch, signal),
    )
    const tokens = await processRefreshTokenResponse(server, client, response)
    return sessionFrom(tokens, { baseUrl, clientId, signedInAt }, session.scopes, refreshToken, now())
  } catch (error) {
    if (oauthErrorCode(error) === 'invalid_grant') return 'disconnected'
    throw authorizationFailure(error, 'renew the sign-in', baseUrl)
  }
}
