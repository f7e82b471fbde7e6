/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../support/axe.js'
import { launchBrowser } from '../support/browser.js'
import { type DevSimulator, startDev } from '../support/dev-simulator.js'
import { sampleManifest } from '../support/sample-bundle.js'
import { openShell } from '../support/shell-page.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><button id="pay">Buy</button><script>
Service.ready()
window.heard = []
Service.on('visibility', (data) => heard.push(data))
window.keys = 0
addEventListener('keydown', () => keys++)
document.getElementById('pay').addEventListener('click', () => {
  window.outcome = Service.pay({ product: 'gems' }).catch((error) => error.code)
})
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
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const start = async (): Promise<{ dev: DevSimulator; shell: Page; frame: Frame }> => {
  const dev = await startDev({ 'index.html': APP, 'manifest.json': MANIFEST })
  onTestFinished(() => dev.stop())
  const { page: shell, app } = await openShell(browser, dev.url)
  return { dev, shell, frame: await app() }
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
    expect(await shell.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('Mini app')
  })

  it('3.2: too little credit is said on the sheet, and fails', async () => {
    const { dev, shell, frame } = await start()
    await dev.ask('switches', { method: 'PATCH', body: JSON.stringify({ balance: '0.2' }) })
    await frame.click('#pay')
    const sheet = shell.getByRole('dialog', { name: 'Payment' })
    await sheet.getByText('0.2 credits, which is not enough').waitFor()
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
  const ask = (frame: Frame) =>
    frame.evaluate(() => {
      Reflect.set(window, 'outcome', Service.getNickname({ ask: true }))
    })

  it('asks where there is none, refuses what breaks the rules in words, and saves', async () => {
    const { shell, frame } = await start()
    await ask(frame)
    const sheet = shell.getByRole('dialog', { name: 'Nickname' })
    const box = sheet.getByRole('textbox', { name: 'Nickname' })
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
    const { dev, shell, frame } = await start()
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
