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
