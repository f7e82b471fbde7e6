import { json, type NextFunction, type Request, type Response, Router } from 'express'
import { describeSystemError } from '../../failure.js'
import { changeClock } from '../change-clock.js'
import { describeClientError, isClientError } from '../http/body-errors.js'
import { RefusedError } from '../miniapps/refused.js'
import { REFUSAL_STATUS } from '../page-routes/page-forms.js'
import type { World } from '../world.js'
import { bearer, programsOnly } from './access.js'
import { appRoutes } from './app-routes.js'
import { clockBody, readBody } from './bodies.js'
import { dataRoutes } from './data-routes.js'
import { faultRoutes } from './fault-routes.js'
import { memberRoutes } from './member-routes.js'
import { uploadRoute } from './upload-route.js'
import { viewState } from './views.js'

/** The control API: the service as a program sees it (a stable interface). */
export const controlApi = (world: World): Router => {
  const { miniApps, clock } = world
  const router = Router()
  router.use(programsOnly, bearer(world.controlToken))
  router.use(uploadRoute(world))
  router.use(dataRoutes(world))
  router.use(json({ limit: '64kb', strict: false }))

  router.get('/state', async (_request, response) => {
    await miniApps.settled()
    response.json(viewState(miniApps.records, clock.now()))
  })

  router.use(appRoutes(world))
  router.use(memberRoutes(world))
  router.use(faultRoutes(world))

  const time = () => ({
    clock: {
      now: new Date(clock.now()).toISOString(),
      ahead: clock.ahead,
      paused: clock.paused,
      speed: clock.speed,
    },
  })

  router.get('/clock', (_request, response) => {
    response.json(time())
  })

  router.post('/clock', async (request, response) => {
    await changeClock(world, readBody(clockBody, request.body))
    response.json(time())
  })

  router.use((request, response) => {
    response.status(404).json({ error: `The control API has no ${request.method} ${request.originalUrl}.` })
  })
  router.use(answerFailure)
  return router
}

const NO_ROOM = 507

/** What is a defect goes on to the service's own handler. */
const answerFailure = (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
  if (response.headersSent) next(error)
  else if (error instanceof RefusedError)
    response.status(REFUSAL_STATUS[error.kind]).json({ error: error.message })
  else if (isClientError(error)) response.status(400).json({ error: describeClientError(error) })
  else if (describeSystemError(error) !== undefined)
    response.status(NO_ROOM).json({ error: `It could not be saved: ${describeSystemError(error)}.` })
  else next(error)
}
