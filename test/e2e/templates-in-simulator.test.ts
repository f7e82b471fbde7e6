/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { join } from 'node:path'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchBrowser } from '../support/browser.js'
import { runMiniapp } from '../support/command-line.js'
import { startSimulator } from '../support/running-simulator.js'
import { temporaryFolder } from '../support/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A new project, and a simulator that runs it. */
const start = async (template: string) => {
  const cwd = await temporaryFolder()
  await runMiniapp(['init', 'app', '--template', template, '--name', 'Try & see'], { cwd })
  const folder = join(cwd, 'app')
  const simulator = await startSimulator(folder)
  onTestFinished(async () => {
    await simulator.stop()
  })
  return { folder, simulator }
}

/** What a test reads of the running game; the template's classes are plain globals of its page. */
declare const game: { isOnCourse(): boolean; readonly score: number; readonly over: string | null }

const isIn = (frame: Frame, state: string) => frame.waitForSelector(`body[data-state="${state}"]`)

describe('a new project in the simulator', () => {
  it('arcade plays, keeps its best score through a restart, pauses and follows the theme', async () => {
    const { folder, simulator } = await start('arcade')
    const { page, frame } = await simulator.openApp(browser)
    await isIn(frame, 'title')
    await page.getByText('Try & see').first().waitFor()
    await frame.locator('#go').click()
    await isIn(frame, 'playing')
    while ((await frame.evaluate(() => game.score)) === 0) {
      await frame.waitForFunction(() => game.isOnCourse(), null, { polling: 'raf' })
      await page.keyboard.press('Space')
      await frame.waitForFunction(() => game.score > 0 || game.over !== null, null, { polling: 'raf' })
    }
    await simulator.control('PATCH', 'switches', { theme: 'dark' })
    await expect.poll(() => frame.getAttribute('html', 'data-theme')).toBe('dark')
    await simulator.control('PATCH', 'switches', { visible: false })
    await isIn(frame, 'paused')
    await simulator.control('PATCH', 'switches', { visible: true })
    await page.keyboard.press('Space')
    await isIn(frame, 'playing')
    while ((await frame.getAttribute('body', 'data-state')) === 'playing') await page.keyboard.press('Space')
    await isIn(frame, 'over')
    const best = await frame.evaluate(() => game.score)
    await expect
      .poll(() => simulator.control('GET', 'calls'))
      .toContainEqual(
        expect.objectContaining({ method: 'storage.set', params: { key: 'best', value: String(best) } }),
      )
    await page.close()
    expect(await simulator.stop()).toBe(130)

    const again = await startSimulator(folder)
    onTestFinished(async () => {
      await again.stop()
    })
    const reopened = await again.openApp(browser)
    await expect.poll(() => reopened.frame.locator('.best').textContent()).toBe(`Best ${best}`)
  })

  it('4.3, 4.4, 4.6: arcade sells, survives a crash between credit and consume, ranks and shares', async () => {
    const { simulator } = await start('arcade')
    const { page, frame } = await simulator.openApp(browser)
    await isIn(frame, 'title')
    // The app is gone before `consume` reaches the host, as in a crash.
    await frame.evaluate(() => {
      Service.consume = () => new Promise(() => undefined)
    })
    await frame.click('#open-shop')
    await frame.click('#buy-chances')
    const payment = page.getByRole('dialog', { name: 'Payment' })
    expect(await payment.innerText()).toContain('Three second chances.')
    await payment.getByRole('button', { name: 'Pay' }).click()
    await expect.poll(() => frame.locator('#chances-left').textContent()).toBe('3')

    const reopened = await simulator.openApp(browser)
    await page.close()
    const { frame: again } = reopened
    const consumed = async () => {
      const { purchases } = await again.evaluate(() => Service.getPurchases())
      return purchases.map(({ product, consumed_at }) => [product, consumed_at !== undefined])
    }
    await expect.poll(consumed).toEqual([['second_chances', true]])
    await again.click('#open-shop')
    expect(await again.locator('#chances-left').textContent()).toBe('3')

    await again.click('#buy-comet')
    const sheet = reopened.page.getByRole('dialog', { name: 'Payment' })
    await sheet.getByRole('button', { name: 'Pay' }).click()
    await expect.poll(() => again.locator('#buy-comet').textContent()).toBe('Yours')
    expect(await again.locator('#buy-comet').isDisabled()).toBe(true)

    await simulator.control('PATCH', 'switches', { payments: 'pending' })
    await again.click('#buy-chances')
    await sheet.getByRole('button', { name: 'Pay' }).click()
    await expect.poll(() => again.locator('#shop-text').textContent()).toMatch(/being confirmed/)
    expect(await again.locator('#chances-left').textContent()).toBe('3')
    await reopened.page.keyboard.press('Escape')

    await again.click('#go')
    while ((await again.evaluate(() => game.score)) === 0) {
      await again.waitForFunction(() => game.isOnCourse(), null, { polling: 'raf' })
      await reopened.page.keyboard.press('Space')
      await again.waitForFunction(() => game.score > 0 || game.over !== null, null, { polling: 'raf' })
    }
    const playToEnd = async () => {
      while ((await again.getAttribute('body', 'data-state')) === 'playing')
        await reopened.page.keyboard.press('Space')
      await isIn(again, 'over')
    }
    await playToEnd()
    const score = await again.evaluate(() => game.score)
    await again.click('#chance')
    await isIn(again, 'playing')
    expect(await again.evaluate(() => game.score)).toBeGreaterThanOrEqual(score)
    await playToEnd()
    expect(await again.locator('#chance').textContent()).toBe('Second chance (2 left)')

    await again.click('#share')
    const share = reopened.page.getByRole('dialog', { name: 'Share' })
    await share.getByRole('button', { name: 'Close' }).click()
    await again.click('#open-scores')
    const best = await again.evaluate(() => game.score)
    await expect.poll(() => again.locator('#scores-list').innerText()).toMatch(new RegExp(`You\\s*${best}`))
    await again.click('#nickname')
    const nickname = reopened.page.getByRole('dialog', { name: 'Nickname' })
    await nickname.getByRole('textbox', { name: 'Nickname' }).fill('Vega')
    await nickname.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => again.locator('#scores-list').innerText()).toMatch(new RegExp(`Vega\\s*${best}`))
  })

  it('blank shows its context and keeps its number', async () => {
    const { simulator } = await start('blank')
    const { frame } = await simulator.openApp(browser)
    expect(await frame.locator('h1').textContent()).toBe('Try & see')
    await frame.locator('#context-card').waitFor()
    expect(await frame.locator('#context').innerText()).toMatch(/Test run\s+yes/)
    await frame.locator('#tap').click()
    await expect
      .poll(() => simulator.control('GET', 'calls'))
      .toContainEqual(expect.objectContaining({ method: 'storage.set', params: { key: 'taps', value: '1' } }))
  })
})
