import express, { type Request, type Response, type Router } from 'express'
import { Failure } from '../../../failure.js'
import { PICK_MAX_BYTES, tooLarge } from '../../../host/picking/pick-faults.js'
import { admittedOnly, admittedTo, ownPageOnly } from '../access/access.js'
import type { Admission } from '../windows/admission.js'

/** `PUT SEAT/SHEET`: receives the file that a person chose on a sheet. */
export const pickedFiles = (admit: (token: string) => Admission | null): Router => {
  const router = express.Router()
  router.use(ownPageOnly, admittedOnly(admit))
  router.put('/:seat/:sheet', (request: Request, response: Response) =>
    receivePickedFile(admittedTo<Admission>(request), request, response),
  )
  return router
}

/**
 * Receives the file that a person chose on a sheet as the request's body, for the seat and the sheet in its path. Its size is
 * checked as it arrives, its content by its bytes, and it is deleted after the answer: 204 if it was accepted, 422 with `fault`
 * for the person if it was not and the sheet is still open, 404 if no such sheet is open.
 */
export const receivePickedFile = async (
  { world, seat: own }: Pick<Admission, 'world' | 'seat'>,
  request: Request,
  response: Response,
): Promise<void> => {
  const seat = own ?? wholeNumber(request.params['seat'])
  const sheet = wholeNumber(request.params['sheet'])
  const window = world.windows.inSeat(seat)
  const kind = window?.sheets.picking(sheet) ?? null
  if (window === null || kind === null) {
    gone(response)
    return
  }
  const refuse = (fault: string): void => {
    world.log.note(
      seat,
      `The person chose a file that cannot be used. The sheet says why; the app is not told (4.5). ${fault}`,
    )
    response.status(422).json({ fault })
  }
  let file: Awaited<ReturnType<typeof world.uploads.receive>>
  try {
    file = await world.uploads.receive(request, PICK_MAX_BYTES[kind])
  } catch (error) {
    // The sender disconnected: nobody reads an answer.
    if (request.destroyed && !request.complete) return
    if (!(error instanceof Failure)) throw error
    response.status(507).json({ error: error.message })
    return
  }
  if (file === null) {
    refuse(tooLarge(kind))
    return
  }
  const verdict = await window.sheets.give(sheet, file).finally(() => file.remove())
  if (verdict === 'gone') gone(response)
  else if (verdict === 'taken') response.status(204).end()
  else response.status(422).json({ fault: verdict.fault })
}

const gone = (response: Response): void => {
  response.status(404).json({ error: 'No sheet for picking a file is open.' })
}

/** Seats and sheets count from 1. Other text gives 0, which none has. */
const wholeNumber = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
