import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../platform/publishing.js'
import { put, removal } from '../records/store.js'
import { hashOf, newId, newSecret } from '../secrets.js'
import type { World } from '../world.js'
import { connect } from './consent.js'
import { issueTokens, revokeFamily, type TokenResponse } from './tokens.js'

/** RFC 6749, 4.1.2: at most ten minutes; browsers need seconds. */
const LIFETIME_MS = 60_000

/** Connects the app and makes a code (5.3). */
export const issueCode = async (
  world: World,
  request: {
    readonly clientId: string
    readonly memberId: string
    readonly redirectUri: string
    readonly challenge: string
    readonly approved: readonly Scope[]
  },
): Promise<string> => {
  const code = newSecret(world)
  const hash = hashOf(code)
  const { connection, change } = connect(world, request.clientId, request.memberId, request.approved)
  const now = world.now()
  const expired = [...world.store.all('authorizationCode')]
    .filter((old) => old.expiresAt + LIFETIME_MS <= now)
    .map((old) => removal('authorizationCode', old.hash))
  await world.store.commit([
    ...expired,
    change,
    put('authorizationCode', hash, {
      hash,
      clientId: request.clientId,
      redirectUri: request.redirectUri,
      challenge: request.challenge,
      connectionId: connection.id,
      family: newId(world, 'fam'),
      scopes: [...request.approved],
      expiresAt: now + LIFETIME_MS,
      used: false,
    }),
  ])
  return code
}

/**
 * Exchanges a code for tokens (5.4); null for `invalid_grant`. A code used twice revokes its tokens (RFC
 * 6749, 4.1.2).
 */
export const exchangeCode = async (
  world: World,
  request: {
    readonly code: string
    readonly redirectUri: string
    readonly verifier: string
    readonly clientId: string
  },
): Promise<TokenResponse | null> => {
  const code = world.store.get('authorizationCode', hashOf(request.code))
  if (code === null || code.clientId !== request.clientId) return null
  if (code.used) {
    await world.store.commit(revokeFamily(world, code.family))
    return null
  }
  if (code.expiresAt <= world.now() || code.redirectUri !== request.redirectUri) return null
  if (!matchesChallenge(request.verifier, code.challenge)) return null
  if (world.store.get('connection', code.connectionId)?.disconnectedAt !== null) return null
  const { response, changes } = issueTokens(world, code.connectionId, code.scopes, code.family)
  await world.store.commit([put('authorizationCode', code.hash, { ...code, used: true }), ...changes])
  return response
}

/** RFC 7636, 4.6. */
const matchesChallenge = (verifier: string, challenge: string): boolean => {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false
  const computed = createHash('sha256').update(verifier).digest()
  const expected = Buffer.from(challenge, 'base64url')
  return computed.byteLength === expected.byteLength && timingSafeEqual(computed, expected)
}
