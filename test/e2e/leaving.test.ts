import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serveOriginal } from '../../src/playtest/beside/plain-server.js'
import { driverOf } from '../../src/playtest/drivers/chromium.js'
import { focusFrame, frameBox, openAgain, opening } from '../../src/playtest/page/shell-questions.js'
import { AppWindow } from '../support/browser/app-window.js'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedChrome, sharedDriver } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { LEAVING } from '../support/browser/ways-out.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><p>Here</p><script>Service.ready()</script></body></html>`

let browser: Browser
let dev: DevSimulator
let appWindow: AppWindow

beforeAll(async () => {
  browser = await sharedChrome()
  dev = await startDev({
    'index.html': APP,
    'other.html': APP.replace('Here', 'There'),
    'level.json': '{"n":7}',
  })
  appWindow = new AppWindow(browser, dev.url)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await appWindow.close()
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

/** A loopback port that nobody listens on: the address is blocked before anybody asks for it. */
const OUTSIDE = 'http://127.0.0.1:9/'

const notes = async (): Promise<readonly string[]> =>
  ((await dev.ask('calls')) as { kind: string; message?: string }[]).flatMap(({ message }) =>
    message?.startsWith('The app left its page') === true ? [message] : [],
  )

describe('an app that leaves its page', () => {
  it.each(LEAVING)('2.10: leaves no error page of the browser, and a way back: %s', async (_what, code) => {
    const before = await notes()
    const { page, frame } = await appWindow.open()
    await frame.evaluate(
      ([source, url]) => {
        setTimeout(() => new Function('URL_', source ?? '')(url))
      },
      [code, OUTSIDE],
    )
    await page.getByRole('heading', { name: 'The app left its page' }).waitFor()
    expect(page.frames().length).toBe(1)
    // The log hears of it a moment after the page.
    await expect.poll(notes).toHaveLength(before.length + 1)
    await page.getByRole('button', { name: 'Reload', exact: true }).last().click()
    await page.frameLocator('iframe[title="Mini app"]').getByText('Here').waitFor()
  })

  it('2.10: is shown so in the light and in the dark, and on a small screen, for everyone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, app } = await openShell(browser, `${dev.url}?view=player`, {
        colorScheme,
        viewport: { width: 320, height: 568 },
      })
      await (await app()).evaluate((url) => {
        setTimeout(() => {
          location.href = url
        })
      }, OUTSIDE)
      await page.getByRole('heading', { name: 'The app left its page' }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      const { x, width } = (await page.getByRole('button', { name: 'Reload' }).boundingBox()) ?? {
        x: -1,
        width: 0,
      }
      expect([x >= 0, x + width <= 320]).toEqual([true, true])
    }
  })

  it('2.10: is opened again by the player of `test`, whom the key that led away does not keep', async () => {
    const window = await (await sharedDriver()).open({
      theme: 'light',
      locale: 'en',
      touch: false,
      pixelRatio: 1,
      frame: 'fill',
      trace: false,
    })
    await window.goto(dev.url)
    await expect.poll(() => window.askShell(opening, null)).toEqual({ shows: 'app' })
    await window.appLoaded()
    await window.askApp((url) => addEventListener('keydown', () => location.assign(url)), OUTSIDE)
    await window.askShell(focusFrame, null)
    await window.key('Enter')
    await expect.poll(() => window.askShell(openAgain, null)).not.toBeNull()
    expect(await window.askShell(frameBox, null)).toBeNull()
    expect(await window.askShell(opening, null)).toEqual({ shows: 'app' })
    const again = await window.askShell(openAgain, null)
    if (again !== null) await window.click(again)
    await expect.poll(() => window.askShell(frameBox, null)).not.toBeNull()
    await window.close()
  })

  it('stays where a finger is drawn aside over it, which leads back in Chromium, and so does its original', async () => {
    const read = async () => ({ bytes: Buffer.from(APP), type: 'index.html' })
    const place = { x: 0, y: 0, width: 390, height: 700, scale: 1, pixelRatio: 1 }
    const original = await serveOriginal({ name: 'game', entry: '/', read }, place)
    const window = await driverOf(browser).open({
      theme: 'light',
      locale: 'en',
      touch: true,
      pixelRatio: 1,
      frame: 'fill',
      trace: false,
    })
    for (const url of [dev.url, original.url]) {
      await window.goto(url)
      await expect.poll(() => window.askShell(frameBox, null)).not.toBeNull()
      await window.appLoaded()
      const box = await window.askShell(frameBox, null)
      const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 300 }
      // By the end of the second, the first has led away.
      for (const y of [20, 30]) await window.drag(at, { x: at.x + 300, y: at.y + y })
      expect(await window.askShell(frameBox, null)).toEqual(box)
    }
    await window.close()
    await original.stop()
  })

  it('2.10: stays open where it goes to another file of its own, or submits to itself', async () => {
    const before = await notes()
    const { page, app } = await openShell(browser, dev.url)
    const frame = page.frameLocator('iframe[title="Mini app"]')
    await (await app()).evaluate(() => document.body.append(document.createElement('form')))
    await (await app()).evaluate(() => document.forms[0]?.submit())
    await (await app()).evaluate(() => {
      location.href = 'other.html'
    })
    await frame.getByText('There').waitFor()
    await (await app()).evaluate(() => {
      location.href = 'level.json'
    })
    await frame.getByText('{"n":7}').waitFor()
    expect(await notes()).toEqual(before)
  })
})

describe('the browser’s console', () => {
  it('2.10: warns of no feature that the browser does not know, on the first load and later', async () => {
    const { page } = await openShell(browser, dev.url, {})
    const warnings: string[] = []
    page.on('console', (message) => {
      if (/permissions.policy|feature/i.test(message.text())) warnings.push(message.text())
    })
    const frame = page.frameLocator('iframe[title="Mini app"]')
    await page.reload()
    await frame.getByText('Here').waitFor()
    await page.getByRole('button', { name: 'Reload', exact: true }).first().click()
    await frame.getByText('Here').waitFor()
    expect(warnings).toEqual([])
  })
})
