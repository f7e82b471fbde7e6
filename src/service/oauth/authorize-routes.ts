import type { Request, Response } from 'express'
import { Router, urlencoded } from 'express'
import { AUTHORIZATION_PATHS, readScopes, type Scope } from '../../platform/publishing.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { Tickets } from '../page-routes/tickets.js'
import { redirectCheck, sendConsent } from '../pages/consent-page.js'
import { sendProblem } from '../pages/layout.js'
import type { App } from '../records/records.js'
import type { World } from '../world.js'
import { issueCode } from './authorization-codes.js'
import { findApp } from './consent.js'
import { readDecision } from './decision.js'
import { originOf } from './oauth-routes.js'

/** A valid authorization request to show to the user (5.3). */
interface AuthorizationRequest {
  readonly app: App
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly Scope[]
  readonly challenge: string
}

/** RFC 6749, 4.1.2.1: the errors returned to the app by redirect. */
type RedirectedError = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied'

/** The authorization endpoint with its consent page (5.3). */
export const authorizeRoutes = (world: World): Router => {
  const router = Router()
  const tickets = new Tickets<AuthorizationRequest>(world)

  const showConsent = (
    response: Response,
    authorization: AuthorizationRequest,
    problem: string | null,
  ): void => {
    const target = new URL(authorization.redirectUri)
    sendConsent(response, {
      app: authorization.app,
      scopes: authorization.scopes,
      action: AUTHORIZATION_PATHS.authorize,
      ticket: tickets.issue(authorization),
      check: redirectCheck(target.host),
      problem,
      formTarget: null,
    })
  }

  router.get(AUTHORIZATION_PATHS.authorize, (request, response) => {
    const { query } = request
    const app = findApp(world, query['client_id'])
    const redirectUri = query['redirect_uri']
    // 5.1: neither is trusted until both are known, so nothing is redirected.
    if (app === null || typeof redirectUri !== 'string' || !app.redirectUris.includes(redirectUri)) {
      const text =
        app === null
          ? 'No app is registered with its client ID.'
          : 'Its redirect URI is not registered for this app. It must match exactly.'
      sendProblem(response, 400, 'Refused', text, 'This link does not work')
      return
    }
    const authorization = readRequest(query, app, redirectUri)
    if (typeof authorization === 'string')
      sendBack(request, response, redirectUri, stateOf(query), { error: authorization })
    else showConsent(response, authorization, null)
  })

  router.post(
    AUTHORIZATION_PATHS.authorize,
    ownOriginOnly,
    urlencoded({ extended: false, limit: '8kb', parameterLimit: 16 }),
    async (request, response) => {
      const decision = readDecision(request)
      const authorization = tickets.redeem(decision.ticket)
      if (authorization === null) {
        const text = 'You already answered, or it took too long. Start again in the app.'
        sendProblem(response, 400, 'Expired', text, 'This page has expired')
        return
      }
      const { app, redirectUri, state } = authorization
      if (!decision.approves) {
        world.log({ event: 'denied', app: app.name })
        sendBack(request, response, redirectUri, state, { error: 'access_denied' })
        return
      }
      const approved = authorization.scopes.filter((scope) => decision.scopes.includes(scope))
      if (approved.length === 0) {
        showConsent(response, authorization, 'Select at least one permission, or deny.')
        return
      }
      const code = await issueCode(world, {
        clientId: app.clientId,
        redirectUri,
        challenge: authorization.challenge,
        approved,
      })
      world.log({ event: 'connected', app: app.name, scopes: approved })
      sendBack(request, response, redirectUri, state, { code })
    },
  )

  return router
}

const readRequest = (
  query: Request['query'],
  app: App,
  redirectUri: string,
): AuthorizationRequest | RedirectedError => {
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
  if (known.length === 0 || unknown.length > 0) return 'invalid_scope'
  return { app, redirectUri, state: stateOf(query), scopes: known, challenge }
}

const stateOf = (query: Request['query']): string | null =>
  typeof query['state'] === 'string' ? query['state'] : null

/** Sends the user back to the app with our issuer (RFC 9207), which reveals a mix-up of two services. */
const sendBack = (
  request: Request,
  response: Response,
  redirectUri: string,
  state: string | null,
  outcome: { readonly code: string } | { readonly error: RedirectedError },
): void => {
  const own = new URLSearchParams({
    ...outcome,
    ...(state === null ? {} : { state }),
    iss: originOf(request),
  })
  // RFC 6749, 3.1.2: the query of the registered URI is kept.
  const separator = new URL(redirectUri).search === '' ? '?' : '&'
  const address = redirectUri.replace(/\?$/, '')
  response.set('Cache-Control', 'no-store').redirect(303, `${address}${separator}${own}`)
}
