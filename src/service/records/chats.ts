import { memberOf, RefusedError } from '../miniapps/context.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { isMessageThere } from './expiry.js'
import { type Message, OWN_MEMBER_ID, type RecordOf } from './records.js'
import { type Change, put } from './store.js'

const PREFIX = 'conversation_'

/** The ID of the chat of two members. One with the user of this account is named after the other member. */
export const chatId = (a: string, b: string): string => {
  const others = [a, b].filter((id) => id !== OWN_MEMBER_ID).sort()
  return `${PREFIX}${others.join('_')}`
}

/** The two members of a message's chat. */
export const membersOf = ({ between, conversationId }: Message): readonly string[] =>
  between ?? [OWN_MEMBER_ID, conversationId.slice(PREFIX.length)]

/** 3: a member's chat messages are available for 48 hours. */
export const messagesInForce = (world: World, memberId: string): readonly Message[] =>
  [...world.store.all('message')].filter(
    (message) => isMessageThere(world, message) && membersOf(message).includes(memberId),
  )

/**
 * Sends a chat message, which notifies the other member.
 * @returns the message
 * @throws {RefusedError} `not-found` for a member, `invalid` for a message to oneself
 */
export const sendMessage = async (
  world: World,
  { from, to, text }: { readonly from: string; readonly to: string; readonly text: string },
): Promise<Message> => {
  for (const id of [from, to]) memberOf({ draft: world.miniApps.records }, id)
  if (from === to) throw new RefusedError('invalid', 'to: a member cannot send a message to themselves.')
  const message: Message = {
    id: newId(world, 'msg'),
    conversationId: chatId(from, to),
    senderId: from,
    text,
    sentAt: world.now(),
    ...(from === OWN_MEMBER_ID || to === OWN_MEMBER_ID ? {} : { between: [from, to] }),
  }
  await world.store.commit([
    put('message', message.id, message),
    notification(world, { to, type: 'message', memberId: from, subjectId: message.conversationId }),
  ])
  return message
}

/** The change that notifies a member of what another did. */
const notification = (
  world: Pick<World, 'random' | 'now'>,
  about: Pick<RecordOf<'notification'>, 'to' | 'type' | 'memberId' | 'subjectId'>,
): Change => {
  const id = newId(world, 'ntf')
  return put('notification', id, { id, ...about, at: world.now() })
}

/**
 * A member reacts to a post, which notifies its author.
 * @throws {RefusedError} `not-found`
 */
export const react = async (world: World, memberId: string, postId: string): Promise<void> => {
  const { id } = memberOf({ draft: world.miniApps.records }, memberId)
  const post = world.store.get('post', postId)
  if (post === null) throw new RefusedError('not-found', `No post has the ID ${postId}.`)
  await world.store.commit([
    notification(world, { to: post.authorId, type: 'reaction', memberId: id, subjectId: postId }),
  ])
}
