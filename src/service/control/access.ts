import { timingSafeEqual } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'

/** Refuses what a page sends, our own pages included: the control API is for programs (cross-site request forgery). */
export const programsOnly = (request: Request, response: Response, next: NextFunction): void => {
  const site = request.headers['sec-fetch-site']
  if (request.headers.origin === undefined && (site === undefined || site === 'none')) next()
  else response.status(403).json({ error: 'The control API is for programs, not for pages.' })
}

/** Refuses requests without the token. */
export const bearer =
  (token: string) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const given = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given !== undefined && isToken(given, token)) next()
    else
      response.status(401).set('WWW-Authenticate', 'Bearer').json({
        error: 'Send the token that `service --format json` prints as `Authorization: Bearer TOKEN`.',
      })
  }

/** Compares in constant time. */
const isToken = (given: string, token: string): boolean => {
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}
