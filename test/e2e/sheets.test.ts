/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><button id="pay">Buy</button>
<button id="share">Share</button><button id="words">Say</button><button id="name">Name</button><script>
Service.ready()
window.heard = []
Service.on('visibility', (data) => heard.push(data))
window.keys = 0
addEventListener('keydown', () => keys++)
document.getElementById('pay').addEventListener('click', () => {
  window.outcome = Service.pay({ product: 'gems' }).catch((error) => error.code)
})
document.getElementById('share').addEventListener('click', () => {
  const canvas = document.createElement('canvas')
  canvas.width = 360
  canvas.height = 640
  const pen = canvas.getContext('2d')
  const sky = pen.createLinearGradient(0, 0, 360, 640)
  sky.addColorStop(0, '#312e81')
  sky.addColorStop(1, '#f59e0b')
  pen.fillStyle = sky
  pen.fillRect(0, 0, 360, 640)
  pen.fillStyle = '#fff'
  pen.font = 'bold 72px sans-serif'
  pen.fillText('4,210', 80, 340)
  window.outcome = Service.share({ image: canvas, text: 'Beat my score!' }).catch((error) => error.code)
})
document.getElementById('words').addEventListener('click', () => {
  window.outcome = Service.share({ text: 'Only words' }).catch((error) => error.code)
})
document.getElementById('name').addEventListener('click', () => {
  window.outcome = Service.getNickname({ ask: true })
})
const tick = () => {
  window.frameCount = (window.frameCount ?? 0) + 1
  requestAnimationFrame(tick)
}
tick()
</script></body></html>`

const MANIFEST = sampleManifest({
  products: [
    {
      id: 'gems',
      title: 'Gems',
      statement: 'Ten gems to spend in the shop.',
      price: '0.5',
      kind: 'consumable',
    },
  ],
})

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({ 'index.html': APP, 'manifest.json': MANIFEST })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})
beforeEach(() => dev.reset())

const start = async (): Promise<{ shell: Page; frame: Frame }> => {
  const { page: shell, app } = await openShell(browser, dev.url)
  return { shell, frame: await app() }
}

/** What the app's call came to. */
const outcome = (frame: Frame) => frame.evaluate(() => Reflect.get(window, 'outcome'))

describe('4.3: the payment sheet', () => {
  it('shows app, developer, statement, total, balance after and the note; Pay pays', async () => {
    const { shell, frame } = await start()
    await frame.click('#pay')
    const sheet = shell.getByRole('dialog', { name: 'Payment' })
    await sheet.waitFor()
    const words = await sheet.innerText()
    for (const part of [
      /by @\w+/,
      'Ten gems to spend in the shop.',
      '0.5 credits',
      '99.5 credits',
      'third party',
      'TEST',
    ])
      expect(words).toMatch(part)
    expect(await axeFindings(shell)).toEqual([])
    await sheet.getByRole('button', { name: 'Pay' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toMatchObject({
      status: 'paid',
      purchase: { product: 'gems', kind: 'consumable' },
    })
  })

  it('7: a second sheet is BUSY while one is open', async () => {
    const { shell, frame } = await start()
    await frame.click('#pay')
    await shell.getByRole('dialog', { name: 'Payment' }).waitFor()
    const second = frame.evaluate(() =>
      Service.pay({ product: 'gems' }).catch((error: Error & { code: string }) => error.code),
    )
    expect(await second).toBe('BUSY')
  })

  it('7: of two calls made in one tap the first opens its sheet', async () => {
    const { shell, frame } = await start()
    await frame.evaluate(() => {
      document.getElementById('pay')?.addEventListener('click', () => {
        Reflect.set(
          window,
          'second',
          Service.pay({ product: 'gems' }).catch((error: Error & { code: string }) => error.code),
        )
      })
    })
    await frame.click('#pay')
    const sheet = shell.getByRole('dialog', { name: 'Payment' })
    await sheet.waitFor()
    expect(await frame.evaluate(() => Reflect.get(window, 'second'))).toBe('BUSY')
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    expect(await outcome(frame)).toEqual({ status: 'cancelled' })
  })

  it('3.2: the app runs on without input and without visibility events, and has the focus back afterwards', async () => {
    const { shell, frame } = await start()
    await frame.click('#pay')
    const sheet = shell.getByRole('dialog', { name: 'Payment' })
    await sheet.waitFor()
    expect(await shell.getByTitle('Mini app').evaluate((element) => element.hasAttribute('inert'))).toBe(true)
    for (let i = 0; i < 4; i++) await shell.keyboard.press('Tab')
    expect(await shell.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    expect(await frame.evaluate(() => Reflect.get(window, 'keys'))).toBe(0)
    await shell.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toEqual({ status: 'cancelled' })
    expect(await frame.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
    // The focus goes back once the sheet is gone from the page.
    await expect
      .poll(() => shell.evaluate(() => document.activeElement?.getAttribute('title')))
      .toBe('Mini app')
  })

  it('3.2: too little credit is said on the sheet, and fails', async () => {
    const { shell, frame } = await start()
    await dev.ask('switches', { method: 'PATCH', body: JSON.stringify({ balance: '0.2' }) })
    await frame.click('#pay')
    const sheet = shell.getByRole('dialog', { name: 'Payment' })
    await sheet.getByText('0.2 credits: not enough').waitFor()
    await sheet.getByRole('button', { name: 'Pay' }).click()
    expect(await outcome(frame)).toEqual({ status: 'failed', reason: 'insufficient_balance' })
  })

  it('goes with the app that opened it', async () => {
    const { shell, frame } = await start()
    await frame.click('#pay')
    const sheet = shell.getByRole('dialog', { name: 'Payment' })
    await sheet.waitFor()
    await shell.getByRole('button', { name: 'Reload' }).click()
    await sheet.waitFor({ state: 'detached' })
  })
})

describe('4.6: the nickname sheet', () => {
  const ask = (frame: Frame) => frame.click('#name')

  it('asks where there is none, refuses what breaks the rules in words, and saves', async () => {
    const { shell, frame } = await start()
    await ask(frame)
    const sheet = shell.getByRole('dialog', { name: 'Nickname' })
    const box = sheet.getByRole('textbox', { name: 'Nickname' })
    await box.waitFor()
    expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)
    await box.fill('call me @me')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByRole('alert').waitFor()
    expect(await axeFindings(shell)).toEqual([])
    await box.fill('Lantern Bearer')
    await box.press('Enter')
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toEqual({ nickname: 'Lantern Bearer' })
    await ask(frame)
    expect(await outcome(frame)).toEqual({ nickname: 'Lantern Bearer' })
  })

  it('resolves null when it is closed', async () => {
    const { shell, frame } = await start()
    await ask(frame)
    await shell.getByRole('dialog', { name: 'Nickname' }).getByRole('button', { name: 'Close' }).click()
    expect(await outcome(frame)).toEqual({ nickname: null })
  })

  it('takes a suggestion, and children have nothing else', async () => {
    const { shell, frame } = await start()
    await dev.ask('switches', { method: 'PATCH', body: JSON.stringify({ person: '13-15' }) })
    await ask(frame)
    const sheet = shell.getByRole('dialog', { name: 'Nickname' })
    const suggestion = sheet.getByRole('radio').first()
    await suggestion.check()
    expect(await sheet.getByRole('textbox').count()).toBe(0)
    const nickname = await suggestion.inputValue()
    await sheet.getByRole('button', { name: 'Save' }).click()
    expect(await outcome(frame)).toEqual({ nickname })
  })

  it('6: is opened from the host menu too, and the app hears the change', async () => {
    const { shell, frame } = await start()
    await frame.evaluate(() => Service.on('nickname', (data) => Reflect.get(window, 'heard').push(data)))
    await shell.getByRole('button', { name: 'Menu' }).click()
    await shell.getByRole('button', { name: 'Change nickname' }).click()
    const sheet = shell.getByRole('dialog', { name: 'Nickname' })
    await sheet.getByRole('textbox').fill('Night Owl')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => frame.evaluate(() => Reflect.get(window, 'heard')))
      .toEqual([{ nickname: 'Night Owl' }])
  })
})

describe('4.4: the share sheet', () => {
  const opened = async (button: '#share' | '#words' = '#share') => {
    const started = await start()
    await started.frame.click(button)
    const sheet = started.shell.getByRole('dialog', { name: 'Share', exact: true })
    await sheet.waitFor()
    return { ...started, sheet }
  }
  const button = (sheet: Locator, name: string) => sheet.getByRole('button', { name, exact: true })

  it('2.5: is there for apps to find', async () => {
    const { frame } = await start()
    expect(await frame.evaluate(() => Service.supports('share'))).toBe(true)
    const { features } = await frame.evaluate(() => Service.getContext())
    expect(features).toContain('share')
  })

  it('shows the re-drawn picture, the words, the price, the added line, the note and TEST', async () => {
    const { shell, sheet } = await opened()
    const words = await sheet.innerText()
    for (const part of [/Made by the app\s+Sample/, '1 credit', 'Play Sample: ', 'TEST', 'nothing is posted'])
      expect(words).toMatch(part)
    const picture = sheet.getByRole('img', { name: /Shared picture/ })
    // The picture as it came stands there until it is redrawn, and its decoding ends with an error then.
    await expect
      .poll(() =>
        picture.evaluate(async (image) => {
          if (!(image instanceof HTMLImageElement)) return null
          await image.decode()
          return [new URL(image.src).protocol, image.naturalWidth, image.naturalHeight]
        }),
      )
      .toEqual(['blob:', 360, 640])
    expect(await sheet.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Beat my score!')
    for (const theme of ['light', 'dark'] as const) {
      await shell.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      expect(await axeFindings(shell)).toEqual([])
    }
  })

  it.each(['Story', 'Post', 'Chat', 'Close'])('resolves {} after %s: the app cannot tell', async (name) => {
    const { shell, frame, sheet } = await opened()
    await sheet.getByRole('textbox', { name: 'Text' }).fill('In my own #words')
    await button(sheet, name).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toEqual({})
    expect(await frame.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
    // The focus goes back once the sheet is gone from the page.
    await expect
      .poll(() => shell.evaluate(() => document.activeElement?.getAttribute('title')))
      .toBe('Mini app')
  })

  it('has no story without a picture, and nothing to send without words', async () => {
    const { frame, sheet } = await opened('#words')
    expect(await button(sheet, 'Story').isDisabled()).toBe(true)
    expect(await sheet.getByRole('img').count()).toBe(0)
    const box = sheet.getByRole('textbox', { name: 'Text' })
    await box.fill(' ')
    expect(await button(sheet, 'Post').isDisabled()).toBe(true)
    expect(await button(sheet, 'Chat').isDisabled()).toBe(true)
    await box.fill('Some')
    await button(sheet, 'Post').click()
    expect(await outcome(frame)).toEqual({})
  })

  it('7, 3.2: is BUSY for a second call, and the app runs on without input', async () => {
    const { shell, frame, sheet } = await opened()
    const second = frame.evaluate(() =>
      Service.share({ text: 'Again' }).catch((error: Error & { code: string }) => error.code),
    )
    expect(await second).toBe('BUSY')
    expect(await shell.getByTitle('Mini app').evaluate((element) => element.hasAttribute('inert'))).toBe(true)
    const frameCount = () => frame.evaluate(() => Number(Reflect.get(window, 'frameCount')))
    const before = await frameCount()
    await expect.poll(frameCount).toBeGreaterThan(before)
    const stops = await sheet.locator('button, textarea').count()
    for (let i = 0; i <= stops; i++) {
      await shell.keyboard.press('Tab')
      expect(await shell.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    }
    await shell.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await outcome(frame)).toEqual({})
    expect(await frame.evaluate(() => Reflect.get(window, 'keys'))).toBe(0)
    expect(await frame.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
  })

  it('fits a phone of 320 pixels, every button in reach', async () => {
    const { shell, sheet } = await opened()
    await shell.getByRole('combobox', { name: 'Frame size' }).selectOption('320 px')
    expect(await sheet.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    for (const name of ['Story', 'Post', 'Chat', 'Close']) {
      await button(sheet, name).scrollIntoViewIfNeeded()
      const inside = await button(sheet, name).evaluate((element) => {
        const inner = element.getBoundingClientRect()
        const outer = element.closest('[role=dialog]')?.getBoundingClientRect()
        return outer !== undefined && inner.left >= outer.left && inner.right <= outer.right
      })
      expect(inside, name).toBe(true)
    }
    expect(await axeFindings(shell)).toEqual([])
  })
})
