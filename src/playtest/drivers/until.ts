import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../failure.js'
import { SECOND_MS } from '../../platform/units.js'
import { ControlError } from '../../testing/index.js'
import { PATIENCE_MS, type TestWindow } from './driver.js'

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

/**
 * A window in which nothing is waited for without a limit: a page whose script never ends answers no question and takes no tap.
 * What takes longer rejects with a `TimeoutError`.
 */
export const limited = (window: TestWindow): TestWindow => {
  const soon = <Value>(work: Promise<Value>): Promise<Value> => within(ANSWERS_WITHIN_MS, work)
  return {
    ...window,
    goto: (url) => within(PATIENCE_MS, window.goto(url)),
    appLoaded: () => within(PATIENCE_MS, window.appLoaded()),
    askShell: (question, argument) => soon(window.askShell(question, argument)),
    askApp: (question, argument) => soon(window.askApp(question, argument)),
    screenshot: (box) => soon(window.screenshot(box)),
    click: (at) => soon(window.click(at)),
    hover: (at) => soon(window.hover(at)),
    press: (at) => soon(window.press(at)),
    drag: (from, to, moves) => soon(window.drag(from, to, moves)),
    key: (name, meanwhile) => soon(window.key(name, meanwhile)),
    memory: () => soon(window.memory()),
  }
}

/** Whether the app's page answers nothing, while the shell around it does. */
export const hangs = async (window: TestWindow): Promise<boolean> =>
  (await isAnswered(window.askShell(question, null))) && !(await isAnswered(window.askApp(question, null)))

const question = (): boolean => true

/** Longer than anything that a page does in one go on a busy machine. */
export const ANSWERS_WITHIN_MS = 60_000

/** What is waited for in the simulator; null where it does not come within the wait's own limit. */
export const inTime = async <Awaited>(waiting: Promise<Awaited>): Promise<Awaited | null> => {
  try {
    return await waiting
  } catch (error) {
    if (error instanceof ControlError && error.status === 0) return null
    throw error
  }
}
