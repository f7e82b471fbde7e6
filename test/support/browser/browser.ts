import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { CHROME_ARGUMENTS, findOrInstallChrome, findPageBrowser } from '../../../src/build/browsers.mjs'
import { driverOf, FEATURES } from '../../../src/playtest/drivers/chromium.js'
import type { Driver, TestWindow } from '../../../src/playtest/drivers/driver.js'

/** By the path of the program and what is special about it. */
const started = new Map<string, Promise<Browser>>()

/**
 * Chromium's headless shell, or an installed Chrome, Chromium or Edge, with a profile of its own. The files of tests that
 * share a process share it, since it takes longer to start than many of them run; it ends with that process. Each file closes
 * the windows that it opened: `closeWindows`.
 */
export const sharedBrowser = (): Promise<Browser> => browserAt(findPageBrowser())

/**
 * The same with each app's frame in a process of its own, as in browsers that people have: for tests of input, and of what an
 * app does to the page around it. It takes a fifth more of the processor.
 */
export const isolatingBrowser = (): Promise<Browser> => browserAt(findPageBrowser(), SITE_ISOLATION)

/** The same, but always a browser that people have: for tests of its sandbox, which the headless shell may lack a part of. */
export const sharedChrome = (): Promise<Browser> => browserAt(findOrInstallChrome())

const browserAt = async (executablePath: string, more: readonly string[] = []): Promise<Browser> => {
  const key = [executablePath, ...more].join(' ')
  const browser = await started.get(key)?.catch(() => undefined)
  if (browser?.isConnected() === true) return browser
  const starting = chromium.launch({
    executablePath,
    args: [...CHROME_ARGUMENTS, ...FEATURES, ...LARGE_TILES, ...more],
  })
  started.set(key, starting)
  return starting
}

/** A page is drawn in a few tiles rather than in many, which takes less of the processor where there is no GPU. */
const LARGE_TILES = ['--default-tile-width=2048', '--default-tile-height=2048']

/** The headless shell puts no frame into a process of its own unless told to. */
const SITE_ISOLATION = ['--site-per-process']

/** Closes every window, so that the next file finds the browser as this one did. */
export const closeWindows = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** The isolating browser as `miniapp test` drives one; in place of the browser, it closes the windows that it opened. */
export const sharedDriver = async (): Promise<Driver> => {
  const driver = driverOf(withoutMotion(await isolatingBrowser()))
  const windows: TestWindow[] = []
  return {
    ...driver,
    open: async (view) => {
      const window = await driver.open(view)
      windows.push(window)
      return window
    },
    close: async () => {
      await Promise.all(windows.map((window) => window.close()))
    },
  }
}

/** A browser whose windows show the shell without motion, which takes a quarter less of the processor. */
const withoutMotion = (browser: Browser): Browser =>
  Object.create(browser, {
    newContext: {
      value: (options: BrowserContextOptions) => browser.newContext({ ...options, reducedMotion: 'reduce' }),
    },
  })
