import type { LogEntry } from '../../../host/log/call-log.js'
import type { ObserverMessage } from '../../messages.js'
import type { ObserverConnection } from './observer-connection.js'
import type { SeatConnection } from './seat-connection.js'

/** What a window reads whose seat was closed by a script. */
const closedByProgram = (seat: number): string => `Seat ${seat} was closed by a script.`

/** What a window reads whose seat another one has. */
export const openElsewhere = (seat: number): string => `Seat ${seat} is open in another window.`

/** The simulator's windows: the open seats, and the observing panels. */
export class Windows {
  readonly #seats = new Map<number, SeatConnection>()
  readonly #observers = new Set<ObserverConnection>()
  /** The seats without a window that the panels of a window were asked to open. */
  readonly #offered = new Map<number, ObserverConnection>()

  /** The open seats, in order. */
  get seats(): readonly SeatConnection[] {
    return [...this.#seats.values()].sort((a, b) => a.seatNumber - b.seatNumber)
  }

  /** The numbers of the open seats. */
  get taken(): readonly number[] {
    return this.seats.map(({ seatNumber }) => seatNumber)
  }

  /** The connection of a seat; null if it is not open. */
  inSeat(seat: number): SeatConnection | null {
    return this.#seats.get(seat) ?? null
  }

  /** Gives a seat to a window. A reloaded window may come before its old connection ends, and replaces it. */
  take(window: SeatConnection): void {
    const before = this.#seats.get(window.seatNumber)
    // Now, not when its connection ends: by then the new window's page may be open.
    if (before?.player === 'nobody') window.takeOver(before)
    else before?.end('connection_lost')
    before?.dismiss(openElsewhere(window.seatNumber), 'elsewhere')
    this.#seats.set(window.seatNumber, window)
    this.#sendSeats()
    this.#offerSeats()
  }

  /** Removes a window. The other players of its match get `connection_lost`. */
  leave(window: SeatConnection): void {
    window.end('connection_lost')
    if (this.#seats.get(window.seatNumber) !== window) return
    this.#seats.delete(window.seatNumber)
    this.#sendSeats()
  }

  /**
   * Closes a seat for a program. For the other players of its match, its window was closed.
   * @returns whether it was open
   */
  close(seat: number): boolean {
    const window = this.inSeat(seat)
    if (window === null) return false
    this.leave(window)
    window.dismiss(closedByProgram(seat), 'closed')
    return true
  }

  /** Adds the panels of a window, which were welcomed. @returns a function that removes them */
  observe(observer: ObserverConnection): () => void {
    this.#observers.add(observer)
    this.#offerSeats()
    return () => {
      this.#observers.delete(observer)
      this.#offerSeats()
    }
  }

  /** Sends a message to all panels. */
  sendObservers(message: ObserverMessage): void {
    for (const observer of this.#observers) observer.send(message)
  }

  /** Sends a log entry to all panels. */
  log(entry: LogEntry): void {
    for (const observer of this.#observers) observer.log(entry)
  }

  logCleared(): void {
    for (const observer of this.#observers) observer.logCleared()
  }

  /** Calls `act` with every connection, seats first. */
  everyone(act: (connection: SeatConnection | ObserverConnection) => void): void {
    for (const connection of [...this.#seats.values(), ...this.#observers]) act(connection)
  }

  /** Reloads the app everywhere. */
  reload(): void {
    this.everyone((connection) => connection.reload())
  }

  /** Ends the session of every seat. */
  endSessions(): void {
    for (const window of this.#seats.values()) window.end('connection_lost')
  }

  /** Asks the window whose panels opened first to open the seats that have no window. */
  #offerSeats(): void {
    for (const [seat, observer] of this.#offered)
      if (this.inSeat(seat)?.player !== 'nobody' || !this.#observers.has(observer)) this.#offered.delete(seat)
    const [first] = this.#observers
    if (first === undefined) return
    const seats = this.seats
      .filter(({ seatNumber, player }) => player === 'nobody' && !this.#offered.has(seatNumber))
      .map(({ seatNumber }) => seatNumber)
    if (seats.length === 0) return
    for (const seat of seats) this.#offered.set(seat, first)
    first.send({ type: 'seats-offered', seats })
  }

  #sendSeats(): void {
    this.sendObservers({ type: 'seats-taken', taken: this.taken })
  }
}
