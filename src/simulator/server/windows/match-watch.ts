import type { BaseClock } from '../../../host/clock.js'

/**
 * Tells of matches as they go: at once after a pause, and else four times a second at most, since they change with
 * every message. Rates fall with time alone, so that it tells once more when all has been quiet for a while.
 */
export class MatchWatch {
  readonly #tell: () => void
  readonly #wake: BaseClock['wake']
  #cancel: (() => void) | null = null
  #changed = false
  #quietTurns = 0

  /** @param wake the machine's, since people watch by its time */
  constructor(wake: BaseClock['wake'], tell: () => void) {
    this.#wake = wake
    this.#tell = tell
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
    if (this.#changed || this.#quietTurns === LAST_QUIET_TURN) this.#tell()
    this.#changed = false
    if (this.#quietTurns < LAST_QUIET_TURN) this.#arm(TURN_MS)
  }
}

const TURN_MS = 250
/** Rates are counted in whole seconds: two later they are zero. */
const LAST_QUIET_TURN = 2_000 / TURN_MS
