import { sha256Of } from '../../durable/whole-file.js'
import { RateWindow } from '../../host/rate-window.js'
import type { RealSharing, Share } from '../../host/real-runs/real-runs.js'
import { findHashtags } from '../../platform/post-content.js'
import { createPostBody } from '../../platform/publishing-bodies.js'
import { describeIssues } from '../http/json-body.js'
import { type CommandContext, memberOf, openAppOf, RefusedError } from '../miniapps/context.js'
import { payForPost, whyNotPublished } from '../miniapps/posting.js'
import { chatId } from '../records/chats.js'
import { OWN_MEMBER_ID, type RecordOf } from '../records/records.js'
import { type Change, put } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import type { People } from './people.js'

export interface SharingWorld extends Pick<World, 'store' | 'media' | 'miniApps' | 'now' | 'random' | 'log'> {
  readonly appId: string
  readonly people: People
  /** The address of the app's page. */
  readonly appAddress: () => string
  /** How much each member shared, from every app: by member. */
  readonly shareRates: Map<string, RateWindow>
}

/** Makes what people share from an app real posts, stories and chat messages of the service (4.4). */
export const runSharing = (world: SharingWorld): RealSharing => {
  const { store, miniApps, people } = world
  return {
    get appAddress() {
      return world.appAddress()
    },
    rate: (person, limit) => {
      const { memberId = '' } = people.withUserId(person) ?? {}
      const rate = world.shareRates.get(memberId) ?? new RateWindow(limit)
      world.shareRates.set(memberId, rate)
      return rate
    },
    chats: (person) => {
      const self = people.withUserId(person)?.memberId
      return [...store.all('member')].flatMap(({ id, name }) =>
        self === undefined || id === self ? [] : [{ id: chatId(self, id), name }],
      )
    },
    publish: async (person, share) => {
      const author = people.withUserId(person)?.memberId
      if (author === undefined) return 'You are not signed in.'
      const picture = await keepPicture(world, share)
      let isKept = false
      try {
        await miniApps.run((context) => {
          const changes = publication(context, world, author, share, picture)
          if (picture !== null) context.draft.add([put('media', picture.id, picture)])
          context.draft.add(changes)
        })
        isKept = true
      } catch (error) {
        if (error instanceof RefusedError) return error.message
        throw error
      } finally {
        if (!isKept && picture !== null) await world.media.remove(picture.id)
      }
      world.log({ event: 'shared', to: share.to, app: nameOf(world), member: author })
      return null
    },
  }
}

const nameOf = ({ miniApps, appId }: SharingWorld): string =>
  miniApps.records.get('miniApp', appId)?.name ?? appId

type Media = RecordOf<'media'>

/** Keeps the picture's bytes; its record comes with what shows it. */
const keepPicture = async (world: SharingWorld, { picture }: Share): Promise<Media | null> => {
  if (picture === null) return null
  const bytes = Buffer.from(picture.base64, 'base64')
  const id = newId(world, 'media')
  await world.media.put(id, bytes)
  return {
    id,
    clientId: '',
    memberId: null,
    filename: `Picture from ${nameOf(world)}`,
    type: picture.type,
    bytes: bytes.byteLength,
    sha256: sha256Of(bytes),
    uploadedAt: world.now(),
  }
}

/** @throws {RefusedError} with why it cannot be posted, in words for the person */
const publication = (
  context: CommandContext,
  world: SharingWorld,
  authorId: string,
  share: Share,
  picture: Media | null,
): readonly Change[] => {
  const { now, newId: identify } = context
  const app = openAppOf(context, world.appId)
  // A member who is gone since the app was opened shares nothing.
  const author = memberOf(context, authorId)
  const media = picture === null ? [] : [picture.id]
  const from = { clientId: '', authorId, reasoning: '', publishedAt: now, miniApp: app.id }
  const shared = { costsCredits: share.to === 'post', hasFiles: picture !== null, rating: 'sfw' } as const
  const why = whyNotPublished(author, shared, now)
  if (why !== null) throw new RefusedError('conflict', why)
  if (share.to === 'story') {
    if (picture === null) throw new RefusedError('invalid', 'A story needs a picture.')
    const id = identify('story')
    return [put('story', id, { id, ...from, mediaId: picture.id })]
  }
  const content = [share.text.trim(), share.line].filter((part) => part !== '').join('\n\n')
  if (share.to === 'chat') return chatMessage(context, world, authorId, share, content, media)
  requirePostable(content, share.text)
  const id = payForPost(context, authorId, { appId: app.id })
  return [put('post', id, { id, ...from, content, rating: 'sfw', media })]
}

/** A message in a chat of the author, of which the other member is notified. */
const chatMessage = (
  { now, newId: identify }: CommandContext,
  { store, appId: miniApp }: SharingWorld,
  authorId: string,
  { chat }: Share,
  text: string,
  media: string[],
): readonly Change[] => {
  const other = [...store.all('member')].find(({ id }) => id !== authorId && chatId(authorId, id) === chat)
  if (other === undefined || chat === undefined)
    throw new RefusedError('invalid', 'This chat does not exist.')
  const between = [authorId, other.id]
  const isOwn = between.includes(OWN_MEMBER_ID)
  const id = identify('msg')
  const about = identify('ntf')
  return [
    put('message', id, {
      id,
      conversationId: chat,
      senderId: authorId,
      text,
      sentAt: now,
      ...(isOwn ? {} : { between }),
      media,
      miniApp,
    }),
    put('notification', about, {
      id: about,
      to: other.id,
      type: 'message',
      memberId: authorId,
      subjectId: chat,
      at: now,
    }),
  ]
}

/** The person's words follow the rules of their own posts. The host's line is typed by nobody: an app's name may have a `#`. */
const requirePostable = (content: string, typed: string): void => {
  const parsed = createPostBody.safeParse({ content, content_rating: 'sfw', rating_reasoning: 'none' })
  if (!parsed.success) throw new RefusedError('invalid', describeIssues(parsed.error.issues))
  const [hashtag] = findHashtags(typed)
  if (hashtag !== undefined)
    throw new RefusedError('invalid', `${hashtag.text} is a typed hashtag, which is not allowed.`)
}
