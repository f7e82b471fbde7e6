import { type Request, Router } from 'express'
import { memberOf, RefusedError } from '../miniapps/context.js'
import { connectionOf, connectionsOf, disconnect, isPaused, narrow, pauseAll } from '../oauth/consent.js'
import { appsPage } from '../pages/apps-page.js'
import { readDecision } from '../pages/consent-page.js'
import { APPS_PAGE_PATH } from '../pages/paths.js'
import { lastUseOf } from '../records/last-use.js'
import type { Connection } from '../records/records.js'
import { editApp, LOCAL_CLIENT_ID, registerApp, removeApp } from '../records/registered-apps.js'
import { signedInMember, signInChange } from '../records/signed-in.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms } from './page-forms.js'

/**
 * The pages of connected apps, where the member who is signed in can restrict, pause and revoke permissions (3), and of
 * registered apps (5.1).
 */
export const appsRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()

  /** The connection that a form is about. @throws {RefusedError} `not-found` */
  const connection = (request: Pick<Request, 'body'>): Connection => {
    const found = connectionOf(world, fieldOf(request, 'client_id'), signedInMember(world))
    if (found === null) throw new RefusedError('not-found', 'This app is no longer connected.')
    return found
  }

  forms.serve(router, APPS_PAGE_PATH, {
    address: () => APPS_PAGE_PATH,
    show: (_request, state) => {
      const self = signedInMember(world)
      return {
        title: 'Connections',
        path: APPS_PAGE_PATH,
        body: appsPage({
          paused: isPaused(world, self),
          self,
          members: [...world.store.all('member')],
          ...state,
          apps: [...world.store.all('app')].map((app) => ({
            app,
            connection: connectionOf(world, app.clientId, self),
            people: connectionsOf(world, app.clientId).length,
            lastUsedAt: lastUseOf(world, app),
            stays: app.clientId === LOCAL_CLIENT_ID,
          })),
        }),
      }
    },
    acts: {
      '/sign-in': async (request) => {
        const member = memberOf({ draft: world.miniApps.records }, fieldOf(request, 'member'))
        await world.store.commit([signInChange(member.id)])
      },
      '/pause': (request) => pauseAll(world, signedInMember(world), fieldOf(request, 'paused') === 'yes'),
      '/permissions': (request) => narrow(world, connection(request), readDecision(request).scopes),
      '/disconnect': (request) => disconnect(world, connection(request)),
      '/register': async (request) => {
        const app = await registerApp(world, registrationOf(request), signedInMember(world))
        return `${APPS_PAGE_PATH}#${app.clientId}`
      },
      '/edit': async (request) => {
        const app = await editApp(world, fieldOf(request, 'client_id'), registrationOf(request))
        return `${APPS_PAGE_PATH}#${app.clientId}`
      },
      '/remove': (request) => removeApp(world, fieldOf(request, 'client_id')),
    },
  })

  return router
}

const registrationOf = (request: Pick<Request, 'body'>) => ({
  name: fieldOf(request, 'name').trim(),
  redirectUris: fieldOf(request, 'redirect_uris')
    .split(/\s+/)
    .filter((uri) => uri !== ''),
})
