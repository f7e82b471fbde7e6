import type { Clock } from '../clock.js'
import type { BoundedFetch } from './bounded-fetch.js'
import { retryAfter } from './retry-after.js'

/** How many times to wait and retry after a 429, and for how long at most. */
const RATE_LIMIT_RETRIES = 4
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 30_000

export interface Patience {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called before each wait for a rate limit. */
  readonly onBackOff: (milliseconds: number) => void
}

/** Sends a request again after a 429, which refused it: as late as the service asks for, or twice as late each time. */
export const patientFetch =
  (fetch: BoundedFetch, { clock, signal, onBackOff }: Patience): BoundedFetch =>
  async (request) => {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(request)
      if (answer.status !== 429 || attempt === RATE_LIMIT_RETRIES) return answer
      const wait = retryAfter(answer.headers, clock.now()) ?? FIRST_BACK_OFF_MS * 2 ** attempt
      if (wait > MAX_BACK_OFF_MS) return answer
      onBackOff(wait)
      await clock.sleep(wait, signal)
    }
  }
