import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { BaseClock } from '../../../host/clock.js'
import { bearer as bearerOf, isToken } from '../../../local-server/bearer.js'

/** A new token for the socket and the control API. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/**
 * Whether a request comes from this server's own page or from a program. The app's sandboxed frame sends `Origin: null`,
 * and other sites send their own origin, which must be equal, not just similar.
 */
export const isOwnPageOrProgram = (request: IncomingMessage): boolean => {
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Refuses requests from other pages and from the app's frame. */
export const ownPageOnly = (request: Request, response: Response, next: NextFunction): void => {
  if (isOwnPageOrProgram(request)) next()
  else response.status(403).json({ error: 'Only the simulator’s own page and programs can use this.' })
}

/** Requests with the token. */
const authorized = new WeakSet<Request>()

/** How long a refused request may continue: if it ended immediately, the sender might not get the answer. */
const STRANGER_MS = 10_000

/**
 * Ends connections without the token whose request does not end after it was answered: they could stay open as long as an
 * upload of a large file may take. Requests with the token may be slow, and get their answer at the end.
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

/** What the token of a request admits to. */
const admissions = new WeakMap<Request, unknown>()

/** What `admittedOnly` found for a request. */
export const admittedTo = <Admission>(request: Request): Admission => admissions.get(request) as Admission

/** Refuses requests without the token. */
export const bearer = (token: string): RequestHandler =>
  admittedOnly((given) => (isToken(given, token) ? true : null))

/**
 * Refuses requests without a token that is known.
 * @param admit what a token admits to; null for one that is not known
 */
export const admittedOnly = (admit: (token: string) => unknown): RequestHandler =>
  bearerOf('dev --format json', (given, request) => {
    const admission = admit(given)
    if (admission === null) return false
    authorized.add(request)
    admissions.set(request, admission)
    return true
  })
