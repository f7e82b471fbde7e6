/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { readFile } from 'node:fs/promises'
import { type Browser, devices, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDist } from '../../src/in-dist.js'
import { SDK_FILE_NAME, sdkFilePath } from '../../src/sdk/sdk-file.js'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { type SimulatorRig, simulatorRig } from '../support/rigs/simulator-rig.js'
import { unusable } from './usable.js'

// The button is tall: Chromium 150, where it emulates a phone, makes a touch in a frame a click that is as much higher as the
// frame is below the page's top.
const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="service-miniapp.js"></script></head><body><main><h1>Test</h1><button id="name" style="height: 300px">Name</button></main><script>
Service.ready()
let call = () => Service.getNickname({ ask: true })
document.getElementById('name').addEventListener('click', () => {
  window.outcome = call()
})
</script></body></html>`

const { defaultBrowserType: _browser, ...PIXEL } = devices['Pixel 7'] ?? {}

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

/** A simulator that takes every browser for one on another machine. */
const openNetwork = async (
  files: Readonly<Record<string, string>> = {},
): Promise<SimulatorRig & { readonly link: string }> => {
  const rig = await simulatorRig({
    files: { 'index.html': APP, [SDK_FILE_NAME]: await readFile(sdkFilePath()), ...files },
    shellFolder: inDist('shell'),
    injectedScript: await readFile(inDist('injected', 'injected.js'), 'utf8'),
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

/** The screens of common phones, in CSS pixels, and what the system covers of them. */
const SCREENS = [
  { width: 390, height: 844, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { width: 844, height: 390, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
  { width: 375, height: 667, insets: { top: 20, right: 0, bottom: 0, left: 0 } },
  { width: 412, height: 915, insets: { top: 24, right: 0, bottom: 24, left: 0 } },
  { width: 360, height: 640, insets: { top: 0, right: 0, bottom: 0, left: 0 } },
  { width: 640, height: 360, insets: { top: 0, right: 0, bottom: 0, left: 24 } },
] as const

/** Each screen, and with text of twice the size those with the least room. */
const VIEWS = [
  ...SCREENS.map((screen) => [screen, 100] as const),
  ...[SCREENS[0], SCREENS[1], SCREENS[4]].map((screen) => [screen, 200] as const),
]

const PRODUCT = {
  id: 'gems',
  title: 'A thousand gems for the shop',
  statement: 'You get a thousand gems, which you can spend in the shop for everything that is sold there.',
  price: '0.5',
  kind: 'consumable',
}
const PURPOSE =
  'Draws a picture of your hero from your own words, so that every player looks different in the game.'

const SHEETS = {
  Payment: `Service.pay({ product: 'gems' })`,
  Share: `(() => {
    const image = document.createElement('canvas')
    image.width = 300
    image.height = 500
    return Service.share({ image, text: 'I have scored 12,345 points in this game. Come and beat me!' })
  })()`,
  'Choose a photo': 'Service.pickImage()',
  Nickname: 'Service.getNickname({ ask: true })',
  'Use AI': `Service.ai.image.generate({ prompt: 'A cat' })`,
} as const

describe('the screen of any phone', () => {
  /** A phone whose keyboard, text size and safe areas a test sets. */
  const open = async () => {
    const rig = await openNetwork({
      'manifest.json': sampleManifest({
        name: 'A game with a long name here',
        products: [PRODUCT],
        capabilities: { 'ai.image': { version: 1, purpose: PURPOSE } },
      }),
    })
    await rig.simulator.steering.setSwitches(null, { platform: 'ios' })
    const { page, app } = await openPhone('about:blank')
    // No browser shows a keyboard in a test: this is what it does to the page.
    await page.addInitScript(() => {
      const area = Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, keyboard: 0 })
      Object.defineProperty(area, 'height', { get: () => innerHeight - area.keyboard - area.offsetTop })
      Object.defineProperty(window, 'visualViewport', { value: area })
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(rig.link)
    const cdp = await page.context().newCDPSession(page)
    const show = async (screen: (typeof SCREENS)[number], text: number): Promise<void> => {
      await page.setViewportSize(screen)
      await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: screen.insets })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, text)
    }
    const type = (keyboard: number): Promise<void> =>
      page.evaluate((height) => {
        Object.assign(visualViewport ?? {}, { keyboard: height })
        visualViewport?.dispatchEvent(new Event('resize'))
      }, keyboard)
    return { page, app, show, type }
  }

  it('1.3: has every button of the host’s bar, the menu and each sheet in reach, with large text too', async () => {
    const { page, app, show, type } = await open()
    const frame = await app()
    const found: string[] = []
    for (const [name, call] of Object.entries(SHEETS)) {
      const largest = SCREENS[3]
      await show(largest, 100)
      await frame.evaluate(`call = () => ${call}`)
      await frame.tap('#name')
      const sheet = page.getByRole('dialog', { name })
      await sheet.waitFor()
      const texts = sheet.getByRole('textbox')
      const hasText = (await texts.count()) > 0
      for (const [screen, text] of VIEWS) {
        await show(screen, text)
        const note = (what: string) => `${name}, ${screen.width} × ${screen.height}, ${text} %: ${what}`
        found.push(...(await unusable(page, '.sheet', screen.insets)).map(note))
        if (!hasText) continue
        await texts.focus()
        const keyboard = Math.round(screen.height * (screen.height > screen.width ? 0.42 : 0.5))
        await type(keyboard)
        const area = await texts.boundingBox()
        if (area === null || area.y + area.height > screen.height - keyboard)
          found.push(note('is typed unseen'))
        found.push(...(await unusable(page, '.sheet', screen.insets, keyboard)).map(note))
        await type(0)
      }
      await show(largest, 100)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Menu' }).tap()
    for (const [screen, text] of VIEWS) {
      await show(screen, text)
      for (const part of ['.host-bar', '.sheet'])
        found.push(...(await unusable(page, part, screen.insets)).map((what) => `${screen.width}: ${what}`))
      const [x, y, width, height] = await page.getByTitle('Mini app').evaluate((element) => {
        const box = element.getBoundingClientRect()
        return [box.x, box.y, box.width, box.height]
      })
      const { top, right, bottom, left } = screen.insets
      expect([x, y, width, height]).toEqual([
        left,
        top + 48,
        screen.width - left - right,
        screen.height - top - 48 - bottom,
      ])
    }
    expect(found).toEqual([])
  })

  it('has the text and the buttons of the nickname sheet in sight above the keyboard', async () => {
    const { page, app, show, type } = await open()
    const [iphone] = SCREENS
    await show(iphone, 100)
    await (await app()).tap('#name')
    const sheet = page.getByRole('dialog', { name: 'Nickname' })
    await sheet.getByRole('textbox').focus()
    await type(336)
    for (const control of [
      sheet.getByRole('textbox'),
      sheet.getByRole('button', { name: 'Save' }),
      sheet.getByRole('button', { name: 'Close' }),
    ]) {
      const { y = 0, height = 0 } = (await control.boundingBox()) ?? {}
      expect([y > 47 + 48, y + height <= iphone.height - 336]).toEqual([true, true])
    }
    await type(0)
    expect(await sheet.getByRole('radio').count()).toBeGreaterThan(0)
  })
})

describe('the dialog for phones', () => {
  it('shows a QR code for a free seat, and makes room for the next phone when that is taken', async () => {
    const rig = await openNetwork()
    const { page } = await openShell(browser, `${rig.link}&seat=1`)
    await page.getByRole('button', { name: 'Play on a phone' }).press('Enter')
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
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Play on a phone')
  })

  it('says how to let phones in where the simulator listens to this machine alone', async () => {
    const rig = await simulatorRig({ files: { 'index.html': APP }, shellFolder: inDist('shell') })
    const { page } = await openShell(browser, `${rig.shellOrigin}/`)
    await page.getByRole('button', { name: 'Play on a phone' }).click()
    await page.getByRole('dialog').getByText('miniapp dev --host').waitFor()
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(0)
  })
})
