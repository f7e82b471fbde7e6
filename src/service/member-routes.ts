import { Router, urlencoded } from 'express'
import { viewMember } from './control/views.js'
import { ownOriginOnly } from './own-origin.js'
import { html } from './pages/html.js'
import { sendPage } from './pages/layout.js'
import { membersPage } from './pages/members-page.js'
import { memberLinks } from './pages/mini-apps/member-page.js'
import { MEMBERS_PAGE_PATH } from './pages/paths.js'
import { messagesInForce, OWN_MEMBER_ID } from './read-routes.js'
import { newId, type World } from './world.js'

const MAX_TEXT_CHARACTERS = 2_000

/** The page for acting as other members, so that there are chats and notifications to read. */
export const memberRoutes = (world: World): Router => {
  const router = Router()
  const form = urlencoded({ extended: false, limit: '32kb', parameterLimit: 8 })

  router.get(MEMBERS_PAGE_PATH, (_request, response) => {
    sendPage(response, {
      title: 'Other members',
      path: MEMBERS_PAGE_PATH,
      body: html`${membersPage(messagesInForce(world), [...world.store.all('post')].slice(-20).reverse())}
${memberLinks([...world.store.all('member')].map((member) => viewMember(member, world.now())))}`,
    })
  })

  router.post(`${MEMBERS_PAGE_PATH}/message`, ownOriginOnly, form, async (request, response) => {
    const { member, text } = readForm(request.body)
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

  router.post(`${MEMBERS_PAGE_PATH}/reaction`, ownOriginOnly, form, async (request, response) => {
    const { member, subject } = readForm(request.body)
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
  body: unknown,
): { readonly member: string; readonly text: string; readonly subject: string } => {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const field = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')
  const member = field('member')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '')
    .slice(0, 40)
  return {
    member: member === '' || member === OWN_MEMBER_ID ? 'member_ada' : member,
    text: [...field('text').trim()].slice(0, MAX_TEXT_CHARACTERS).join(''),
    subject: field('subject'),
  }
}
