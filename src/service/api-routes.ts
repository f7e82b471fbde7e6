import type { Request, Response } from 'express'
import { json, Router } from 'express'
import { findHashtags } from '../platform/post-content.js'
import { OPERATIONS, type OperationName } from '../platform/publishing.js'
import { createPostBody } from '../platform/publishing-bodies.js'
import { findApp } from './consent.js'
import type { App } from './records.js'
import { readAccessToken } from './tokens.js'
import { newId, type World } from './world.js'

/** 7: the message of a 403 is identical for every cause. */
const DENIED = 'This app may not do that.'
const NO_TOKEN = 'Not authenticated.'

/** Enough for 500 characters, each escaped, and a long justification. */
const POST_BODY_LIMIT = '256kb'

/** The operations of section 4 that publish text. */
export const apiRoutes = (world: World): Router => {
  const router = Router()

  router.post(
    OPERATIONS.createPost.path,
    guard(world, 'createPost'),
    json({ limit: POST_BODY_LIMIT }),
    async (request, response) => {
      const parsed = createPostBody.safeParse(request.body)
      if (!parsed.success) return refuse(world, response, 'createPost', describe(parsed.error.issues))
      const { content, content_rating, rating_reasoning, media_urls = [] } = parsed.data
      const [hashtag] = findHashtags(content)
      if (hashtag !== undefined)
        return refuse(
          world,
          response,
          'createPost',
          `content has the hashtag ${hashtag.text}; typed hashtags are not allowed.`,
        )
      const app = appOf(response)
      const id = newId(world, 'post')
      await world.store.commit([
        {
          table: 'post',
          key: id,
          value: {
            id,
            clientId: app.clientId,
            publishedAt: world.now(),
            content,
            rating: content_rating,
            reasoning: rating_reasoning,
            media: media_urls,
          },
        },
      ])
      world.log({ event: 'posted', app: app.name, id, rating: content_rating })
      response.json({ result: `Your post is published. Post id: ${id}` })
    },
  )

  return router
}

/** Lets a request through whose token may do the operation now (5.6). */
const guard =
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
          : app === null || access.connection.disconnectedAt !== null
            ? 'the app is disconnected'
            : `the permission ${missing.join(', ')} is missing or switched off`
      world.log({ event: 'refused', operation: name, status: 403, reason })
      response.status(403).json({ error: DENIED })
      return
    }
    response.locals['app'] = app
    next()
  }

const appOf = (response: Response): App => response.locals['app'] as App

/** RFC 6750, 2.1. */
const bearerToken = (request: Request): string | null =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

const refuse = (world: World, response: Response, operation: OperationName, reason: string): void => {
  world.log({ event: 'refused', operation, status: 400, reason })
  response.status(400).json({ error: `Post creation failed: ${reason}` })
}

/** All that is wrong with a body, in one sentence for people. */
const describe = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string =>
  `${issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')} ${message}`))
    .join('; ')}.`
