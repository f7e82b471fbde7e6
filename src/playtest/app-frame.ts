import type { ElementHandle, Frame, Page } from 'playwright-core'

/** The app's frame in the shell's page, or null if no app runs. */
export const appFrame = async (
  page: Page,
): Promise<{ readonly element: ElementHandle; readonly frame: Frame } | null> => {
  const element = await page.$('iframe[title="Mini app"]')
  const frame = (await element?.contentFrame()) ?? null
  return element === null || frame === null ? null : { element, frame }
}
