import { type Request, Router } from 'express'
import type { AppView } from '../../control/service-answers.js'
import { type AppChange, GRANT_DECISIONS } from '../../control/service-bodies.js'
import { clockBody } from '../../control/shared-routes.js'
import { CAPABILITIES } from '../../platform/features.js'
import { changeClock } from '../changes.js'
import { viewApp, viewSale } from '../control/views.js'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, RefusedError } from '../miniapps/context.js'
import { findApps, findReviews } from '../miniapps/lists.js'
import { actOnSale, salesOf } from '../miniapps/market.js'
import type { MiniApp } from '../miniapps/records.js'
import { actOnVersion, autoApprovalAt } from '../miniapps/review.js'
import { RUN_ORIGINS } from '../pages/layout.js'
import { adminAppPage } from '../pages/mini-apps/admin-app-page.js'
import { adminPage } from '../pages/mini-apps/admin-page.js'
import { ADMIN_PATH, adminAppPath } from '../pages/paths.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms, readBody, unknownForm } from './page-forms.js'
import { ownId, searchAsked, shownPart, viewed } from './shown-parts.js'

const QUEUED_PER_PAGE = 10

/** The admin's page: review, grants, multiplayer, blocks, sales, and the clock. */
export const adminRoutes = (world: World, forms: PageForms): Router => {
  const { miniApps, clock, runs } = world
  const router = Router()

  forms.serve(router, ADMIN_PATH, {
    address: () => ADMIN_PATH,
    show: (request, state) => {
      const { records } = miniApps
      const search = searchAsked(request)
      const queue = shownPart(
        request,
        'queue',
        findReviews(records, search),
        ({ version }) => version.id,
        QUEUED_PER_PAGE,
      )
      const apps = shownPart(request, 'apps', findApps(records, search), ownId)
      return {
        title: 'Admin',
        formTarget: RUN_ORIGINS,
        path: ADMIN_PATH,
        body: adminPage({
          queue: viewed(queue, (one) => ({ ...one, approvesAt: autoApprovalAt(one.app, one.version) })),
          apps: viewed(apps, (record) => {
            const app = viewApp(records, record)
            return { ...app, asks: asksOf(app, record) }
          }),
          search,
          now: clock.now(),
          clock,
          ...state,
        }),
      }
    },
    acts: { '': (request) => act(request, fieldOf(request, 'app')) },
  })

  forms.serve<'id'>(router, `${ADMIN_PATH}/apps/:id`, {
    address: ({ params }) => adminAppPath(params.id),
    show: async (request, state) => {
      const { id } = request.params
      const { records } = miniApps
      const app = appOf({ draft: records }, id)
      const sales = salesOf(records, id)
        .filter(({ state }) => ['held', 'confirming', 'awaiting-manual'].includes(state))
        // What an admin has to do comes first.
        .sort((a, b) => Number(b.state === 'awaiting-manual') - Number(a.state === 'awaiting-manual'))
      const nicknames = app.standing === 'deleted' ? [] : await runs.nicknames(id)
      return {
        title: app.name,
        section: ADMIN_PATH,
        body: adminAppPage({
          app: viewApp(records, app),
          request: app.multiplayer.request,
          nicknames: shownPart(request, 'nicknames', nicknames, ({ player }) => player),
          sales: viewed(shownPart(request, 'sales', sales, ownId), viewSale),
          ...state,
        }),
      }
    },
    acts: { '': (request) => act(request, request.params.id) },
  })

  const asksOf = ({ versions, multiplayer }: AppView, { id }: MiniApp): readonly string[] => [
    ...new Set(versions.flatMap(({ asks }) => asks)),
    ...(multiplayer === 'asked' ? ['multiplayer'] : []),
    ...(salesOf(miniApps.records, id).some(({ state }) => state === 'awaiting-manual')
      ? ['failed payouts']
      : []),
  ]

  /** What the forms of the admin's pages ask for. */
  const act = async (request: Pick<Request, 'body'>, appId: string): Promise<unknown> => {
    const change = (wanted: AppChange): Promise<unknown> =>
      miniApps.run((context) => changeApp(context, appId, wanted))
    const field = (name: string): string => fieldOf(request, name)
    const reason = field('reason').trim() || null
    const version = field('version')
    const action = field('do')
    switch (action) {
      case 'advance':
        return changeClock(world, readBody(clockBody, { advance: field('advance') }))
      case 'until-quiet':
        return changeClock(world, { until: 'quiet' })
      case 'pause':
      case 'continue':
        return changeClock(world, { pause: action === 'pause' })
      case 'speed':
        return changeClock(world, readBody(clockBody, { speed: Number(field('speed')) }))
      case 'test':
        return (await runs.openTest(appId, version)).url
      case 'approve':
      case 'decline':
      case 'hold':
        return miniApps.run((context) => actOnVersion(context, { appId, version }, action, reason))
      case 'block':
        return change({ status: 'blocked', reason: reason ?? undefined })
      case 'unblock':
        return change({ status: 'unblocked' })
      case 'grant': {
        const capability = CAPABILITIES.find((name) => name === field('capability'))
        const decision = GRANT_DECISIONS.find((name) => name === field('decision'))
        if (capability === undefined || decision === undefined)
          throw new RefusedError('invalid', 'Choose a capability and a decision.')
        return change({ grants: { [capability]: decision } })
      }
      case 'multiplayer': {
        const open = (['off', 'adults', 'everyone'] as const).find((name) => name === field('open'))
        if (open === undefined) throw new RefusedError('invalid', 'Choose who can use multiplayer.')
        return change({ multiplayer: open })
      }
      case 'nickname':
        return runs.replaceNickname(appId, field('member'), field('nickname').trim() || null)
      case 'refund':
      case 'complete':
        return miniApps.run((context) => actOnSale(context, appId, field('sale'), action))
      default:
        throw unknownForm()
    }
  }

  return router
}
