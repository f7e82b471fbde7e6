import { MAX_SEATS } from '../../../host/control/switches.js'

/** How long a seat is kept for whoever was sent to it and has not taken it yet. */
const KEPT_MS = 30_000

/** Finds seats for phones whose link names none; two that come at once get two. The first seat is left to the developer. */
export class SeatOffers {
  readonly #offeredAt = new Map<number, number>()

  /**
   * @param taken the seats that are open
   * @param now milliseconds, rising
   * @returns null where every seat is taken
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
