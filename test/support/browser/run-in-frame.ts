import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, errors } from 'playwright-core'
import { startSimulator } from '../processes/built-testing.js'

/** How long a page has to say that it is done, on a busy machine too. */
const PATIENCE_MS = 15_000

/** How long it has after that, and after it has loaded, to throw. */
const SETTLING_MS = 300

/**
 * Opens an app in the simulator's frame until it sets `window.done` and has loaded, throws, or does neither in time.
 * @param timeout how long it may take, in milliseconds
 * @returns null where it ran, or what happened instead
 */
export const runInFrame = async (
  browser: Browser,
  files: Readonly<Record<string, string | Uint8Array>>,
  timeout = PATIENCE_MS,
): Promise<string | null> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'miniapp-library-')))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const simulator = await startSimulator(folder, { watch: false })
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    const thrown = new Promise<string>((resolve) => {
      page.on('pageerror', ({ name, message }) => resolve(`${name}: ${message}`))
    })
    await page.goto(`${simulator.url}?view=player`)
    const element = await page.waitForSelector('iframe[title="Mini app"]')
    const frame = await element.contentFrame()
    if (frame === null) throw new Error('The app has no frame.')
    // A player's first tap does this; some games do nothing before.
    await element.focus()
    const done = frame
      .waitForFunction(() => 'done' in window, undefined, { timeout })
      .then(() => frame.evaluate(settled, SETTLING_MS))
      .then((value) => (value === true ? null : `done is ${JSON.stringify(value)}`))
      .catch((error: unknown) => {
        if (error instanceof errors.TimeoutError) return 'It is never done.'
        throw error
      })
    return await Promise.race([thrown, done])
  } finally {
    await context.close()
    await simulator.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs in the page: resolves once it has loaded, and what that began has had time to fail. @returns its `window.done` */
const settled = async (milliseconds: number): Promise<unknown> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  return (window as { done?: unknown }).done
}

/** A small phone: few pixels to draw. */
const PHONE = { width: 320, height: 568 }
