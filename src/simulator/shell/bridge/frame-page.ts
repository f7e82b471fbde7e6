import { isRecord } from '../../../rpc/host-message.js'
import { type PageMessage, REPORT_MARKER } from '../../injected-messages.js'

/** What a message of the injected script means, once it is believed. */
export type PageNews =
  /** The first page in the frame. */
  | 'started'
  /** Another page took the place of the one before: the app loaded itself again, or went to another of its pages. */
  | 'replaced'
  | 'tapped'
  | 'left'

/**
 * Tells the word of the injected script from an app's imitation. The injected script runs before anything else in a page,
 * so the first key of a page is its own; the next page's is taken once this one said that it is going away.
 */
export class PageIdentity {
  #key: string | null = null
  #isLeaving = false
  #wasHere = false

  /** @returns what the message says; null where it is not the injected script's word */
  read(message: PageMessage): PageNews | null {
    const { page, key } = message
    if (page === 'started') {
      if (this.#key !== null && !this.#isLeaving) return null
      this.#key = key
      this.#isLeaving = false
      const news = this.#wasHere ? 'replaced' : 'started'
      this.#wasHere = true
      return news
    }
    if (key !== this.#key || this.#isLeaving) return null
    if (page === 'tapped') return 'tapped'
    this.#isLeaving = true
    return 'left'
  }
}

/** Whether something that the frame posted has the form of the injected script's messages; null where it does not. */
export const readPageMessage = (data: unknown): PageMessage | null => {
  if (!isRecord(data) || data[REPORT_MARKER] !== 1) return null
  const { page, key } = data
  if (typeof key !== 'string' || (page !== 'started' && page !== 'tapped' && page !== 'leaving')) return null
  return { [REPORT_MARKER]: 1, page, key }
}

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
