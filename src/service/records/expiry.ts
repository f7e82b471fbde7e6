import { CHAT_MESSAGE_LIFETIME_MS, PUBLISHED_STORY_LIFETIME_MS } from '../../platform/publishing.js'
import type { World } from '../world.js'
import type { Message, RecordOf } from './records.js'
import { removal } from './store.js'

/** 3: content that is deleted after 48 hours. */

const isStoryShown = (world: World, story: RecordOf<'story'>): boolean =>
  story.publishedAt + PUBLISHED_STORY_LIFETIME_MS > world.now()

export const isMessageThere = (world: World, message: Message): boolean =>
  message.sentAt + CHAT_MESSAGE_LIFETIME_MS > world.now()

/**
 * Deletes expired stories, with their files, and messages. Records are deleted first: a file without a record
 * is removed at the next start; a record without its file would show nothing.
 */
export const endExpired = async (world: World): Promise<void> => {
  const stories = [...world.store.all('story')].filter((story) => !isStoryShown(world, story))
  const messages = [...world.store.all('message')].filter((message) => !isMessageThere(world, message))
  if (stories.length === 0 && messages.length === 0) return
  const files = [...stories.map(({ mediaId }) => mediaId), ...messages.flatMap(({ media = [] }) => media)]
  await world.store.commit([
    ...stories.map(({ id }) => removal('story', id)),
    ...messages.map(({ id }) => removal('message', id)),
    ...files.map((id) => removal('media', id)),
  ])
  for (const id of files) await world.media.remove(id)
}
