import express, { type Request, type Response, type Router } from 'express'
import * as z from 'zod'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import type { Simulator } from '../simulator.js'
import type { SeatConnection } from '../windows/seat-connection.js'
import { SHEET_KINDS } from '../windows/sheet-desk.js'

/** How long a request may wait for a sheet. */
const MAX_WAIT_MS = 60_000

/**
 * `control/sheets`: the host's sheets as programs see them, and choices on them, which the host checks like those of the
 * shell.
 */
export const sheetRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  /** The open sheets; with `wait`, as soon as a requested one opens, or after that many milliseconds. */
  router.get('/sheets', async (request, response) => {
    const query = querySchema.safeParse(request.query, { error: plainIssue })
    if (!query.success) {
      response
        .status(400)
        .json({ error: `${describeIssues(query.error)}. Use the parameters seat, kind and wait.` })
      return
    }
    const { seat, kind, wait } = query.data
    const wanted = () =>
      openSheets(simulator.windows.seats).filter(
        (sheet) => (seat === undefined || sheet.seat === seat) && (kind === undefined || sheet.kind === kind),
      )
    if (wait > 0 && wanted().length === 0)
      await sheetOpened(simulator, () => wanted().length > 0, wait, response)
    if (!response.destroyed) response.json({ sheets: wanted() })
  })

  router.post('/sheets/:seat/:sheet', express.json({ limit: '64kb' }), async (request: Request, response) => {
    const window = simulator.windows.seats.find(
      ({ seatNumber }) => String(seatNumber) === request.params['seat'],
    )
    const body = choiceSchema.safeParse(request.body, { error: plainIssue })
    if (!body.success) {
      response.status(400).json({
        error: `${describeIssues(body.error, 'The body')}. Send {"choice":"pay"}, or what the sheet takes.`,
      })
      return
    }
    const outcome =
      (await window?.sheets.choose(Number(request.params['sheet']), body.data.choice)) ??
      (window === undefined ? 'gone' : null)
    if (outcome === 'taken') response.json({ taken: true })
    else if (outcome === 'gone') response.status(404).json({ error: 'This sheet is not open.' })
    else if (outcome === null)
      response.status(400).json({ error: 'This is not a valid choice for the sheet.' })
    else response.status(422).json({ error: outcome.fault })
  })

  return router
}

const querySchema = z.object({
  seat: z.coerce.number().int().min(1).optional(),
  kind: z.enum(SHEET_KINDS).optional(),
  wait: z.coerce.number().int().min(0).max(MAX_WAIT_MS).default(0),
})

const choiceSchema = z.strictObject({ choice: z.unknown() })

const openSheets = (windows: readonly SeatConnection[]) =>
  windows.flatMap(({ seatNumber, sheets }) => {
    const { current } = sheets
    return current === null ? [] : [{ seat: seatNumber, ...current }]
  })

/** Resolves once a requested sheet is open, the time is over, or the client disconnected. */
const sheetOpened = (
  simulator: Simulator,
  isOpen: () => boolean,
  wait: number,
  response: Response,
): Promise<void> =>
  new Promise((resolve) => {
    const stop = simulator.onSheet(() => {
      if (isOpen()) end()
    })
    const timer = setTimeout(() => end(), wait)
    const end = (): void => {
      clearTimeout(timer)
      stop()
      response.off('close', end)
      resolve()
    }
    response.once('close', end)
  })
