import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHROME_ARGUMENTS, findOrInstallChrome } from '../../src/build/browsers.mjs'
import { FEATURES } from '../../src/playtest/drivers/chromium.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><title>T</title><script src="service-miniapp.js"></script><style>
body { margin: 0 }
i { position: absolute; width: 50vw; height: 50vh }
</style></head><body><i style="background:#f00"></i><i style="left:50vw;background:#0f0"></i>
<i style="top:50vh;background:#00f"></i><script>
Service.ready()
sizes = []
addEventListener('resize', () => sizes.push(innerWidth + ' × ' + innerHeight))
</script></body></html>`

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  // The person says yes: this page may see itself.
  const args = [...CHROME_ARGUMENTS, ...FEATURES, '--auto-accept-this-tab-capture']
  browser = await chromium.launch({ executablePath: findOrInstallChrome(), args })
  dev = await startDev({ 'index.html': APP })
})
afterAll(async () => {
  await browser.close()
  await dev.stop()
})

it('a picture of the app is a PNG of its whole frame, in its own size, and the app sees nothing of it', async () => {
  const { page, app, errors } = await openShell(browser, dev.url)
  const frame = await app()
  await page.getByRole('combobox', { name: 'Frame size' }).selectOption('Phone')
  await page.getByRole('button', { name: /^Fit/ }).click()
  // A frame is told its size while it loads already, or a moment later: from here on it must stay.
  await expect.poll(() => frame.evaluate(() => [innerWidth, innerHeight])).toEqual([390, 844])
  await frame.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    Reflect.set(window, 'sizes', [])
  })
  const place = async () =>
    Object.values((await page.getByTitle('Mini app').boundingBox()) ?? {}).map(Math.round)
  const before = await place()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Screenshot' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('ma_abcdefghij-390x844.png')
  const { data, info } = await sharp(await download.path())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([390, 844])
  /** Which of red, green and blue are there: a film's colours are not exact. */
  const colour = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].map((part) => part > 127)
  expect([colour(5, 5), colour(384, 5), colour(5, 838), colour(384, 838)]).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, true],
  ])
  expect(await frame.evaluate(() => Reflect.get(window, 'sizes'))).toEqual([])
  expect(await place()).toEqual(before)
  expect(errors).toEqual([])
})

it('a browser that cannot take one says so plainly', async () => {
  const { page, app } = await openShell(browser, dev.url)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CropTarget'))
  await page.reload()
  await app()
  await page.getByRole('button', { name: 'Screenshot' }).click()
  await page.getByText('This browser cannot capture part of a page.').waitFor()
})
