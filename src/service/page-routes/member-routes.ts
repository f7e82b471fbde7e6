import { type Request, type Response, Router } from 'express'
import { RATING_NAMES, type Rating } from '../../platform/publishing.js'
import { messagesInForce, ownPosts, playCardOf } from '../api/read-routes.js'
import { viewMember } from '../control/views.js'
import { RefusedError } from '../miniapps/refused.js'
import { html } from '../pages/html.js'
import { sendPage } from '../pages/layout.js'
import { membersPage } from '../pages/members-page.js'
import { memberLinks } from '../pages/mini-apps/member-page.js'
import { MEMBERS_PAGE_PATH, POSTS_PAGE_PATH } from '../pages/paths.js'
import { postAs } from '../records/member-posts.js'
import { OWN_MEMBER_ID } from '../records/own-member.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms } from './page-forms.js'

const MAX_TEXT_CHARACTERS = 2_000
const POSTS_SHOWN = 20

/** The page for acting as other members, so that there are chats and notifications to read. */
export const memberRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()
  const guarded = forms.guarded(() => MEMBERS_PAGE_PATH)

  const show = (response: Response, problem: string | null): void => {
    const members = [...world.store.all('member')]
    const others = members.filter(({ id }) => id !== OWN_MEMBER_ID)
    const messages = messagesInForce(world).map((message) => ({
      ...message,
      play: playCardOf(world, message.miniApp),
    }))
    const posts = ownPosts(world).slice(-POSTS_SHOWN).reverse()
    sendPage(response, {
      title: 'Other members',
      path: MEMBERS_PAGE_PATH,
      status: problem === null ? 200 : 400,
      body: html`${membersPage({
        messages,
        posts,
        others,
        ticket: forms.ticket(MEMBERS_PAGE_PATH),
        problem,
      })}
${memberLinks(members.map((member) => viewMember(member, world.now())))}`,
    })
  }

  router.get(MEMBERS_PAGE_PATH, (_request, response) => show(response, null))

  router.post(`${MEMBERS_PAGE_PATH}/post`, guarded, async (request: Request, response: Response) => {
    const { member, text, rating } = readForm(request)
    try {
      await postAs(world, member, text, rating)
      response.redirect(303, POSTS_PAGE_PATH)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      show(response, error.message)
    }
  })

  router.post(`${MEMBERS_PAGE_PATH}/message`, guarded, async (request: Request, response: Response) => {
    const { member, text } = readForm(request)
    if (text !== '') {
      const id = newId(world, 'msg')
      const at = world.now()
      const conversationId = `conversation_${member}`
      await world.store.commit([
        { table: 'message', key: id, value: { id, conversationId, senderId: member, text, sentAt: at } },
        notification(world, 'message', member, conversationId),
      ])
    }
    response.redirect(303, MEMBERS_PAGE_PATH)
  })

  router.post(`${MEMBERS_PAGE_PATH}/reaction`, guarded, async (request: Request, response: Response) => {
    const { member, subject } = readForm(request)
    if (world.store.get('post', subject) !== null)
      await world.store.commit([notification(world, 'reaction', member, subject)])
    response.redirect(303, MEMBERS_PAGE_PATH)
  })

  return router
}

const notification = (world: World, type: 'message' | 'reaction', memberId: string, subjectId: string) => {
  const id = newId(world, 'ntf')
  return {
    table: 'notification',
    key: id,
    value: { id, type, memberId, subjectId, at: world.now() },
  } as const
}

const readForm = (
  request: Request,
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
