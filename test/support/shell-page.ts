import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

export interface ShellPage {
  readonly page: Page
  /** The app's frame as it is now: a reload makes a new one. */
  app(): Promise<Frame>
  /** The log's rows as they are drawn. */
  rows(): Promise<string[]>
  /** Uncaught errors of the shell itself. */
  readonly errors: readonly string[]
}

/** Opens the shell in a window of its own; closed when the test ends. */
export const openShell = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ShellPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
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
  }
}
