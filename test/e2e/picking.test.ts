/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { fileURLToPath } from 'node:url'
import type { Browser, Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><main><button id="photo">Photo</button>
<button id="video">Video</button></main><script>
Service.ready()
document.getElementById('photo').addEventListener('click', () => {
  window.outcome = Service.pickImage({ max_size: 640 }).catch((error) => error.code)
})
document.getElementById('video').addEventListener('click', () => {
  window.outcome = Service.pickVideo({ max_seconds: 30 }).catch((error) => error.code)
})
</script></body></html>`

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/media/${name}`, import.meta.url))

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({ 'index.html': APP })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

interface Open {
  readonly shell: Page
  readonly frame: Frame
  readonly sheet: Locator
  readonly input: Locator
}

const open = async (what: 'photo' | 'video'): Promise<Open> => {
  const { page: shell, app } = await openShell(browser, dev.url)
  const frame = await app()
  await frame.click(`#${what}`)
  const sheet = shell.getByRole('dialog', { name: `Choose a ${what}` })
  await sheet.waitFor()
  return { shell, frame, sheet, input: sheet.locator('input[type=file]') }
}

/** What the app's call came to, its Blob read and shown as an app would. */
const outcome = (frame: Frame) =>
  frame.evaluate(async () => {
    const result = await Reflect.get(window, 'outcome')
    if (result.image !== undefined) {
      const shown = new Image()
      shown.src = URL.createObjectURL(result.image)
      await shown.decode()
      const { type, size } = result.image as Blob
      const text = await (result.image as Blob).text()
      return {
        ...result,
        image: { isBlob: result.image instanceof Blob, type, kept: size > 0 },
        secret: /Secret|GPS|2021:05:06/.test(text),
        shown: [shown.naturalWidth, shown.naturalHeight],
      }
    }
    if (result.video !== undefined) {
      const { type, size } = result.video as Blob
      const text = await (result.video as Blob).text()
      const shown = document.createElement('video')
      shown.src = URL.createObjectURL(result.video)
      await new Promise((resolve, reject) => {
        shown.onloadedmetadata = resolve
        shown.onerror = () => reject(new Error(shown.error?.message))
      })
      return {
        ...result,
        video: { isBlob: result.video instanceof Blob, type, size },
        secret: /Secret|48\.8577/.test(text),
        shown: [shown.videoWidth, shown.videoHeight],
      }
    }
    return result
  })

describe('4.5: picking a photo', () => {
  it('hands the app a real file’s picture, upright, scaled and without its location', async () => {
    const { shell, frame, sheet, input } = await open('photo')
    expect(await sheet.innerText()).toContain('asks for a photo')
    expect(await axeFindings(shell)).toEqual([])
    await input.setInputFiles(fixture('gps.jpg'))
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toEqual({
      status: 'picked',
      image: { isBlob: true, type: 'image/jpeg', kept: true },
      type: 'image/jpeg',
      width: 200,
      height: 320,
      secret: false,
      shown: [200, 320],
    })
  })

  it('says what is wrong with a file, stays open, and offers samples; the app is told nothing of it', async () => {
    const { shell, frame, sheet, input } = await open('photo')
    await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') })
    await sheet.getByRole('alert').waitFor()
    expect(await sheet.getByRole('alert').innerText()).toContain('This picture cannot be opened')
    expect(await axeFindings(shell)).toEqual([])
    await sheet.getByText('Use a sample photo').click()
    await sheet.getByRole('button', { name: 'Transparent PNG' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toMatchObject({
      status: 'picked',
      type: 'image/png',
      width: 512,
      height: 512,
      shown: [512, 512],
    })
  })

  it('Cancel answers cancelled, while a file is on its way too; the keyboard reaches everything', async () => {
    const { shell, frame, sheet, input } = await open('photo')
    // The upload stalls: it never reaches the simulator.
    await shell.route('**/picked/**', () => {})
    await input.setInputFiles(fixture('gps.jpg'))
    await sheet.getByRole('status').waitFor()
    expect(await axeFindings(shell)).toEqual([])
    for (let i = 0; i < 6; i++) await shell.keyboard.press('Tab')
    expect(await shell.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    expect(await outcome(frame)).toEqual({ status: 'cancelled' })
    await sheet.waitFor({ state: 'detached' })
  })
})

describe('4.5: picking a video', () => {
  it('hands the app a real file’s video, without its location, which plays', async () => {
    const { frame, sheet, input } = await open('video')
    await input.setInputFiles(fixture('gps.webm'))
    await sheet.waitFor({ state: 'detached' })
    const { video, ...rest } = await outcome(frame)
    expect(video).toEqual({ isBlob: true, type: 'video/webm', size: rest.size })
    expect(rest).toMatchObject({
      status: 'picked',
      type: 'video/webm',
      duration: expect.closeTo(1, 1),
      width: 160,
      height: 120,
      secret: false,
      shown: [160, 120],
    })
  })

  it('refuses one that lasts too long, and takes a sample', async () => {
    const { shell, frame, sheet } = await open('video')
    await sheet.getByText('Use a sample video').click()
    await sheet.getByRole('button', { name: 'Long video' }).click()
    await sheet.getByRole('alert').waitFor()
    expect(await sheet.getByRole('alert').innerText()).toBe(
      'This video is 1 minute 15 seconds long. The limit is 30 seconds. Choose a shorter one.',
    )
    await sheet.getByRole('button', { name: 'Upright video' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toMatchObject({
      type: 'video/mp4',
      duration: expect.closeTo(12, 1),
      width: 540,
      height: 960,
      shown: [540, 960],
    })
    expect(await axeFindings(shell)).toEqual([])
  })
})
