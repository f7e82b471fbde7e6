/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, Frame } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppWindow } from '../support/browser/app-window.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script>
// A program's evaluate() counts as a tap in Chromium, so what needs none is called by the page itself.
const canvas = () => document.getElementById('canvas')
const untapped = (call) => new Promise((resolve) => addEventListener('load', () =>
  call().then(() => resolve('resolved'), (error) => resolve(error instanceof Error ? error.code : 'no Error'))))
const pay = untapped(() => Service.pay({ product: 'gems' }))
const share = untapped(() => Service.share({ image: canvas() }))
const askNickname = untapped(() => Service.getNickname({ ask: true }))
</script></head>
<body><button id="tap">Tap</button><canvas id="canvas" width="64" height="64"></canvas></body></html>`

let browser: Browser
let dev: DevSimulator
/** For the tests that look at nothing of the shell. */
let appWindow: AppWindow
beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({ 'index.html': APP })
  appWindow = new AppWindow(browser, dev.url)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await appWindow.close()
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

/** What a call rejects with. */
const codeOf = (frame: Frame, call: string): Promise<string> =>
  frame.evaluate(
    (source) =>
      new Function(`return ${source}`)().then(
        (result: unknown) => `resolved ${JSON.stringify(result)}`,
        (error: { code?: string }) => (error instanceof Error ? String(error.code) : 'no Error'),
      ),
    call,
  )

describe('the SDK in a real frame of the simulator', () => {
  it('2.5: getContext tells who plays and where', async () => {
    const { frame } = await appWindow.open()
    const context = await frame.evaluate(() => Service.getContext())
    expect(context).toMatchObject({
      platform: 'web',
      locale: 'en',
      theme: 'light',
      version: '1.0.0',
      test_mode: true,
      access: { type: 'free', active: true },
    })
    expect(context.app_user_id).toMatch(/./)
  })

  it('4.1: storage keeps, lists and removes, across a reload of the page', async () => {
    const { app, page } = await openShell(browser, dev.url)
    const stored = await (await app()).evaluate(async () => [
      await Service.storage.get('best'),
      await Service.storage.set('best', '12'),
      await Service.storage.get('best'),
    ])
    expect(stored).toEqual([null, true, '12'])
    await page.reload()
    const later = await (await app()).evaluate(async () => [
      await Service.storage.get('best'),
      await Service.storage.keys(),
      await Service.storage.remove('best'),
      await Service.storage.get('best'),
      await Service.storage.keys(),
    ])
    expect(later).toEqual(['12', ['best'], true, null, []])
  })

  it.each([
    ['INVALID_KEY', `Service.storage.get('a key')`],
    ['INVALID', `Service.storage.set('a', 12)`],
    ['VALUE_TOO_LONG', `Service.storage.set('a', 'x'.repeat(4097))`],
    ['INVALID', `Service.multiplayer.send({ score: 1n })`],
  ])('7: rejects %s for %s', async (code, call) => {
    const { frame } = await appWindow.open()
    expect(await codeOf(frame, call)).toBe(code)
  })

  it('4: a method that the host does not know is answered UNKNOWN_METHOD', async () => {
    const { frame } = await appWindow.open()
    const answer = await frame.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('message', (event) => {
            if (event.data.id === 'mine') resolve(event.data)
          })
          parent.postMessage({ service: 1, id: 'mine', method: 'teleport', params: {} }, '*')
        }),
    )
    expect(answer).toMatchObject({ service: 1, id: 'mine', error: { code: 'UNKNOWN_METHOD' } })
  })

  it('4.1: a tap is a tap', async () => {
    const { frame } = await appWindow.open()
    await frame.evaluate(() => {
      document.getElementById('tap')?.addEventListener('click', () => {
        Service.pay({ product: 'nothing' }).catch((error: Error & { code: string }) => {
          document.title = error.code
        })
      })
    })
    await frame.click('#tap')
    await expect.poll(() => frame.title()).not.toBe('Test')
    expect(await frame.title()).not.toBe('NEEDS_TAP')
  })

  it('4.1: without a tap, calls that need one reject NEEDS_TAP, and the log shows them', async () => {
    const { app, page } = await openShell(browser, dev.url)
    const codes = (await app()).evaluate('Promise.all([pay, share, askNickname])')
    expect(await codes).toEqual(['NEEDS_TAP', 'NEEDS_TAP', 'NEEDS_TAP'])
    for (const method of ['pay', 'share', 'getNickname'])
      await page.getByRole('option').filter({ hasText: method }).last().waitFor()
  })

  it('4.1: supports and capability tell what this host has', async () => {
    const { frame } = await appWindow.open()
    const answers = await frame.evaluate(async () => [
      await Service.supports('storage.get'),
      await Service.supports('close'),
      await Service.supports('nonsense'),
      await Service.capability('ai.image'),
    ])
    expect(answers).toEqual([
      true,
      true,
      false,
      { supported: false, version: 0, state: 'unavailable', tools: [] },
    ])
  })

  it('6: the app hears the theme and its visibility, until it stops listening', async () => {
    const { app, page } = await openShell(browser, dev.url)
    const frame = await app()
    await frame.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      const listener = (data: unknown) => heard.push(data)
      Service.on('theme', listener)
      Service.on('visibility', (data) => heard.push(data))
      Object.assign(window, { stop: () => Service.off('theme', listener) })
    })
    const heard = () => frame.evaluate(() => Reflect.get(window, 'heard'))
    await showPanel(page, 'switches')
    // Not check(), which looks immediately: only the simulator's answer flips a switch.
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(heard).toEqual([{ theme: 'dark' }])
    await page.getByRole('switch', { name: /^Visible/, checked: true }).click()
    await expect.poll(heard).toEqual([{ theme: 'dark' }, { visible: false }])
    await frame.evaluate(() => Reflect.get(window, 'stop')())
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Light' }).click()
    await page.getByRole('switch', { name: /^Visible/, checked: false }).click()
    await expect.poll(heard).toEqual([{ theme: 'dark' }, { visible: false }, { visible: true }])
  })

  it('5: answers from any window but the parent are not believed', async () => {
    const { frame } = await appWindow.open()
    const outcome = await frame.evaluate(async () => {
      // An answer tells how the SDK numbers its calls, so that the next one's identifier is known.
      const answered = new Promise<string>((resolve) => {
        addEventListener('message', ({ data }) => {
          if (typeof data?.id === 'string') resolve(data.id)
        })
      })
      await Service.storage.get('best')
      const [prefix, count] = (await answered).split('-')
      const forged = new Promise<void>((resolve) => {
        addEventListener('message', ({ data, source }) => {
          if (data?.result === 'forged' && source === window) resolve()
        })
      })
      const answer = Service.storage.get('best')
      postMessage({ service: 1, id: `${prefix}-${Number(count) + 1}`, result: 'forged' }, '*')
      await forged
      return await answer
    })
    expect(outcome).toBeNull()
  })

  it('loaded twice, the first one stays, with its listeners and open calls', async () => {
    const { frame } = await appWindow.open()
    const outcome = await frame.evaluate(async () => {
      const first = Service
      const open = Service.getContext()
      const script = document.createElement('script')
      script.src = 'service-miniapp.js'
      const loaded = new Promise((resolve) => script.addEventListener('load', resolve))
      document.head.append(script)
      await loaded
      return [first === Service, (await open).platform]
    })
    expect(outcome).toEqual([true, 'web'])
  })

  it('4: an app that calls a variable of its own `parent`, or brings its own promises, still speaks with its host', async () => {
    const { page, frame } = await appWindow.open()
    const context = await frame.evaluate(() => {
      const Native = Promise
      Object.assign(window, { parent: document.body, Promise: class extends Native<unknown> {} })
      return Service.getContext()
    })
    expect(context.platform).toBe('web')
    // In the tap that the share needs: an evaluation is none for the host.
    await frame.evaluate(() => {
      const canvas = new OffscreenCanvas(64, 64)
      canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
      addEventListener('keydown', () => Object.assign(window, { shared: Service.share({ image: canvas }) }), {
        once: true,
      })
    })
    await frame.locator('#tap').press('x')
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click()
    expect(await frame.evaluate(() => Reflect.get(window, 'shared'))).toEqual({})
  })

  it('7: outside a host every call immediately rejects with NO_HOST', async () => {
    const { frame } = await appWindow.open()
    const url = frame.url()
    const page = await browser.newPage()
    try {
      await page.goto(url)
      expect(await codeOf(page.mainFrame(), 'Service.ready()')).toBe('NO_HOST')
      expect(await codeOf(page.mainFrame(), 'Service.pay({ product: "gems" })')).toBe('NO_HOST')
      expect(await codeOf(page.mainFrame(), 'Service.supports("pay")')).toBe('NO_HOST')
      expect(await codeOf(page.mainFrame(), 'Service.capability("ai.image")')).toMatch(/^resolved/)
    } finally {
      await page.close()
    }
  })
})
