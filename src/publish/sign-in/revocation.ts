import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import type { BoundedFetch } from '../requests/bounded-fetch.js'
import {
  authorizationFailure,
  discover,
  NO_CLIENT_SECRET,
  oauthOptions,
  publicClient,
} from './authorization-server.js'
import type { Session } from './session.js'

/**
 * Revokes the tokens of a sign-in (RFC 7009). The refresh token goes first: a service that revokes it should
 * also revoke the access tokens that came from it.
 * @returns `unsupported` if the service names no revocation endpoint
 * @throws {Failure} if a token may still be valid
 */
export const revokeSession = async (
  fetch: BoundedFetch,
  session: Session,
  signal: AbortSignal,
): Promise<'revoked' | 'unsupported'> => {
  const { baseUrl, clientId, accessToken, refreshToken } = session
  const { server } = await discover(fetch, baseUrl, clientId, signal)
  if (server.revocation_endpoint === undefined) return 'unsupported'
  const tokens = [
    ...(refreshToken === null ? [] : [['refresh_token', refreshToken] as const]),
    ['access_token', accessToken] as const,
  ]
  try {
    for (const [hint, token] of tokens)
      await processRevocationResponse(
        await revocationRequest(server, publicClient(clientId), NO_CLIENT_SECRET, token, {
          ...oauthOptions(fetch, signal),
          additionalParameters: { token_type_hint: hint },
        }),
      )
    return 'revoked'
  } catch (error) {
    throw authorizationFailure(error, 'revoke the tokens', baseUrl)
  }
}
