import { Router } from 'express'
import { RefusedError } from '../miniapps/refused.js'
import { connectionOf, isPaused, pauseChange } from '../oauth/consent.js'
import { readDecision } from '../oauth/decision.js'
import { appsPage } from '../pages/apps-page.js'
import { APPS_PAGE_PATH } from '../pages/paths.js'
import { registerApp } from '../records/registered-apps.js'
import { put } from '../records/store.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms } from './page-forms.js'

/**
 * The pages of connected apps, where the user can restrict, pause and revoke permissions (3), and of
 * registered apps (5.1).
 */
export const appsRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()
  forms.serve(router, APPS_PAGE_PATH, {
    address: () => APPS_PAGE_PATH,
    show: (_request, state) => ({
      title: 'Apps',
      path: APPS_PAGE_PATH,
      body: appsPage({
        paused: isPaused(world),
        ...state,
        apps: [...world.store.all('app')].map((app) => ({
          app,
          connection: connectionOf(world, app.clientId),
          lastUsedAt: world.lastUsedAt.get(app.clientId) ?? null,
        })),
      }),
    }),
    acts: {
      '/pause': async (request) => {
        const paused = fieldOf(request, 'paused') === 'yes'
        await world.store.commit([pauseChange(paused)])
        world.log({ event: 'paused', paused })
      },
      '/permissions': async (request) => {
        const connection = connectionOf(world, fieldOf(request, 'client_id'))
        if (connection === null) return
        const { scopes } = readDecision(request)
        const off = connection.scopes.filter((scope) => !scopes.includes(scope))
        await world.store.commit([put('connection', connection.id, { ...connection, off })])
        world.log({ event: 'narrowed', app: appName(world, connection.clientId), off })
      },
      '/disconnect': async (request) => {
        const connection = connectionOf(world, fieldOf(request, 'client_id'))
        if (connection === null) return
        const disconnected = { ...connection, disconnectedAt: world.now() }
        await world.store.commit([put('connection', connection.id, disconnected)])
        world.log({ event: 'disconnected', app: appName(world, connection.clientId) })
      },
      '/register': async (request) => {
        const redirectUris = fieldOf(request, 'redirect_uris')
          .split(/\s+/)
          .filter((uri) => uri !== '')
        const app = await registerApp(world, fieldOf(request, 'name').trim(), redirectUris)
        if (typeof app === 'string') throw new RefusedError('invalid', app)
        return `${APPS_PAGE_PATH}#${app.clientId}`
      },
    },
  })

  return router
}

const appName = (world: World, clientId: string): string => world.store.get('app', clientId)?.name ?? clientId
