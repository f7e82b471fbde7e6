import { type Request, type Response, Router } from 'express'
import { connectionOf, isPaused, pauseChange } from '../oauth/consent.js'
import { readDecision } from '../oauth/decision.js'
import { appsPage } from '../pages/apps-page.js'
import { sendPage } from '../pages/layout.js'
import { APPS_PAGE_PATH } from '../pages/paths.js'
import { registerApp } from '../records/registered-apps.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms } from './page-forms.js'

/**
 * The pages of connected apps, where the user can restrict, pause and revoke permissions (3), and of
 * registered apps (5.1).
 */
export const appsRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()
  const guarded = forms.guarded(() => APPS_PAGE_PATH)

  const show = (response: Response, problem: string | null): void =>
    sendPage(response, {
      title: 'Apps',
      path: APPS_PAGE_PATH,
      status: problem === null ? 200 : 400,
      body: appsPage({
        paused: isPaused(world),
        problem,
        ticket: forms.ticket(APPS_PAGE_PATH),
        apps: [...world.store.all('app')].map((app) => ({
          app,
          connection: connectionOf(world, app.clientId),
          lastUsedAt: world.lastUsedAt.get(app.clientId) ?? null,
        })),
      }),
    })

  router.get(APPS_PAGE_PATH, (_request, response) => show(response, null))

  router.post(`${APPS_PAGE_PATH}/pause`, guarded, async (request: Request, response: Response) => {
    const paused = fieldOf(request, 'paused') === 'yes'
    await world.store.commit([pauseChange(paused)])
    world.log({ event: 'paused', paused })
    response.redirect(303, APPS_PAGE_PATH)
  })

  router.post(`${APPS_PAGE_PATH}/permissions`, guarded, async (request: Request, response: Response) => {
    const connection = connectionOf(world, fieldOf(request, 'client_id'))
    if (connection !== null) {
      const { scopes } = readDecision(request)
      const off = connection.scopes.filter((scope) => !scopes.includes(scope))
      await world.store.commit([{ table: 'connection', key: connection.id, value: { ...connection, off } }])
      world.log({ event: 'narrowed', app: appName(world, connection.clientId), off })
    }
    response.redirect(303, APPS_PAGE_PATH)
  })

  router.post(`${APPS_PAGE_PATH}/disconnect`, guarded, async (request: Request, response: Response) => {
    const connection = connectionOf(world, fieldOf(request, 'client_id'))
    if (connection !== null) {
      await world.store.commit([
        { table: 'connection', key: connection.id, value: { ...connection, disconnectedAt: world.now() } },
      ])
      world.log({ event: 'disconnected', app: appName(world, connection.clientId) })
    }
    response.redirect(303, APPS_PAGE_PATH)
  })

  router.post(`${APPS_PAGE_PATH}/register`, guarded, async (request: Request, response: Response) => {
    const redirectUris = fieldOf(request, 'redirect_uris')
      .split(/\s+/)
      .filter((uri) => uri !== '')
    const app = await registerApp(world, fieldOf(request, 'name').trim(), redirectUris)
    if (typeof app === 'string') show(response, app)
    else response.redirect(303, `${APPS_PAGE_PATH}#${app.clientId}`)
  })

  return router
}

const appName = (world: World, clientId: string): string => world.store.get('app', clientId)?.name ?? clientId
