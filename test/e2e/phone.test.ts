/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { readFile } from 'node:fs/promises'
import { type Browser, devices, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SDK_FILE_NAME, sdkFilePath } from '../../src/sdk/sdk-file.js'
import { injectedScriptPath } from '../../src/simulator/injected-script.js'
import { shellFolder } from '../../src/simulator/shell-page.js'
import { axeFindings } from '../support/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser.js'
import { openShell } from '../support/shell-page.js'
import { type SimulatorRig, simulatorRig } from '../support/simulator-rig.js'

// The button is tall: Chromium 150, where it emulates a phone, makes a touch in a frame a click that is as much higher as the
// frame is below the page's top.
const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="service-miniapp.js"></script></head><body><main><h1>Test</h1><button id="name" style="height: 300px">Name</button></main><script>
Service.ready()
document.getElementById('name').addEventListener('click', () => {
  window.outcome = Service.getNickname({ ask: true })
})
</script></body></html>`

const { defaultBrowserType: _browser, ...PIXEL } = devices['Pixel 7'] ?? {}

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

/** A simulator that takes every browser for one on another machine. */
const openNetwork = async (): Promise<SimulatorRig & { readonly link: string }> => {
  const rig = await simulatorRig({
    files: { 'index.html': APP, [SDK_FILE_NAME]: await readFile(sdkFilePath()) },
    shellFolder: shellFolder(),
    injectedScript: await readFile(injectedScriptPath(), 'utf8'),
    isOnOwnMachine: () => false,
    phoneAddresses: ['localhost'],
  })
  const [link] = rig.served.phoneUrls
  if (link === undefined) throw new Error('There is no link for phones.')
  return { ...rig, link }
}

const openPhone = (url: string) => openShell(browser, url, PIXEL)

const size = (page: Page) =>
  page.getByTitle('Mini app').evaluate((frame) => [frame.clientWidth, frame.clientHeight])

describe('a phone', () => {
  it('that brings no code is asked for it, and plays once it was typed', async () => {
    const rig = await openNetwork()
    const { page, app } = await openPhone(`${rig.shellOrigin}/?seat=3`)
    const code = page.getByLabel('Pairing code')
    await code.fill('WRONG-ONE')
    await page.getByRole('button', { name: 'Open' }).tap()
    await page.getByRole('alert').getByText('This code is not valid.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect
      .poll(() => page.getByRole('button', { name: 'Open' }).boundingBox())
      .toMatchObject({ x: 24, width: 272 })
    await code.fill(new URL(rig.link).searchParams.get('pair')?.toLowerCase() ?? '')
    await code.press('Enter')
    await page.getByRole('region', { name: 'Seat 3' }).waitFor()
    expect(
      await (await app()).evaluate(() => Service.getContext().then((context) => context.app_user_id)),
    ).toMatch(/~3$/)
  })

  it('1.3: shows the host’s bar and, below it, only the app, which fills the screen', async () => {
    const rig = await openNetwork()
    const { page, app, errors } = await openPhone(rig.link)
    await app()
    const screen = page.viewportSize()
    expect(await size(page)).toEqual([screen?.width, (screen?.height ?? 0) - 48])
    expect(await page.getByRole('region', { name: 'Developer panels' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Menu' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(errors.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([])
  })

  it('4.6: draws the host’s sheets from below, over the app', async () => {
    const rig = await openNetwork()
    const { page, app } = await openPhone(rig.link)
    const frame = await app()
    await frame.tap('#name')
    const sheet = page.getByRole('dialog', { name: 'Nickname' })
    await sheet.waitFor()
    await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const box = await sheet.boundingBox()
    const screen = page.viewportSize()
    expect([Math.round(box?.width ?? 0), Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([
      screen?.width,
      screen?.height,
    ])
    await sheet.getByLabel('Nickname', { exact: true }).fill('Phone player')
    await sheet.getByRole('button', { name: 'Save' }).tap()
    expect(await frame.evaluate(() => Reflect.get(window, 'outcome'))).toEqual({ nickname: 'Phone player' })
  })

  it('has the panels behind a link, and goes back from there', async () => {
    const rig = await openNetwork()
    const { page, app } = await openPhone(rig.link)
    await app()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('link', { name: 'Developer panels' }).tap()
    await page.getByRole('region', { name: 'Developer panels' }).waitFor()
    expect(new URL(page.url()).searchParams.get('seat')).toBe('2')
    await page.getByRole('link', { name: 'Full screen' }).tap()
    // The seat is on both pages, the panels are on the one that goes.
    await page.getByRole('region', { name: 'Developer panels' }).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Seat 2' }).waitFor()
    expect(await page.getByRole('region', { name: 'Developer panels' }).count()).toBe(0)
  })
})

describe('the dialog for phones', () => {
  it('shows a QR code for a free seat, and makes room for the next phone when that is taken', async () => {
    const rig = await openNetwork()
    const { page } = await openShell(browser, `${rig.link}&seat=1`)
    await page.getByRole('button', { name: 'Phone …' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Play on a phone' })
    await dialog.getByRole('img', { name: 'QR code for seat 2' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    const link = await dialog.getByRole('code').innerText()
    expect(link).toBe(`${rig.link}&seat=2`)
    const { app } = await openPhone(link)
    await app()
    await dialog.getByRole('img', { name: 'QR code for seat 3' }).waitFor()
    await dialog.getByRole('radio', { name: '5' }).check()
    await dialog.getByText(`${rig.link}&seat=5`).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Phone …')
  })

  it('says how to let phones in where the simulator listens to this machine alone', async () => {
    const rig = await simulatorRig({ files: { 'index.html': APP }, shellFolder: shellFolder() })
    const { page } = await openShell(browser, `${rig.shellOrigin}/`)
    await page.getByRole('button', { name: 'Phone …' }).click()
    await page.getByRole('dialog').getByText('miniapp dev --host').waitFor()
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(0)
  })
})
