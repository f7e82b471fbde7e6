import type { Request, Response } from 'express'
import { OPERATIONS, type OperationName } from '../../platform/publishing.js'
import { findApp, isPaused } from '../oauth/consent.js'
import { readAccessToken } from '../oauth/tokens.js'
import { noteUse } from '../records/last-use.js'
import type { App } from '../records/records.js'
import type { World } from '../world.js'

/** 7: the message of a 403 is the same for every cause. */
export const DENIED = 'This app may not do that.'
const NO_TOKEN = 'Not authenticated.'

/** Allows a request if its token currently permits the operation (5.6). */
export const guard =
  (world: World, name: OperationName) =>
  (request: Request, response: Response, next: () => void): void => {
    const token = bearerToken(request)
    if (token === null) {
      world.log({ event: 'refused', operation: name, status: 401, reason: 'no token was sent' })
      response.status(401).set('WWW-Authenticate', 'Bearer').json({ error: NO_TOKEN })
      return
    }
    const access = readAccessToken(world, token)
    const missing = OPERATIONS[name].scopes.filter((scope) => access?.scopes.includes(scope) !== true)
    const app = access === null ? null : findApp(world, access.connection.clientId)
    if (access === null || app === null || missing.length > 0) {
      const reason =
        access === null
          ? 'the token is unknown or has expired'
          : isPaused(world, access.connection.memberId)
            ? 'all connected apps are paused'
            : app === null || access.connection.disconnectedAt !== null
              ? 'the app is disconnected'
              : `the permission ${missing.join(', ')} is missing or switched off`
      denied(world, response, name, reason)
      return
    }
    noteUse(world, app)
    response.locals['app'] = app
    response.locals['memberId'] = access.connection.memberId
    next()
  }

/** Answers that the app, or the account, may not do this; the reason is for the log only (7). */
export const denied = (world: World, response: Response, operation: OperationName, reason: string): null => {
  world.log({ event: 'refused', operation, status: 403, reason })
  response.status(403).json({ error: DENIED })
  return null
}

/** The app whose token the guard accepted. */
export const appOf = (response: Response): App => response.locals['app'] as App

/** The member for whom the app of an accepted request acts. */
export const memberIdOf = (response: Response): string => String(response.locals['memberId'])

/** RFC 6750, 2.1. */
export const bearerToken = (request: Request): string | null =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
