/** How far apart a page's end and what blocked the next one may be reported, in milliseconds. */
const SAME_MOMENT_MS = 2_000

/**
 * Notices that the app's page went away for an address that the browser then blocked. Two parties report the two halves, in either
 * order: the injected script the page's end, the browser the blocked address.
 *
 * Where the blocked page would be, Chromium shows an error page of its own in place of the app's page. Firefox and WebKit keep the
 * app's page, which does not end.
 */
export class BlockedDeparture {
  readonly #now: () => number
  #blockedAt: number | null = null
  #leftAt: number | null = null

  /** @param now monotonic time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The browser blocked the address that the page went to. Returns whether the page is gone. */
  blocked(): boolean {
    this.#blockedAt = this.#now()
    return this.#isGone()
  }

  /** The page ended. Returns whether it is gone, with nothing in its place. */
  left(): boolean {
    this.#leftAt = this.#now()
    return this.#isGone()
  }

  /** Another page of the app took the place of the one that ended. */
  replaced(): void {
    this.#leftAt = null
  }

  #isGone(): boolean {
    return (
      this.#blockedAt !== null &&
      this.#leftAt !== null &&
      Math.abs(this.#leftAt - this.#blockedAt) <= SAME_MOMENT_MS
    )
  }
}
