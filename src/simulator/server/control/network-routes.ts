import express, { type Router } from 'express'
import * as z from 'zod'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import { MINUTE_MS } from '../../../platform/units.js'
import { durationMs } from '../duration.js'
import type { Simulator } from '../simulator.js'

/** The longest freeze. */
const MAX_FREEZE_MS = 10 * MINUTE_MS

/** `control/freeze`: the network of one seat, or of all, delivers nothing for a while, and then everything. */
export const networkRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  router.post('/freeze', express.json({ limit: '1kb' }), (request, response) => {
    const body = freezeSchema.safeParse(request.body ?? {}, { error: plainIssue })
    if (!body.success) {
      response.status(400).json({ error: describeIssues(body.error) })
      return
    }
    const { seat, for: words } = body.data
    const seats = seat === undefined ? simulator.windows.taken : [seat]
    const frozen = simulator.steering.freezeNetwork(seats, durationMs(words), words)
    if (seat !== undefined && frozen.length === 0)
      response.status(400).json({ error: `seat: no app runs in seat ${seat}` })
    else response.json({ frozen })
  })

  return router
}

const freezeSchema = z.strictObject({
  seat: seatSchema.optional(),
  for: z
    .string()
    .regex(/^\d+(\.\d{1,3})?(ms|s|m)$/, 'must be a number and ms, s or m, such as 5s')
    .refine((text) => !(durationMs(text) > MAX_FREEZE_MS), 'must be at most 10m'),
})
