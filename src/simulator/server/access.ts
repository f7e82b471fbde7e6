import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { NextFunction, Request, Response } from 'express'

/** A token that guards the socket and the control API: it is new with every start. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** Compares in constant time. */
export const isToken = (given: string, token: string): boolean => {
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether a request comes from this server's own page, or from no page at all (a program). The app's frame is
 * sandboxed and says `Origin: null`; another site says its own name; a look-alike is not equal.
 */
export const isOwnPageOrProgram = (request: IncomingMessage): boolean => {
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Refuses requests that a foreign page or the app's own frame makes. */
export const ownPageOnly = (request: Request, response: Response, next: NextFunction): void => {
  if (isOwnPageOrProgram(request)) next()
  else response.status(403).json({ error: 'This is only for the simulator’s own page and for programs.' })
}

/** Refuses requests without the token. */
export const bearer =
  (token: string) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const match = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(request.headers.authorization ?? '')
    if (match?.[1] !== undefined && isToken(match[1], token)) next()
    else
      response.status(401).set('WWW-Authenticate', 'Bearer').json({
        error: 'Send the token that `dev --format json` prints as `Authorization: Bearer TOKEN`.',
      })
  }
