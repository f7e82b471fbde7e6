import type { Browser, Frame, Page } from 'playwright-core'

const FRAME = 'iframe[title="Mini app"]'

/**
 * A window with the shell that stays from one test to the next, for tests that look at the app and not at the shell: the
 * app is loaded again for each, since the shell takes several times as long.
 */
export class AppWindow {
  readonly #browser: Browser
  readonly #url: string
  #page: Page | null = null

  /** @param url the shell's */
  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** Loads the app in a frame of its own. */
  async open(): Promise<{ readonly page: Page; readonly frame: Frame }> {
    this.#page ??= await this.#browser.newPage({ reducedMotion: 'reduce' })
    const page = this.#page
    // In the toolbar, or in place of an app that has left its frame.
    const reload = page.getByRole('button', { name: 'Reload', disabled: false }).first()
    // Not where another test has opened the seat in a window of its own since.
    if (page.url().startsWith(this.#url) && (await reload.isVisible())) {
      await page.evaluate((frame) => document.querySelector(frame)?.setAttribute('data-used', ''), FRAME)
      await reload.click()
    } else await page.goto(this.#url)
    const element = await page.waitForSelector(`${FRAME}:not([data-used])`)
    const frame = await element.contentFrame()
    if (frame === null) throw new Error('The app has no frame.')
    // Until then it shows an empty page, which has loaded too.
    await frame.waitForURL(({ pathname }) => pathname.startsWith('/ma_'))
    return { page, frame }
  }

  /** Closes the window, which a failed test may have left in any state; the next test opens another. */
  async close(): Promise<void> {
    await this.#page?.close()
    this.#page = null
  }
}
