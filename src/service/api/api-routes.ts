import { type NextFunction, type Request, type Response, Router } from 'express'
import { findHashtags } from '../../platform/post-content.js'
import { AUTHORIZATION_PATHS, OPERATIONS } from '../../platform/publishing.js'
import { createPostBody } from '../../platform/publishing-bodies.js'
import { EXACT_PATHS, jsonBody } from '../http/json-body.js'
import { memberOf, RefusedError } from '../miniapps/context.js'
import { payForPost, whyNotPublished } from '../miniapps/posting.js'
import { put } from '../records/store.js'
import type { World } from '../world.js'
import { appOf, denied, guard, memberIdOf } from './api-guard.js'
import { LACKS_CREDITS, readBody, refuse } from './operation-body.js'

/** Enough for 500 escaped characters and a long justification. */
const POST_BODY_LIMIT = '256kb'

/** The operations of section 4 that publish text. */
export const apiRoutes = (world: World): Router => {
  const router = Router(EXACT_PATHS)

  router.post(
    OPERATIONS.createPost.path,
    guard(world, 'createPost'),
    jsonBody(POST_BODY_LIMIT),
    async (request, response) => {
      const body = readBody(world, 'createPost', request, response, createPostBody)
      if (body === null) return
      const { content, content_rating, rating_reasoning, media_urls = [] } = body
      const [hashtag] = findHashtags(content)
      if (hashtag !== undefined)
        return refuse(
          world,
          response,
          'createPost',
          `content contains the hashtag ${hashtag.text}; typed hashtags are not allowed.`,
        )
      const app = appOf(response)
      const authorId = memberIdOf(response)
      // 2.2, 5.2: only what the media upload returned to it for this account, not what it made of an address in a post or
      // a chat.
      const isOwn = (reference: string): boolean => {
        const media = world.store.get('media', reference)
        return media?.clientId === app.clientId && (media.memberId ?? authorId) === authorId
      }
      if (!media_urls.every(isOwn))
        return refuse(world, response, 'createPost', 'media_urls contains a file that was not uploaded.')
      const published = { costsCredits: true, hasFiles: media_urls.length > 0, rating: content_rating }
      const id = await world.miniApps
        .run((context) => {
          const why = whyNotPublished(memberOf(context, authorId), published, context.now)
          if (why !== null) return denied(world, response, 'createPost', why)
          const id = payForPost(context, authorId, { clientName: app.name })
          context.draft.add([
            put('post', id, {
              id,
              authorId,
              clientId: app.clientId,
              publishedAt: context.now,
              content,
              rating: content_rating,
              reasoning: rating_reasoning,
              media: media_urls,
            }),
          ])
          return id
        })
        .catch((error: unknown) => {
          if (!(error instanceof RefusedError)) throw error
          return lacksCredits(world, response)
        })
      if (id === null) return
      world.log({ event: 'posted', app: app.name, id, rating: content_rating })
      response.json({ result: `Your post is published. Post id: ${id}` })
    },
  )

  return router
}

/** 7: the message of a lack of credits. */
const lacksCredits = (world: World, response: Response): null => {
  world.log({ event: 'refused', operation: 'createPost', status: 400, reason: 'too few credits' })
  response.status(400).json({ error: LACKS_CREDITS })
  return null
}

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
