import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { type FakeHost, type FakeHostOptions, openInFakeHost } from '../support/fakes/fake-host.js'

const BLANK = fileURLToPath(new URL('../../templates/blank/', import.meta.url))

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

const open = async (options: FakeHostOptions = {}): Promise<FakeHost> => {
  const host = await openInFakeHost(browser, BLANK, options)
  onTestFinished(() => host.close())
  return host
}

describe('the blank template', () => {
  it('4.2: calls ready first, then shows the context and what it has saved', async () => {
    const host = await open({ stored: { taps: '41' }, theme: 'dark' })
    const { frame } = host
    await expect.poll(() => frame.locator('#taps').textContent()).toBe('41')
    expect(await host.calls()).toEqual(['ready', 'getContext', 'storage.get'])
    expect(await frame.locator('#context').innerText()).toMatch(/Player\s+player\s+Platform\s+web/)
    expect(await frame.getAttribute('html', 'data-theme')).toBe('dark')
    await frame.locator('#tap').click()
    await expect.poll(() => host.stored()).toEqual({ taps: '42' })
    expect(host.complaints).toEqual([])
  })

  it('6: follows the theme, live', async () => {
    const host = await open()
    await host.frame.locator('#context-card').waitFor()
    await host.send('theme', { theme: 'dark' })
    await expect.poll(() => host.frame.getAttribute('html', 'data-theme')).toBe('dark')
    expect(await host.frame.locator('#context').innerText()).toMatch(/Theme\s+dark/)
  })

  it('counts on when storage fails, says so, and overwrites nothing', async () => {
    const host = await open({ stored: { taps: '41' }, storage: { code: 'TIMEOUT' } })
    const { frame } = host
    await expect.poll(() => frame.locator('#notice').textContent()).toMatch(/TIMEOUT/)
    await host.behave('well')
    await frame.locator('#tap').click()
    expect(await frame.locator('#taps').textContent()).toBe('1')
    expect(await host.stored()).toEqual({ taps: '41' })
  })

  it('7: works without a host, and says gently what that means', async () => {
    const { frame, complaints } = await open({ alone: true })
    expect(await frame.locator('#notice').textContent()).toMatch(/This page is on its own/)
    await frame.locator('#tap').click()
    expect(await frame.locator('#taps').textContent()).toBe('1')
    expect(complaints).toEqual([])
  })

  it.each([320, 1280])('2.10: fits a frame %i pixels wide', async (width) => {
    const { frame } = await open({ context: { viewport: { width, height: 600 } } })
    await frame.locator('#context-card').waitFor()
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})
