import { type Request, Router } from 'express'
import { type Html, html } from '../../local-server/html.js'
import { authorName, hashtagsOf, madeWith, playCardOf, shownTo } from '../api/read-routes.js'
import { originOf } from '../oauth/oauth-routes.js'
import { sendPage } from '../pages/layout.js'
import { POSTS_PAGE_PATH } from '../pages/paths.js'
import { postsPage } from '../pages/posts-page.js'
import { endExpired } from '../records/expiry.js'
import { OWN_MEMBER_ID } from '../records/records.js'
import { LOCAL_CLIENT_ID } from '../records/registered-apps.js'
import { signedInMember } from '../records/signed-in.js'
import type { World } from '../world.js'

const POSTS_PER_PAGE = 50

/** The page that shows posts as readers see them. */
export const postsRoutes = (world: World): Router => {
  const router = Router()
  router.get(POSTS_PAGE_PATH, async (request, response) => {
    await endExpired(world)
    // For who is signed in: a rating may be for adults only (2.2).
    const newestFirst = [...world.store.all('post')].filter(shownTo(world, signedInMember(world))).reverse()
    const before = request.query['before']
    const start = typeof before === 'string' ? newestFirst.findIndex(({ id }) => id === before) + 1 : 0
    const shown = newestFirst.slice(start, start + POSTS_PER_PAGE)
    const older = start + POSTS_PER_PAGE < newestFirst.length ? (shown.at(-1)?.id ?? null) : null
    const posts = shown.map((post) => ({
      post,
      author: authorName(world, post),
      appName: madeWith(world, post) ?? post.clientId,
      media: post.media.map((id) => world.store.get('media', id)).filter((media) => media !== null),
      play: playCardOf(world, post.miniApp),
      hashtags: hashtagsOf(post, world.now()),
    }))
    const stories = [...world.store.all('story')]
      .flatMap((story) => {
        const media = world.store.get('media', story.mediaId)
        const author = authorName(world, { authorId: story.authorId ?? OWN_MEMBER_ID })
        return media === null ? [] : [{ ...media, author, appName: madeWith(world, story) ?? '' }]
      })
      .reverse()
    sendPage(response, {
      title: 'Posts',
      path: POSTS_PAGE_PATH,
      body: postsPage(posts, stories, older, howTo(request)),
    })
  })
  return router
}

const howTo = (
  request: Request,
): Html => html`<pre>npx miniapp login --base-url ${originOf(request)} --client-id ${LOCAL_CLIENT_ID}
npx miniapp post "Hello" --rating sfw --reason "A greeting"</pre>`
