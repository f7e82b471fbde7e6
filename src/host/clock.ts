/** The host's time. It is passed in, so that tests and the developer's clock can move it. */
export interface Clock {
  /** The host's time in milliseconds since 1970: what sessions, rates and records go by. */
  now(): number
  /** Milliseconds from some fixed moment, never moved or paused: how long the host took. */
  monotonic(): number
  /**
   * Runs something once the host's time reaches a moment: never before this call returns, even where the moment has
   * passed. While it runs, `now` is that moment or, where the machine was late, a little after it.
   * @returns how to cancel it; cancelling twice, or after it ran, does nothing
   */
  at(time: number, run: () => void): () => void
}

/** The machine's own time: a clock that nobody moves, and that can wake. */
export interface BaseClock {
  now(): number
  monotonic(): number
  /** Runs something once, so many milliseconds from now, at most `LONGEST_WAIT_MS`. @returns how to cancel it */
  wake(milliseconds: number, run: () => void): () => void
}

/** Timers of JavaScript hold no more than 2^31 - 1 milliseconds: what is further off is looked at again each day. */
export const LONGEST_WAIT_MS = 24 * 3_600_000

/** Beyond this, a time has no form that every program reads (ISO 8601 with a year of four digits). */
export const LATEST_TIME = Date.UTC(9999, 11, 31)

/** A clock that follows another one, and can be paused and moved forward: hours pass for the app in an instant. */
export class MovableClock implements Clock {
  readonly #base: BaseClock
  readonly #onDefect: (error: unknown) => void
  #ahead = 0
  /** Where the clock stands still; null while it runs. */
  #pausedAt: number | null = null
  /** What is to run, the earliest first; of the same moment, what was asked for first. */
  #alarms: Alarm[] = []
  #cancelWake: (() => void) | null = null

  /** @param onDefect told of what a run threw, so that the others still run */
  constructor(base: BaseClock, onDefect: (error: unknown) => void) {
    this.#base = base
    this.#onDefect = onDefect
  }

  now(): number {
    return this.#pausedAt ?? this.#base.now() + this.#ahead
  }

  monotonic(): number {
    return this.#base.monotonic()
  }

  at(time: number, run: () => void): () => void {
    const alarm: Alarm = { time, run }
    const after = this.#alarms.findIndex((other) => other.time > time)
    this.#alarms.splice(after === -1 ? this.#alarms.length : after, 0, alarm)
    if (this.#alarms[0] === alarm) this.#wakeForNext()
    return () => {
      const index = this.#alarms.indexOf(alarm)
      if (index === -1) return
      this.#alarms.splice(index, 1)
      if (index === 0) this.#wakeForNext()
    }
  }

  /** How far this clock is ahead of the one it follows, in milliseconds; behind, where it was paused for long. */
  get ahead(): number {
    // Asked twice, the machine's time may have gone on meanwhile.
    return this.#pausedAt === null ? this.#ahead : this.#pausedAt - this.#base.now()
  }

  get paused(): boolean {
    return this.#pausedAt !== null
  }

  /** Stands still. It can still be moved forward. */
  pause(): void {
    this.#pausedAt ??= this.now()
    this.#wakeForNext()
  }

  /** Goes on from where it stands. */
  resume(): void {
    if (this.#pausedAt === null) return
    this.#ahead = this.#pausedAt - this.#base.now()
    this.#pausedAt = null
    this.#wakeForNext()
  }

  /**
   * Moves forward through all that falls due on the way, each at its own moment.
   * @param milliseconds 0 or more, and not beyond `LATEST_TIME`: time only goes forward
   */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('A clock only goes forward.')
    if (this.now() + milliseconds > LATEST_TIME) throw new RangeError('The clock cannot go that far.')
    // The machine's time goes on meanwhile, and must take nothing from the way.
    let left = milliseconds
    for (;;) {
      const [next] = this.#alarms
      const step = next === undefined ? left : Math.max(0, next.time - this.now())
      if (next === undefined || step > left) break
      this.#move(step)
      left -= step
      this.#runNext()
    }
    this.#move(left)
    this.#wakeForNext()
  }

  /** Back to the time of the clock that it follows, running; what waits for a moment goes on waiting for it. */
  reset(): void {
    this.#ahead = 0
    this.#pausedAt = null
    this.#wakeForNext()
  }

  /** Runs nothing any more. */
  stop(): void {
    this.#alarms = []
    this.#wakeForNext()
  }

  #move(milliseconds: number): void {
    if (this.#pausedAt === null) this.#ahead += milliseconds
    else this.#pausedAt += milliseconds
  }

  #runNext(): void {
    const alarm = this.#alarms.shift()
    try {
      alarm?.run()
    } catch (error) {
      this.#onDefect(error)
    }
  }

  #runDue(): void {
    // What is asked for meanwhile, and is due at once, waits for the next turn: a run that asks again ends nothing.
    const due = this.#alarms.filter(({ time }) => time <= this.now()).length
    for (let count = 0; count < due; count += 1) {
      const [next] = this.#alarms
      if (next === undefined || next.time > this.now()) break
      this.#runNext()
    }
    this.#wakeForNext()
  }

  #wakeForNext(): void {
    this.#cancelWake?.()
    this.#cancelWake = null
    const [next] = this.#alarms
    if (next === undefined || this.#pausedAt !== null) return
    const wait = Math.min(Math.max(0, next.time - this.now()), LONGEST_WAIT_MS)
    this.#cancelWake = this.#base.wake(wait, () => {
      this.#cancelWake = null
      this.#runDue()
    })
  }
}

interface Alarm {
  readonly time: number
  readonly run: () => void
}
