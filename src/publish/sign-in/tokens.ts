import type { TokenEndpointResponse } from 'oauth4webapi'
import { OperationProcessingError } from 'oauth4webapi'
import type { Session } from './session.js'
import { isHeaderSafe } from './session.js'

/**
 * The session from a token response (2.6).
 * @param requested the requested scopes, which a response without `scope` grants (RFC 6749, 5.1)
 */
export const sessionFrom = (
  tokens: TokenEndpointResponse,
  origin: Pick<Session, 'baseUrl' | 'clientId' | 'signedInAt'>,
  requested: readonly string[],
  previousRefreshToken: string | null,
  now: number,
): Session => {
  if (tokens.token_type !== 'bearer') throw new OperationProcessingError('the token is not a bearer token')
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
