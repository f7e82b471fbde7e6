import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../failure.js'
import { SECOND_MS } from '../../platform/units.js'

/**
 * Waits until a condition holds, for what no browser reports by an event.
 * @throws {Failure} `refused` if it does not hold within a number of milliseconds
 */
export const until = async (condition: () => Promise<boolean>, milliseconds: number): Promise<void> => {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Failure(
        'refused',
        `The browser did not show the app within ${milliseconds / SECOND_MS} s.`,
        'The machine may be busy. Run the command again.',
      )
    await wait(LOOK_AGAIN_MS)
  }
}

const LOOK_AGAIN_MS = 50

/** Whether a browser answers a question, which one that has ended or hangs does not. */
export const isAnswered = (question: Promise<unknown>): Promise<boolean> =>
  within(ANSWER_WITHIN_MS, question).then(
    () => true,
    () => false,
  )

const ANSWER_WITHIN_MS = 5_000

/** Something took longer than its limit. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Whether something was not done within its limit: one of ours, or of a driver's library. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/**
 * Waits for a promise.
 * @throws {TimeoutError} if it takes longer than a number of milliseconds
 */
export const within = async <Value>(milliseconds: number, work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`Nothing happened within ${milliseconds} ms.`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
