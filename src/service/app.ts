import type { Express, NextFunction, Request, Response } from 'express'
import express from 'express'
import { describeSystemError } from '../failure.js'
import { hostGuard, LOOPBACK_HOSTS } from '../local-server/host-guard.js'
import { CATEGORIES } from '../platform/manifest.js'
import { CATEGORIES_PATH } from '../platform/publishing.js'
import { capitalised } from '../platform/text.js'
import { apiRoutes, otherMethods } from './api/api-routes.js'
import { mediaRoutes } from './api/media-routes.js'
import { describeApi } from './api/openapi.js'
import { readRoutes } from './api/read-routes.js'
import { controlApi } from './control/control-api.js'
import { addFirstRecords, sweepFiles } from './control/replace-world.js'
import { injectFaults } from './faults/inject-faults.js'
import { describeClientError, isClientError } from './http/json-body.js'
import { RefusedError } from './miniapps/context.js'
import { authorizeRoutes } from './oauth/authorize-routes.js'
import { DeviceGrants } from './oauth/device-grants.js'
import { deviceRoutes } from './oauth/device-routes.js'
import { oauthRoutes, originOf } from './oauth/oauth-routes.js'
import { accountRoutes } from './page-routes/account-routes.js'
import { adminRoutes } from './page-routes/admin-routes.js'
import { appsRoutes } from './page-routes/apps-routes.js'
import { catalogueRoutes } from './page-routes/catalogue-routes.js'
import { developerRoutes } from './page-routes/developer-routes.js'
import { faultsRoutes } from './page-routes/faults-routes.js'
import { memberRoutes } from './page-routes/member-routes.js'
import { PageForms, REFUSAL_STATUS } from './page-routes/page-forms.js'
import { postsRoutes } from './page-routes/posts-routes.js'
import { homePage, sendPage, sendProblem } from './pages/layout.js'
import {
  ADMIN_PATH,
  CATALOGUE_PATH,
  CONTROL_PATH,
  DEVELOPER_PATH,
  HOME_PAGE_PATH,
  MEMBERS_PAGE_PATH,
  OPENAPI_PATH,
  STYLE_PATH,
  UPLOAD_SCRIPT_PATH,
} from './pages/paths.js'
import { STYLE } from './pages/style.js'
import { UPLOAD_SCRIPT } from './pages/upload-script.js'
import { checkFiles } from './records/check-files.js'
import { endExpired } from './records/expiry.js'
import type { World } from './world.js'

/** The local stand-in for the service as a request handler. */
export const createService = async (world: World): Promise<Express> => {
  await addFirstRecords(world)
  await sweepFiles(world)
  await checkFiles(world)
  await endExpired(world)
  const grants = new DeviceGrants(world)
  const forms = new PageForms(world)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Queries are flat: `?a[b]=c` is a field of that name, not an object.
  app.set('query parser', 'simple')
  app.use(hostGuard(LOOPBACK_HOSTS))
  app.use(safeHeaders)
  app.use(injectFaults(world))
  app.use(CONTROL_PATH, controlApi(world, grants))
  app.use(oauthRoutes(world, grants))
  app.use(authorizeRoutes(world))
  app.use(apiRoutes(world))
  app.use(mediaRoutes(world))
  app.use(readRoutes(world))
  app.use(memberRoutes(world, forms))
  app.use(appsRoutes(world, forms))
  app.use(faultsRoutes(world, forms))
  app.use(deviceRoutes(world, grants))
  app.use(postsRoutes(world))
  // Time does its work before a page is shown: what it shows is true at that moment.
  app.use(
    [DEVELOPER_PATH, ADMIN_PATH, CATALOGUE_PATH, MEMBERS_PAGE_PATH],
    async (_request, _response, next) => {
      await world.miniApps.settled()
      next()
    },
  )
  app.use(accountRoutes(world, forms))
  app.use(developerRoutes(world, forms))
  app.use(adminRoutes(world, forms))
  app.use(catalogueRoutes(world, forms))
  app.get(HOME_PAGE_PATH, (_request, response) => {
    sendPage(response, { title: 'Home', body: homePage(world.simulatorUrl) })
  })
  app.get(OPENAPI_PATH, (request, response) => {
    response.json(describeApi(originOf(request)))
  })
  app.get(CATEGORIES_PATH, (_request, response) => {
    response.json({ categories: CATEGORIES.map((id) => ({ id, name: capitalised(id) })) })
  })
  app.get(STYLE_PATH, (_request, response) => {
    response.type('css').send(STYLE)
  })
  app.get(UPLOAD_SCRIPT_PATH, (_request, response) => {
    response.type('js').send(UPLOAD_SCRIPT)
  })
  app.use(otherMethods)
  app.use(notFound)
  app.use(failed)
  return app
}

const safeHeaders = (_request: Request, response: Response, next: NextFunction): void => {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    // Not no-referrer, with which browsers send `Origin: null` for our own forms.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
  next()
}

const notFound = (request: Request, response: Response): void => {
  if (wantsPage(request)) sendProblem(response, 404, 'Not found', 'This page does not exist.')
  else response.status(404).json({ error: `${request.method} ${request.path} does not exist.` })
}

/** Express recognises an error handler by its four parameters. */
const failed = (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
  // The sender is gone, so nobody reads an answer.
  if (request.destroyed && !request.complete) return
  if (error instanceof RefusedError && !response.headersSent) {
    const heading = error.kind === 'not-found' ? 'Not found' : 'Not possible'
    sendProblem(response, REFUSAL_STATUS[error.kind], 'Not possible', error.message, heading)
    return
  }
  const status = isClientError(error) ? 400 : 500
  const words =
    status === 400
      ? describeClientError(error)
      : `The request failed: ${describeSystemError(error) ?? 'unexpected error'}.`
  if (response.headersSent) response.destroy()
  else if (wantsPage(request)) sendProblem(response, status, 'Failed', words, 'Something went wrong')
  else response.status(status).json({ error: words })
  if (status === 500 && describeSystemError(error) === undefined) throw error
}

const wantsPage = (request: Request): boolean =>
  !request.path.startsWith('/v1/') &&
  !request.path.startsWith('/oauth/') &&
  !request.path.startsWith(`${CONTROL_PATH}/`) &&
  request.accepts(['json', 'html']) === 'html'
