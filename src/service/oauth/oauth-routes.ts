import type { NextFunction, Request, Response } from 'express'
import { Router, urlencoded } from 'express'
import { AUTHORIZATION_PATHS, DEVICE_CODE_GRANT, readScopes, SCOPE_NAMES } from '../../platform/publishing.js'
import { signInFault } from '../faults/inject-faults.js'
import { EXACT_PATHS, isClientError } from '../http/json-body.js'
import { DEVICE_PAGE_PATH } from '../pages/paths.js'
import type { World } from '../world.js'
import { exchangeCode } from './authorization-codes.js'
import { findApp } from './consent.js'
import type { DeviceGrants, DevicePollError } from './device-grants.js'
import { revokeToken, rotateRefreshToken, type TokenResponse } from './tokens.js'

/** RFC 6749, 5.2 and RFC 8628, 3.5, in bodies with the one field that errors have (2.7). */
type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | DevicePollError

/** RFC 7009. The API does not describe revocation (5, "Gaps"), so clients find it by discovery only. */
const REVOCATION_PATH = '/oauth/revoke'

/** The endpoints for apps: discovery, device authorization, token (section 5), revocation. */
export const oauthRoutes = (world: World, grants: DeviceGrants): Router => {
  const router = Router(EXACT_PATHS)
  const form = urlencoded({ extended: false, limit: '32kb', parameterLimit: 32 })

  router.get(AUTHORIZATION_PATHS.discovery, (request, response) => {
    const issuer = originOf(request)
    response.json({
      issuer,
      authorization_endpoint: `${issuer}${AUTHORIZATION_PATHS.authorize}`,
      token_endpoint: `${issuer}${AUTHORIZATION_PATHS.token}`,
      device_authorization_endpoint: `${issuer}${AUTHORIZATION_PATHS.deviceAuthorization}`,
      revocation_endpoint: `${issuer}${REVOCATION_PATH}`,
      scopes_supported: SCOPE_NAMES,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_CODE_GRANT],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  router.post(AUTHORIZATION_PATHS.deviceAuthorization, form, async (request, response) => {
    const fields = readFields(request)
    if (fields === null) return refuse(response, 'invalid_request')
    const app = findApp(world, fields['client_id'])
    if (app === null) return refuseClient(request, response)
    const { known, unknown } = readScopes(fields['scope'] ?? '')
    if (known.length === 0 || unknown.length > 0) return refuse(response, 'invalid_scope')
    const grant = await grants.begin(app, known)
    const page = `${originOf(request)}${DEVICE_PAGE_PATH}`
    noStore(response).json({
      device_code: grant.deviceCode,
      user_code: grant.userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${grant.userCode}`,
      expires_in: grant.expiresInSeconds,
      interval: grant.intervalSeconds,
    })
  })

  router.post(AUTHORIZATION_PATHS.token, form, async (request, response) => {
    const fields = readFields(request)
    if (fields === null || fields['grant_type'] === undefined) return refuse(response, 'invalid_request')
    const app = findApp(world, fields['client_id'])
    if (app === null) return refuseClient(request, response)
    const answer = signInFault(world, fields['grant_type']) ?? (await exchange(fields, app.clientId))
    if (typeof answer === 'string') refuse(response, answer)
    else noStore(response).json(answer)
  })

  router.post(REVOCATION_PATH, form, async (request, response) => {
    const fields = readFields(request)
    if (fields === null || fields['token'] === undefined) return refuse(response, 'invalid_request')
    const app = findApp(world, fields['client_id'])
    if (app === null) return refuseClient(request, response)
    await revokeToken(world, fields['token'], app.clientId)
    // RFC 7009, 2.2: also for a token that was not valid.
    noStore(response).status(200).end()
  })

  router.use(malformed)

  const exchange = async (fields: Fields, clientId: string): Promise<TokenResponse | OAuthError> => {
    switch (fields['grant_type']) {
      case DEVICE_CODE_GRANT:
        return fields['device_code'] === undefined
          ? 'invalid_request'
          : await grants.poll(fields['device_code'], clientId)
      case 'refresh_token': {
        const { refresh_token, scope } = fields
        if (refresh_token === undefined) return 'invalid_request'
        const wanted = scope === undefined ? null : readScopes(scope)
        return await rotateRefreshToken(
          world,
          refresh_token,
          clientId,
          wanted === null ? null : [...wanted.known, ...wanted.unknown],
        )
      }
      case 'authorization_code': {
        const { code, redirect_uri, code_verifier } = fields
        return code === undefined || redirect_uri === undefined || code_verifier === undefined
          ? 'invalid_request'
          : ((await exchangeCode(world, {
              code,
              redirectUri: redirect_uri,
              verifier: code_verifier,
              clientId,
            })) ?? 'invalid_grant')
      }
      default:
        return 'unsupported_grant_type'
    }
  }

  return router
}

/**
 * RFC 6749, 5.2: an unreadable form is an invalid request, too. Express recognises an error handler by its
 * four parameters.
 */
const malformed = (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
  if (isClientError(error)) refuse(response, 'invalid_request')
  else next(error)
}

interface Fields {
  readonly [name: string]: string | undefined
  readonly code?: string
  readonly refresh_token?: string
  readonly scope?: string
  readonly redirect_uri?: string
  readonly code_verifier?: string
}

/** The fields of a form, or null if it is not one or repeats a field (RFC 6749, 3.2). */
const readFields = (request: Request): Fields | null => {
  if (request.is('application/x-www-form-urlencoded') === false) return null
  const body: unknown = request.body
  if (typeof body !== 'object' || body === null) return null
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') return null
    // RFC 6749, 3.2: a parameter without a value counts as omitted.
    if (value !== '') fields[name] = value
  }
  return fields
}

/** The origin this request was sent to; the host guard only accepts our own. */
export const originOf = (request: Request): string => `http://${request.headers.host ?? 'localhost'}`

const noStore = (response: Response): Response => response.set('Cache-Control', 'no-store')

const refuse = (response: Response, error: OAuthError): void => {
  noStore(response).status(400).json({ error })
}

/** RFC 6749, 5.2: a client that authenticates with a header gets 401; clients have no secret (5.1). */
const refuseClient = (request: Request, response: Response): void => {
  if (request.headers.authorization === undefined) refuse(response, 'invalid_client')
  else
    noStore(response)
      .status(401)
      .set('WWW-Authenticate', 'Basic realm="no secrets are issued; send only client_id"')
      .json({ error: 'invalid_client' })
}
