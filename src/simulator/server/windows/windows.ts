import type { LogEntry } from '../../../host/log/call-log.js'
import type { ObserverMessage } from '../../messages.js'
import type { ObserverConnection } from './observer-connection.js'
import type { SeatConnection } from './seat-connection.js'

/** The windows that show the simulator: who sits in which seat, and whose panels look on. */
export class Windows {
  readonly #seats = new Map<number, SeatConnection>()
  readonly #observers = new Set<ObserverConnection>()

  /** The seats that are open in some window, in their order. */
  get seats(): readonly SeatConnection[] {
    return [...this.#seats.values()].sort((a, b) => a.seatNumber - b.seatNumber)
  }

  /** The numbers of those seats. */
  get taken(): readonly number[] {
    return this.seats.map(({ seatNumber }) => seatNumber)
  }

  /** Who sits in a seat; null where it is not open. */
  inSeat(seat: number): SeatConnection | null {
    return this.#seats.get(seat) ?? null
  }

  /** A window takes a seat. One that is loaded again may be here before its old connection is seen to end: it wins. */
  take(window: SeatConnection): void {
    const before = this.#seats.get(window.seatNumber)
    // Now, and not once its connection ends: by then the page of the window that wins may be open.
    before?.end('connection_lost')
    before?.dismiss(`Seat ${window.seatNumber} is open in another window.`)
    this.#seats.set(window.seatNumber, window)
    this.#tellSeats()
  }

  /** A window is gone: the others in its match are told `connection_lost`. */
  leave(window: SeatConnection): void {
    window.end('connection_lost')
    if (this.#seats.get(window.seatNumber) !== window) return
    this.#seats.delete(window.seatNumber)
    this.#tellSeats()
  }

  /** A window's panels begin to look on. @returns how they stop */
  observe(observer: ObserverConnection): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  /** Tells whoever looks on. */
  tellObservers(message: ObserverMessage): void {
    for (const observer of this.#observers) observer.send(message)
  }

  /** Shows an entry of the log to whoever looks on. */
  log(entry: LogEntry): void {
    for (const observer of this.#observers) observer.log(entry)
  }

  logCleared(): void {
    for (const observer of this.#observers) observer.logCleared()
  }

  /** Does something with every connection, the seats' first. */
  everyone(tell: (connection: SeatConnection | ObserverConnection) => void): void {
    for (const connection of [...this.#seats.values(), ...this.#observers]) tell(connection)
  }

  /** Everywhere the app loads again. */
  reload(): void {
    this.everyone((connection) => connection.reload())
  }

  /** The app's page in every seat is gone. */
  endSessions(): void {
    for (const window of this.#seats.values()) window.end('connection_lost')
  }

  #tellSeats(): void {
    this.tellObservers({ type: 'seats-taken', taken: this.taken })
  }
}
