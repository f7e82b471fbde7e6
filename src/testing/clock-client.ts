import type { ClockSpeed } from '../host/clock-course.js'
import type { ControlRequests } from './control-requests.js'

/** Changes the clock of a simulator or a service by its control API. Every method rejects with a ControlError. */
export class ClockClient {
  readonly #requests: ControlRequests

  constructor(requests: ControlRequests) {
    this.#requests = requests
  }

  /**
   * Moves the clock forward, and what comes due on the way happens: sessions end, rate limits reset, versions go live,
   * sales are refunded and paid out, tokens expire.
   * @param duration a number and `ms`, `s`, `m`, `h` or `d`, such as `24h`; a service takes whole numbers
   * @returns the time of the clock, ISO 8601
   */
  async advance(duration: string): Promise<string> {
    const body = { advance: duration }
    return (await this.#requests.ask<{ clock: { now: string } }>('POST', 'clock', body)).clock.now
  }

  /** Pauses the clock. `advance` still moves it. */
  async pause(): Promise<void> {
    await this.#requests.ask('POST', 'clock', { pause: true })
  }

  /** Resumes the clock from its current time. */
  async resume(): Promise<void> {
    await this.#requests.ask('POST', 'clock', { pause: false })
  }

  /** Makes the clock run 10 or 100 times as fast, or at normal speed again. */
  async setSpeed(speed: ClockSpeed): Promise<void> {
    await this.#requests.ask('POST', 'clock', { speed })
  }

  /** Moves the clock forward through everything that comes due, until nothing does for an hour. */
  async advanceUntilQuiet(): Promise<void> {
    await this.#requests.ask('POST', 'clock', { until: 'quiet' })
  }
}
