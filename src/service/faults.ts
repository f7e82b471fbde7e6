import type { NextFunction, Request, Response } from 'express'
import { AUTHORIZATION_PATHS, DEVICE_CODE_GRANT } from '../platform/publishing.js'
import { DENIED } from './api-guard.js'
import type { World } from './world.js'

/** Real-world failures on demand, to see how an app handles them. */
export const API_FAULTS = {
  none: 'works',
  denied: '403: a permission is off, or another cause',
  limited: '429 with Retry-After: 2',
  credits: '400: too few credits (upstream status 402)',
  broken: '500',
  slow: 'the answer comes after 5 seconds',
  'cut-off': 'the connection breaks during the answer',
  garbage: '200 with a page instead of JSON',
} as const satisfies Record<string, string>

export const SIGN_IN_FAULTS = {
  none: 'works',
  slow_down: 'every device poll gets slow_down',
  expired_token: 'the device code has expired',
  access_denied: 'the user denied',
  invalid_grant: 'token refresh fails: the app was disconnected',
} as const satisfies Record<string, string>

export type ApiFault = keyof typeof API_FAULTS
export type SignInFault = keyof typeof SIGN_IN_FAULTS

/** The active faults; not kept across restarts. */
export interface Faults {
  api: ApiFault
  signIn: SignInFault
}

const SLOW_MS = 5_000
const RETRY_AFTER_SECONDS = 2

/**
 * Answers instead of the API and the token endpoint while a fault is active. It runs before any check, as
 * real outages do.
 */
export const injectFaults =
  (world: World) =>
  async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (!request.path.startsWith('/v1/')) {
      next()
      return
    }
    const fault = world.faults.api
    if (fault !== 'none') world.log({ event: 'fault', fault, path: request.path })
    switch (fault) {
      case 'none':
        next()
        return
      case 'slow':
        await world.delay(SLOW_MS)
        next()
        return
      case 'denied':
        response.status(403).json({ error: DENIED })
        return
      case 'limited':
        response
          .status(429)
          .set('Retry-After', String(RETRY_AFTER_SECONDS))
          .json({ error: 'Too many requests.' })
        return
      case 'credits':
        response.status(400).json({ error: 'Post creation failed with upstream status 402.' })
        return
      case 'broken':
        response.status(500).json({ error: 'Internal error.' })
        return
      case 'garbage':
        response.type('html').send('<!doctype html><title>Welcome</title><h1>Welcome to our network</h1>\n')
        return
      case 'cut-off':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"result":"', () => response.destroy())
    }
  }

/** The error for a sign-in, if a fault is active and applies to the grant; else null. */
export const signInFault = (
  world: World,
  grantType: string | undefined,
): Exclude<SignInFault, 'none'> | null => {
  const fault = world.faults.signIn
  if (fault === 'none') return null
  const fits = fault === 'invalid_grant' ? grantType === 'refresh_token' : grantType === DEVICE_CODE_GRANT
  if (!fits) return null
  world.log({ event: 'fault', fault, path: AUTHORIZATION_PATHS.token })
  return fault
}
