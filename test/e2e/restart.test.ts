import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SDK_FILE_NAME, sdkFilePath } from '../../src/sdk/sdk-file.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { type DevProcess, startDev } from '../support/processes/dev-process.js'
import { freePort } from '../support/processes/free-port.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><p>Here</p><script>Service.ready()</script></body></html>`

let browser: Browser
let folder: string
let port: number

beforeAll(async () => {
  browser = await sharedBrowser()
})
beforeEach(async () => {
  folder = await temporaryFolder()
  const files = { ...sampleFiles(), [SDK_FILE_NAME]: await readFile(sdkFilePath()), 'index.html': APP }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  port = await freePort()
})
afterAll(() => closeWindows(browser))

const start = (...flags: string[]): Promise<DevProcess> =>
  startDev(folder, ['--port', String(port), ...flags])

/** Ends the simulator and starts it again on its port. */
const restart = async (dev: DevProcess, ...flags: string[]): Promise<DevProcess> => {
  dev.child.kill('SIGINT')
  await dev.ended
  return start(...flags)
}

/** Marks a page, to see later whether it was loaded again. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Reflect.set(window, 'marked', true))
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.get(window, 'marked') === true)

/** The seats that run the app. */
const running = async (dev: DevProcess): Promise<unknown> => {
  const state = (await (await dev.control('state')).json()) as {
    seats: { seat: number; running: boolean }[]
  }
  return state.seats.filter(({ running }) => running).map(({ seat }) => seat)
}

const banner = (page: Page) => page.getByText('The simulator is not responding.')

describe('a simulator that restarts on its port', () => {
  it('has every open window and seat again, without loading their pages', async () => {
    const dev = await start()
    const { page } = await openShell(browser, `${dev.ready.url}?seat=1&seat=2`, {})
    const { page: player } = await openShell(browser, `${dev.ready.url}?seat=3&view=player`, {})
    await expect.poll(() => running(dev)).toEqual([1, 2, 3])
    for (const window of [page, player]) await mark(window)
    dev.child.kill('SIGINT')
    await dev.ended
    for (const window of [page, player]) await banner(window).waitFor()
    const again = await start()
    expect(again.ready.token).toBe(dev.ready.token)
    await expect.poll(() => running(again), { timeout: 15_000 }).toEqual([1, 2, 3])
    for (const window of [page, player]) {
      await banner(window).waitFor({ state: 'hidden' })
      expect(await isMarked(window)).toBe(true)
      await window.frameLocator('iframe[title="Mini app"]').first().getByText('Here').waitFor()
    }
  })

  it('has windows that load themselves again where it does not know their token', async () => {
    const dev = await start()
    const { page } = await openShell(browser, dev.ready.url, {})
    await expect.poll(() => running(dev)).toEqual([1])
    await mark(page)
    const again = await restart(dev, '--fresh')
    expect(again.ready.token).not.toBe(dev.ready.token)
    await expect.poll(() => running(again), { timeout: 15_000 }).toEqual([1])
    expect(await isMarked(page)).toBe(false)
  })

  it('has windows that load themselves again where the page does not fit the server', async () => {
    const dev = await start()
    const { page } = await openShell(browser, dev.ready.url, {})
    await expect.poll(() => running(dev)).toEqual([1])
    await mark(page)
    dev.child.kill('SIGINT')
    await dev.ended
    // The bundle's port is in use, so that its origin is another one.
    const { createServer } = await import('node:http')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port + 1, '127.0.0.1', resolve))
    const again = await start()
    await expect.poll(() => running(again), { timeout: 15_000 }).toEqual([1])
    expect(await isMarked(page)).toBe(false)
    await page.frameLocator('iframe[title="Mini app"]').getByText('Here').waitFor()
    other.close()
  })

  it('keeps its tokens where the data are', async () => {
    const dev = await start()
    const other = await temporaryFolder()
    const elsewhere = await restart(dev, '--data', other)
    expect(elsewhere.ready.token).not.toBe(dev.ready.token)
    const back = await restart(elsewhere)
    expect(back.ready.token).toBe(dev.ready.token)
    expect(JSON.parse(await readFile(join(other, 'windows.json'), 'utf8')).token).toBe(elsewhere.ready.token)
    await rm(other, { recursive: true, force: true })
  })
})

describe('a window whose seat another one has', () => {
  it('takes it over once that one is closed, also after a restart', async () => {
    const dev = await start()
    const { page: first } = await openShell(browser, dev.ready.url, {})
    await expect.poll(() => running(dev)).toEqual([1])
    const { page: second } = await openShell(browser, dev.ready.url, {})
    const heading = first.getByRole('heading', { name: 'Seat 1 is open in another window' })
    await heading.waitFor()
    const again = await restart(dev)
    await expect.poll(() => running(again), { timeout: 15_000 }).toEqual([1])
    await second.frameLocator('iframe[title="Mini app"]').getByText('Here').waitFor()
    await heading.waitFor()
    await second.close()
    await first.frameLocator('iframe[title="Mini app"]').getByText('Here').waitFor()
    expect(await heading.count()).toBe(0)
  })
})
