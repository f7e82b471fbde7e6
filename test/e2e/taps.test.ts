import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { openShell, type ShellPage } from '../support/browser/shell-page.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const PRODUCT = {
  id: 'gems',
  title: 'Gems',
  statement: 'Ten gems to spend in the shop.',
  price: '0.5',
  kind: 'consumable',
}

const PAGE = (body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Taps</title>
<script>
// By message: the SDK would keep back what the host must refuse.
const post = (method, params) => new Promise((resolve) => {
  const id = String(Math.random())
  addEventListener('message', ({ data }) => { if (data.id === id) resolve(data.error?.code ?? data.result) })
  parent.postMessage({ service: 1, id, method, params }, '*')
})
const pay = () => { post('pay', { product: 'gems' }).then((outcome) => { window.outcome = outcome }) }
const payOnTap = () => {
  for (const name of ['pointerup', 'keydown']) addEventListener(name, pay, { once: true })
}
post('ready', {})
</script></head><body><h1>Taps</h1><button id="app">App</button>${body}</body></html>`

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await isolatingBrowser()
  dev = await startDev({
    'index.html': PAGE('<a href="second.html">Second</a>'),
    'second.html': PAGE('<p>Second page</p>'),
    'manifest.json': sampleManifest({ products: [PRODUCT] }),
  })
})
afterAll(() => Promise.all([closeWindows(browser), dev.stop()]))
beforeEach(() => dev.ask('reset', { method: 'POST' }))

interface Window {
  readonly page: Page
  readonly frame: Frame
  readonly rows: ShellPage['rows']
  /** The same window, with the frame that it has now. */
  reopened(): Promise<Window>
  /**
   * What a raw `pay` comes to: its code, its result, or `open` while its sheet is open.
   * @param tap taps in the app, which pays then, so that the machine's speed does not matter; without, it pays now
   */
  pay(tap?: () => Promise<void>): Promise<unknown>
  /** Cancels on the sheet, and waits until it is gone and the app has its answer. */
  cancel(): Promise<void>
  /** Evaluates in the app's page, without the tap that Playwright's own evaluation is. */
  run(expression: string): Promise<unknown>
}

const open = async (): Promise<Window> => {
  const shell = await openShell(browser, dev.url)
  return windowOf(shell)
}

const windowOf = async ({ page, app, rows }: Pick<ShellPage, 'page' | 'app' | 'rows'>): Promise<Window> => {
  const frame = await app()
  await page.getByRole('status', { name: 'is loading' }).waitFor({ state: 'detached' })
  let session: CDPSession | null = null
  const run = async (expression: string): Promise<unknown> => {
    session ??= await page.context().newCDPSession(frame)
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: false,
    })
    return result.value
  }
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  return {
    page,
    frame,
    rows,
    reopened: () => windowOf({ page, app, rows }),
    run,
    pay: async (tap) => {
      await run(`void (window.outcome = undefined, ${tap === undefined ? 'pay' : 'payOnTap'}())`)
      await tap?.()
      await expect
        .poll(async () => (await sheet.isVisible()) || (await run('window.outcome')) !== undefined)
        .toBe(true)
      return (await sheet.isVisible()) ? 'open' : await run('window.outcome')
    },
    cancel: async () => {
      await sheet.getByRole('button', { name: 'Cancel' }).click()
      await sheet.waitFor({ state: 'detached' })
      await expect.poll(() => run('window.outcome')).toEqual({ status: 'cancelled' })
    },
  }
}

describe('4.1: a tap is the app’s own', () => {
  it('opens the sheet after a click or a key in the app', async () => {
    const { frame, pay, cancel } = await open()
    expect(await pay()).toBe('NEEDS_TAP')
    expect(await pay(() => frame.locator('#app').click())).toBe('open')
    await cancel()
    expect(await pay(() => frame.locator('#app').press('Enter'))).toBe('open')
  })

  // Here only: WebKit's driver has neither, and Firefox's has a finger only in a browser of its own, and no pen.
  it.each(['touch', 'pen'] as const)('opens the sheet after a tap with %s', async (kind) => {
    const { page, frame, pay, run } = await open()
    await run(
      `void addEventListener('pointerdown', ({ pointerType }) => { window.pointerType = pointerType })`,
    )
    const box = await frame.locator('#app').boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    const input = await page.context().newCDPSession(page)
    const tap = async (): Promise<void> => {
      if (kind === 'touch') {
        await input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
        await input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      } else
        for (const type of ['mousePressed', 'mouseReleased'] as const)
          await input.send('Input.dispatchMouseEvent', {
            type,
            ...at,
            button: 'left',
            clickCount: 1,
            pointerType: 'pen',
          })
    }
    expect(await pay(tap)).toBe('open')
    expect(await run('window.pointerType')).toBe(kind)
  })

  it('is not a click on the host’s bar, nor in a panel', async () => {
    const { page, frame, pay } = await open()
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await pay()).toBe('NEEDS_TAP')
    await page.keyboard.press('Escape')
    await frame.locator('#app').click()
    await page.getByRole('listbox', { name: 'Calls and events' }).click()
    expect(await pay()).toBe('NEEDS_TAP')
  })

  it('is not the click that closes a sheet', async () => {
    const { frame, pay, cancel } = await open()
    expect(await pay(() => frame.locator('#app').click())).toBe('open')
    await cancel()
    expect(await pay()).toBe('NEEDS_TAP')
  })

  it('ends with the page: not after a saved file loads the app again', async () => {
    const opened = await open()
    await opened.frame.locator('#app').click()
    await dev.save('index.html', PAGE('<p>Saved</p><a href="second.html">Second</a>'))
    await opened.page.frameLocator('iframe[title="Mini app"]').getByText('Saved').waitFor()
    expect(await (await opened.reopened()).pay()).toBe('NEEDS_TAP')
  })

  it('ends with the page: not after the app loads itself again, or goes to another of its pages', async () => {
    const { frame, pay, cancel, run, rows } = await open()
    for (const [leave, arrived] of [
      ['location.reload()', 'h1'],
      ['location.href = "second.html"', 'text=Second page'],
    ] as const) {
      await frame.locator('#app').click()
      await run(`document.title = 'left'; ${leave}`).catch(() => undefined)
      await expect.poll(() => frame.title().catch(() => 'left')).toBe('Taps')
      await frame.locator(arrived).waitFor()
      expect(await pay()).toBe('NEEDS_TAP')
      expect(await pay(() => frame.locator('#app').click())).toBe('open')
      await cancel()
    }
    const replaced = async () =>
      (await rows()).filter((row) => row.includes('The app loaded itself again, or another of its pages.'))
    await expect.poll(replaced).toHaveLength(2)
  })

  it('is not one that the app claims', async () => {
    const { page, pay, run } = await open()
    await page.getByRole('button', { name: 'Menu' }).click()
    await run(`for (const page of ['started', 'tapped', 'leaving', 'started', 'tapped'])
      parent.postMessage({ miniapp_simulator: 1, page, key: 'mine' }, '*')`)
    await run(`for (const name of ['pointerdown', 'click', 'keydown', 'pagehide'])
      dispatchEvent(new Event(name))`)
    expect(await pay()).toBe('NEEDS_TAP')
  })

  it('is still heard after document.open', async () => {
    const { frame, pay, run } = await open()
    await run(`document.open(); document.write('<button id="new">New</button>'); document.close()`)
    expect(await pay(() => frame.locator('#new').click())).toBe('open')
  })
})
