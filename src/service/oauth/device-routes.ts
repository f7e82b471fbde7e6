import { type Response, Router, urlencoded } from 'express'
import { type RateLimit, RateWindow } from '../../host/rate-window.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { Tickets } from '../page-routes/tickets.js'
import { deviceCheck, readDecision, sendConsent } from '../pages/consent-page.js'
import { decidedPage, enterCodePage } from '../pages/device-page.js'
import { sendPage, sendProblem } from '../pages/layout.js'
import { DEVICE_PAGE_PATH } from '../pages/paths.js'
import { nameOf, signedInMember } from '../records/signed-in.js'
import type { World } from '../world.js'
import type { DeviceGrants, WaitingDevice } from './device-grants.js'

/** The page where the user enters or sees a code, and approves or denies (RFC 8628, 3.3). */
export const deviceRoutes = (world: World, grants: DeviceGrants): Router => {
  const router = Router()
  const tickets = new Tickets<string>(world)
  const wrongCodes = new RateWindow(WRONG_CODES)

  const showConsent = (response: Response, { app, grant }: WaitingDevice, problem: string | null): void =>
    sendConsent(response, {
      app,
      scopes: grant.scopes,
      action: DEVICE_PAGE_PATH,
      ticket: tickets.issue(grant.userCode),
      check: deviceCheck(grant.userCode),
      as: nameOf(world, signedInMember(world)),
      problem,
    })

  router.get(DEVICE_PAGE_PATH, (request, response) => {
    const code = request.query['user_code']
    if (typeof code !== 'string' || code.trim() === '') {
      askForCode(response, null)
      return
    }
    // All codes are refused then, also right ones.
    const waitSeconds = Math.ceil((wrongCodes.wait(world.now()) ?? 0) / 1_000)
    if (waitSeconds > 0) {
      response.set('Retry-After', String(waitSeconds))
      askForCode(response, `Too many wrong codes. Try again in ${waitSeconds} seconds.`, 429)
      return
    }
    const waiting = grants.findWaiting(code)
    if (waiting !== null) showConsent(response, waiting, null)
    else {
      wrongCodes.take(world.now())
      askForCode(
        response,
        'This code is wrong, already used, or expired. Check it, or start again on your device.',
        404,
      )
    }
  })

  router.post(
    DEVICE_PAGE_PATH,
    ownOriginOnly,
    urlencoded({ extended: false, limit: '8kb', parameterLimit: 16 }),
    async (request, response) => {
      const fields = readDecision(request)
      const code = tickets.redeem(fields.ticket)
      const waiting = code === null ? null : grants.findWaiting(code)
      if (waiting === null) {
        const text = 'The code was already used or has expired. Start again on your device.'
        sendProblem(response, 400, 'Expired', text, 'This page has expired')
        return
      }
      if (!fields.approves) {
        await grants.deny(waiting)
        sendPage(response, { title: 'Denied', narrow: true, body: decidedPage(waiting.app, []) })
        return
      }
      const approved = waiting.grant.scopes.filter((scope) => fields.scopes.includes(scope))
      if (approved.length === 0) {
        showConsent(response, waiting, 'Select at least one permission, or deny.')
        return
      }
      await grants.approve(waiting, signedInMember(world), approved)
      sendPage(response, { title: 'Connected', narrow: true, body: decidedPage(waiting.app, approved) })
    },
  )

  return router
}

const askForCode = (response: Response, problem: string | null, status?: number): void =>
  sendPage(response, { title: 'Sign in a device', narrow: true, body: enterCodePage(problem) }, status)

/** The allowed wrong codes per minute: too few to find one of 20^8 codes (RFC 8628, 5.1). */
const WRONG_CODES: RateLimit = { limit: 10, windowMs: 60_000 }
