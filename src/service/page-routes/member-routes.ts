import { type Request, Router } from 'express'
import { html } from '../../local-server/html.js'
import { RATING_NAMES, type Rating } from '../../platform/publishing.js'
import { messagesInForce, ownPosts, playCardOf } from '../api/read-routes.js'
import { viewMember } from '../control/views.js'
import { membersPage } from '../pages/members-page.js'
import { memberLinks } from '../pages/mini-apps/member-page.js'
import { MEMBERS_PAGE_PATH, POSTS_PAGE_PATH } from '../pages/paths.js'
import { postAs } from '../records/member-posts.js'
import { OWN_MEMBER_ID } from '../records/own-member.js'
import { put } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms } from './page-forms.js'

const MAX_TEXT_CHARACTERS = 2_000
const POSTS_SHOWN = 20

/** The page for acting as other members, so that there are chats and notifications to read. */
export const memberRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()
  forms.serve(router, MEMBERS_PAGE_PATH, {
    address: () => MEMBERS_PAGE_PATH,
    show: (_request, state) => {
      const members = [...world.store.all('member')]
      const others = members.filter(({ id }) => id !== OWN_MEMBER_ID)
      const messages = messagesInForce(world).map((message) => ({
        ...message,
        play: playCardOf(world, message.miniApp),
      }))
      const posts = ownPosts(world).slice(-POSTS_SHOWN).reverse()
      return {
        title: 'Other members',
        path: MEMBERS_PAGE_PATH,
        body: html`${membersPage({ messages, posts, others, ...state })}
${memberLinks(members.map((member) => viewMember(member, world.now())))}`,
      }
    },
    acts: {
      '/post': async (request) => {
        const { member, text, rating } = readForm(request)
        await postAs(world, member, text, rating)
        return POSTS_PAGE_PATH
      },
      '/message': async (request) => {
        const { member, text } = readForm(request)
        if (text === '') return
        const id = newId(world, 'msg')
        const at = world.now()
        const conversationId = `conversation_${member}`
        await world.store.commit([
          put('message', id, { id, conversationId, senderId: member, text, sentAt: at }),
          notification(world, 'message', member, conversationId),
        ])
      },
      '/reaction': async (request) => {
        const { member, subject } = readForm(request)
        if (world.store.get('post', subject) !== null)
          await world.store.commit([notification(world, 'reaction', member, subject)])
      },
    },
  })

  return router
}

const notification = (world: World, type: 'message' | 'reaction', memberId: string, subjectId: string) => {
  const id = newId(world, 'ntf')
  return put('notification', id, { id, type, memberId, subjectId, at: world.now() })
}

const readForm = (
  request: Pick<Request, 'body'>,
): { readonly member: string; readonly text: string; readonly subject: string; readonly rating: Rating } => {
  const field = (name: string): string => fieldOf(request, name)
  const member = field('member')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '')
    .slice(0, 40)
  return {
    member: member === '' || member === OWN_MEMBER_ID ? 'member_ada' : member,
    text: [...field('text').trim()].slice(0, MAX_TEXT_CHARACTERS).join(''),
    subject: field('subject'),
    rating: RATING_NAMES.find((name) => name === field('rating')) ?? 'sfw',
  }
}
