import { fileURLToPath } from 'node:url'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { type FakeHost, type FakeHostOptions, openInFakeHost } from '../support/fakes/fake-host.js'
import { someOf } from '../support/vitest/runs.js'

const ARCADE = fileURLToPath(new URL('../../templates/arcade/', import.meta.url))
const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true }
const LYING_PHONE = { ...PHONE, viewport: { width: 568, height: 320 } }
const DESKTOP = { viewport: { width: 1280, height: 800 } }

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

const open = async (options: FakeHostOptions = {}): Promise<FakeHost> => {
  const host = await openInFakeHost(browser, ARCADE, options)
  onTestFinished(() => host.close())
  await isIn(host.frame, 'title')
  return host
}

const isIn = (frame: Frame, state: string) => frame.waitForSelector(`body[data-state="${state}"]`)
const text = (frame: Frame, selector: string) => frame.locator(selector).textContent()
const score = async (frame: Frame) => Number(await text(frame, '#score'))

/** What a test reads of the running game; the template's classes are plain globals of its page. */
declare const game: {
  isOnCourse(): boolean
  readonly clock: number
  readonly over: string | null
  readonly ship: { readonly flying: unknown }
}

/** A sixtieth of a second, as one frame of the game. */
const FRAME_MS = 17
const twoFrames = (frame: Frame) =>
  frame.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
const landed = (frame: Frame) =>
  frame.waitForFunction(() => game.ship.flying === null || game.over !== null, null, { polling: 'raf' })

/** Stands the page's time still, until `page.clock` moves or resumes it. */
const stopTime = async ({ page }: FakeHost): Promise<void> => {
  // Some time ahead, since time goes on until the order arrives; the game takes a leap of the clock for one frame.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 8_000))
}

/**
 * Plays until the score is reached, with this way to leap. The page's time stands still while the test looks and
 * leaps: on a busy machine it would come too late.
 */
const playTo = async (host: FakeHost, goal: number, leap: () => Promise<void>): Promise<void> => {
  const { page, frame } = host
  await stopTime(host)
  const until = async (reached: () => boolean): Promise<void> => {
    while (!(await frame.evaluate(reached))) await page.clock.runFor(FRAME_MS)
  }
  while ((await score(frame)) < goal) {
    await until(() => game.isOnCourse())
    await leap()
    await until(() => game.ship.flying === null || game.over !== null)
    await page.clock.runFor(2 * FRAME_MS)
    if ((await frame.evaluate(() => game.over)) !== null) throw new Error('The test has lost the game.')
  }
  await page.clock.resume()
}

/** Leaps immediately in any direction until the game ends; by a key that does not start another game. */
const playToEnd = async ({ page, frame }: FakeHost): Promise<void> => {
  while ((await frame.getAttribute('body', 'data-state')) === 'playing') {
    await page.keyboard.press('ArrowUp')
    await landed(frame)
    await twoFrames(frame)
  }
  await isIn(frame, 'over')
}

describe('the arcade template', () => {
  it('4.2: calls ready before it loads anything, and behaves in the sandbox', async () => {
    const host = await open()
    // It asks about four features together, and one answer is enough for all; this host has none of them.
    await expect
      .poll(() => host.calls())
      .toEqual(['ready', 'getContext', 'storage.get', 'storage.get', 'getContext'])
    for (const id of ['share', 'open-scores', 'open-shop'])
      expect(await host.frame.locator(`#${id}`).isVisible()).toBe(false)
    expect(host.complaints).toEqual([])
  })

  it('plays by keyboard alone, and keeps the best score', async () => {
    const host = await open({ context: DESKTOP, stored: { best: '1' } })
    const { frame, page } = host
    await expect.poll(() => text(frame, '.best')).toBe('Best 1')
    await frame.locator('#go').focus()
    await page.keyboard.press('Enter')
    await isIn(frame, 'playing')
    await playTo(host, 2, () => page.keyboard.press('Space'))
    await playToEnd(host)
    const reached = await score(frame)
    expect(await text(frame, '#panel-text')).toBe(`Score ${reached}: your best yet!`)
    expect(await text(frame, '.best')).toBe(`Best ${reached}`)
    await expect.poll(() => host.stored()).toEqual({ best: String(reached) })
    await page.keyboard.press('Space')
    await isIn(frame, 'playing')
    expect(await score(frame)).toBe(0)
    expect(host.complaints).toEqual([])
  })

  const HELD = [
    ['dark', 'upright', PHONE],
    ['light', 'upright', PHONE],
    ['light', 'lying', LYING_PHONE],
  ] as const
  it.each(someOf(HELD, 1))('plays by touch, %s, on a phone held %s', async (theme, _, context) => {
    const host = await open({ theme, context })
    const { frame } = host
    await frame.locator('#go').tap()
    await isIn(frame, 'playing')
    await playTo(host, 3, () => frame.locator('#stage').tap({ position: { x: 160, y: 160 } }))
    expect(host.complaints).toEqual([])
  })

  it('plays by mouse', async () => {
    const host = await open({ theme: 'dark', context: DESKTOP })
    const { frame } = host
    await frame.locator('#go').click()
    await isIn(frame, 'playing')
    await playTo(host, 1, () => frame.locator('#stage').click({ position: { x: 400, y: 400 } }))
  })

  it('6: pauses when the person leaves, and waits for them when they are back', async () => {
    const host = await open()
    const { frame, page } = host
    await frame.locator('#go').click()
    await isIn(frame, 'playing')
    // Neither an orbit nor the count before it goes on lasts while a busy machine looks.
    await stopTime(host)
    await host.send('visibility', { visible: false })
    await isIn(frame, 'paused')
    const clock = await frame.evaluate(() => game.clock)
    await host.send('visibility', { visible: true })
    await page.clock.runFor(2 * FRAME_MS)
    expect(await frame.getAttribute('body', 'data-state')).toBe('paused')
    expect(await frame.evaluate(() => game.clock)).toBe(clock)
    await frame.locator('#go').click()
    await isIn(frame, 'counting')
    await page.clock.runFor(2 * FRAME_MS)
    expect(await frame.evaluate(() => game.clock)).toBe(clock)
    await page.clock.resume()
    await isIn(frame, 'playing')
  })

  it('pauses and resumes by key and by button', async () => {
    const host = await open()
    const { frame, page } = host
    await frame.locator('#go').click()
    await stopTime(host)
    await frame.locator('#pause').click()
    await isIn(frame, 'paused')
    await page.keyboard.press('Escape')
    await isIn(frame, 'counting')
    await page.keyboard.press('p')
    await isIn(frame, 'paused')
  })

  it('6: follows the theme, live', async () => {
    const host = await open({ theme: 'dark' })
    const theme = () => host.frame.getAttribute('html', 'data-theme')
    const corner = () =>
      host.frame.evaluate(() => {
        const pen = document.querySelector('canvas')?.getContext('2d')
        return [...(pen?.getImageData(2, 2, 1, 1).data ?? [])].slice(0, 3)
      })
    await expect.poll(theme).toBe('dark')
    await expect.poll(async () => Math.max(...(await corner()))).toBeLessThan(80)
    await host.send('theme', { theme: 'light' })
    await expect.poll(theme).toBe('light')
    await expect.poll(async () => Math.min(...(await corner()))).toBeGreaterThan(180)
  })

  it('remembers that the sound is off', async () => {
    const host = await open({ stored: { muted: 'yes' } })
    const pressed = () => host.frame.getAttribute('#sound', 'aria-pressed')
    await expect.poll(pressed).toBe('false')
    await host.frame.locator('#sound').click()
    expect(await pressed()).toBe('true')
    await expect.poll(() => host.stored()).toEqual({ muted: 'no' })
  })

  it('plays on when storage fails, says so, and saves once it is back', async () => {
    const host = await open({ stored: { best: '0' } })
    const { frame, page } = host
    await frame.locator('#go').click()
    await host.behave({ code: 'TIMEOUT' })
    await playTo(host, 1, () => page.keyboard.press('Space'))
    await playToEnd(host)
    const best = await score(frame)
    await expect.poll(() => text(frame, '#notice')).toMatch(/will try again/)
    expect(await host.stored()).toEqual({ best: '0' })
    await host.behave('well')
    await host.send('visibility', { visible: true })
    await expect.poll(() => host.stored()).toEqual({ best: String(best) })
    await expect.poll(() => frame.locator('#notice').isVisible()).toBe(false)
    expect(host.complaints).toEqual([])
  })

  it('never replaces a better score that it could not load', async () => {
    const host = await open({ stored: { best: '99' }, storage: { code: 'TIMEOUT' } })
    const { frame, page } = host
    await frame.locator('#go').click()
    await playTo(host, 1, () => page.keyboard.press('Space'))
    await host.behave('well')
    await playToEnd(host)
    await expect.poll(() => text(frame, '.best')).toBe('Best 99')
    expect(await host.stored()).toEqual({ best: '99' })
  })

  it('plays while storage does not answer', async () => {
    const host = await open({ storage: 'silent' })
    const { frame, page } = host
    await frame.locator('#go').click()
    await playTo(host, 1, () => page.keyboard.press('Space'))
  })

  it('7: plays without a host, and says gently what that means', async () => {
    const host = await open({ alone: true })
    const { frame, page } = host
    expect(await text(frame, '#notice')).toBe('Opened on its own, this page cannot keep your best score.')
    await frame.locator('#go').click()
    await playTo(host, 1, () => page.keyboard.press('Space'))
    expect(host.complaints).toEqual([])
  })

  const SIZES = [
    [320, 568],
    [320, 256],
    [568, 320],
    [1280, 800],
  ] as const
  it.each(someOf(SIZES, 2))(
    '2.10: fills a frame of %i by %i, sharp, with everything in reach',
    async (width, height) => {
      // Outside the simulator: Chromium does not pass an emulated pixel ratio to frames of another process.
      const { frame } = await open({
        context: { viewport: { width, height }, deviceScaleFactor: 2 },
        alone: true,
      })
      const sizes = () =>
        frame.evaluate(() => {
          const canvas = document.querySelector('canvas')
          return {
            canvas: [canvas?.width, canvas?.height],
            scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
          }
        })
      // The game learns its size when the page is first drawn.
      await expect.poll(sizes).toEqual({ canvas: [width * 2, height * 2], scroll: [width, height] })
      const button = await frame.evaluate(() => {
        const { left, top, right, bottom } = document.getElementById('go')?.getBoundingClientRect() ?? {}
        return { left, top, right, bottom }
      })
      expect(button.left).toBeGreaterThanOrEqual(0)
      expect(button.top).toBeGreaterThanOrEqual(0)
      expect(button.right).toBeLessThanOrEqual(width)
      expect(button.bottom).toBeLessThanOrEqual(height)
    },
  )

  it('keeps still behind its title for those who asked for less motion', async () => {
    const { frame } = await open({ context: { reducedMotion: 'reduce' } })
    await twoFrames(frame)
    expect(await frame.evaluate(() => game.clock)).toBe(0)
  })
})
