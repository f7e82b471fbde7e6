import type { NextFunction, Request, Response } from 'express'
import { originOf } from '../oauth/oauth-routes.js'
import { sendProblem } from '../pages/layout.js'

/**
 * Refuses a form that was not sent from our own page (cross-site request forgery). Browsers send Origin with
 * every POST; `null`, other and missing origins are refused.
 */
export const ownOriginOnly = (request: Request, response: Response, next: NextFunction): void => {
  const site = request.headers['sec-fetch-site']
  if (request.headers.origin === originOf(request) && (site === undefined || site === 'same-origin')) {
    next()
    return
  }
  const text = 'This form was not sent from a page of this service. Open the page and try again.'
  sendProblem(response, 403, 'Refused', text)
}
