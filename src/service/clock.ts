import { LATEST_TIME } from '../host/clock.js'
import type { ServiceStore } from './store.js'

/** The service's time: the machine's, and what it was moved ahead by, which is kept. */
export interface ServiceClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** By how many milliseconds it is ahead of the machine's. */
  readonly ahead: number
  /**
   * Moves the clock forward; resolves once that is durable.
   * @returns false where the time would be later than any that can be written
   */
  advance(milliseconds: number): Promise<boolean>
  /** Calls `listener` after every move. */
  onAdvance(listener: () => void): void
}

const KEY = 'clock'

/** @param machine the machine's own clock, in milliseconds since 1970 */
export const serviceClock = (store: ServiceStore, machine: () => number): ServiceClock => {
  const listeners: (() => void)[] = []
  const ahead = (): number => store.get('clock', KEY)?.ahead ?? 0
  return {
    now: () => machine() + ahead(),
    get ahead() {
      return ahead()
    },
    advance: async (milliseconds) => {
      if (machine() + ahead() + milliseconds > LATEST_TIME) return false
      await store.commit([{ table: 'clock', key: KEY, value: { ahead: ahead() + milliseconds } }])
      for (const listener of listeners) listener()
      return true
    },
    onAdvance: (listener) => {
      listeners.push(listener)
    },
  }
}
