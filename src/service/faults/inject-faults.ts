import type { NextFunction, Request, Response } from 'express'
import type { SignInFault } from '../../control/service-faults.js'
import {
  AUTHORIZATION_PATHS,
  DEVICE_CODE_GRANT,
  OPERATIONS,
  type OperationName,
} from '../../platform/publishing.js'
import { bearerToken, DENIED } from '../api/api-guard.js'
import { LACKS_CREDITS } from '../api/operation-body.js'
import { hashOf } from '../secrets.js'
import type { World } from '../world.js'

const SLOW_MS = 5_000
const RETRY_AFTER_SECONDS = 2

/**
 * Answers instead of the API while a fault is active. It runs before any check, as real outages do.
 */
export const injectFaults =
  (world: World) =>
  async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (!request.path.startsWith('/v1/')) {
      next()
      return
    }
    const token = bearerToken(request)
    const { fault, delayMs } = world.faults.meet(operationOf(request), token === null ? null : hashOf(token))
    if (delayMs > 0) {
      world.log({ event: 'fault', fault: `delay of ${delayMs} ms`, path: request.path })
      await world.delay(delayMs)
    }
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
        response.status(400).json({ error: LACKS_CREDITS })
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

const PATTERNS = Object.entries(OPERATIONS).map(([name, { method, path }]) => ({
  name: name as OperationName,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The operation of a request; null for a path that is none's. */
const operationOf = ({ method, path }: Pick<Request, 'method' | 'path'>): OperationName | null => {
  const plain = method === 'HEAD' ? 'GET' : method
  return PATTERNS.find((one) => one.method === plain && one.pattern.test(path))?.name ?? null
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
