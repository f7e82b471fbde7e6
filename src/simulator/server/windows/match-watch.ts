import type { BaseClock } from '../../../host/clock.js'

/**
 * Reports changes of matches: immediately after a pause, and otherwise at most four times a second, because matches change
 * with every message. Message rates drop without a message, so it reports once more after a quiet period.
 */
export class MatchWatch {
  readonly #report: () => void
  readonly #wake: BaseClock['wake']
  #cancel: (() => void) | null = null
  #changed = false
  #quietTurns = 0

  /** @param wake sets timers by the machine's time, which people watch by */
  constructor(wake: BaseClock['wake'], report: () => void) {
    this.#wake = wake
    this.#report = report
  }

  changed(): void {
    this.#changed = true
    if (this.#cancel === null) this.#arm(0)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#changed = false
  }

  #arm(wait: number): void {
    this.#cancel = this.#wake(wait, () => this.#turn())
  }

  #turn(): void {
    this.#cancel = null
    this.#quietTurns = this.#changed ? 0 : this.#quietTurns + 1
    if (this.#changed || this.#quietTurns === LAST_QUIET_TURN) this.#report()
    this.#changed = false
    if (this.#quietTurns < LAST_QUIET_TURN) this.#arm(TURN_MS)
  }
}

const TURN_MS = 250
/** Rates are counted in whole seconds: after two, they are zero. */
const LAST_QUIET_TURN = 2_000 / TURN_MS
