import { findHashtags } from '../../platform/post-content.js'
import type { Rating } from '../../platform/publishing.js'
import { createPostBody } from '../../platform/publishing-bodies.js'
import { describeIssues } from '../http/json-body.js'
import { memberOf, RefusedError } from '../miniapps/context.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { OWN_MEMBER_ID } from './records.js'
import { put } from './store.js'

/**
 * Publishes a post of another member, so that the feed has posts of people whom the user follows.
 * @returns its ID
 * @throws {RefusedError} for content that the API refuses too (2.2, 2.5), or an unknown member
 */
export const postAs = async (
  world: World,
  memberId: string,
  content: string,
  rating: Rating,
): Promise<string> => {
  const member = memberOf({ draft: world.miniApps.records }, memberId)
  if (member.id === OWN_MEMBER_ID)
    throw new RefusedError('invalid', `${OWN_MEMBER_ID} posts through an app: use the publishing API.`)
  const body = { content, content_rating: rating, rating_reasoning: 'none' }
  const parsed = createPostBody.safeParse(body)
  if (!parsed.success) throw new RefusedError('invalid', describeIssues(parsed.error.issues))
  const [hashtag] = findHashtags(content)
  if (hashtag !== undefined)
    throw new RefusedError('invalid', `content: ${hashtag.text} is a typed hashtag, which is not allowed.`)
  const id = newId(world, 'post')
  await world.store.commit([
    put('post', id, {
      id,
      authorId: member.id,
      clientId: '',
      publishedAt: world.now(),
      content,
      rating,
      reasoning: '',
      media: [],
    }),
  ])
  return id
}
