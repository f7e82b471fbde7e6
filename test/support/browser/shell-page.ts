import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

export interface ShellPage {
  readonly page: Page
  /** The app's frame as it is now: a reload makes a new one. */
  app(): Promise<Frame>
  /** The log's rows as they are drawn. */
  rows(): Promise<string[]>
  /** Uncaught errors of the shell itself. */
  readonly errors: readonly string[]
  /** Leaves the window before the test ends, which may open another one. */
  leave(): Promise<void>
}

type Viewport = NonNullable<BrowserContextOptions['viewport']>

const VIEWPORT: Viewport = { width: 1280, height: 800 }
/** Drawing what moves takes a quarter of the processor time of opening the shell. */
const MOTION = 'reduce'

/** Windows that no test uses now. A new one takes twice as long to open the shell: all its processes are new. */
const free = new WeakMap<Browser, Page[]>()

/** Opens the shell in a window. @param options as of `openWindow` */
export const openShell = async (
  browser: Browser,
  url: string,
  options?: BrowserContextOptions,
): Promise<ShellPage> => {
  const { page, leave } = await openWindow(browser, VIEWPORT, options)
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.location().url.startsWith(url)) errors.push(message.text())
  })
  await page.goto(url)
  return {
    page,
    app: async () => {
      const element = await page.getByTitle('Mini app').elementHandle()
      const frame = await element?.contentFrame()
      if (frame === null || frame === undefined) throw new Error('There is no app frame.')
      await frame.waitForLoadState('load')
      return frame
    },
    rows: () => page.getByRole('listbox', { name: 'Calls and events' }).getByRole('option').allTextContents(),
    errors,
    leave,
  }
}

/**
 * A window for the shell, which the test leaves when it ends.
 * @param options of a window of its own, which closes with the test. A test that adds scripts to a window needs one:
 *   nothing removes them. Without options the window may have shown the shell in an earlier test, and shows it as a
 *   new one does.
 */
export const openWindow = async (
  browser: Browser,
  viewport: Viewport,
  options?: BrowserContextOptions,
): Promise<Pick<ShellPage, 'page' | 'leave'>> => {
  const windows = options === undefined ? windowsOf(browser) : []
  let page = windows.pop()
  while (page?.isClosed() === true) page = windows.pop()
  await page?.setViewportSize(viewport)
  page ??= await (await browser.newContext({ viewport, reducedMotion: MOTION, ...options })).newPage()
  const opened = page
  let isLeft = false
  const leave = async (): Promise<void> => {
    if (isLeft) return
    isLeft = true
    if (options === undefined && !opened.isClosed() && (await asNew(opened))) windows.push(opened)
    else await opened.context().close()
  }
  onTestFinished(leave)
  return { page, leave }
}

const windowsOf = (browser: Browser): Page[] => {
  const windows = free.get(browser) ?? []
  free.set(browser, windows)
  return windows
}

/**
 * Takes back what a test did to a window, and leaves the shell, which gives its seat up.
 * @returns false where the window cannot be used again: its simulator is gone
 */
const asNew = async (page: Page): Promise<boolean> => {
  const context: BrowserContext = page.context()
  page.removeAllListeners()
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!(await leaveShell(page))) return false
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: MOTION })
  return true
}

/**
 * Goes from the shell to a picture of the same origin: unlike an empty page, that keeps the window's process, which takes as
 * long to start as the shell takes to load.
 * @returns false where there is no simulator any more, or where the window did not show one
 */
const leaveShell = async (page: Page): Promise<boolean> => {
  if (!page.url().startsWith('http')) return false
  return page.goto(new URL('/shell/icon.svg', page.url()).href).then(
    () => true,
    () => false,
  )
}
