import type { Engine } from '../../browser/engines.js'
import type { BrowserSystem } from './browser-process.js'
import { startChromium } from './chromium.js'
import type { Driver } from './driver.js'

/** A browser to test in. */
export interface InstalledBrowser {
  readonly engine: Engine
  /** The path of its executable, or of its WebDriver. */
  readonly executable: string
}

/**
 * Starts a browser.
 * @param signal ends it, also while it starts or works
 * @param pixelRatio the device's pixels of a CSS pixel: what every view of it has
 * @throws {Failure} `usage` if it does not start
 */
export const startBrowser = async (
  { engine, executable }: InstalledBrowser,
  system: BrowserSystem,
  signal: AbortSignal,
  pixelRatio: number,
): Promise<Driver> => {
  switch (engine) {
    case 'chromium':
      return startChromium(executable, pixelRatio)
    case 'firefox':
      return (await import('./firefox.js')).startFirefox(executable, system, signal)
    case 'webkit':
      return (await import('./webkit.js')).startWebKit(executable, system, signal)
  }
}
