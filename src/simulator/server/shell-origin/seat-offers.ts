import { MAX_SEATS } from '../../../host/control/switches.js'

/** How long a seat is reserved for a phone that was sent to it. */
const KEPT_MS = 30_000

/** Finds seats for phones whose link has none, a different one for each. The first seat is left to the developer. */
export class SeatOffers {
  readonly #offeredAt = new Map<number, number>()

  /**
   * @param taken the seats that are open
   * @param now monotonic milliseconds
   * @returns null if every seat is taken
   */
  next(taken: readonly number[], now: number): number | null {
    for (let seat = 2; seat <= MAX_SEATS; seat++) {
      const offered = this.#offeredAt.get(seat)
      if (taken.includes(seat) || (offered !== undefined && now - offered < KEPT_MS)) continue
      this.#offeredAt.set(seat, now)
      return seat
    }
    return null
  }
}
