import type { NextFunction, Request, Response } from 'express'
import { AUTHORIZATION_PATHS, OPERATIONS } from '../../platform/publishing.js'

/** The API's paths, each with its method. */
const ADDRESSES: readonly { readonly method: 'GET' | 'POST'; readonly pattern: RegExp }[] = [
  ...Object.values(OPERATIONS),
  { method: 'GET', path: AUTHORIZATION_PATHS.discovery } as const,
  { method: 'POST', path: AUTHORIZATION_PATHS.token } as const,
  { method: 'POST', path: AUTHORIZATION_PATHS.deviceAuthorization } as const,
].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Answers 405 for a path that exists with another method (RFC 9110, 15.5.6) instead of 404. */
export const otherMethods = (request: Request, response: Response, next: NextFunction): void => {
  const address = ADDRESSES.find(({ pattern }) => pattern.test(request.path))
  if (address === undefined) {
    next()
    return
  }
  const allow = address.method === 'GET' ? 'GET, HEAD' : address.method
  response
    .status(405)
    .set('Allow', allow)
    .json({ error: `${request.path} supports ${allow}, not ${request.method}.` })
}
