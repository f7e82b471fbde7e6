import { type Browser, chromium } from 'playwright-core'
import { CHROME_ARGUMENTS, findOrInstallChrome } from '../../src/build/chrome.mjs'

/** Starts an installed Chrome, Chromium or Edge, headless, with a new profile. The caller closes it. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallChrome(), args: CHROME_ARGUMENTS })
