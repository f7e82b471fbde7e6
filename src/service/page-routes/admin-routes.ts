import { type Request, type Response, Router } from 'express'
import type { AppView } from '../../control/service-answers.js'
import { GRANT_DECISIONS } from '../../control/service-bodies.js'
import { clockBody } from '../../control/shared-routes.js'
import { CAPABILITIES } from '../../platform/features.js'
import { changeClock } from '../change-clock.js'
import { viewApp, viewSale } from '../control/views.js'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, versionsOf } from '../miniapps/context.js'
import { actOnSale, salesOf } from '../miniapps/market.js'
import type { MiniApp } from '../miniapps/records.js'
import { RefusedError } from '../miniapps/refused.js'
import { actOnVersion, autoApprovalAt } from '../miniapps/review.js'
import { RUN_ORIGINS, sendPage } from '../pages/layout.js'
import { adminAppPage } from '../pages/mini-apps/admin-app-page.js'
import { adminPage } from '../pages/mini-apps/admin-page.js'
import { ADMIN_PATH, adminAppPath } from '../pages/mini-apps/paths.js'
import type { World } from '../world.js'
import { answerForm, fieldOf, type PageForms, readBody } from './page-forms.js'

/** The most versions of the queue that are shown. */
const MOST_QUEUED = 50

/** The admin's page: review, grants, multiplayer, blocks, sales, and the clock. */
export const adminRoutes = (world: World, forms: PageForms): Router => {
  const { miniApps, clock, runs } = world
  const router = Router()

  const show = (response: Response, problem: string | null, status = 200): void => {
    const { records } = miniApps
    const apps = [...records.all('miniApp')].map((record) => ({ record, app: viewApp(records, record) }))
    const queue = apps.flatMap(({ record, app }) =>
      (record.standing === 'open' ? versionsOf({ draft: records }, record.id) : [])
        .filter(({ state }) => state === 'waiting' || state === 'held')
        .map((version) => ({ app, version, approvesAt: autoApprovalAt(record, version) })),
    )
    sendPage(response, {
      title: 'Admin',
      formTarget: RUN_ORIGINS,
      path: ADMIN_PATH,
      status,
      body: adminPage({
        queue: queue.sort((a, b) => a.version.uploadedAt - b.version.uploadedAt).slice(0, MOST_QUEUED),
        apps: apps.map(({ app, record }) => ({ ...app, asks: asksOf(app, record) })),
        now: clock.now(),
        clock,
        ticket: forms.ticket(ADMIN_PATH),
        problem,
      }),
    })
  }

  const asksOf = ({ grants, multiplayer }: AppView, { id }: MiniApp): readonly string[] => [
    ...Object.entries(grants).flatMap(([name, state]) => (state === 'asked' ? [name] : [])),
    ...(multiplayer === 'asked' ? ['multiplayer'] : []),
    ...(salesOf(miniApps.records, id).some(({ state }) => state === 'awaiting-manual')
      ? ['failed payouts']
      : []),
  ]

  const showApp = async (
    response: Response,
    appId: string,
    problem: string | null,
    status = 200,
  ): Promise<void> => {
    const { records } = miniApps
    const app = appOf({ draft: records }, appId)
    const sales = salesOf(records, appId).filter(({ state }) =>
      ['held', 'confirming', 'awaiting-manual'].includes(state),
    )
    sendPage(response, {
      title: app.name,
      section: ADMIN_PATH,
      status,
      body: adminAppPage({
        app: viewApp(records, app),
        request: app.multiplayer.request,
        nicknames: app.standing === 'deleted' ? [] : await runs.nicknames(appId),
        // What an admin has to do comes first.
        sales: sales
          .toSorted((a, b) => Number(b.state === 'awaiting-manual') - Number(a.state === 'awaiting-manual'))
          .map(viewSale),
        ticket: forms.ticket(adminAppPath(appId)),
        problem,
      }),
    })
  }

  router.get(ADMIN_PATH, (_request, response) => show(response, null))

  router.post(
    ADMIN_PATH,
    forms.guarded(() => ADMIN_PATH),
    async (request: Request, response: Response) => {
      let page = ADMIN_PATH
      await answerForm(
        response,
        async () => {
          if (fieldOf(request, 'do') === 'test')
            page = (await runs.openTest(fieldOf(request, 'app'), fieldOf(request, 'version'))).url
          else await act(request, fieldOf(request, 'app'))
        },
        () => page,
        (problem, status) => show(response, problem, status),
      )
    },
  )

  router.get(`${ADMIN_PATH}/apps/:id`, (request, response) => showApp(response, request.params.id, null))

  router.post(
    `${ADMIN_PATH}/apps/:id`,
    forms.guarded(({ params }: Request<{ id: string }>) => adminAppPath(params.id)),
    async (request: Request<{ id: string }>, response: Response) => {
      const { id } = request.params
      await answerForm(
        response,
        () => act(request, id),
        () => adminAppPath(id),
        (problem, status) => showApp(response, id, problem, status),
      )
    },
  )

  /** What the forms of the admin's pages ask for. */
  const act = async (request: Request, appId: string): Promise<void> => {
    const reason = fieldOf(request, 'reason').trim() || null
    const action = fieldOf(request, 'do')
    switch (action) {
      case 'advance': {
        const advance = fieldOf(request, 'advance')
        return changeClock(world, readBody(clockBody, { advance }))
      }
      case 'until-quiet':
        return changeClock(world, { until: 'quiet' })
      case 'pause':
      case 'continue':
        return changeClock(world, { pause: action === 'pause' })
      case 'speed':
        return changeClock(world, readBody(clockBody, { speed: Number(fieldOf(request, 'speed')) }))
      case 'approve':
      case 'decline':
      case 'hold': {
        const version = fieldOf(request, 'version')
        return miniApps.run((context) => actOnVersion(context, { appId, version }, action, reason))
      }
      case 'block':
        return change({ status: 'blocked', reason: reason ?? undefined })
      case 'unblock':
        return change({ status: 'unblocked' })
      case 'grant': {
        const capability = CAPABILITIES.find((name) => name === fieldOf(request, 'capability'))
        const decision = GRANT_DECISIONS.find((name) => name === fieldOf(request, 'decision'))
        if (capability === undefined || decision === undefined)
          throw new RefusedError('invalid', 'Name a capability and a decision.')
        return change({ grants: { [capability]: decision } })
      }
      case 'multiplayer': {
        const open = (['off', 'adults', 'everyone'] as const).find(
          (name) => name === fieldOf(request, 'open'),
        )
        if (open === undefined) throw new RefusedError('invalid', 'Say to whom multiplayer is opened.')
        return change({ multiplayer: open })
      }
      case 'nickname':
        await runs.replaceNickname(
          appId,
          fieldOf(request, 'member'),
          fieldOf(request, 'nickname').trim() || null,
        )
        return
      case 'refund':
      case 'complete': {
        const sale = fieldOf(request, 'sale')
        await miniApps.run((context) => actOnSale(context, appId, sale, action))
        return
      }
      default:
        throw new RefusedError('invalid', 'The form asks for nothing that this page does.')
    }

    async function change(wanted: Parameters<typeof changeApp>[2]): Promise<void> {
      await miniApps.run((context) => changeApp(context, appId, wanted))
    }
  }

  return router
}
