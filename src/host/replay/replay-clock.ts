import { MovableClock } from '../clock.js'

/** The clock of a replay: it shows the times of the log, and wakes when it did there. */
export class ReplayClock {
  #machine = 0
  #due: (() => void) | null = null
  readonly clock: MovableClock

  constructor() {
    this.clock = new MovableClock(
      {
        now: () => this.#machine,
        monotonic: () => 0,
        wake: (_milliseconds, run) => {
          this.#due = run
          return () => {
            this.#due = null
          }
        },
      },
      () => {},
    )
  }

  goTo(time: number): void {
    this.#machine += time - this.clock.now()
  }

  wake(): void {
    const due = this.#due
    this.#due = null
    due?.()
  }
}
