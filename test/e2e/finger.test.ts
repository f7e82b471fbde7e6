import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { driverOf } from '../../src/playtest/drivers/chromium.js'
import type { Point, TestWindow } from '../../src/playtest/drivers/driver.js'
import { completeTaps, wantsClick } from '../../src/playtest/page/finger.js'
import { closeWindows, isolatingBrowser, sharedChrome } from '../support/browser/browser.js'
import { servePlainly } from '../support/browser/plain-server.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const TYPES = ['pointerdown', 'touchstart', 'pointerup', 'touchend', 'mousedown', 'mouseup', 'click']

/** The page around, and a frame as the app's is: small, and far from the corner. */
const PAGES = {
  'index.html':
    '<!doctype html><iframe sandbox="allow-scripts" src="app.html" style="position: fixed; left: 500px; top: 400px; width: 320px; height: 500px; border: 0"></iframe>',
  'app.html': `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin: 0; height: 100vh">
<button id="button" style="position: absolute; inset: 100px 100px auto; height: 60px">Tap me</button><p id="deaf" style="position: absolute; top: 160px; width: 100px">Text</p>
<script>
  window.heard = []
  for (const type of ${JSON.stringify(TYPES)}) addEventListener(type, (event) => {
    const how = event.pointerType ?? ''
    heard.push([type.startsWith('pointer') ? type + ' ' + how : type, event.target.id].join(' '))
  }, true)
  document.getElementById('deaf').addEventListener('touchstart', (event) => event.preventDefault(), { passive: false })
</script>`,
}

// The first places taps rightly, as phones do; the second may not.
describe.each([
  ['the browser of the tests', isolatingBrowser],
  ['a browser that people have', sharedChrome],
])('a tap in a window of `miniapp test`, in %s', (_which, shared) => {
  const opened = async (): Promise<TestWindow> => {
    const browser = await shared()
    onTestFinished(() => closeWindows(browser))
    const folder = await temporaryFolder()
    for (const [name, text] of Object.entries(PAGES)) await writeFile(join(folder, name), text)
    const server = await servePlainly(folder)
    onTestFinished(() => server.stop())
    const window = await driverOf(browser).open({
      theme: 'light',
      locale: 'en',
      touch: true,
      pixelRatio: 1,
      frame: 'phone',
      trace: false,
    })
    await window.goto(`${server.url}index.html`)
    await window.appLoaded()
    return window
  }

  /** What the app heard of what is done, once the browser has sent all of it. */
  const heardOf = async (window: TestWindow, at: Point): Promise<unknown> => {
    await window.askApp(() => Reflect.get(globalThis, 'heard').splice(0), undefined)
    await window.press(at)
    return window.askApp(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(() => resolve(Reflect.get(globalThis, 'heard')), 200))
        }),
      undefined,
    )
  }

  it('is a touch with a click at its place', async () => {
    expect(await heardOf(await opened(), { x: 660, y: 530 })).toEqual([
      'pointerdown touch button',
      'touchstart button',
      'pointerup touch button',
      'touchend button',
      'mousedown button',
      'mouseup button',
      'click button',
    ])
  })

  it('has no click where the app prevents it', async () => {
    expect(await heardOf(await opened(), { x: 520, y: 585 })).toEqual([
      'pointerdown touch deaf',
      'touchstart deaf',
      'pointerup touch deaf',
      'touchend deaf',
    ])
  })
})

it.each([
  'class Map { constructor(side) { this.side = side.x } } class Set {}',
  'class Map { get(x) { return [x] } }',
  'window.Map = window.Set = window.Error = null',
])('a page that has its own classes of the names is asked, once for each question: %s', async (classes) => {
  const browser = await isolatingBrowser()
  onTestFinished(() => closeWindows(browser))
  const folder = await temporaryFolder()
  const frame = '<iframe sandbox="allow-scripts" src="app.html"></iframe>'
  await writeFile(join(folder, 'same.html'), '<iframe src="app.html"></iframe>')
  await writeFile(join(folder, 'other.html'), frame)
  await writeFile(join(folder, 'app.html'), `<script>${classes}; var count = 0</script>`)
  const server = await servePlainly(folder)
  onTestFinished(() => server.stop())
  for (const page of ['same.html', 'other.html']) {
    const window = await driverOf(browser).open({
      theme: 'light',
      locale: 'en',
      touch: false,
      pixelRatio: 1,
      frame: 'phone',
      trace: false,
    })
    await window.goto(`${server.url}${page}`)
    await window.appLoaded()
    for (let count = 1; count <= 2; count++)
      expect(
        await window.askApp(
          (names) => ({
            sizes: new Map(names.map((name) => [name, name.length])).size + new Set(names).size,
            count:
              Reflect.set(globalThis, 'count', Reflect.get(globalThis, 'count') + 1) &&
              Reflect.get(globalThis, 'count'),
          }),
          ['a', 'bc'],
        ),
      ).toEqual({ sizes: 4, count })
    await window.close()
  }
})

// A busy machine may take a browser that places taps rightly for one that does not.
it('a tap that has its click gets no second one', async () => {
  const browser = await isolatingBrowser()
  onTestFinished(() => closeWindows(browser))
  const page = await (await browser.newContext({ hasTouch: true })).newPage()
  await page.addInitScript(completeTaps, 'finger')
  // In the page itself, every browser places taps rightly.
  await page.goto('data:text/html,<body onclick="document.title += 1"><p>Text</p>')
  expect(await page.evaluate(wantsClick, 'finger')).toBe(false)
  await page.touchscreen.tap(100, 100)
  await page.waitForFunction(() => document.title === '1')
  expect(await page.evaluate(wantsClick, 'finger')).toBe(false)
  await page.mouse.click(100, 100)
  expect(await page.title()).toBe('1')
  await page.touchscreen.tap(100, 100)
  await page.waitForFunction(() => document.title === '11')
})
