import { DAY_MS, HOUR_MS } from '../platform/units.js'
import {
  atSpeed,
  BASE_COURSE,
  type ClockSpeed,
  movedForward,
  paused,
  resumed,
  timeOf,
} from './clock-course.js'

/** The host's time. It is passed in, so that tests and the developer can change it. */
export interface Clock {
  /** The host's time in milliseconds since 1970. Sessions, rates and records use it. */
  now(): number
  /** Milliseconds since a fixed moment, never moved or paused, for measuring durations. */
  monotonic(): number
  /**
   * Calls `run` once the host's time reaches `time`: never before this call returns, even if that time has passed. During
   * the call, `now` is that time or, if the machine was late, a little later.
   * @returns a function that cancels it; calling it twice, or after the run, does nothing
   */
  at(time: number, run: () => void): () => void
}

/** The machine's time: a clock that cannot be moved and can set timers. */
export interface BaseClock {
  now(): number
  monotonic(): number
  /** Calls `run` once after this time, at most `LONGEST_WAIT_MS`. @returns a function that cancels it */
  wake(milliseconds: number, run: () => void): () => void
}

/** JavaScript timers hold at most 2^31 - 1 milliseconds: alarms further away are checked once a day. */
export const LONGEST_WAIT_MS = DAY_MS

/** Later times have no form that every program reads (ISO 8601 with a four-digit year). */
export const LATEST_TIME = Date.UTC(9999, 11, 31)

/** Moving on until it is quiet stops where the next thing to come is further away. */
export const QUIET_MS = HOUR_MS

/** What always has something else come next must not keep a clock moving for ever. */
export const MOST_STEPS_UNTIL_QUIET = 10_000

/** What makes a clock run its alarms. */
export type ClockMove =
  /** The machine's time reached those that are due. */
  | { readonly do: 'wake' }
  /** It was moved forward so far, or for null through all that comes due until it is quiet. */
  | { readonly do: 'advance'; readonly ms: number | null }

/** Hears of a clock's moves. */
export interface ClockListener {
  /** A move begins, before its first alarm. */
  moves(move: ClockMove): void
  /** The move is over, at its last moment. */
  moved(): void
}

/** A clock that follows another one, and that can be paused, moved forward and made faster. */
export class MovableClock implements Clock {
  readonly #base: BaseClock
  readonly #onDefect: (error: unknown) => void
  #course = BASE_COURSE
  /** The earliest first. Alarms of the same time keep the order in which they were set. */
  #alarms: Alarm[] = []
  #cancelWake: (() => void) | null = null
  /** The time during a move, in which the machine's time does not count; null outside one. */
  #moment: number | null = null
  #listener: ClockListener | null = null

  /** @param onDefect called with what an alarm threw, so that the other alarms still run */
  constructor(base: BaseClock, onDefect: (error: unknown) => void) {
    this.#base = base
    this.#onDefect = onDefect
  }

  now(): number {
    return this.#moment ?? timeOf(this.#course, this.#base.now())
  }

  /** Tells the one listener of every move. */
  listen(listener: ClockListener): void {
    this.#listener = listener
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

  /** How far this clock is ahead of the one it follows, in milliseconds; negative after a long pause. */
  get ahead(): number {
    // Not `now() - base.now()`: the machine's time may advance between the two.
    const base = this.#base.now()
    return timeOf(this.#course, base) - base
  }

  /** How many times as fast as the other clock it runs, also while it is paused. */
  get speed(): ClockSpeed {
    return this.#course.speed
  }

  /** Makes it faster or slower from now on. */
  setSpeed(speed: ClockSpeed): void {
    this.#course = atSpeed(this.#course, speed, this.#base.now())
    this.#wakeForNext()
  }

  get paused(): boolean {
    return this.#course.pausedAt !== null
  }

  /** Pauses the clock. It can still be moved forward. */
  pause(): void {
    this.#course = paused(this.#course, this.#base.now())
    this.#wakeForNext()
  }

  /** Continues from the time at which it was paused. */
  resume(): void {
    this.#course = resumed(this.#course, this.#base.now())
    this.#wakeForNext()
  }

  /**
   * Moves forward through every alarm, as long as the next one is at most `QUIET_MS` away.
   * @returns how far it moved, in milliseconds
   */
  advanceUntilQuiet(): number {
    return this.#move({ do: 'advance', ms: null }, () => {
      const from = this.now()
      for (let count = 0; count < MOST_STEPS_UNTIL_QUIET; count += 1) {
        const [next] = this.#alarms
        const now = this.now()
        if (next === undefined || next.time - now > QUIET_MS || next.time > LATEST_TIME) break
        this.#goTo(Math.max(now, next.time))
        this.#run(next)
      }
      return this.now() - from
    })
  }

  /**
   * Moves forward, and runs every alarm on the way at its own time.
   * @param milliseconds 0 or more, and not beyond `LATEST_TIME`
   */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('The clock can only move forward.')
    if (this.now() + milliseconds > LATEST_TIME) throw new RangeError('The clock cannot move that far.')
    this.#move({ do: 'advance', ms: milliseconds }, () => {
      const to = this.now() + milliseconds
      for (let [next] = this.#alarms; next !== undefined && next.time <= to; [next] = this.#alarms) {
        this.#goTo(Math.max(this.now(), next.time))
        this.#run(next)
      }
      this.#goTo(to)
    })
  }

  /** Returns to the time of the clock that it follows, running. Alarms stay set. */
  reset(): void {
    this.#course = BASE_COURSE
    this.#wakeForNext()
  }

  /** Cancels all alarms. */
  stop(): void {
    this.#alarms = []
    this.#wakeForNext()
  }

  /** Runs alarms from a time on, in which the time is what `#goTo` says. */
  #move<Result>(move: ClockMove, run: () => Result, from = this.now()): Result {
    this.#moment = from
    try {
      this.#listener?.moves(move)
      const result = run()
      this.#listener?.moved()
      return result
    } finally {
      this.#moment = null
      this.#wakeForNext()
    }
  }

  #goTo(time: number): void {
    this.#course = movedForward(this.#course, time - this.now())
    this.#moment = time
  }

  #run(alarm: Alarm): void {
    this.#alarms.splice(this.#alarms.indexOf(alarm), 1)
    try {
      alarm.run()
    } catch (error) {
      this.#onDefect(error)
    }
  }

  #runDue(): void {
    const now = this.now()
    // Alarms set meanwhile wait for the next turn, even if they are due: one that sets itself must not block.
    const due = this.#alarms.filter(({ time }) => time <= now)
    if (due.length === 0) {
      this.#wakeForNext()
      return
    }
    // What is due, and the time that listeners see, come from one reading: the machine's time goes on between two.
    const run = (): void => {
      for (const alarm of due) if (this.#alarms.includes(alarm)) this.#run(alarm)
    }
    this.#move({ do: 'wake' }, run, now)
  }

  #wakeForNext(): void {
    this.#cancelWake?.()
    this.#cancelWake = null
    const [next] = this.#alarms
    if (next === undefined || this.paused) return
    const wait = Math.min(Math.ceil(Math.max(0, next.time - this.now()) / this.speed), LONGEST_WAIT_MS)
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
