import { Router } from 'express'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, versionOf } from '../miniapps/context.js'
import { actOnSale, buy, salesOf } from '../miniapps/market.js'
import { registerApp } from '../miniapps/registration.js'
import { actOnVersion } from '../miniapps/review.js'
import { originOf } from '../oauth/oauth-routes.js'
import type { World } from '../world.js'
import type { NicknameView, RunView, TestRunView } from './answers.js'
import {
  appChangeBody,
  newAppBody,
  nicknameBody,
  purchaseBody,
  readBody,
  runBody,
  saleActionBody,
  versionActionBody,
} from './bodies.js'
import { viewApp, viewSale, viewVersion } from './views.js'

/** `control/apps`: what developers, admins and buyers do with apps. */
export const appRoutes = (world: World): Router => {
  const { miniApps, runs } = world
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
    if (isDeleted) await runs.removeFiles(id)
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

  router.post('/apps/:id/runs', async (request, response) => {
    const { member, device } = readBody(runBody, request.body)
    const appId = request.params.id
    const url = await runs.openRun({ appId, member, device, origin: originOf(request) })
    response.status(201).json({ url } satisfies RunView)
  })

  router.post('/apps/:id/versions/:version/test', async (request, response) => {
    const { id, version } = request.params
    response.status(201).json((await runs.openTest(id, version)) satisfies TestRunView)
  })

  router.get('/apps/:id/nicknames', async (request, response) => {
    const { id } = appOf({ draft: miniApps.records }, request.params.id)
    response.json({ nicknames: await runs.nicknames(id) })
  })

  router.put('/apps/:id/nicknames/:member', async (request, response) => {
    const { nickname } = readBody(nicknameBody, request.body ?? {})
    const { id, member } = request.params
    response.json((await runs.replaceNickname(id, member, nickname ?? null)) satisfies NicknameView)
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
