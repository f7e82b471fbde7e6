import express, { type Response, type Router } from 'express'
import * as z from 'zod'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import type { Simulator } from '../simulator.js'
import { freeSeats, openSeats } from '../windows/seats-without-window.js'

/** `control/seats`: opening seats without a window of their own, and closing seats. */
export const seatRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  router.get('/seats', (_request, response) => {
    response.json({ seats: openSeatsOf(simulator) })
  })

  router.post('/seats', express.json({ limit: '4kb' }), async (request, response) => {
    const body = openSchema.safeParse(request.body ?? {}, { error: plainIssue })
    if (!body.success) {
      refuse(response, describeIssues(body.error))
      return
    }
    const { count } = body.data
    const free = freeSeats(simulator).length
    if (count > free) {
      refuse(
        response,
        `count: ${free === 0 ? 'no seat is' : `only ${seatsInWords(free)}`} free of ${MAX_SEATS}`,
      )
      return
    }
    const opened = await openSeats(simulator, count)
    response.status(201).json({ opened, seats: openSeatsOf(simulator) })
  })

  router.delete('/seats/:seat', (request, response) => {
    const { seat: text } = request.params
    const seat = seatSchema.safeParse(/^\d$/.test(text) ? Number(text) : text)
    if (!seat.success) refuse(response, `seat: must be a number from 1 to ${MAX_SEATS}`)
    else if (!simulator.windows.close(seat.data))
      response.status(404).json({ error: `Seat ${seat.data} is not open.` })
    else response.json({ seats: openSeatsOf(simulator) })
  })

  return router
}

/** The open seats, as programs see them. */
export const openSeatsOf = ({ windows, switches }: Simulator) =>
  windows.seats.map(({ seatNumber, running, hasWindow }) => ({
    seat: seatNumber,
    running,
    window: hasWindow,
    switches: switches.of(seatNumber),
  }))

const openSchema = z.strictObject({ count: z.int().min(1).max(MAX_SEATS) })

const seatsInWords = (count: number): string => (count === 1 ? '1 seat is' : `${count} seats are`)

const refuse = (response: Response, error: string): void => {
  response.status(400).json({ error })
}
