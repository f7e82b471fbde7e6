import { Router } from 'express'
import { findHashtags } from '../../platform/post-content.js'
import { OPERATIONS } from '../../platform/publishing.js'
import { createPostBody } from '../../platform/publishing-bodies.js'
import { EXACT_PATHS } from '../http/exact-paths.js'
import { jsonBody } from '../http/json-body.js'
import { OWN_MEMBER_ID } from '../records/own-member.js'
import { put } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { appOf, guard } from './api-guard.js'
import { readBody, refuse } from './operation-body.js'

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
      if (media_urls.some((reference) => world.store.get('media', reference) === null))
        return refuse(world, response, 'createPost', 'media_urls contains a file that was not uploaded.')
      const app = appOf(response)
      const id = newId(world, 'post')
      await world.store.commit([
        put('post', id, {
          id,
          authorId: OWN_MEMBER_ID,
          clientId: app.clientId,
          publishedAt: world.now(),
          content,
          rating: content_rating,
          reasoning: rating_reasoning,
          media: media_urls,
        }),
      ])
      world.log({ event: 'posted', app: app.name, id, rating: content_rating })
      response.json({ result: `Your post is published. Post id: ${id}` })
    },
  )

  return router
}
