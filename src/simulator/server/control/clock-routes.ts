import express, { type Response, type Router } from 'express'
import * as z from 'zod'
import { LATEST_TIME } from '../../../host/clock.js'
import { CLOCK_SPEEDS } from '../../../host/clock-course.js'
import { isoTime } from '../../../platform/iso-time.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import { durationMs } from '../duration.js'
import type { Simulator } from '../simulator.js'

/** `control/clock`: the host's time, what comes due, and moving and pausing the clock. */
export const clockRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  router.get('/clock', async (_request, response) => {
    response.json({ clock: await clockOf(simulator) })
  })

  router.post('/clock', express.json({ limit: '1kb' }), async (request, response) => {
    const move = clockSchema.safeParse(request.body, { error: plainIssue })
    if (!move.success) {
      refuse(
        response,
        `${describeIssues(move.error, 'The body')}. Send {"advance":"24h"}, {"until":"quiet"}, {"pause":true} or {"speed":10}.`,
      )
      return
    }
    const { advance, pause, speed, until } = move.data
    if (advance !== undefined && simulator.clock.now() + advance > LATEST_TIME) {
      refuse(response, `The clock cannot move past ${isoTime(LATEST_TIME)}.`)
      return
    }
    if (pause !== undefined) await simulator.steering.pauseClock(pause)
    if (speed !== undefined) await simulator.steering.setClockSpeed(speed)
    if (advance !== undefined) await simulator.steering.advanceClock(advance, String(request.body.advance))
    if (until !== undefined) await simulator.steering.advanceClockUntilQuiet()
    response.json({ clock: await clockOf(simulator) })
  })

  return router
}

/** The clock as programs see it, with what comes due, soonest first. */
const clockOf = async (simulator: Simulator) => {
  const { clock } = simulator
  const upcoming = await simulator.upcoming()
  return {
    now: isoTime(clock.now()),
    ahead: clock.ahead,
    paused: clock.paused,
    speed: clock.speed,
    upcoming: upcoming.slice(0, MOST_UPCOMING).map(({ at, ...rest }) => ({
      at: isoTime(at),
      ...rest,
    })),
  }
}

/** A shop may have thousands of sales. */
const MOST_UPCOMING = 100

const clockSchema = z
  .strictObject({
    advance: z
      .string()
      .regex(/^\d+(\.\d{1,3})?(ms|s|m|h|d)$/, 'must be a number with ms, s, m, h or d, such as "24h"')
      .transform(durationMs)
      .optional(),
    until: z.literal('quiet').optional(),
    pause: z.boolean().optional(),
    speed: z.literal(CLOCK_SPEEDS).optional(),
  })
  .refine(
    (move) => Object.values(move).some((value) => value !== undefined),
    'must have `advance`, `until`, `pause` or `speed`',
  )

const refuse = (response: Response, error: string): void => {
  response.status(400).json({ error })
}
