import type { Response } from 'express'
import type { AnyOpenSheet } from '../../../control/simulator-answers.js'
import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import { ControlRefusal, type HandlersBelow } from '../../../local-server/control-api.js'
import type { Simulator } from '../simulator.js'

/**
 * `control/sheets`: the host's sheets as programs see them, and choices on them, which the host checks like those of the
 * shell.
 */
export const sheetHandlers = (simulator: Simulator): HandlersBelow<SimulatorRoutes, 'sheets'> => ({
  'GET sheets': async ({ query: { seat, kind, wait }, response }) => {
    const wanted = () =>
      openSheets(simulator).filter(
        (sheet) => (seat === undefined || sheet.seat === seat) && (kind === undefined || sheet.kind === kind),
      )
    if (wait > 0 && wanted().length === 0)
      await sheetOpened(simulator, () => wanted().length > 0, wait, response)
    return response.destroyed ? null : { sheets: wanted() }
  },

  'POST sheets/:seat/:sheet': async ({ path, body }) => {
    const window = simulator.windows.seats.find(({ seatNumber }) => String(seatNumber) === path.seat)
    const outcome =
      window === undefined ? 'gone' : await window.sheets.choose(Number(path.sheet), body.choice)
    if (outcome === 'taken') return { taken: true }
    if (outcome === 'gone') throw new ControlRefusal(404, 'This sheet is not open.')
    if (outcome === null) throw new ControlRefusal(400, 'This is not a valid choice for the sheet.')
    throw new ControlRefusal(422, outcome.fault)
  },
})

const openSheets = ({ windows }: Simulator) =>
  windows.seats.flatMap(({ seatNumber, sheets }) => {
    const { current } = sheets
    // A sheet's offer is that of its kind. The compiler cannot follow that.
    return current === null ? [] : [{ seat: seatNumber, ...current } as AnyOpenSheet]
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
