import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANY_VIEW } from '../../src/playtest/drivers/process-windows.js'
import { controls, fittedScale } from '../../src/playtest/page/questions.js'
import { frameBox } from '../../src/playtest/page/shell-questions.js'
import { composeShim } from '../../src/shim/shim-file.js'
import { closeWindows, sharedBrowser, sharedDriver } from '../support/browser/browser.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

/** A page of one size that reads a press in the ways that games do. */
const GAME = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script></head>
<body style="margin: 0"><h1 style="height: 40px; margin: 0">Paint</h1>
<canvas width="640" height="480" style="display: block"></canvas><p>Press</p><script>
Service.ready()
const canvas = document.querySelector('canvas')
window.presses = []
for (const type of ['pointerdown', 'mousedown', 'click', 'touchstart']) canvas.addEventListener(type, (event) => {
  const point = event.touches === undefined ? event : event.touches[0]
  const rect = canvas.getBoundingClientRect()
  const places = {
    rect: [point.clientX - rect.left, point.clientY - rect.top],
    scaled: [(point.clientX - rect.left) * canvas.width / rect.width, (point.clientY - rect.top) * canvas.height / rect.height],
    page: [point.pageX - canvas.offsetLeft, point.pageY - canvas.offsetTop],
    ...(point.offsetX === undefined ? {} : { offset: [point.offsetX, point.offsetY] }),
  }
  presses.push([type, places, document.elementFromPoint(point.clientX, point.clientY).tagName])
})
</script></body></html>`

let browser: Browser
let dev: DevSimulator

/** A page whose script makes the canvas after the page has loaded, and gives it its size later. */
const LATER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script></head>
<body style="margin: 0"><script>
Service.ready()
addEventListener('load', () => setTimeout(() => {
  const canvas = document.createElement('canvas')
  document.body.append(canvas)
  setTimeout(() => {
    canvas.width = 600
    canvas.height = 400
  })
}))
</script></body></html>`

/** A page whose canvas fills the window, and stands out by the margin of the body. */
const ADAPTS = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script></head>
<body><canvas></canvas><script>
Service.ready()
const canvas = document.querySelector('canvas')
const fill = () => { canvas.width = innerWidth; canvas.height = innerHeight }
addEventListener('resize', fill)
fill()
</script></body></html>`

beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({
    'index.html': GAME,
    'later.html': LATER,
    'adapts.html': ADAPTS,
    'browser-shim.js': await composeShim({ parts: ['fixed-layout'], renamed: {} }),
  })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const open = async (width: number, height: number): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: true })
  const page = await context.newPage()
  await page.goto(`${dev.url}?view=player`)
  return page
}

const press = async (page: Page, x: number, y: number) => {
  const element = await page.waitForSelector('iframe[title="Mini app"]')
  const frame = await element.contentFrame()
  const box = await element.boundingBox()
  if (frame === null || box === null) throw new Error('There is no app frame.')
  await frame.waitForLoadState('load')
  const shown = await frame.evaluate(() => {
    const { transform, overflow } = document.documentElement.style
    return {
      scale: Number(/[\d.]+/.exec(transform)?.[0] ?? 1),
      size: [innerWidth, innerHeight],
      overflow,
    }
  })
  const at: readonly [number, number] = [box.x + x * shown.scale, box.y + (40 + y) * shown.scale]
  await page.mouse.click(...at)
  await page.touchscreen.tap(...at)
  await expect.poll(() => frame.evaluate(() => Reflect.get(window, 'presses').length)).toBeGreaterThan(5)
  return { ...shown, presses: await frame.evaluate(() => Reflect.get(window, 'presses')) }
}

describe('a page of one size', () => {
  it('is shown whole in a smaller frame, and finds every press where it is', async () => {
    const { scale, size, overflow, presses } = await press(await open(400, 700), 500, 300)
    expect(scale).toBeCloseTo((size[0] ?? 0) / 640, 3)
    expect(overflow).toBe('hidden')
    expect(new Set(presses.map(([type]: [string]) => type))).toEqual(
      new Set(['pointerdown', 'mousedown', 'click', 'touchstart']),
    )
    for (const [, places, element] of presses) {
      expect(element).toBe('CANVAS')
      for (const [x, y] of Object.values<[number, number]>(places)) {
        expect(Math.abs(x - 500)).toBeLessThan(3)
        expect(Math.abs(y - 300)).toBeLessThan(3)
      }
    }
  })

  it('is pressed in the middle by a test, which does not see what the shim says', async () => {
    const driver = await sharedDriver()
    const window = await driver.open({ ...ANY_VIEW, touch: true })
    await window.goto(dev.url)
    await window.appLoaded()
    await expect.poll(() => window.askApp(fittedScale, null)).toBeLessThan(0.7)
    const [[at], box] = [(await window.askApp(controls, null)) ?? [], await window.askShell(frameBox, null)]
    if (at === undefined || box === null) throw new Error('There is nothing to press.')
    await window.press({ x: box.x + at.x * box.width, y: box.y + at.y * box.height })
    const rects = (): readonly [number, number][] =>
      Reflect.get(window, 'presses').map(([, { rect }]: [string, { rect: [number, number] }]) => rect)
    await expect.poll(async () => (await window.askApp(rects, null))?.length).toBeGreaterThan(1)
    for (const [x, y] of (await window.askApp(rects, null)) ?? []) {
      expect(Math.abs(x - 320)).toBeLessThan(3)
      expect(Math.abs(y - 240)).toBeLessThan(3)
    }
    await driver.close()
  })

  it('is as it is in a larger frame', async () => {
    const { scale } = await press(await open(1_300, 900), 500, 300)
    expect(scale).toBe(1)
  })

  it('is as it is where a canvas that fills the window stands out by a margin: smaller, it would be blurred', async () => {
    const page = await open(400, 700)
    const frame = await (await page.waitForSelector('iframe[title="Mini app"]')).contentFrame()
    if (frame === null) throw new Error('There is no app frame.')
    await frame.evaluate(() => location.replace('adapts.html'))
    await frame.waitForFunction(
      () => document.readyState === 'complete' && document.querySelector('canvas')?.width === innerWidth,
    )
    expect(
      await frame.evaluate(() => [
        document.documentElement.scrollWidth > innerWidth,
        document.documentElement.style.transform,
      ]),
    ).toEqual([true, ''])
  })

  it('is shown whole, too, where a script makes the canvas after the page has loaded', async () => {
    const page = await open(400, 700)
    const frame = await (await page.waitForSelector('iframe[title="Mini app"]')).contentFrame()
    if (frame === null) throw new Error('There is no app frame.')
    await frame.evaluate(() => location.replace('later.html'))
    await expect
      .poll(() => frame.evaluate(() => document.documentElement.style.transform).catch(() => ''))
      .toMatch(/^scale\(0\.6/)
  })
})
