import { CHAT_MESSAGE_LIFETIME_MS, PUBLISHED_STORY_LIFETIME_MS } from '../../platform/publishing.js'
import type { World } from '../world.js'
import type { Message, RecordOf } from './records.js'
import type { Change } from './store.js'

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
  const sent = messages.flatMap(({ media = [] }) => media)
  const changes: Change[] = [
    ...stories.flatMap(({ id, mediaId }): Change[] => [
      { table: 'story', key: id, value: null },
      { table: 'media', key: mediaId, value: null },
    ]),
    ...messages.map(({ id }): Change => ({ table: 'message', key: id, value: null })),
    ...sent.map((id): Change => ({ table: 'media', key: id, value: null })),
  ]
  await world.store.commit(changes)
  for (const id of [...stories.map(({ mediaId }) => mediaId), ...sent]) await world.media.remove(id)
}
