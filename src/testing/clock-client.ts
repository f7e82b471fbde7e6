import type { ClockSpeed } from '../host/clock-course.js'

/** Asks for a change of the clock. */
type ChangeClock = (change: {
  readonly advance?: string
  readonly pause?: boolean
  readonly speed?: ClockSpeed
  readonly until?: 'quiet'
}) => Promise<{ readonly clock: { readonly now: string } }>

/** Changes the clock of a simulator or a service by its control API. Every method rejects with a ControlError. */
export class ClockClient {
  readonly #change: ChangeClock

  constructor(change: ChangeClock) {
    this.#change = change
  }

  /**
   * Moves the clock forward, and what comes due on the way happens: sessions end, rate limits reset, versions go live,
   * sales are refunded and paid out, tokens expire.
   * @param duration a number and `ms`, `s`, `m`, `h` or `d`, such as `24h`
   * @returns the time of the clock, ISO 8601
   */
  async advance(duration: string): Promise<string> {
    return (await this.#change({ advance: duration })).clock.now
  }

  /** Pauses the clock. `advance` still moves it. */
  async pause(): Promise<void> {
    await this.#change({ pause: true })
  }

  /** Resumes the clock from its current time. */
  async resume(): Promise<void> {
    await this.#change({ pause: false })
  }

  /** Makes the clock run 10 or 100 times as fast, or at normal speed again. */
  async setSpeed(speed: ClockSpeed): Promise<void> {
    await this.#change({ speed })
  }

  /** Runs until idle: moves the clock through all due events, until none is due within an hour. */
  async advanceUntilQuiet(): Promise<void> {
    await this.#change({ until: 'quiet' })
  }
}
