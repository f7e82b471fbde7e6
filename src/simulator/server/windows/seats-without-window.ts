import { MAX_SEATS } from '../../../host/control/switches.js'
import type { ShownWorld } from './admission.js'
import { SeatConnection } from './seat-connection.js'
import { seatFailed } from './seat-world.js'
import { SHEET_KINDS } from './sheet-desk.js'

/**
 * Opens the first free seats without a window. Each has a session on the host, so that it can play in a match, but no code
 * of the app runs until a window shows the seat. Resolves once the sessions are open.
 * @param count how many; no more than `freeSeats` are opened
 * @returns the seats' numbers
 */
export const openSeats = async (world: ShownWorld, count: number): Promise<readonly number[]> => {
  const seats = freeSeats(world).slice(0, count)
  await Promise.all(seats.map((seat) => openSeat(world, seat).opened))
  return seats
}

/** The seats that are not open, in order. */
export const freeSeats = ({ windows }: Pick<ShownWorld, 'windows'>): readonly number[] =>
  Array.from({ length: MAX_SEATS }, (_, index) => index + 1).filter((seat) => windows.inSeat(seat) === null)

export interface SeatWithoutWindow {
  readonly connection: SeatConnection
  /** Resolves once its session is open, or the app cannot open. */
  readonly opened: Promise<void>
}

export interface SeatWithoutWindowOptions {
  /** Whether a robot plays in it, so that no window is asked to show it. */
  readonly isRobot?: boolean
  /** Called whenever the app is loaded, with the number of the frame that it would be in. */
  readonly onLoad?: (frame: number) => void
  /** Called when a window takes the seat, or a program closes it. */
  readonly onEnd?: () => void
}

/** Opens a free seat. In place of a window, it opens a session wherever a window would load the app. */
export const openSeat = (
  world: ShownWorld,
  number: number,
  options: SeatWithoutWindowOptions = {},
): SeatWithoutWindow => {
  let frame = 0
  const load = async (): Promise<void> => {
    frame += 1
    options.onLoad?.(frame)
    try {
      await connection.receive({ type: 'frame-opened', frame })
    } catch (error) {
      seatFailed(world, number, error)
    }
  }
  const connection: SeatConnection = new SeatConnection(
    world,
    number,
    '',
    ({ type }) => {
      if (type === 'reload' || type === 'admitted') void load()
    },
    () => options.onEnd?.(),
    SHEET_KINDS,
    options.isRobot === true ? 'robot' : 'nobody',
  )
  world.windows.take(connection)
  return { connection, opened: load() }
}
