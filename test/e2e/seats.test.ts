/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, CDPSession, Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { someOf } from '../support/vitest/runs.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><main><h1>Test</h1></main><script>
Service.ready()
window.loaded = performance.timeOrigin
</script></body></html>`

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await isolatingBrowser()
  dev = await startDev({ 'index.html': APP })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const seat = (page: Page, number: number): Locator => page.getByRole('region', { name: `Seat ${number}` })

const frameOf = async (page: Page, number: number): Promise<Frame> => {
  const element = await seat(page, number).getByTitle('Mini app').elementHandle()
  const frame = await element?.contentFrame()
  if (frame === null || frame === undefined) throw new Error(`Seat ${number} has no frame.`)
  await frame.waitForLoadState('load')
  return frame
}

const context = (frame: Frame) => frame.evaluate(() => Service.getContext())

/** Adds the seat that is free, once it is: the window of the test before may be a moment in going. */
const addSeat = (page: Page, number: number) => page.getByTitle(`Add another person: seat ${number}`).click()

const regions = (page: Page) =>
  page
    .getByRole('region', { name: /^Seat \d$/ })
    .evaluateAll((found) => found.map((region) => region.getAttribute('aria-label')))

describe('several seats in one window', () => {
  it('4.8: are other people, whose ids end in ~2, ~3 …, each in a region of its own', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    await addSeat(page, 3)
    expect(await regions(page)).toEqual(['Seat 1', 'Seat 2', 'Seat 3'])
    const ids = []
    for (const number of [1, 2, 3]) ids.push((await context(await frameOf(page, number))).app_user_id)
    const [first] = ids
    expect(ids).toEqual([first, `${first}~2`, `${first}~3`])
  })

  it('are opened and closed by a program, in the window that is open', async () => {
    const { page } = await openShell(browser, `${dev.url}?seats=2`)
    await frameOf(page, 2)
    expect(await dev.ask('seats', { method: 'POST', body: '{"count":2}' })).toMatchObject({ opened: [3, 4] })
    expect((await context(await frameOf(page, 4))).app_user_id).toMatch(/~4$/)
    expect(await regions(page)).toEqual(['Seat 1', 'Seat 2', 'Seat 3', 'Seat 4'])
    await dev.ask('seats/3', { method: 'DELETE' })
    await seat(page, 3).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?seat=1&seat=2&seat=4')
    const { seats } = (await dev.ask('state')) as { seats: readonly object[] }
    expect(seats).toMatchObject([1, 2, 4].map((number) => ({ seat: number, window: true })))
  })

  it('4.6: share the store, and see each other’s records', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    const { page: other } = await openShell(browser, `${dev.url}?seat=3`)
    const frames = [await frameOf(page, 1), await frameOf(page, 2), await frameOf(other, 3)]
    for (const [index, frame] of frames.entries())
      await frame.evaluate((rank) => Service.db.set('score', 'x', { rank }), index + 1)
    for (const frame of frames) {
      const { records } = await frame.evaluate(() => Service.db.list('score'))
      expect(records.map(({ rank, player }) => [rank, player.id.slice(-2)])).toEqual([
        [3, '~3'],
        [2, '~2'],
        [1, expect.not.stringContaining('~')],
      ])
    }
  })

  it('have switches of their own; a panel acts on the one that is chosen, or on all', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    const frames = [await frameOf(page, 1), await frameOf(page, 2)]
    const seen = async () =>
      Promise.all(
        frames.map(async (frame) => {
          const { theme, locale } = await context(frame)
          return [theme, locale]
        }),
      )
    await showPanel(page, 'switches')
    const chooser = page.getByRole('group', { name: 'Seat that this panel acts on' })
    expect(await chooser.getByRole('radio', { name: '2' }).isChecked()).toBe(true)
    // Not check(), which looks immediately: only the simulator's answer flips a switch.
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(seen).toEqual([
      ['light', 'en'],
      ['dark', 'en'],
    ])
    await seat(page, 2).getByText('dark').waitFor()
    await chooser.getByRole('radio', { name: 'All' }).check()
    await page.getByText('The seats differ').waitFor()
    await page.getByLabel('Locale').fill('de')
    await page.getByLabel('Locale').blur()
    await expect.poll(seen).toEqual([
      ['light', 'de'],
      ['dark', 'de'],
    ])
    // Apps may learn about a switch before it is drawn; this one is drawn once the host has saved it and those before.
    const visible = page.getByRole('switch', { name: /^Visible/ })
    await visible.click()
    await expect.poll(() => visible.getAttribute('aria-checked')).toBe('false')
    await page.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect.poll(seen).toEqual([
      ['light', 'en'],
      ['light', 'en'],
    ])
  })

  it('4.6: are called by the nickname that their person chose', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    const { page: other } = await openShell(browser, `${dev.url}?seat=3`)
    await expect.poll(() => other.title()).toBe('Seat 3 · Sample · miniapp')
    const heading = seat(page, 2).getByTitle('Select seat 2 for the panels')
    expect(await heading.innerText()).toMatch(/^2\s*Seat 2\s*$/)
    for (const [edited, nickname] of [
      [2, 'Ben'],
      [3, 'Cem'],
    ] as const)
      await dev.ask('data', {
        method: 'PATCH',
        body: JSON.stringify({ edit: 'set-nickname', seat: edited, nickname }),
      })
    await expect.poll(() => heading.innerText()).toMatch(/^2\s*Ben\s*$/)
    await expect.poll(() => other.title()).toBe('Cem · Sample · miniapp')
    expect(await page.title()).toBe('Sample · miniapp')
    await dev.ask('reset', { method: 'POST' })
    await expect.poll(() => heading.innerText()).toMatch(/^2\s*Seat 2\s*$/)
  })

  it('4.1: are tapped one by one: a tap in one app is none in another', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    const apps = [await frameOf(page, 1), await frameOf(page, 2)] as const
    // By message, since the SDK would keep back what the host must refuse; and Playwright's own evaluation is a tap.
    const sessions = [
      await page.context().newCDPSession(apps[0]),
      await page.context().newCDPSession(apps[1]),
    ] as const
    const run = async (session: CDPSession, expression: string): Promise<unknown> => {
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: false,
      })
      return result.value
    }
    for (const session of sessions)
      await run(
        session,
        `window.pay = () => new Promise((resolve) => {
          const id = String(Math.random())
          addEventListener('message', ({ data }) => { if (data.id === id) resolve(data.error?.code) })
          parent.postMessage({ service: 1, id, method: 'pay', params: { product: 'boat' } }, '*')
        })
        // In the tap itself, so that the machine's speed does not matter.
        window.paid = new Promise((resolve) => addEventListener('pointerup', () => resolve(pay()), { once: true }))
        undefined`,
      )
    await apps[0].locator('h1').click()
    expect(await run(sessions[0], 'window.paid')).toBe('NO_SUCH_PRODUCT')
    expect(await run(sessions[1], 'pay()')).toBe('NEEDS_TAP')
    await apps[1].locator('h1').click()
    expect(await run(sessions[1], 'window.paid')).toBe('NO_SUCH_PRODUCT')
  })

  it('have sheets of their own: what is open in one leaves the other alone', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    await frameOf(page, 2)
    await seat(page, 1).getByRole('button', { name: 'Menu' }).click()
    await seat(page, 1).getByRole('dialog').waitFor()
    const inert = (number: number) =>
      seat(page, number)
        .getByTitle('Mini app')
        .evaluate((frame) => frame.hasAttribute('inert'))
    expect([await inert(1), await inert(2)]).toEqual([true, false])
    await seat(page, 2).getByRole('button', { name: 'Close app' }).click()
    await seat(page, 2).getByRole('heading', { name: 'You closed the app' }).waitFor()
    expect(await seat(page, 1).getByRole('dialog').count()).toBe(1)
  })

  it('tell the log once, each entry with its seat, and it can be seen of one seat alone', async () => {
    const { page, rows } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    await (await frameOf(page, 2)).evaluate(() => Service.storage.get('second'))
    await (await frameOf(page, 1)).evaluate(() => Service.storage.get('first'))
    const gets = async () => (await rows()).filter((row) => row.includes('storage.get'))
    await expect
      .poll(gets)
      .toEqual([expect.stringMatching(/2\s*call.*second/), expect.stringMatching(/1\s*call.*first/)])
    await page.getByRole('combobox', { name: 'Seat' }).selectOption('Seat 2')
    await expect.poll(gets).toEqual([expect.stringContaining('second')])
  })

  it('are still there after the page is loaded again', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    await addSeat(page, 3)
    await page.getByRole('button', { name: 'Remove seat 2' }).click()
    await page.waitForURL('**/?seat=1&seat=3')
    await page.reload()
    await frameOf(page, 3)
    expect(await regions(page)).toEqual(['Seat 1', 'Seat 3'])
    await page.getByRole('button', { name: 'Seat 3', pressed: true }).waitFor()
    await addSeat(page, 2)
    expect(await regions(page)).toEqual(['Seat 1', 'Seat 2', 'Seat 3'])
  })

  it('load the app again together, or in one seat only', async () => {
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 2)
    const loaded = async () => [
      await (await frameOf(page, 1)).evaluate(() => Reflect.get(window, 'loaded')),
      await (await frameOf(page, 2)).evaluate(() => Reflect.get(window, 'loaded')),
    ]
    const before = await loaded()
    await page.getByRole('button', { name: 'Reload seat 2' }).click()
    await expect.poll(async () => (await loaded())[1]).not.toBe(before[1])
    const between = await loaded()
    expect(between[0]).toBe(before[0])
    await page.getByTitle('Reload the app in all seats').click()
    await expect.poll(async () => (await loaded()).every((time, index) => time !== between[index])).toBe(true)
  })
})

describe('a seat that is open in another window', () => {
  it('is said to be there; neither window fights for it, and each can take it', async () => {
    const { page: first } = await openShell(browser, `${dev.url}?seat=1&seat=2`)
    await frameOf(first, 2)
    const { page: second } = await openShell(browser, `${dev.url}?seat=2`)
    await frameOf(second, 2)
    const elsewhere = seat(first, 2).getByRole('heading', { name: 'Seat 2 is open in another window' })
    await elsewhere.waitFor()
    // Coming back to a window tries its lost connections again, and must leave this one.
    await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect((await context(await frameOf(second, 2))).app_user_id).toMatch(/~2$/)
    expect(await elsewhere.count()).toBe(1)
    expect((await context(await frameOf(first, 1))).app_user_id).not.toMatch(/~/)
    await seat(first, 2).getByRole('button', { name: 'Play here instead' }).click()
    await seat(second, 2).getByRole('heading', { name: 'Seat 2 is open in another window' }).waitFor()
    expect((await context(await frameOf(first, 2))).app_user_id).toMatch(/~2$/)
  })

  it('is passed over when a seat is added', async () => {
    const { page: other } = await openShell(browser, `${dev.url}?seat=2`)
    await frameOf(other, 2)
    const { page } = await openShell(browser, dev.url)
    await addSeat(page, 3)
    expect(await regions(page)).toEqual(['Seat 1', 'Seat 3'])
  })
})

describe('everyone can use several seats', () => {
  it.each(someOf(['light', 'dark'] as const, 1))(
    'axe-core finds nothing in the %s look',
    async (colorScheme) => {
      const { page } = await openShell(
        browser,
        `${dev.url}?seat=1&seat=2&seat=3&seat=4&seat=5&seat=6&seat=7&seat=8`,
        {
          colorScheme,
          reducedMotion: 'reduce',
        },
      )
      for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
        await (await frameOf(page, number)).evaluate(() => Service.storage.keys())
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Seat' }).getByRole('option').count())
        .toBe(9)
      expect(await axeFindings(page)).toEqual([])
      await showPanel(page, 'switches')
      await page
        .getByRole('group', { name: 'Seat that this panel acts on' })
        .getByRole('radio', { name: 'All' })
        .check()
      expect(await axeFindings(page)).toEqual([])
      expect(await page.getByRole('button', { name: 'Add seat' }).isDisabled()).toBe(true)
    },
  )

  it('320 pixels wide they take turns, and the apps of the others run on', async () => {
    const { page } = await openShell(browser, `${dev.url}?seat=1&seat=2`, {
      viewport: { width: 320, height: 640 },
    })
    const chooser = page.getByRole('combobox', { name: 'View' })
    await chooser.waitFor()
    await frameOf(page, 1)
    expect(await seat(page, 1).isVisible()).toBe(true)
    expect(await page.locator('section[aria-label="Seat 2"]').isVisible()).toBe(false)
    await chooser.selectOption('2')
    await seat(page, 2).waitFor()
    expect(await page.locator('section[aria-label="Seat 1"]').isVisible()).toBe(false)
    // The narrowest app (2.10) has all of the window.
    for (const number of [1, 2]) {
      const frame = page.locator(`section[aria-label="Seat ${number}"] iframe`)
      expect(await frame.evaluate((one) => [one.clientWidth, one.getBoundingClientRect().left])).toEqual([
        320, 0,
      ])
    }
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(wide).toBe(room)
    const tools = page.getByRole('toolbar', { name: 'App frame' })
    expect(await tools.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})
