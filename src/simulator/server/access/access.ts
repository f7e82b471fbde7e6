import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import type { BaseClock } from '../../../host/clock.js'

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

/** The requests that came with the token. */
const authorized = new WeakSet<Request>()

/** How long what a stranger still sends is waited for: ended at once, the connection might break before they read why. */
const STRANGER_MS = 10_000

/**
 * Ends the connection of a stranger who was answered, and whose request never comes to its end: they could hold it open for
 * as long as a large file may take. Whoever has the token may send one slowly, and hears the answer after it.
 */
export const leaveStrangers =
  (wake: BaseClock['wake']) =>
  (request: Request, response: Response, next: NextFunction): void => {
    response.once('finish', () => {
      if (request.complete || authorized.has(request)) return
      const stopWaiting = wake(STRANGER_MS, () => {
        if (!request.complete) request.socket.destroy()
      })
      request.once('close', stopWaiting)
    })
    next()
  }

/** Refuses requests without the token. */
export const bearer =
  (token: string) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const match = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(request.headers.authorization ?? '')
    if (match?.[1] !== undefined && isToken(match[1], token)) {
      authorized.add(request)
      next()
    } else
      response.status(401).set('WWW-Authenticate', 'Bearer').json({
        error: 'Send the token that `dev --format json` prints as `Authorization: Bearer TOKEN`.',
      })
  }
