/** How fast a clock may run, as a multiple of the one it follows. */
export const CLOCK_SPEEDS = [1, 10, 100] as const
export type ClockSpeed = (typeof CLOCK_SPEEDS)[number]

/** How a clock follows another one, its base. Times are milliseconds since 1970. */
export interface ClockCourse {
  /** How far it was ahead of its base at `since`. */
  readonly ahead: number
  readonly speed: ClockSpeed
  /** The base's time at which the speed was set. */
  readonly since: number
  /** The time at which it is paused; null while it runs. */
  readonly pausedAt: number | null
}

/** Of a clock that shows the time of its base. */
export const BASE_COURSE: ClockCourse = { ahead: 0, speed: 1, since: 0, pausedAt: null }

/** The time of the clock while its base shows `base`. */
export const timeOf = ({ ahead, speed, since, pausedAt }: ClockCourse, base: number): number =>
  pausedAt ?? base + ahead + (base - since) * (speed - 1)

/** Moved forward. It stays paused if it was. */
export const movedForward = (course: ClockCourse, milliseconds: number): ClockCourse =>
  course.pausedAt === null
    ? { ...course, ahead: course.ahead + milliseconds }
    : { ...course, pausedAt: course.pausedAt + milliseconds }

/** Faster or slower from now on. */
export const atSpeed = (course: ClockCourse, speed: ClockSpeed, base: number): ClockCourse => ({
  ...continuedFrom(course, timeOf(course, base), base),
  speed,
})

/** Paused at the time that it shows. */
export const paused = (course: ClockCourse, base: number): ClockCourse => ({
  ...course,
  pausedAt: timeOf(course, base),
})

/** Running again, from the time at which it was paused. */
export const resumed = (course: ClockCourse, base: number): ClockCourse =>
  course.pausedAt === null ? course : { ...continuedFrom(course, course.pausedAt, base), pausedAt: null }

const continuedFrom = (course: ClockCourse, time: number, base: number): ClockCourse => ({
  ...course,
  ahead: time - base,
  since: base,
})

/** Something that will happen when the clock reaches its time. Published, as are this file's other types: it imports nothing. */
export interface Upcoming {
  /** When, milliseconds since 1970. */
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout' | 'pass-end' | 'session-end' | 'match-idle' | 'match-end'
  /** The seat that it concerns; null if it concerns no single person. */
  readonly seat: number | null
  /** How many of these happen together. */
  readonly count: number
  /** In words for the developer, without a full stop: `1 consumable is refunded, unless consumed: gems (3.2)`. */
  readonly text: string
}
