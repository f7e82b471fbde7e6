import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'

/** The token that a request gives; undefined without one. */
const givenToken = (request: Request): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Whether a token, or a code, is the one that is expected: compared in constant time. */
export const isToken = (given: string, token: string): boolean => {
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Refuses requests without a token that is known.
 * @param command prints the token
 * @param isKnown whether a token is; it may note whom it admits
 */
export const bearer =
  (command: string, isKnown: (token: string, request: Request) => boolean): RequestHandler =>
  (request: Request, response: Response, next: () => void): void => {
    const given = givenToken(request)
    if (given !== undefined && isKnown(given, request)) next()
    else
      response
        .status(401)
        .set('WWW-Authenticate', 'Bearer')
        .json({ error: `Send the token that \`${command}\` prints as \`Authorization: Bearer TOKEN\`.` })
  }
