import express, { type Router } from 'express'
import * as z from 'zod'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { matchStepSchema } from '../../../host/matches/match-step.js'
import { seatsOf, TIMELINE_KINDS } from '../../../host/matches/timeline-entry.js'
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

  router.get('/matches/timeline', (request, response) => {
    const query = timelineSchema.safeParse(request.query, { error: plainIssue })
    if (!query.success) {
      response.status(400).json({ error: describeIssues(query.error) })
      return
    }
    const { seat, kind, type, ...filter } = query.data
    const timeline = simulator.timeline.read(filter)
    const entries = timeline.entries.filter(
      (entry) =>
        (seat === undefined || seatsOf(entry).includes(seat)) &&
        (kind === undefined || entry.kind === kind) &&
        (type === undefined || (entry.kind === 'message' && entry.type === type)),
    )
    if (request.accepts(['application/json', NDJSON]) === NDJSON)
      response.type(NDJSON).send(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    else response.json({ ...timeline, entries })
  })

  router.get('/matches/timeline/:seq', (request, response) => {
    const details = simulator.timeline.details(Number(request.params.seq))
    if (details !== null) response.json(details)
    else
      response
        .status(404)
        .json({ error: `The time line has no message with the number ${request.params.seq}.` })
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

const NDJSON = 'application/x-ndjson'

const timelineSchema = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  match: z.string().min(1).max(100).optional(),
  seat: z.coerce.number().pipe(seatSchema).optional(),
  kind: z.enum(TIMELINE_KINDS).optional(),
  type: z.string().min(1).max(100).optional(),
})

const everyoneSchema = z.strictObject({ match: z.string().min(1).max(100).optional() })
