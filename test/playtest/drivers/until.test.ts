import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TestWindow } from '../../../src/playtest/drivers/driver.js'
import { hangs, isTimeout, limited } from '../../../src/playtest/drivers/until.js'

afterEach(() => {
  vi.useRealTimers()
})

const never = (): Promise<never> => new Promise(() => {})
const answer = async (): Promise<never> => true as never

/** A window whose page never ends a script; `open` says what else answers. */
const stuckWindow = (open: Partial<TestWindow> = {}): TestWindow => ({
  goto: never,
  askShell: never,
  askApp: never,
  appLoaded: never,
  screenshot: never,
  click: never,
  hover: never,
  press: never,
  drag: never,
  key: never,
  memory: never,
  crashed: () => false,
  answers: never,
  saveTrace: never,
  close: never,
  ...open,
})

/** Whether a promise has rejected because of its limit after so many seconds. */
const endsWithin = async (seconds: number, work: Promise<unknown>): Promise<boolean> => {
  let ended: unknown = null
  void work.catch((error: unknown) => {
    ended = error
  })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return isTimeout(ended)
}

describe('a window with limits', () => {
  const at = { x: 1, y: 2 }
  it.each([
    ['goto', (window: TestWindow) => window.goto('http://localhost/')],
    ['askShell', (window: TestWindow) => window.askShell(() => 1, null)],
    ['askApp', (window: TestWindow) => window.askApp(() => 1, null)],
    ['appLoaded', (window: TestWindow) => window.appLoaded()],
    ['screenshot', (window: TestWindow) => window.screenshot({ ...at, width: 3, height: 4 })],
    ['click', (window: TestWindow) => window.click(at)],
    ['hover', (window: TestWindow) => window.hover(at)],
    ['press', (window: TestWindow) => window.press(at)],
    ['drag', (window: TestWindow) => window.drag(at, at)],
    ['key', (window: TestWindow) => window.key('a')],
    ['memory', (window: TestWindow) => window.memory()],
  ] as const)('gives up on %s, which never ends', async (_, act) => {
    vi.useFakeTimers()
    expect(await endsWithin(20, act(limited(stuckWindow())))).toBe(false)
    expect(await endsWithin(90, act(limited(stuckWindow())))).toBe(true)
  })

  it('passes on what a question answers', async () => {
    expect(await limited(stuckWindow({ askApp: answer })).askApp(() => true, null)).toBe(true)
  })
})

describe('a page that answers nothing', () => {
  it.each([
    ['hangs where the shell around it answers', { askShell: answer }, true],
    ['is not to blame where nothing answers', {}, false],
    ['does not hang where it answers', { askShell: answer, askApp: answer }, false],
  ] as const)('%s', async (_, open, expected) => {
    vi.useFakeTimers()
    const found = hangs(stuckWindow(open))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await found).toBe(expected)
  })
})
