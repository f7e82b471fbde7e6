import express, { type Request, type Response, type Router } from 'express'
import { Failure } from '../../../failure.js'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { PICK_MAX_BYTES, tooLarge } from '../../../host/picking/pick-faults.js'
import { bearer, ownPageOnly } from '../access/access.js'
import type { Simulator } from '../simulator.js'

/**
 * Takes the file that a person chose on a sheet, as the request's body: `PUT SEAT/SHEET`. It is measured as it comes,
 * judged by its bytes, and gone from here once it is answered: 204 where it was taken, 422 with `fault` in words for
 * the person where it was not and the sheet is still open, 404 where no such sheet is open (any more).
 */
export const pickedFiles = (simulator: Simulator, token: string): Router => {
  const router = express.Router()
  router.use(ownPageOnly, bearer(token))
  router.put('/:seat/:sheet', async (request: Request, response: Response) => {
    const seat = wholeNumber(request.params['seat'])
    const sheet = wholeNumber(request.params['sheet'])
    const window = simulator.windows.seats.find(({ seatNumber }) => seatNumber === seat)
    const kind = window?.picking(sheet) ?? null
    if (window === undefined || kind === null) {
      gone(response)
      return
    }
    const refuse = (fault: string): void => {
      simulator.log.add({
        kind: 'note',
        seat,
        message: `The person chose a file that cannot be used, and was told so; the app is not told (4.5). ${fault}`,
      })
      response.status(422).json({ fault })
    }
    let file: Awaited<ReturnType<Simulator['uploads']['receive']>>
    try {
      file = await simulator.uploads.receive(request, PICK_MAX_BYTES[kind])
    } catch (error) {
      // Whoever sent it went away or changed their mind: nobody is there to hear an answer.
      if (request.destroyed && !request.complete) return
      if (!(error instanceof Failure)) throw error
      response.status(507).json({ error: error.message })
      return
    }
    if (file === null) {
      refuse(tooLarge(kind))
      return
    }
    const verdict = await window.give(sheet, file).finally(() => file.remove())
    if (verdict === 'gone') gone(response)
    else if (verdict === 'taken') response.status(204).end()
    else response.status(422).json({ fault: verdict.fault })
  })
  return router
}

const gone = (response: Response): void => {
  response.status(404).json({ error: 'No sheet for picking a file is open there.' })
}

/** Seats and sheets count from 1; anything else names none. */
const wholeNumber = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : MAX_SEATS + 1
