import { Router } from 'express'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, versionOf } from '../miniapps/context.js'
import { actOnSale, buy, salesOf } from '../miniapps/market.js'
import { registerApp } from '../miniapps/registration.js'
import { actOnVersion } from '../miniapps/review.js'
import type { World } from '../world.js'
import {
  appChangeBody,
  newAppBody,
  purchaseBody,
  readBody,
  saleActionBody,
  versionActionBody,
} from './bodies.js'
import { viewApp, viewSale, viewVersion } from './views.js'

/** `control/apps`: what developers, admins and buyers do with apps. */
export const appRoutes = (world: World): Router => {
  const { miniApps, versionFiles } = world
  const router = Router()
  const view = (id: string) => {
    const { records } = miniApps
    return viewApp(records, appOf({ draft: records }, id))
  }

  router.post('/apps', async (request, response) => {
    const registration = readBody(newAppBody, request.body)
    const { id } = await miniApps.run((context) => registerApp(context, registration, world.random))
    response.status(201).json({ app_id: id })
  })

  router.get('/apps/:id', async (request, response) => {
    await miniApps.settled()
    response.json(view(request.params.id))
  })

  router.patch('/apps/:id', async (request, response) => {
    const change = readBody(appChangeBody, request.body)
    const { id } = request.params
    const { isDeleted } = await miniApps.run((context) => changeApp(context, id, change))
    if (isDeleted) await versionFiles.removeApp(id)
    response.json(view(id))
  })

  router.post('/apps/:id/versions/:version', async (request, response) => {
    const { action, reason } = readBody(versionActionBody, request.body)
    const { id: appId, version } = request.params
    await miniApps.run((context) => actOnVersion(context, { appId, version }, action, reason ?? null))
    const context = { draft: miniApps.records }
    response.json(viewVersion(appOf(context, appId), versionOf(context, appId, version)))
  })

  router.post('/apps/:id/purchases', async (request, response) => {
    const { member, item } = readBody(purchaseBody, request.body)
    const appId = request.params.id
    const outcome = await miniApps.run((context) =>
      buy(context, { appId, member, wanted: item }, miniApps.faults),
    )
    if (outcome.status === 'failed')
      response
        .status(409)
        .json({ error: `The payment failed: ${outcome.reason} (3.2).`, reason: outcome.reason })
    else response.status(201).json({ status: outcome.status, purchase: viewSale(outcome.sale) })
  })

  router.get('/apps/:id/sales', async (request, response) => {
    await miniApps.settled()
    const { id } = appOf({ draft: miniApps.records }, request.params.id)
    response.json({ sales: salesOf(miniApps.records, id).map(viewSale) })
  })

  router.post('/apps/:id/sales/:sale', async (request, response) => {
    const { action } = readBody(saleActionBody, request.body)
    const { id, sale } = request.params
    await miniApps.run((context) => actOnSale(context, id, sale, action))
    const after = miniApps.records.get('sale', sale)
    response.json(after === null ? {} : viewSale(after))
  })

  return router
}
