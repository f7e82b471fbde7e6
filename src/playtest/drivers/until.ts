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

/** Whether a browser answers a question, which one that has ended or hangs does not. */
export const isAnswered = (question: Promise<unknown>): Promise<boolean> =>
  within(ANSWER_WITHIN_MS, question).then(
    () => true,
    () => false,
  )

const ANSWER_WITHIN_MS = 5_000

/**
 * Waits for a promise.
 * @throws {Error} if it takes longer than a number of milliseconds
 */
export const within = async <Value>(milliseconds: number, work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing happened within ${milliseconds} ms.`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
