import express, { type Request, type Response, type Router } from 'express'
import { dataEditSchema } from '../../../host/control/data-edit.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import { SNAPSHOT_NAME, SNAPSHOT_NAME_RULE } from '../data/snapshots.js'
import type { Simulator } from '../simulator.js'

/** The largest accepted document: full storage of every seat, and a full shared store. */
const MAX_DATA = '64mb'

/** `control/data` and `control/snapshots`: exporting, importing, editing and restoring the app's saved data. */
export const dataRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  router.get('/data', async (_request, response) => {
    response.json(await simulator.data.export())
  })

  router.put('/data', express.json({ limit: MAX_DATA }), async (request, response) => {
    await simulator.data.import(request.body)
    response.json(await simulator.data.export())
  })

  router.patch('/data', express.json({ limit: '64kb' }), async (request, response) => {
    const edit = dataEditSchema.safeParse(request.body, { error: plainIssue })
    if (!edit.success) {
      response.status(400).json({ error: describeIssues(edit.error, 'The body') })
      return
    }
    await simulator.data.edit(edit.data)
    response.json({ saved: true })
  })

  router.get('/snapshots', async (_request, response) => {
    response.json({ snapshots: await simulator.data.snapshots.list() })
  })

  router.get('/snapshots/:name', async (request, response) => {
    response.json(await simulator.data.snapshots.read(request.params.name))
  })

  router.put('/snapshots/:name', named, async (request, response) => {
    await simulator.data.takeSnapshot(request.params.name)
    response.json({ snapshots: await simulator.data.snapshots.list() })
  })

  router.post('/snapshots/:name/restore', async (request, response) => {
    await simulator.data.returnToSnapshot(request.params.name)
    response.json(await simulator.data.export())
  })

  router.delete('/snapshots/:name', async (request, response) => {
    await simulator.data.snapshots.remove(request.params.name)
    response.json({ snapshots: await simulator.data.snapshots.list() })
  })

  return router
}

const named = (request: Request<{ name: string }>, response: Response, next: () => void): void => {
  if (SNAPSHOT_NAME.test(request.params.name)) next()
  else response.status(400).json({ error: SNAPSHOT_NAME_RULE })
}
