import type { ServiceRoutes } from '../../control/service-routes.js'
import { ControlRefusal, type HandlersBelow } from '../../local-server/control-api.js'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, RefusedError, versionOf } from '../miniapps/context.js'
import { findApps, findSales } from '../miniapps/lists.js'
import { actOnSale, buy } from '../miniapps/market.js'
import { FAR_TOO_LARGE, receiveUpload } from '../miniapps/receive-upload.js'
import { registerApp } from '../miniapps/registration.js'
import { actOnVersion, outdatedBy } from '../miniapps/review.js'
import { originOf } from '../oauth/oauth-routes.js'
import { pageOf } from '../paging.js'
import type { World } from '../world.js'
import { viewApp, viewSale, viewVersion } from './views.js'

const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream']

/** `control/apps`: what developers, admins and buyers do with apps. */
export const appHandlers = (world: World): HandlersBelow<ServiceRoutes, 'apps'> => {
  const { miniApps, runs } = world
  const found = (id: string) => appOf({ draft: miniApps.records }, id)
  const view = (id: string) => viewApp(miniApps.records, found(id))
  return {
    'GET apps': async ({ query: { search, ...page } }) => {
      await miniApps.settled()
      const { records } = miniApps
      const { shown, next } = pageOf(findApps(records, search), ({ id }) => id, page)
      return { apps: shown.map((app) => viewApp(records, app)), next }
    },

    'POST apps': async ({ body }) => {
      const { id } = await miniApps.run((context) => registerApp(context, body, world.random))
      return { app_id: id }
    },

    'GET apps/:id': async ({ path: { id } }) => {
      await miniApps.settled()
      return view(id)
    },

    'PATCH apps/:id': async ({ path: { id }, body }) => {
      const { isDeleted } = await miniApps.run((context) => changeApp(context, id, body))
      if (isDeleted) await runs.removeFiles(id)
      return view(id)
    },

    'POST apps/:id/versions': async ({ path: { id }, request, response }) => {
      const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      if (type === undefined || !ZIP_TYPES.includes(type))
        throw new RefusedError('invalid', 'content-type: send the bytes of a zip as application/zip.')
      const outcome = await receiveUpload(world, id, request)
      if (outcome === null) throw new ControlRefusal(413, FAR_TOO_LARGE)
      if (!outcome.accepted) {
        response.status(422).json(outcome.result)
        return null
      }
      const { version, state } = outcome.version
      const replaces = outdatedBy({ draft: miniApps.records }, outcome.version).map((one) => one.version)
      return { version, state, review: outcome.review, replaces }
    },

    'POST apps/:id/versions/:version': async ({
      path: { id: appId, version },
      body: { action, reason = null },
    }) => {
      await miniApps.run((context) => actOnVersion(context, { appId, version }, action, reason))
      return viewVersion(found(appId), versionOf({ draft: miniApps.records }, appId, version))
    },

    'POST apps/:id/versions/:version/test': ({ path: { id, version } }) => runs.openTest(id, version),

    'POST apps/:id/purchases': async ({ path: { id: appId }, body: { member, item } }) => {
      const outcome = await miniApps.run((context) =>
        buy(context, { appId, member, wanted: item }, miniApps.faults),
      )
      if (outcome.status !== 'failed') return { status: outcome.status, purchase: viewSale(outcome.sale) }
      const { reason } = outcome
      throw new ControlRefusal(409, `The payment failed: ${reason} (3.2).`, { reason })
    },

    'POST apps/:id/runs': async ({ path: { id: appId }, body: { member, device }, request }) => ({
      url: await runs.openRun({ appId, member, device, origin: originOf(request) }),
    }),

    'GET apps/:id/nicknames': async ({ path: { id } }) => ({
      nicknames: [...(await runs.nicknames(found(id).id))],
    }),

    'PUT apps/:id/nicknames/:member': ({ path: { id, member }, body: { nickname = null } }) =>
      runs.replaceNickname(id, member, nickname),

    'GET apps/:id/sales': async ({ path: { id }, query: { search, ...page } }) => {
      await miniApps.settled()
      const sales = findSales(miniApps.records, found(id).id, search)
      const { shown, next } = pageOf(sales, (sale) => sale.id, page)
      return { sales: shown.map(viewSale), next }
    },

    'POST apps/:id/sales/:sale': async ({ path: { id, sale }, body: { action } }) =>
      viewSale(await miniApps.run((context) => actOnSale(context, id, sale, action))),
  }
}
