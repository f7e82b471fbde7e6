import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppWindow } from '../support/browser/app-window.js'
import { closeWindows, sharedChrome } from '../support/browser/browser.js'
import {
  openSink,
  type Sink,
  STUN_CODES,
  STUN_PAGES,
  stun,
  stunFrame,
  stunPage,
} from '../support/browser/stun.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { someOf } from '../support/vitest/runs.js'

let browser: Browser
let dev: DevSimulator
let appWindow: AppWindow
let sink: Sink
let control: Sink
let outside: Page

const pathOf = (index: number): string => `page-${index}.html`

beforeAll(async () => {
  browser = await sharedChrome()
  sink = await openSink()
  control = await openSink()
  outside = await (await browser.newContext()).newPage()
  const pages = Object.values(STUN_PAGES).map(
    (markup, index) => [pathOf(index), stunPage(markup, sink.port)] as const,
  )
  dev = await startDev({
    'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title><script src="service-miniapp.js"></script><body><script>Service.ready()</script>`,
    'level.json': '{}',
    ...Object.fromEntries(pages),
  })
  appWindow = new AppWindow(browser, dev.url)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await appWindow.close()
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
  sink.close()
  control.close()
})

/** Waits until a frame that loads only now, elsewhere, has sent its packet: a frame of the app would have sent its own. */
const settle = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await fetch('/shell/shell.css', { cache: 'no-store' })
    }
  })
  await control.receives(() =>
    outside.setContent(`<iframe srcdoc="<script>${stun(control.port)}</script>"></iframe>`),
  )
  await outside.setContent('')
}

describe('WebRTC', () => {
  it.each(
    someOf(
      Object.keys(STUN_PAGES).map((what, index) => ({ what, path: pathOf(index) })),
      6,
    ),
  )('2.10: no packet leaves a page of the app: $what', async ({ path }) => {
    const { page, frame } = await appWindow.open()
    const before = sink.received()
    await frame.evaluate((url) => {
      location.href = url
    }, path)
    await frame.waitForURL(new RegExp(`${path}$`))
    await settle(page)
    expect(sink.received() - before).toBe(0)
  })

  it.each(someOf(Object.entries(STUN_CODES), 10))(
    '2.10: no packet leaves a running app: %s',
    async (_what, code) => {
      const { page, frame: app } = await appWindow.open()
      const before = sink.received()
      await app.evaluate(
        ([source, inner, script]) => {
          setTimeout(() => new Function('FRAME', 'STUN', source ?? '')(inner, script))
        },
        [code, stunFrame(sink.port), stun(sink.port)],
      )
      await settle(page)
      expect(sink.received() - before).toBe(0)
    },
  )
})
