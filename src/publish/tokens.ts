import type { TokenEndpointResponse } from 'oauth4webapi'
import { OperationProcessingError, processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import type { Authority } from './authorization-server.js'
import { NO_CLIENT_SECRET, oauthOptions, publicClient } from './authorization-server.js'
import type { BoundedFetch } from './bounded-fetch.js'
import type { Session } from './session.js'

/** Longest token that is kept and sent: HTTP servers refuse longer headers. */
const MAX_TOKEN_CHARACTERS = 8_192

/**
 * The session that a token response (2.6) makes.
 * @param requested the scopes that were asked for: what a response without `scope` grants (RFC 6749, 5.1)
 */
export const sessionFrom = (
  tokens: TokenEndpointResponse,
  origin: Pick<Session, 'baseUrl' | 'clientId' | 'signedInAt'>,
  requested: readonly string[],
  previousRefreshToken: string | null,
  now: number,
): Session => {
  if (tokens.token_type !== 'bearer') throw new OperationProcessingError('the token is no bearer token')
  const refreshToken = tokens.refresh_token ?? previousRefreshToken
  for (const token of [tokens.access_token, refreshToken])
    if (token !== null && !isHeaderSafe(token)) throw new OperationProcessingError('the token is malformed')
  return {
    ...origin,
    accessToken: tokens.access_token,
    refreshToken,
    scopes:
      tokens.scope === undefined ? [...requested] : tokens.scope.split(' ').filter((name) => name !== ''),
    expiresAt: tokens.expires_in === undefined ? null : now + tokens.expires_in * 1_000,
  }
}

/** Whether a token is one by RFC 6750, 2.1, or at least printable: it goes into a header as it is. */
export const isHeaderSafe = (token: string): boolean =>
  token.length <= MAX_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(token)

/**
 * Gets a new access token (readings: `grant_type=refresh_token`, `refresh_token`, `client_id`).
 * @throws oauth4webapi's errors; `invalid_grant` means that the person disconnected the app (5.6)
 */
export const refreshSession = async (
  fetch: BoundedFetch,
  authority: Authority,
  session: Session,
  refreshToken: string,
  now: () => number,
  signal: AbortSignal,
): Promise<Session> => {
  const client = publicClient(session.clientId)
  const response = await refreshTokenGrantRequest(
    authority.server,
    client,
    NO_CLIENT_SECRET,
    refreshToken,
    oauthOptions(fetch, signal),
  )
  const tokens = await processRefreshTokenResponse(authority.server, client, response)
  const { baseUrl, clientId, signedInAt } = session
  return sessionFrom(tokens, { baseUrl, clientId, signedInAt }, session.scopes, refreshToken, now())
}
