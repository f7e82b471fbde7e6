import { type Request, type Response, Router } from 'express'
import { CAPABILITIES } from '../platform/features.js'
import { clockBody, readBody } from './control/bodies.js'
import { viewApp, viewSale } from './control/views.js'
import { changeApp } from './miniapps/change-app.js'
import { GRANT_DECISIONS } from './miniapps/grants.js'
import { actOnSale, salesOf } from './miniapps/market.js'
import { RefusedError } from './miniapps/refused.js'
import { actOnVersion, autoApprovalAt } from './miniapps/review.js'
import { answerForm, fieldOf, type PageForms } from './page-forms.js'
import { sendPage } from './pages/layout.js'
import { adminPage } from './pages/mini-apps/admin-page.js'
import { ADMIN_PATH } from './pages/mini-apps/paths.js'
import type { World } from './world.js'

/** The admin's page: review, grants, multiplayer, blocks, sales, and the clock. */
export const adminRoutes = (world: World, forms: PageForms): Router => {
  const { miniApps, clock } = world
  const router = Router()

  const show = (response: Response, problem: string | null, status = 200): void => {
    const { records } = miniApps
    const apps = [...records.all('miniApp')].map((app) => {
      const sales = salesOf(records, app.id)
      const open = sales.filter(({ state }) => ['held', 'confirming', 'awaiting-manual'].includes(state))
      return { record: app, app: viewApp(records, app, sales), sales: open.map(viewSale).reverse() }
    })
    const queue = [...records.all('miniAppVersion')].flatMap((version) => {
      const found = apps.find(({ app }) => app.id === version.appId)
      const isQueued = version.state === 'waiting' || version.state === 'held'
      if (found === undefined || found.record.standing !== 'open' || !isQueued) return []
      return [{ app: found.app, version, approvesAt: autoApprovalAt(found.record, version) }]
    })
    sendPage(response, {
      title: 'Admin',
      path: ADMIN_PATH,
      status,
      body: adminPage({
        queue,
        apps: apps.map(({ app, record, sales }) => ({ app, request: record.multiplayer.request, sales })),
        now: clock.now(),
        ticket: forms.ticket(),
        problem,
      }),
    })
  }

  router.get(ADMIN_PATH, (_request, response) => show(response, null))

  router.post(ADMIN_PATH, forms.guarded, async (request: Request, response: Response) => {
    await answerForm(
      response,
      () => act(request),
      () => ADMIN_PATH,
      (problem, status) => show(response, problem, status),
    )
  })

  const act = async (request: Request): Promise<void> => {
    const appId = fieldOf(request, 'app')
    const reason = fieldOf(request, 'reason').trim() || null
    const action = fieldOf(request, 'do')
    switch (action) {
      case 'advance': {
        const { advance } = readBody(clockBody, { advance: fieldOf(request, 'advance') })
        if (!(await clock.advance(advance)))
          throw new RefusedError('invalid', 'The clock cannot go that far.')
        return miniApps.settled()
      }
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
      case 'refund':
      case 'complete': {
        const sale = fieldOf(request, 'sale')
        return miniApps.run((context) => actOnSale(context, appId, sale, action))
      }
      default:
        throw new RefusedError('invalid', 'The form asks for nothing that this page does.')
    }

    async function change(asked: Parameters<typeof changeApp>[2]): Promise<void> {
      await miniApps.run((context) => changeApp(context, appId, asked))
    }
  }

  return router
}
