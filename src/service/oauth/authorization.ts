import { readScopes, type Scope } from '../../platform/publishing.js'
import type { App } from '../records/records.js'
import type { World } from '../world.js'
import { issueCode } from './authorization-codes.js'
import { findApp } from './consent.js'

/** A valid authorization request to show to the user (5.3). */
export interface AuthorizationRequest {
  readonly app: App
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly Scope[]
  readonly challenge: string
}

/** RFC 6749, 4.1.2.1: the errors returned to the app by redirect. */
type RedirectedError = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied'

/** The parameters of a request: a repeated one is a list. */
type Query = Readonly<Record<string, unknown>>

/**
 * Reads an authorization request.
 * @param issuer our own origin
 * @returns the request; the address to go back to with an error; or why nothing is redirected, as a sentence
 */
export const readAuthorization = (
  world: World,
  query: Query,
  issuer: string,
): AuthorizationRequest | { readonly back: string } | string => {
  const app = findApp(world, query['client_id'])
  if (app === null) return 'No app is registered with its client ID.'
  const redirectUri = query['redirect_uri']
  // 5.1: neither is trusted until both are known, so nothing is redirected.
  if (typeof redirectUri !== 'string' || !app.redirectUris.includes(redirectUri))
    return 'Its redirect URI is not registered for this app. It must match exactly.'
  const state = typeof query['state'] === 'string' ? query['state'] : null
  const read = readRequest(query)
  return typeof read === 'string'
    ? { back: addressBack({ redirectUri, state }, { error: read }, issuer) }
    : { app, redirectUri, state, ...read }
}

/**
 * Does what a member decided.
 * @param approved the permissions, at least one; null where they denied
 * @returns the address of the app to go back to
 */
export const decideAuthorization = async (
  world: World,
  authorization: AuthorizationRequest,
  memberId: string,
  approved: readonly Scope[] | null,
  issuer: string,
): Promise<string> => {
  const { app, redirectUri, challenge } = authorization
  if (approved === null) {
    world.log({ event: 'denied', app: app.name })
    return addressBack(authorization, { error: 'access_denied' }, issuer)
  }
  const code = await issueCode(world, { clientId: app.clientId, memberId, redirectUri, challenge, approved })
  world.log({ event: 'connected', app: app.name, scopes: approved })
  return addressBack(authorization, { code }, issuer)
}

const readRequest = (query: Query): Pick<AuthorizationRequest, 'scopes' | 'challenge'> | RedirectedError => {
  // RFC 6749, 3.1: no repeated parameters; 5.1: PKCE is required.
  if (Object.values(query).some((value) => typeof value !== 'string')) return 'invalid_request'
  if (query['response_type'] !== 'code')
    return query['response_type'] === undefined ? 'invalid_request' : 'unsupported_response_type'
  const challenge = query['code_challenge']
  if (
    query['code_challenge_method'] !== 'S256' ||
    typeof challenge !== 'string' ||
    !/^[A-Za-z0-9_-]{43}$/.test(challenge)
  )
    return 'invalid_request'
  const { known, unknown } = readScopes(typeof query['scope'] === 'string' ? query['scope'] : '')
  return known.length === 0 || unknown.length > 0 ? 'invalid_scope' : { scopes: known, challenge }
}

/** Where the user goes back to: with our issuer (RFC 9207), which reveals a mix-up of two services. */
const addressBack = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  outcome: { readonly code: string } | { readonly error: RedirectedError },
  issuer: string,
): string => {
  const own = new URLSearchParams({ ...outcome, ...(state === null ? {} : { state }), iss: issuer })
  // RFC 6749, 3.1.2: the query of the registered URI is kept.
  const separator = new URL(redirectUri).search === '' ? '?' : '&'
  return `${redirectUri.replace(/\?$/, '')}${separator}${own}`
}
