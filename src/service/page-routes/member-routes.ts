import { type Request, Router } from 'express'
import { html } from '../../local-server/html.js'
import { RATING_NAMES, type Rating } from '../../platform/publishing.js'
import { playCardOf, postsOf } from '../api/read-routes.js'
import { viewMember } from '../control/views.js'

import { findMembers } from '../miniapps/lists.js'

import { membersPage } from '../pages/members-page.js'
import { memberLinks } from '../pages/mini-apps/member-page.js'
import { MEMBERS_PAGE_PATH, POSTS_PAGE_PATH } from '../pages/paths.js'
import { messagesInForce, react, sendMessage } from '../records/chats.js'
import { postAs } from '../records/member-posts.js'
import { OWN_MEMBER_ID } from '../records/records.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms } from './page-forms.js'
import { ownId, searchAsked, shownPart, viewed } from './shown-parts.js'

const MAX_TEXT_CHARACTERS = 2_000
const POSTS_SHOWN = 20

/** The page for acting as other members, so that there are chats and notifications to read. */
export const memberRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()
  forms.serve(router, MEMBERS_PAGE_PATH, {
    address: () => MEMBERS_PAGE_PATH,
    show: (request, state) => {
      const search = searchAsked(request)
      const members = [...world.store.all('member')]
      const others = members.filter(({ id }) => id !== OWN_MEMBER_ID)
      const found = shownPart(request, 'members', findMembers(world.miniApps.records, search), ownId)
      const latest = [...messagesInForce(world, OWN_MEMBER_ID)].reverse()
      const messages = viewed(shownPart(request, 'chats', latest, ownId), (message) => ({
        ...message,
        play: playCardOf(world, message.miniApp),
      }))
      const posts = postsOf(world, OWN_MEMBER_ID).slice(-POSTS_SHOWN).reverse()
      return {
        title: 'Other members',
        path: MEMBERS_PAGE_PATH,
        body: html`${memberLinks(
          search,
          viewed(found, (member) => viewMember(member, world.now())),
        )}
${membersPage({ messages, posts, others, ...state })}`,
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
        if (text !== '') await sendMessage(world, { from: member, to: OWN_MEMBER_ID, text })
      },
      '/reaction': async (request) => {
        const { member, subject } = readForm(request)
        await react(world, member, subject)
      },
    },
  })

  return router
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
