import { type Browser, chromium } from 'playwright-core'
import { findOrInstallChrome } from '../../src/build/find-chrome.mjs'

/** Arguments that keep a browser to itself: no sandbox as root, no background connections, a small machine. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** Starts an installed Chrome, Chromium or Edge, headless, with a new profile. The caller closes it. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallChrome(), args: ARGUMENTS })
