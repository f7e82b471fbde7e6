import type { NextFunction, Request, Response, Router } from 'express'
import { SERVICE_ROUTES, type ServiceRoutes } from '../../control/service-routes.js'
import { describeSystemError } from '../../failure.js'
import { bearer, isToken } from '../../local-server/bearer.js'
import { controlRouter, type HandlersBelow } from '../../local-server/control-api.js'
import { changeClock, changeFaults } from '../changes.js'
import { memberOf, RefusedError } from '../miniapps/context.js'
import { historyOf } from '../miniapps/history.js'
import { findMembers, findReviews, noticesOf, purchasesOf } from '../miniapps/lists.js'
import { addMember, changeMember } from '../miniapps/members.js'
import type { DeviceGrants } from '../oauth/device-grants.js'
import { REFUSAL_STATUS } from '../page-routes/page-forms.js'
import { matching, type PageOf, pageOf } from '../paging.js'
import { messagesInForce, react, sendMessage } from '../records/chats.js'
import { postAs } from '../records/member-posts.js'
import { OWN_MEMBER_ID } from '../records/records.js'
import type { World } from '../world.js'
import { appHandlers } from './app-handlers.js'
import { connectionHandlers } from './connection-handlers.js'
import { viewMessage } from './connection-views.js'
import { writeData } from './data-document.js'
import { importData } from './import-data.js'
import { startAgain } from './replace-world.js'
import { viewEntry, viewFaults, viewMember, viewNotice, viewSale, viewState, viewVersion } from './views.js'

/** The control API: the service as a program sees it (a stable interface). */
export const controlApi = (world: World, grants: DeviceGrants): Router =>
  controlRouter({
    routes: SERVICE_ROUTES,
    access: [programsOnly, bearer('service --format json', (given) => isToken(given, world.controlToken))],
    handlers: {
      ...appHandlers(world),
      ...memberHandlers(world),
      ...connectionHandlers(world, grants),
      ...worldHandlers(world),
    },
    refusalOf,
  })

/** Refuses what a page sends, our own pages included: the control API is for programs (cross-site request forgery). */
const programsOnly = (request: Request, response: Response, next: NextFunction): void => {
  const site = request.headers['sec-fetch-site']
  if (request.headers.origin === undefined && (site === undefined || site === 'none')) next()
  else response.status(403).json({ error: 'The control API is for programs, not for pages.' })
}

/** Who there is, with their ages, guardians and credits, and what they say to each other. */
const memberHandlers = (world: World): HandlersBelow<ServiceRoutes, 'members' | 'posts' | 'chats'> => {
  const { miniApps, clock } = world
  /** The records, once a member is known to be among them. */
  const recordsWith = async (id: string) => {
    await miniApps.settled()
    const { records } = miniApps
    return { records, member: memberOf({ draft: records }, id) }
  }
  return {
    'GET members': async ({ query: { search, ...page } }) => {
      await miniApps.settled()
      const { shown, next } = pageOf(findMembers(miniApps.records, search), ({ id }) => id, page)
      return { members: shown.map((member) => viewMember(member, clock.now())), next }
    },

    'POST members': async ({ body }) =>
      viewMember(await miniApps.run((context) => addMember(context, body)), clock.now()),

    'GET members/:id': async ({ path: { id }, query: { limit } }) => {
      const { records, member } = await recordsWith(id)
      const part = <Item extends { readonly id: string }>(items: readonly Item[]): PageOf<Item> =>
        pageOf(items, (item) => item.id, { limit })
      const purchases = part(purchasesOf(records, id))
      const history = part(historyOf(records, id))
      const notices = part(noticesOf(records, id))
      return {
        member: viewMember(member, clock.now()),
        purchases: purchases.shown.map(viewSale),
        history: history.shown.map(viewEntry),
        notices: notices.shown.map(viewNotice),
        next: { purchases: purchases.next, history: history.next, notices: notices.next },
      }
    },

    'GET members/:id/purchases': async ({ path, query: { search, ...page } }) => {
      const { records } = await recordsWith(path.id)
      const found = matching(purchasesOf(records, path.id), search, ({ id, title }) => [id, title])
      const { shown, next } = pageOf(found, ({ id }) => id, page)
      return { sales: shown.map(viewSale), next }
    },

    'GET members/:id/history': async ({ path, query: { search, ...page } }) => {
      const { records } = await recordsWith(path.id)
      const found = matching(historyOf(records, path.id), search, ({ text }) => [text])
      const { shown, next } = pageOf(found, ({ id }) => id, page)
      return { history: shown.map(viewEntry), next }
    },

    'GET members/:id/notices': async ({ path, query: { search, ...page } }) => {
      const { records } = await recordsWith(path.id)
      const found = matching(noticesOf(records, path.id), search, ({ text }) => [text])
      const { shown, next } = pageOf(found, ({ id }) => id, page)
      return { notices: shown.map(viewNotice), next }
    },

    'PATCH members/:id': async ({ path: { id }, body }) =>
      viewMember(await miniApps.run((context) => changeMember(context, id, body)), clock.now()),

    'POST members/:id/posts': async ({ path: { id }, body: { content, rating } }) => ({
      post_id: await postAs(world, id, content, rating),
    }),

    'POST posts/:id/reactions': async ({ path: { id }, body: { member } }) => {
      await react(world, member, id)
      return { member }
    },

    'GET chats': ({ query: { member = OWN_MEMBER_ID } }) => {
      memberOf({ draft: miniApps.records }, member)
      return { messages: messagesInForce(world, member).map(viewMessage) }
    },

    'POST chats': async ({ body: { from, to = OWN_MEMBER_ID, text } }) =>
      viewMessage(await sendMessage(world, { from, to, text })),
  }
}

/** The state, the clock, failures on demand, and everything that is kept. */
const worldHandlers = (
  world: World,
): HandlersBelow<ServiceRoutes, 'state' | 'reviews' | 'clock' | 'faults' | 'data' | 'reset'> => {
  const { miniApps, clock } = world
  const time = () => ({
    clock: {
      now: new Date(clock.now()).toISOString(),
      ahead: clock.ahead,
      paused: clock.paused,
      speed: clock.speed,
    },
  })
  return {
    'GET state': async () => {
      await miniApps.settled()
      return viewState(miniApps.records, clock.now())
    },

    'GET reviews': async ({ query: { search, ...page } }) => {
      await miniApps.settled()
      const found = findReviews(miniApps.records, search)
      const { shown, next } = pageOf(found, ({ version }) => version.id, page)
      return {
        reviews: shown.map(({ app, version }) => ({
          app: app.id,
          name: app.name,
          version: viewVersion(app, version),
        })),
        next,
      }
    },

    'GET clock': time,

    'POST clock': async ({ body }) => {
      await changeClock(world, body)
      return time()
    },

    'GET faults': () => viewFaults(world),

    'PATCH faults': async ({ body }) => {
      await changeFaults(world, body)
      return viewFaults(world)
    },

    'GET data': async ({ response }) => {
      await miniApps.settled()
      await writeData(world, response)
      return null
    },

    'PUT data': async ({ body }) => {
      await importData(world, body)
      return { imported: true }
    },

    'POST reset': async () => {
      await startAgain(world)
      return { now: new Date(world.now()).toISOString() }
    },
  }
}

const NO_ROOM = 507

const refusalOf = (error: unknown) => {
  if (error instanceof RefusedError) return { status: REFUSAL_STATUS[error.kind], error: error.message }
  const fault = describeSystemError(error)
  return fault === undefined ? null : { status: NO_ROOM, error: `It could not be saved: ${fault}.` }
}
