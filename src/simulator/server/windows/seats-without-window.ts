import { MAX_SEATS } from '../../../host/control/switches.js'
import type { Simulator } from '../simulator.js'
import { SeatConnection } from './seat-connection.js'
import { SHEET_KINDS } from './sheet-desk.js'

/**
 * Opens the first free seats without a window. Each has a session on the host, so that it can play in a match, but no code
 * of the app runs until a window shows the seat. Resolves once the sessions are open.
 * @param count how many; no more than `freeSeats` are opened
 * @returns the seats' numbers
 */
export const openSeats = async (simulator: Simulator, count: number): Promise<readonly number[]> => {
  const seats = freeSeats(simulator).slice(0, count)
  await Promise.all(seats.map((seat) => openSeat(simulator, seat)))
  return seats
}

/** The seats that are not open, in order. */
export const freeSeats = ({ windows }: Simulator): readonly number[] =>
  Array.from({ length: MAX_SEATS }, (_, index) => index + 1).filter((seat) => windows.inSeat(seat) === null)

/** Opens a free seat. In place of a window, it opens a session wherever a window would load the app. */
const openSeat = async (simulator: Simulator, number: number): Promise<void> => {
  let frame = 0
  const load = async (): Promise<void> => {
    frame += 1
    try {
      await seat.receive({ type: 'frame-opened', frame })
    } catch (error) {
      simulator.seatFailed(number, error)
    }
  }
  const seat: SeatConnection = new SeatConnection(
    simulator,
    number,
    '',
    ({ type }) => {
      if (type === 'reload' || type === 'admitted') void load()
    },
    () => {},
    SHEET_KINDS,
    false,
  )
  simulator.windows.take(seat)
  await load()
}
