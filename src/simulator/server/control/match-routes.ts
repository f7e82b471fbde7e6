import express, { type Router } from 'express'
import * as z from 'zod'
import { matchStepSchema } from '../../../host/matches/match-step.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import type { Simulator } from '../simulator.js'
import { seatEveryone } from './seat-everyone.js'

/** `control/matches`: the live matches, and what a developer does to them by hand. */
export const matchRoutes = (simulator: Simulator): Router => {
  const router = express.Router()
  const json = express.json({ limit: '16kb' })

  router.get('/matches', (_request, response) => {
    response.json({ matches: simulator.matches() })
  })

  router.post('/matches/:match', json, (request, response) => {
    const { match } = request.params
    const step = matchStepSchema.safeParse(request.body ?? {}, { error: plainIssue })
    if (!step.success) {
      response.status(400).json({ error: describeIssues(step.error) })
      return
    }
    simulator.steering.steerMatch(match, step.data)
    response.json({ matches: simulator.matches() })
  })

  router.post('/seat-everyone', json, async (request, response) => {
    const body = everyoneSchema.safeParse(request.body ?? {}, { error: plainIssue })
    if (!body.success) response.status(400).json({ error: describeIssues(body.error) })
    else response.json(await seatEveryone(simulator, body.data.match ?? null))
  })

  return router
}

const everyoneSchema = z.strictObject({ match: z.string().min(1).max(100).optional() })
