import type { Capabilities, WebDriver } from 'selenium-webdriver'
import { Failure } from '../../failure.js'
import type { Farm } from './farm.js'
import { START_WITHIN_MS } from './process-windows.js'
import { within } from './until.js'

/** A browser that a WebDriver server has started. */
interface StartedSession {
  readonly driver: WebDriver
  readonly version: string
  readonly capabilities: Capabilities
}

/**
 * Has a WebDriver server that runs elsewhere start a browser.
 * @throws {Failure} `network` if it does not
 */
export const newSession = async (
  { name, url }: Pick<Farm, 'name' | 'url'>,
  wanted: Readonly<Record<string, unknown>>,
): Promise<StartedSession> => {
  const { Builder, Capabilities: Wanted } = await import('selenium-webdriver')
  const starting = (async (): Promise<StartedSession> => {
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(url)
      .withCapabilities(new Wanted({ unhandledPromptBehavior: 'accept', ...wanted }))
      .build()
    const capabilities = await driver.getCapabilities()
    return {
      driver,
      capabilities,
      version: String(capabilities.get('browserVersion') ?? '(unknown version)'),
    }
  })()
  // One that starts too late would run on.
  let isLate = false
  starting.then(
    ({ driver }) => (isLate ? quit(driver) : undefined),
    () => undefined,
  )
  try {
    return await within(START_WITHIN_MS, starting)
  } catch (error) {
    isLate = true
    throw new Failure(
      'network',
      `${name} did not start a browser (${String(wanted['browserName'])}).`,
      'Check that it has one that is free.',
      error,
    )
  }
}

/**
 * Ends a browser. It answers only after the command before, which a hung one never does, and one that is gone has nothing to
 * quit.
 */
export const quit = async (driver: WebDriver): Promise<void> => {
  await within(QUIT_WITHIN_MS, driver.quit()).catch(() => undefined)
}

const QUIT_WITHIN_MS = 3_000
