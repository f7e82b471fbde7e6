import type { Scope } from '../../platform/publishing.js'
import type { Connection } from '../records/records.js'
import { type Change, put, removal } from '../records/store.js'
import { hashOf, newId, newSecret } from '../secrets.js'
import type { World } from '../world.js'
import { isPaused, scopesInForce } from './consent.js'

/** 2.6: the answer of the token endpoint. */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * New tokens for a connection, and the changes that store them.
 * @param narrowed the access token's scopes, if fewer than the refresh token's
 */
export const issueTokens = (
  world: World,
  connectionId: string,
  scopes: readonly Scope[],
  family: string = newId(world, 'fam'),
  narrowed: readonly Scope[] = scopes,
): { readonly response: TokenResponse; readonly changes: readonly Change[] } => {
  const access = newSecret(world)
  const refresh = newSecret(world)
  const accessHash = hashOf(access)
  const refreshHash = hashOf(refresh)
  return {
    response: {
      access_token: access,
      token_type: 'Bearer',
      expires_in: world.tokenLifetimeSeconds,
      refresh_token: refresh,
      // 2.6: what the user approved. What is switched off since does not show: the service never says which permission
      // is missing, and the client does not restart authorization (7).
      scope: narrowed.join(' '),
    },
    changes: [
      put('accessToken', accessHash, {
        hash: accessHash,
        connectionId,
        family,
        scopes: [...narrowed],
        expiresAt: world.now() + world.tokenLifetimeSeconds * 1_000,
      }),
      put('refreshToken', refreshHash, {
        hash: refreshHash,
        connectionId,
        family,
        scopes: [...scopes],
        state: 'good',
      }),
      ...expiredAccessTokens(world),
    ],
  }
}

/** Expired tokens can be deleted: an unknown token is refused just like an expired one. */
const expiredAccessTokens = (world: World): readonly Change[] => {
  const now = world.now()
  const gone: Change[] = []
  for (const { hash, expiresAt } of world.store.all('accessToken')) {
    if (expiresAt <= now) gone.push(removal('accessToken', hash))
  }
  return gone
}

/** What a bearer token currently permits, or null if it is invalid. Consent is evaluated on each request (3). */
export const readAccessToken = (
  world: World,
  token: string,
): { readonly connection: Connection; readonly scopes: readonly Scope[] } | null => {
  const record = world.store.get('accessToken', hashOf(token))
  if (record === null || record.expiresAt <= world.now()) return null
  const connection = world.store.get('connection', record.connectionId)
  if (connection === null) return null
  return {
    connection,
    scopes: isPaused(world, connection.memberId) ? [] : scopesInForce(connection, record.scopes),
  }
}

/**
 * Rotates a refresh token (RFC 9700, 4.14.2): the old one becomes invalid. A token used twice was stolen from
 * the service or its owner, so its whole family is revoked.
 * @param wanted fewer scopes for the access token (RFC 6749, 6); null for all
 * @returns the new tokens, or the error
 */
export const rotateRefreshToken = async (
  world: World,
  token: string,
  clientId: string,
  wanted: readonly string[] | null,
): Promise<TokenResponse | 'invalid_grant' | 'invalid_scope'> => {
  const record = world.store.get('refreshToken', hashOf(token))
  if (record === null) return 'invalid_grant'
  const connection = world.store.get('connection', record.connectionId)
  if (connection === null || connection.clientId !== clientId) return 'invalid_grant'
  if (record.state === 'used') {
    await world.store.commit(revokeFamily(world, record.family))
    return 'invalid_grant'
  }
  if (record.state === 'revoked' || connection.disconnectedAt !== null) return 'invalid_grant'
  const { connectionId, family, scopes } = record
  const narrowed = wanted === null ? scopes : scopes.filter((scope) => wanted.includes(scope))
  if (wanted !== null && (narrowed.length === 0 || narrowed.length < wanted.length)) return 'invalid_scope'
  const { response, changes } = issueTokens(world, connectionId, scopes, family, narrowed)
  await world.store.commit([put('refreshToken', record.hash, { ...record, state: 'used' }), ...changes])
  return response
}

/**
 * Revokes an access token, or a refresh token with its whole family (RFC 7009, 2.1). Another client's token, or
 * an unknown one, stays as it is.
 */
export const revokeToken = async (world: World, token: string, clientId: string): Promise<void> => {
  const hash = hashOf(token)
  const refresh = world.store.get('refreshToken', hash)
  const record = refresh ?? world.store.get('accessToken', hash)
  const connection = record === null ? null : world.store.get('connection', record.connectionId)
  if (record === null || connection?.clientId !== clientId) return
  await world.store.commit(
    refresh === null ? [removal('accessToken', hash)] : revokeFamily(world, refresh.family),
  )
}

/** The changes that revoke every token of a family. */
export const revokeFamily = (world: World, family: string): readonly Change[] => {
  const changes: Change[] = []
  for (const token of world.store.all('refreshToken'))
    if (token.family === family) changes.push(put('refreshToken', token.hash, { ...token, state: 'revoked' }))
  for (const token of world.store.all('accessToken'))
    if (token.family === family) changes.push(removal('accessToken', token.hash))
  return changes
}
