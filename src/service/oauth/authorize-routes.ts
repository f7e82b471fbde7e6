import type { Response } from 'express'
import { Router, urlencoded } from 'express'
import { AUTHORIZATION_PATHS } from '../../platform/publishing.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { Tickets } from '../page-routes/tickets.js'
import { readDecision, redirectCheck, sendConsent } from '../pages/consent-page.js'
import { sendProblem } from '../pages/layout.js'
import { nameOf, signedInMember } from '../records/signed-in.js'
import type { World } from '../world.js'
import { type AuthorizationRequest, decideAuthorization, readAuthorization } from './authorization.js'
import { originOf } from './oauth-routes.js'

/** The authorization endpoint with its consent page (5.3). */
export const authorizeRoutes = (world: World): Router => {
  const router = Router()
  const tickets = new Tickets<AuthorizationRequest>(world)

  const showConsent = (
    response: Response,
    authorization: AuthorizationRequest,
    problem: string | null,
  ): void =>
    sendConsent(response, {
      app: authorization.app,
      scopes: authorization.scopes,
      action: AUTHORIZATION_PATHS.authorize,
      ticket: tickets.issue(authorization),
      as: nameOf(world, signedInMember(world)),
      check: redirectCheck(new URL(authorization.redirectUri).host),
      problem,
      formTarget: null,
    })

  router.get(AUTHORIZATION_PATHS.authorize, (request, response) => {
    const authorization = readAuthorization(world, request.query, originOf(request))
    if (typeof authorization === 'string')
      sendProblem(response, 400, 'Refused', authorization, 'This link does not work')
    else if ('back' in authorization) sendBack(response, authorization.back)
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
      const approved = authorization.scopes.filter((scope) => decision.scopes.includes(scope))
      if (decision.approves && approved.length === 0) {
        showConsent(response, authorization, 'Select at least one permission, or deny.')
        return
      }
      const member = signedInMember(world)
      const given = decision.approves ? approved : null
      sendBack(response, await decideAuthorization(world, authorization, member, given, originOf(request)))
    },
  )

  return router
}

const sendBack = (response: Response, address: string): void => {
  response.set('Cache-Control', 'no-store').redirect(303, address)
}
