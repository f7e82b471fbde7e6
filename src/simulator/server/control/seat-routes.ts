import express, { type Response, type Router } from 'express'
import * as z from 'zod'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { robotPlanSchema } from '../../../host/matches/robot-plan.js'
import { NICKNAME_FAULTS, nicknameFault } from '../../../host/nickname/nickname-rules.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import type { Simulator } from '../simulator.js'
import { freeSeats, openSeats } from '../windows/seats-without-window.js'

/** `control/seats` and `control/robots`: opening seats without a window of their own, with or without a robot, and closing seats. */
export const seatRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  router.get('/seats', async (_request, response) => {
    response.json({ seats: await openSeatsOf(simulator) })
  })

  router.post('/seats', express.json({ limit: '4kb' }), async (request, response) => {
    const body = openSchema.safeParse(request.body ?? {}, { error: plainIssue })
    if (!body.success) {
      refuse(response, describeIssues(body.error))
      return
    }
    const { count, nicknames = [] } = body.data
    const free = freeSeats(simulator).length
    if (count > free) {
      refuse(
        response,
        `count: ${free === 0 ? 'no seat is' : `only ${seatsInWords(free)}`} free of ${MAX_SEATS}`,
      )
      return
    }
    if (nicknames.length > count) {
      refuse(
        response,
        `nicknames: must have at most ${count} item${count === 1 ? '' : 's'}, one for each seat`,
      )
      return
    }
    const opened = await openSeats(simulator, count)
    for (const [index, nickname] of nicknames.entries()) {
      const seat = opened[index]
      if (seat !== undefined && nickname !== null)
        await simulator.data.edit({ edit: 'set-nickname', seat, nickname })
    }
    response.status(201).json({ opened, seats: await openSeatsOf(simulator) })
  })

  router.post('/robots', express.json({ limit: '64mb' }), async (request, response) => {
    const plan = robotPlanSchema.safeParse(request.body ?? {}, { error: plainIssue })
    if (!plan.success) {
      refuse(response, describeIssues(plan.error))
      return
    }
    const [seat] = freeSeats(simulator)
    if (seat === undefined) refuse(response, `No seat is free of ${MAX_SEATS}.`)
    else if (plan.data.action === 'replay' && simulator.robots.messagesFor(plan.data).length === 0)
      refuse(response, `of: seat ${plan.data.of} sent no messages`)
    else {
      await simulator.robots.add(seat, plan.data)
      response.status(201).json({ seat, seats: await openSeatsOf(simulator) })
    }
  })

  router.delete('/seats/:seat', async (request, response) => {
    const { seat: text } = request.params
    const seat = seatSchema.safeParse(/^\d$/.test(text) ? Number(text) : text)
    if (!seat.success) refuse(response, `seat: must be a number from 1 to ${MAX_SEATS}`)
    else if (!simulator.windows.close(seat.data))
      response.status(404).json({ error: `Seat ${seat.data} is not open.` })
    else response.json({ seats: await openSeatsOf(simulator) })
  })

  return router
}

/** The open seats, as programs see them. */
export const openSeatsOf = async (simulator: Simulator) => {
  const { windows, switches, live, robots } = simulator
  const { facts } = live.state
  const host = windows.seats.length === 0 || facts === null ? null : await simulator.host(facts.app.id)
  const matches = simulator.matches()
  return Promise.all(
    windows.seats.map(async ({ seatNumber, running, hasWindow }) => ({
      seat: seatNumber,
      nickname: (await host?.nicknames.of(seatNumber)) ?? null,
      running,
      window: hasWindow,
      robot: robots.inSeat(seatNumber),
      match: matches.find(({ players }) => players.some(({ seat }) => seat === seatNumber))?.id ?? null,
      switches: switches.of(seatNumber),
    })),
  )
}

const nicknameSchema = z.string().superRefine((text, context) => {
  const fault = nicknameFault(text)
  if (fault !== null) context.addIssue(NICKNAME_FAULTS[fault])
})

const openSchema = z.strictObject({
  count: z.int().min(1).max(MAX_SEATS),
  nicknames: z.array(nicknameSchema.nullable()).max(MAX_SEATS).optional(),
})

const seatsInWords = (count: number): string => (count === 1 ? '1 seat is' : `${count} seats are`)

const refuse = (response: Response, error: string): void => {
  response.status(400).json({ error })
}
