import { PATIENCE_MS, type TestWindow } from './driver.js'
import { isAnswered, within } from './until.js'

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
    drag: (from, to) => soon(window.drag(from, to)),
    key: (name, meanwhile) => soon(window.key(name, meanwhile)),
    memory: () => soon(window.memory()),
  }
}

/** Whether the app's page answers nothing, while the shell around it does. */
export const hangs = async (window: TestWindow): Promise<boolean> =>
  (await isAnswered(window.askShell(question, null))) && !(await isAnswered(window.askApp(question, null)))

const question = (): boolean => true

/** Longer than anything that a page does in one go on a busy machine. */
export const ANSWERS_WITHIN_MS = 30_000
