import { Router } from 'express'
import type { FaultsChange } from '../faults/change-faults.js'
import { changeFaults } from '../faults/change-faults.js'
import type { World } from '../world.js'
import { faultsBody, readBody } from './bodies.js'
import { viewFaults } from './views.js'

/** `control/faults`: failures on demand. */
export const faultRoutes = (world: World): Router => {
  const router = Router()

  router.get('/faults', (_request, response) => {
    response.json(viewFaults(world))
  })

  router.patch('/faults', async (request, response) => {
    const change: FaultsChange = readBody(faultsBody, request.body)
    await changeFaults(world, change)
    response.json(viewFaults(world))
  })

  return router
}
