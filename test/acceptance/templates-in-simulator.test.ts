/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { PLAIN_TEMPLATES } from '../support/cases/templates.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { simulateApp } from '../support/rigs/app-simulator.js'
import { startSimulator } from '../support/rigs/running-simulator.js'
import { LONG, someOf } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

/** A new project. */
const create = async (template: string): Promise<string> => {
  const cwd = await temporaryFolder()
  await runMiniapp(['init', 'app', '--template', template, '--name', 'Try & see'], { cwd })
  return join(cwd, 'app')
}

/** A new project, and a simulator that runs it. */
const start = async (template: string) => {
  const folder = await create(template)
  return { folder, simulator: await simulateApp(folder) }
}

/** What a test reads of the running game; the template's classes are plain globals of its page. */
declare const game: { isOnCourse(): boolean; readonly score: number }

declare const match: { readonly canTake: boolean; readonly board: string; endsAt: number }

const isIn = (frame: Frame, state: string) => frame.waitForSelector(`body[data-state="${state}"]`)

/** Leaps to the next planet. The page presses the key by itself: on a busy machine the test's would come too late. */
const leap = async (frame: Frame): Promise<void> => {
  await frame.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (game.isOnCourse()) {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
            resolve()
          } else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await frame.waitForFunction(() => game.score > 0, null, { polling: 'raf' })
}

/** Leaps wherever that leads, by a key that does not begin another game once this one is over. */
const playToEnd = async (page: Page, frame: Frame): Promise<void> => {
  while ((await frame.getAttribute('body', 'data-state')) === 'playing') await page.keyboard.press('ArrowUp')
  await isIn(frame, 'over')
}

describe('a new project in the simulator', () => {
  it.each(someOf(PLAIN_TEMPLATES, 2))('%s opens under its own name, without an error', async (template) => {
    const { simulator } = await start(template)
    const { frame } = await simulator.openApp(browser)
    await frame.getByText('Try & see').first().waitFor()
    await expect
      .poll(() => simulator.control('GET', 'calls'))
      .toContainEqual(expect.objectContaining({ method: 'ready', result: {} }))
    const log = (await simulator.control('GET', 'calls')) as readonly { readonly kind: string }[]
    expect(log.filter(({ kind }) => !['call', 'event', 'note'].includes(kind))).toEqual([])
  })

  it.runIf(LONG)(
    'arcade plays, keeps its best score through a restart, pauses and follows the theme',
    async () => {
      const folder = await create('arcade')
      const simulator = await startSimulator(folder)
      onTestFinished(async () => {
        await simulator.stop()
      })
      const { page, frame } = await simulator.openApp(browser)
      await isIn(frame, 'title')
      await page.getByText('Try & see').first().waitFor()
      await frame.locator('#go').click()
      await isIn(frame, 'playing')
      await leap(frame)
      // Immediately, since an orbit does not last.
      await simulator.control('PATCH', 'switches', { visible: false })
      await isIn(frame, 'paused')
      await simulator.control('PATCH', 'switches', { theme: 'dark' })
      await expect.poll(() => frame.getAttribute('html', 'data-theme')).toBe('dark')
      await simulator.control('PATCH', 'switches', { visible: true })
      await page.keyboard.press('Space')
      await isIn(frame, 'playing')
      await playToEnd(page, frame)
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
    },
  )

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
    await expect.poll(() => again.locator('#chances-left').textContent()).toBe('3')

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
    await again.press('#shop .back', 'Escape')

    await again.click('#go')
    await leap(again)
    await playToEnd(reopened.page, again)
    const score = await again.evaluate(() => game.score)
    await again.click('#chance')
    await isIn(again, 'playing')
    expect(await again.evaluate(() => game.score)).toBeGreaterThanOrEqual(score)
    await playToEnd(reopened.page, again)
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

  it('4.8: versus plays a match between two windows to its end; one leaves, one loses the connection', async () => {
    const { simulator } = await start('versus')
    const first = await simulator.openApp(browser)
    const other = await simulator.openApp(browser, undefined, 2)
    const chooseNickname = async ({ page }: typeof first, name: string) => {
      const sheet = page.getByRole('dialog', { name: 'Nickname' })
      await sheet.getByRole('textbox', { name: 'Nickname' }).fill(name)
      await sheet.getByRole('button', { name: 'Save' }).click()
    }
    const shows = ({ frame }: typeof first, screen: string) =>
      frame.waitForSelector(`body[data-screen="${screen}"]`)
    // News items disappear: start to look before they come.
    const reads = ({ frame }: typeof first, news: string) =>
      frame.waitForFunction((text) => document.querySelector('#news')?.textContent === text, news)
    await first.frame.check('#public')
    await first.frame.click('#host')
    await chooseNickname(first, 'Ada')
    await shows(first, 'lobby')
    const code = await first.frame.locator('#lobby-code').innerText()
    expect(code).toMatch(/^[A-Z0-9]{6}$/)
    expect(await first.frame.locator('#start').isDisabled()).toBe(true)

    await other.frame.fill('#code', 'ZZZZZZ')
    await other.frame.press('#code', 'Enter')
    await expect
      .poll(() => other.frame.locator('#notice').innerText())
      .toMatch(/no open match with this code/)
    await other.frame.fill('#code', code.toLowerCase())
    await other.frame.click('#join')
    await chooseNickname(other, 'Bea')
    await shows(other, 'lobby')
    await expect.poll(() => other.frame.locator('#lobby-text').innerText()).toBe('Waiting for Ada to start.')
    await expect
      .poll(() => first.frame.locator('#lobby-players').innerText())
      .toMatch(/Ada \(you\)\s.*\s*Bea/)

    await first.frame.click('#start')
    await Promise.all([shows(first, 'game'), shows(other, 'game')])
    for (const { frame } of [first, other])
      await frame.waitForFunction(() => match.canTake, null, { polling: 'raf' })
    // By mouse and by keyboard, both together.
    await first.frame.locator('#board button').nth(0).click()
    await other.frame.locator('#board button').nth(1).focus()
    await other.page.keyboard.press('ArrowDown')
    await other.page.keyboard.press('Space')
    for (const { frame } of [first, other])
      await frame.waitForFunction(() => match.board[0] === '0' && match.board[9] === '1')
    await first.frame.evaluate(() => {
      match.endsAt = performance.now()
    })
    await Promise.all([shows(first, 'result'), shows(other, 'result')])
    expect(await other.frame.locator('#result-title').innerText()).toBe('A draw!')

    await Promise.all([
      reads(other, 'The host is gone. You lead the match now.'),
      first.frame.locator('#result .leave').click(),
    ])
    await expect.poll(() => other.frame.locator('#result-list').innerText()).toMatch(/Ada \(left\)/)
    expect(await other.frame.locator('#result-text').innerText()).toBe('Everybody else has left.')
    await first.frame.locator('#open-list button').first().click()
    await expect.poll(() => other.frame.locator('#again').isEnabled()).toBe(true)

    await Promise.all([
      reads(other, 'Ada lost the connection.'),
      simulator.control('POST', 'drop-connection?seat=1'),
    ])
    await shows(first, 'closed')
    expect(await first.frame.locator('#closed-text').innerText()).toMatch(/You lost your connection/)
    // The second tap of an impatient person opens no second match.
    await first.frame.dblclick('#rejoin')
    await first.frame.waitForSelector('body[data-screen="lobby"], body[data-screen="result"]')
    await simulator.control('PATCH', 'switches', { multiplayer: 'off' })
    await shows(first, 'closed')
    expect(await first.frame.locator('#closed-text').innerText()).toMatch(/not possible right now/)
    expect(await first.frame.locator('#rejoin').isVisible()).toBe(false)
    await first.frame.click('#back')
    await first.frame.click('#practise')
    await shows(first, 'game')
    await first.frame.waitForFunction(() => match.board.includes('1'))
  })

  it('4.5, 4.7: studio paints, writes, cancels and shares on a phone, and says kindly what the web lacks', async () => {
    const { simulator } = await start('studio')
    const { page, frame } = await simulator.openApp(browser)
    const words = (id: string) => frame.locator(`#${id}`).innerText()
    await expect.poll(() => words('image-state')).toMatch(/works in the phone app.*Choose a photo/)
    await expect.poll(() => words('text-state')).toMatch(/works in the phone app/)
    for (const id of ['paint', 'write', 'share'])
      expect(await frame.locator(`#${id}`).isDisabled()).toBe(true)
    await frame.fill('#lines', 'With love')
    expect(await frame.locator('#share').isEnabled()).toBe(true)
    const pick = page.getByRole('dialog', { name: 'Choose a photo' })
    await frame.click('#pick')
    await pick.getByRole('button', { name: 'Cancel' }).click()
    await pick.waitFor({ state: 'detached' })
    expect(await frame.locator('#notice').isVisible()).toBe(false)
    await simulator.control('PATCH', 'switches', { pickers: 'unavailable' })
    await frame.click('#pick')
    await expect.poll(() => words('notice')).toBe('Photos cannot be chosen here.')

    // The context is requested again at the next return.
    const phone = { platform: 'ios', ai: { 'ai.image': 'needs_download' } }
    await simulator.control('PATCH', 'switches', phone)
    await simulator.control('PATCH', 'switches', { visible: false })
    await simulator.control('PATCH', 'switches', { visible: true })
    await expect.poll(() => words('image-state')).toMatch(/1 to 2\.5 GB/)
    await expect.poll(() => frame.locator('#text-state').isVisible()).toBe(false)
    await frame.click('#paint')
    expect(await words('notice')).toMatch(/^First write/)
    const consent = page.getByRole('dialog', { name: 'Use AI' })
    await frame.fill('#wish', 'A lighthouse at dusk')
    await frame.click('#paint')
    await consent.getByRole('button', { name: 'Allow' }).click()
    await expect
      .poll(() => frame.locator('#card').getAttribute('aria-label'))
      .toBe('Your postcard: A lighthouse at dusk')
    await frame.click('#write')
    await frame.fill('#lines', 'Typed meanwhile')
    await consent.getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => frame.locator('#write').isEnabled()).toBe(true)
    expect(await frame.locator('#lines').inputValue()).toBe('Typed meanwhile')
    await frame.click('#write')
    await expect.poll(() => frame.locator('#lines').inputValue()).not.toBe('Typed meanwhile')

    await simulator.control('PATCH', 'switches', { aiPace: 'real' })
    await frame.click('#paint')
    await expect.poll(() => words('activity-text')).toMatch(/Painting|One moment/)
    for (const id of ['write', 'pick']) expect(await frame.locator(`#${id}`).isDisabled()).toBe(true)
    await frame.click('#cancel')
    await expect.poll(() => words('notice')).toMatch(/^Stopped/)
    expect(await frame.locator('#activity').isVisible()).toBe(false)

    await simulator.control('PATCH', 'switches', { aiPace: 'fast', aiAnswer: 'blocked' })
    await frame.click('#paint')
    await expect.poll(() => words('notice')).toMatch(/other words/)
    await frame.click('#share')
    const share = page.getByRole('dialog', { name: 'Share' })
    await share.getByRole('button', { name: 'Close' }).click()
    await expect
      .poll(() => simulator.control('GET', 'calls'))
      .toContainEqual(expect.objectContaining({ method: 'share', result: {} }))
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
