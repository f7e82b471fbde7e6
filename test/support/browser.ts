import { type Browser, chromium } from 'playwright-core'
import { CHROME_ARGUMENTS, findOrInstallChrome } from '../../src/build/browsers.mjs'

let started: Promise<Browser> | undefined

/**
 * An installed Chrome, Chromium or Edge, headless, with a profile of its own. The files of tests that share a process
 * share it, since it takes longer to start than many of them run; it ends with that process. Each file closes the
 * windows that it opened: `closeWindows`.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const browser = await started?.catch(() => undefined)
  if (browser?.isConnected() === true) return browser
  started = chromium.launch({
    executablePath: findOrInstallChrome(),
    args: [...CHROME_ARGUMENTS, ...LARGE_TILES],
  })
  return started
}

/** A page is drawn in a few tiles rather than in many, which takes less of the processor where there is no GPU. */
const LARGE_TILES = ['--default-tile-width=2048', '--default-tile-height=2048']

/** Closes every window, so that the next file finds the browser as this one did. */
export const closeWindows = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
