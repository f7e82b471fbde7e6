import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits until a condition holds, for what no browser reports by an event.
 * @throws {Error} if it does not hold within a number of milliseconds
 */
export const until = async (condition: () => Promise<boolean>, milliseconds: number): Promise<void> => {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Nothing happened within ${milliseconds} ms.`)
    await wait(LOOK_AGAIN_MS)
  }
}

const LOOK_AGAIN_MS = 50
