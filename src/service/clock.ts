import { LATEST_TIME } from '../host/clock.js'
import {
  atSpeed,
  BASE_COURSE,
  type ClockCourse,
  type ClockSpeed,
  movedForward,
  paused,
  resumed,
  timeOf,
} from '../host/clock-course.js'
import { put, type ServiceStore } from './records/store.js'

/** The service's time. It follows the machine's, and what was changed about that is kept. */
export type ServiceClock = ReturnType<typeof serviceClock>

const KEY = 'clock'

/** @param machineNow the machine's own clock, in milliseconds since 1970 */
export const serviceClock = (store: ServiceStore, machineNow: () => number) => {
  const listeners: (() => void)[] = []
  const course = (): ClockCourse => store.get('clock', KEY) ?? BASE_COURSE
  const now = (): number => timeOf(course(), machineNow())
  const follow = async (next: ClockCourse): Promise<void> => {
    await store.commit([put('clock', KEY, next)])
    for (const listener of listeners) listener()
  }
  return {
    /** Milliseconds since 1970. */
    now,
    /** The machine's time, in the same unit, for what people and programs wait for in fact. */
    machineNow,
    /** By how many milliseconds it is ahead of the machine's; negative after a long pause. */
    get ahead(): number {
      const machine = machineNow()
      return timeOf(course(), machine) - machine
    },
    get paused(): boolean {
      return course().pausedAt !== null
    },
    get speed(): ClockSpeed {
      return course().speed
    },
    /**
     * Moves the clock forward, also while it is paused; resolves once that is durable.
     * @returns false where the time would be later than any that can be written
     */
    advance: async (milliseconds: number): Promise<boolean> => {
      if (now() + milliseconds > LATEST_TIME) return false
      await follow(movedForward(course(), milliseconds))
      return true
    },
    /** Resolves once that is durable. */
    pause: (wanted: boolean): Promise<void> => follow((wanted ? paused : resumed)(course(), machineNow())),
    setSpeed: (speed: ClockSpeed): Promise<void> => follow(atSpeed(course(), speed, machineNow())),
    /** Calls `listener` after every change. */
    onChange: (listener: () => void): void => {
      listeners.push(listener)
    },
  }
}
