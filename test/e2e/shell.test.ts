/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PANELS } from '../../src/simulator/shell/panels/panel-groups.js'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, isolatingBrowser, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { LONG, someOf } from '../support/vitest/runs.js'

const page = (
  script: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><main><button id="tap">Tap</button></main>
<script>${script}</script></body></html>`
const APP = page(`Service.ready()`)

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({ 'index.html': APP })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

/** A simulator of its own for a test that changes the app. */
const ownDev = async (files: Readonly<Record<string, string>>): Promise<DevSimulator> => {
  const own = await startDev(files)
  onTestFinished(() => own.stop())
  return own
}

/**
 * Loads the shell again as a page that is hidden: no pictures, and late timers. A program's page is never hidden.
 * @param shell in a window of its own, since the window stays so
 */
const reloadHidden = async (shell: Page): Promise<void> => {
  await shell.addInitScript(() => {
    if (window !== parent) return
    const later = setTimeout
    Object.assign(window, {
      requestAnimationFrame: () => 0,
      setTimeout: (fire: () => void, delay = 0) => later(fire, Math.max(delay, 1_000)),
    })
  })
  await shell.reload()
}

describe('the app in its frame', () => {
  it('1.2, 2.10: is sandboxed, without an origin or any powerful feature', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    const frame = shell.getByTitle('Mini app')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect(await frame.getAttribute('allow')).toContain("camera 'none'")
    expect(await (await app()).evaluate(() => self.origin)).toBe('null')
  })

  it('4.2: the cover stays until ready', async () => {
    const own = await ownDev({ 'index.html': page('') })
    const { page: shell, app } = await openShell(browser, own.url)
    const cover = shell.getByRole('status', { name: /is loading/ })
    await cover.waitFor()
    await (await app()).evaluate(() => Service.ready())
    await cover.waitFor({ state: 'detached' })
  })

  it('4: is heard from its first words on, on a page that is hidden too', async () => {
    const own = await ownDev({
      'index.html': page(`first = Service.getContext().then(({ platform }) => platform)`),
    })
    const { page: shell, app } = await openShell(browser, own.url, {})
    await reloadHidden(shell)
    expect(await (await app()).evaluate(() => Reflect.get(window, 'first'))).toBe('web')
  })

  it('8.2: without ready the cover goes by itself, and a diagnosis takes the place of a blank frame', async () => {
    const own = await ownDev({ 'index.html': page(`fetch('https://example.com/levels.json')`) })
    const { page: shell } = await openShell(browser, own.url)
    await shell.getByRole('status', { name: /is loading/ }).waitFor()
    const diagnosis = shell.getByRole('status').filter({ hasText: 'The app did not call ready()' })
    await diagnosis.waitFor()
    expect(await diagnosis.textContent()).toContain('https://example.com/levels.json')
    await shell.getByRole('button', { name: 'Hide' }).click()
    await diagnosis.waitFor({ state: 'detached' })
  })

  it('2.10: a blocked request is in the log, with what to do', async () => {
    const own = await ownDev({ 'index.html': page(`fetch('https://example.com/levels.json')`) })
    const { page: shell } = await openShell(browser, own.url)
    const row = shell.getByRole('option').filter({ hasText: 'violation' })
    await row.click()
    const details = shell.getByRole('region', { name: 'Details' })
    expect(await details.textContent()).toContain('https://example.com/levels.json')
    expect(await details.textContent()).toContain('Mini apps have no network')
  })

  it('4.1: close closes it, and it opens again', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    await (await app()).evaluate(() => void Service.close())
    await shell.getByRole('heading', { name: 'The app closed itself' }).waitFor()
    expect(await shell.getByTitle('Mini app').count()).toBe(0)
    await shell.getByRole('button', { name: 'Open again' }).click()
    expect(await (await app()).evaluate(() => Service.getContext().then(({ platform }) => platform))).toBe(
      'web',
    )
  })

  it('1.3: the host bar closes it, and has Report and Menu', async () => {
    const { page: shell } = await openShell(browser, dev.url)
    await shell.getByRole('button', { name: 'Report' }).click()
    await shell.getByRole('dialog', { name: /^Report/ }).waitFor()
    await shell.keyboard.press('Escape')
    await shell.getByRole('button', { name: 'Menu' }).click()
    await shell.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    expect(await shell.getByRole('dialog').count()).toBe(0)
    await shell.getByRole('button', { name: 'Close app' }).click()
    await shell.getByRole('heading', { name: 'You closed the app' }).waitFor()
  })

  it('is loaded again when a file is saved, under its new name', async () => {
    const own = await ownDev({ 'index.html': page('Service.ready()') })
    const { page: shell, app } = await openShell(browser, own.url)
    await app()
    await own.save('manifest.json', sampleManifest({ name: 'Renamed' }))
    await shell.getByRole('heading', { level: 1, name: /Renamed/ }).waitFor()
    await own.save('index.html', page(`document.title = 'Second'; Service.ready()`))
    await expect.poll(async () => (await app()).title()).toBe('Second')
  })

  it('a manifest that is not JSON is reported in place of the app, which comes back after the fix', async () => {
    const own = await ownDev({ 'index.html': APP, 'manifest.json': '{' })
    const { page: shell, app } = await openShell(browser, own.url)
    await shell.getByText('No app to open yet').waitFor()
    await own.save('manifest.json', sampleManifest())
    // One save may be seen as two, and load the app twice.
    await expect.poll(async () => (await app()).title()).toBe('Test')
  })

  it('1: an app that never ends leaves the page around it alone', async () => {
    // Once it is loaded, which opening the page waits for.
    const own = await ownDev({
      'index.html': page(
        'Service.ready(); addEventListener("load", () => setTimeout(() => { for (;;) {} }))',
      ),
    })
    const isolating = await isolatingBrowser()
    const { page: shell } = await openShell(isolating, own.url)
    onTestFinished(() => closeWindows(isolating))
    await shell.getByRole('option').filter({ hasText: 'ready' }).first().waitFor()
    await showPanel(shell, 'storage')
    await shell.getByText('Seat 1 has no stored keys.').waitFor()
    await shell.getByRole('button', { name: 'Close app' }).click()
    await shell.getByRole('heading', { name: 'You closed the app' }).waitFor()
  })

  // The unit test of a seat tries the same without a browser.
  it('1: an app that posts without end is stopped, and opens again once it is fixed', async ({ skip }) => {
    skip(!LONG, 'takes half a minute: npm run test:long')
    const own = await ownDev({ 'index.html': page('Service.ready()') })
    const { page: shell, app } = await openShell(browser, own.url)
    await shell.getByRole('option').filter({ hasText: 'ready' }).first().waitFor()
    // An app is stopped for what it posts a second: by a clock that goes on as it is looked at, each message has a part
    // of a second of its own, however slow the machine is.
    await shell.evaluate(() => {
      let now = performance.now()
      performance.now = () => {
        now += 0.001
        return now
      }
    })
    await own.save(
      'index.html',
      // Nine messages that are too long for any call use up 88 % of what it may post, and the short ones the rest.
      page(`const request = { service: 1, id: 'a', method: 'storage.get', params: { key: 'a' } }
      const long = { ...request, params: { key: 'a'.repeat(10_000_000) } }
      const post = () => {
        for (let i = 0; i < 2_000; i++) parent.postMessage(request, '*')
        setTimeout(post, 0)
      }
      for (let i = 0; i < 9; i++) parent.postMessage(long, '*')
      post()`),
    )
    await shell.getByRole('heading', { name: 'The app was stopped' }).waitFor({ timeout: 150_000 })
    await own.save('index.html', APP)
    await expect.poll(async () => (await app()).evaluate(() => Service.storage.keys())).toEqual([])
  })

  it('messages from a window that is not the app are not taken for the app', async () => {
    const { page: shell, app, rows } = await openShell(browser, dev.url)
    const frame = await app()
    await shell.evaluate(() => postMessage({ service: 1, id: 'x', method: 'storage.keys', params: {} }, '*'))
    await frame.evaluate(() => Service.storage.get('asked-later'))
    await shell.getByRole('option').filter({ hasText: 'asked-later' }).waitFor()
    expect((await rows()).filter((row) => row.includes('storage.keys'))).toEqual([])
  })
})

describe('the panels', () => {
  it('list every call with its answer, find it by text and kind, and show it whole', async () => {
    const { page: shell, app, rows } = await openShell(browser, dev.url)
    await (await app()).evaluate(async () => {
      await Service.storage.set('level', 'seven')
      await Service.storage.get('no such key!').catch(() => undefined)
    })
    await shell.getByRole('option').filter({ hasText: 'INVALID_KEY' }).last().waitFor()
    await shell.getByRole('searchbox', { name: 'Filter by text' }).fill('seven')
    await expect.poll(async () => (await rows()).every((row) => row.includes('seven'))).toBe(true)
    await shell.getByRole('searchbox', { name: 'Filter by text' }).fill('')
    await shell.getByRole('combobox', { name: 'Show' }).selectOption('Failures')
    await expect.poll(async () => (await rows()).every((row) => !row.includes('storage.set'))).toBe(true)
    await shell.getByRole('option').filter({ hasText: 'INVALID_KEY' }).last().click()
    const details = shell.getByRole('region', { name: 'Details' })
    expect(await details.textContent()).toContain('"no such key!"')
    await shell.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
  })

  it('show what an app wrote as text, never as HTML', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    const hostile = '<img src=x onerror="document.title=1">'
    await (await app()).evaluate((value) => Service.storage.set('x', value), hostile)
    await shell.getByRole('option').filter({ hasText: 'onerror' }).last().click()
    expect(await shell.getByRole('region', { name: 'Details' }).textContent()).toContain('onerror')
    expect(await shell.locator('img[src=x]').count()).toBe(0)
  })

  it('stay fast with very many rows: only those to be seen are drawn', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    await (await app()).evaluate(async () => {
      await Promise.all(Array.from({ length: 500 }, () => Service.storage.get('a')))
    })
    const list = shell.getByRole('listbox', { name: 'Calls and events' })
    const entries = shell.getByText(/^[\d,]+ entries$/)
    await list.getByRole('option').last().waitFor()
    await expect.poll(async () => Number.parseInt(await entries.innerText(), 10)).toBeGreaterThan(500)
    expect(await list.getByRole('option').count()).toBeLessThan(80)
    await list.press('Home')
    await expect
      .poll(() => list.getByRole('option', { selected: true }).getAttribute('aria-posinset'))
      .toBe('1')
    await list.press('End')
    await expect
      .poll(() => list.getByRole('option', { selected: true }).getAttribute('aria-posinset'))
      .toMatch(/^\d{3,}$/)
  })

  it('tell the problems as they are in the files now, with their count in the tab', async () => {
    const own = await ownDev({ 'index.html': APP })
    const { page: shell } = await openShell(browser, own.url)
    await showPanel(shell, 'problems')
    await shell.getByText('This version would go live automatically').waitFor()
    await own.save('manifest.json', sampleManifest({ summary: 'short' }))
    await shell.getByRole('tab', { name: 'Problems 1 error' }).waitFor()
    await shell.getByText('The service would refuse this version.').waitFor()
    await shell.getByRole('region', { name: 'manifest.json' }).getByText('/summary').waitFor()
    await own.save('pads.js', "navigator.getGamepads()\nalert('a')\n")
    await shell.getByText('It runs, but 1 problem makes a part of it fail when used.').waitFor()
    const found = shell.getByRole('region', { name: 'pads.js' })
    await found.getByText('Fails when used').waitFor()
    await found.getByText('Degrades the app').waitFor()
    // What refuses the upload comes first, though another file is the first by its name.
    await own.save('a.js', "alert('a')\n")
    const [refused, first] = ['manifest.json', 'a.js'].map((name) => shell.getByRole('region', { name }))
    await first?.waitFor()
    const [above, below] = [await refused?.boundingBox(), await first?.boundingBox()]
    expect(above?.y).toBeLessThan(below?.y ?? 0)
  })

  it('show the page that the service would show, from the manifest as it is now', async () => {
    const own = await ownDev({
      'index.html': APP,
      'manifest.json': sampleManifest({
        description: 'One line.\nAnother.',
        access: { type: 'one_time', price: '2.5', statement: 'Unlocks all twelve levels.' },
      }),
    })
    const { page: shell } = await openShell(browser, own.url)
    await showPanel(shell, 'page')
    const listing = shell.getByRole('region', { name: "The app's page" })
    await listing.getByText('2.5 credits, unlocked forever').waitFor()
    const icon = listing.getByRole('img', { name: 'Icon' })
    expect(
      await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(128)
    await own.save('manifest.json', sampleManifest({ summary: 'A summary that was changed just now.' }))
    await listing.getByText('A summary that was changed just now.').waitFor()
    await listing.getByText('Free', { exact: true }).waitFor()
  })

  it('flip switches, and go back to the defaults', async () => {
    const own = await ownDev({ 'index.html': APP })
    const { page: shell, app } = await openShell(browser, own.url)
    await app()
    await showPanel(shell, 'switches')
    const locale = shell.getByLabel('Locale')
    await locale.fill('not a tag')
    await locale.blur()
    await shell.getByText('Not a language tag').waitFor()
    await locale.fill('pt-BR')
    await locale.blur()
    // Not check(), which looks immediately: drawing the previous switch's answer may undo it for a moment.
    await shell.getByRole('group', { name: 'Platform' }).getByRole('radio', { name: 'iOS' }).click()
    const context = async () =>
      (await app()).evaluate(() => Service.getContext().then(({ locale, platform }) => [locale, platform]))
    await expect.poll(context).toEqual(['pt-BR', 'ios'])
    // An app may learn about a switch before it is drawn; it is drawn once the host has saved it and those before.
    const visible = shell.getByRole('switch', { name: /^Visible/ })
    await visible.click()
    await expect.poll(() => visible.getAttribute('aria-checked')).toBe('false')
    await shell.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect.poll(context).toEqual(['en', 'web'])
  })
})

describe('the clock', () => {
  it('5: goes forward by 12 hours, and the session ends; starting fresh takes everything back', async () => {
    const own = await ownDev({ 'index.html': APP })
    const { page: shell, app } = await openShell(browser, own.url)
    await (await app()).evaluate(() => Service.storage.set('best', '12'))
    await showPanel(shell, 'clock')
    await shell.getByText('Real time', { exact: true }).waitFor()
    await shell.getByRole('button', { name: '12 hours' }).click()
    await shell.getByText('12 hours ahead of real time').waitFor()
    const best = async () =>
      (await app()).evaluate(() =>
        Service.storage.get('best').catch((error: Error & { code: string }) => error.code),
      )
    expect(await best()).toBe('LAUNCH_INVALID')
    await shell.getByRole('button', { name: 'Start fresh …' }).click()
    await shell.getByRole('button', { name: 'Delete everything' }).click()
    await shell.getByText('Real time', { exact: true }).waitFor()
    await expect.poll(best).toBeNull()
  })
})

describe('the connection', () => {
  it('is said to be lost when the simulator ends', async () => {
    const own = await startDev({ 'index.html': APP })
    const { page: shell } = await openShell(browser, own.url)
    await shell.getByText('Connected', { exact: true }).waitFor()
    await own.stop()
    await shell.getByRole('alert').getByText('The simulator is not responding.').waitFor()
  })
})

describe('everyone can use it', () => {
  it.each(someOf(['dark', 'light'] as const, 1))(
    'axe-core finds nothing in the %s look, in any panel',
    async (colorScheme) => {
      const own = await ownDev({
        'index.html': page(`Service.ready(); Service.storage.get('a key!').catch(() => {})`),
        'manifest.json': sampleManifest({ summary: 'short' }),
      })
      const { page: shell, app } = await openShell(browser, own.url, { colorScheme, reducedMotion: 'reduce' })
      await app()
      await shell.getByRole('option').filter({ hasText: 'INVALID_KEY' }).click()
      expect(await axeFindings(shell)).toEqual([])
      for (const panel of ['problems', 'switches', 'page', 'clock'] as const) {
        await showPanel(shell, panel)
        expect(await axeFindings(shell)).toEqual([])
      }
      // An error code leads to the reference.
      await showPanel(shell, 'calls')
      await shell.getByRole('option').filter({ hasText: 'INVALID_KEY' }).click()
      await shell.getByRole('button', { name: 'INVALID_KEY', exact: true }).click()
      await shell.getByRole('article', { name: 'INVALID_KEY' }).waitFor()
      expect(await axeFindings(shell)).toEqual([])
      await shell.getByRole('button', { name: 'All topics' }).click()
      expect(await axeFindings(shell)).toEqual([])
      await shell.getByRole('searchbox', { name: 'Search the reference' }).fill('tap handler')
      await shell.getByRole('button', { name: 'errors/NEEDS_TAP' }).waitFor()
      expect(await axeFindings(shell)).toEqual([])
      await shell.getByRole('button', { name: 'Menu' }).click()
      await shell.getByRole('dialog').waitFor()
      expect(await axeFindings(shell)).toEqual([])
      await shell.keyboard.press('Escape')
      await shell.getByRole('button', { name: 'Close app' }).click()
      await shell.getByRole('button', { name: 'Open again' }).waitFor()
      expect(await axeFindings(shell)).toEqual([])
    },
  )

  it('the Tab key goes through it in the order that it is read in', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    await app()
    // A disabled control is not a tab stop.
    for (const name of ['Reload', 'Screenshot', 'Add seat'])
      await shell.locator('button:enabled', { hasText: name }).waitFor()
    const stops: string[] = []
    for (let i = 0; i < 30 && stops.at(-1) !== 'Filter by text'; i++) {
      await shell.keyboard.press('Tab')
      // The app's frame is another process, which takes the focus a moment later.
      await shell.waitForFunction(() => document.activeElement !== document.body)
      stops.push(
        await shell.evaluate(() => {
          const element = document.activeElement
          const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
          const name =
            element?.getAttribute('aria-label') ??
            label ??
            element?.getAttribute('title') ??
            element?.textContent
          return String(name).trim()
        }),
      )
    }
    expect(stops.filter((stop, index) => stop !== stops[index - 1])).toEqual([
      'Open the app on a phone (M)',
      'Search all commands (Ctrl K; ? lists the shortcuts)',
      'System',
      'Frame size',
      'Scale the frame down until it fits (F)',
      'Reload the app (R)',
      'Save a PNG of the app, at the size of its frame (P)',
      'Add another person: seat 2 (S)',
      'Close app',
      'Report',
      'Menu',
      'Mini app',
      'Width of the panels',
      expect.stringMatching(/^Calls/),
      'Filter by text',
    ])
  })

  it('the Tab key shows where it is, at each stop of the page', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    await app()
    for (const { id } of PANELS) {
      await showPanel(shell, id)
      await shell.getByRole('tab', { selected: true }).first().focus()
      const hidden: string[] = []
      for (let stop = 0; stop < 40; stop++) {
        await shell.keyboard.press('Tab')
        const unseen = await shell.evaluate(() => {
          const element = document.activeElement
          if (element === null || element === document.body || element instanceof HTMLIFrameElement)
            return 'outside'
          const shows = (place: Element | null): boolean => {
            if (place === null) return false
            const { outlineStyle, outlineWidth } = getComputedStyle(place)
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
          }
          // A field in a frame of its own, and a choice that its label draws, have the ring there.
          const ring = [element, element.parentElement, element.nextElementSibling].some(shows)
          return ring ? null : element.outerHTML.slice(0, 120)
        })
        if (unseen === 'outside') break
        if (unseen !== null) hidden.push(unseen)
      }
      expect(hidden, id).toEqual([])
    }
  })

  it('at 1280 pixels, each button of the header, the toolbar and the log says in words what it does', async () => {
    const { page: shell, app } = await openShell(browser, dev.url, { viewport: { width: 1280, height: 800 } })
    await app()
    const words = await shell.locator('.header, [role=toolbar], .panel-foot').evaluateAll((bars) =>
      bars.flatMap((bar) =>
        [...bar.querySelectorAll('button, label')].map((tool) => {
          const range = document.createRange()
          range.selectNodeContents(tool)
          const isClipped = [...tool.querySelectorAll('*')].some(
            (part) => part.textContent !== '' && getComputedStyle(part).clipPath !== 'none',
          )
          return isClipped ? 'not in sight' : (tool as HTMLElement).innerText.trim()
        }),
      ),
    )
    expect(words).toEqual([
      'Play on a phone',
      'Commands',
      'System',
      'Light',
      'Dark',
      expect.stringMatching(/^Fit/),
      'Reload',
      'Screenshot',
      'Add seat',
      'Pause',
      'Copy',
      'Save',
      'Clear',
    ])
  })

  it('no two controls around the app have one name', async () => {
    const { page: shell, app } = await openShell(browser, dev.url, { viewport: { width: 1280, height: 800 } })
    await app()
    const names = await shell
      .locator('.header, .stage, [role=tablist]')
      .evaluateAll((areas) =>
        [...new Set(areas.flatMap((area) => [...area.querySelectorAll('button, option, label')]))].map(
          (control) => (control.getAttribute('aria-label') ?? control.textContent ?? '').trim(),
        ),
      )
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it('tabs are moved through by arrow keys', async () => {
    const { page: shell } = await openShell(browser, dev.url)
    await shell.getByRole('tab', { name: /^Calls/ }).focus()
    await shell.keyboard.press('ArrowRight')
    expect(await shell.getByRole('tab', { selected: true }).allTextContents()).toEqual(['App', 'Problems'])
    await shell.getByRole('tab', { name: 'Problems' }).focus()
    await shell.keyboard.press('ArrowRight')
    expect(await shell.getByRole('tab', { selected: true }).allTextContents()).toEqual(['App', 'Page'])
    await shell.getByRole('tab', { name: 'App' }).focus()
    await shell.keyboard.press('End')
    expect(await shell.evaluate(() => document.activeElement?.textContent)).toBe('Docs')
    await shell.keyboard.press('ArrowRight')
    expect(await shell.getByRole('tab', { selected: true }).textContent()).toMatch(/^Calls/)
  })

  it.each([
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ])('the toolbar is one row, and the whole phone is seen at $width × $height', async (viewport) => {
    const { page: shell, app } = await openShell(browser, dev.url, { viewport })
    await app()
    await shell.getByRole('combobox', { name: 'Frame size' }).selectOption('Phone')
    await shell.getByRole('button', { name: /^Fit/ }).click()
    const tops = await shell
      .getByRole('toolbar', { name: 'App frame' })
      .locator('> *')
      .evaluateAll((tools) =>
        tools
          .filter(({ clientWidth }) => clientWidth > 0)
          .map((tool) => {
            const { top, bottom, right } = tool.getBoundingClientRect()
            return right > innerWidth ? 'cut off' : Math.round((top + bottom) / 2)
          }),
      )
    // A select and a button differ by a pixel at most.
    expect(Math.max(...tops.map(Number)) - Math.min(...tops.map(Number))).toBeLessThanOrEqual(1)
    await expect
      .poll(() =>
        shell.locator('.device').evaluate((device) => {
          const { top, bottom, left, right } = device.getBoundingClientRect()
          return top > 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        }),
      )
      .toBe(true)
  })

  it('the filters of the log are one row at 320 pixels, also with two seats', async () => {
    const { page: shell } = await openShell(browser, `${dev.url}?seats=2`, {
      viewport: { width: 320, height: 568 },
    })
    await showPanel(shell, 'calls')
    await shell.getByRole('combobox', { name: 'Seat', exact: true }).waitFor()
    const middles = await shell.locator('.call-filters > :not(.visually-hidden)').evaluateAll((tools) =>
      tools.map((tool) => {
        const { top, bottom, left, right } = tool.getBoundingClientRect()
        return left < 0 || right > innerWidth ? 'cut off' : Math.round((top + bottom) / 2)
      }),
    )
    expect(middles).toHaveLength(4)
    expect(Math.max(...middles.map(Number)) - Math.min(...middles.map(Number))).toBeLessThanOrEqual(1)
    // What each says is there in full: a choice's arrow takes some 20 pixels.
    const spare = await shell.locator('.call-filters :is(input, select)').evaluateAll((tools) =>
      tools.map((tool) => {
        const says =
          tool instanceof HTMLSelectElement ? tool.selectedOptions[0]?.text : tool.getAttribute('placeholder')
        const measure = document.createElement('canvas').getContext('2d')
        if (measure === null) return -1
        measure.font = getComputedStyle(tool).font
        return tool.clientWidth - measure.measureText(says ?? '').width - (tool.tagName === 'SELECT' ? 20 : 0)
      }),
    )
    expect(spare).toHaveLength(3)
    expect(Math.min(...spare)).toBeGreaterThan(0)
  })

  it('has shortcuts, and a palette of everything that can be done', async () => {
    const { page: shell, app } = await openShell(browser, dev.url, { reducedMotion: 'reduce' })
    await app()
    await shell.getByRole('tab', { name: /^Calls/ }).focus()
    await shell.keyboard.press('s')
    await shell.getByRole('region', { name: 'Seat 2' }).waitFor()
    await shell.keyboard.press('1')
    await expect
      .poll(() => shell.locator('[data-seat="1"] .seat-slot-name').getAttribute('aria-pressed'))
      .toBe('true')
    await shell.keyboard.press('/')
    await expect.poll(() => shell.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    // In a text field, letters are text.
    await shell.keyboard.press('2')
    expect(await shell.getByRole('searchbox', { name: 'Filter by text' }).inputValue()).toBe('2')
    await shell.keyboard.press('Control+K')
    const palette = shell.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('option', { name: 'Reload the app in all seats' }).waitFor()
    expect(await axeFindings(shell)).toEqual([])
    await shell.keyboard.type('theme dark')
    await expect
      .poll(() => palette.getByRole('option', { selected: true }).innerText())
      .toContain('Theme: Dark')
    await shell.keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
    await showPanel(shell, 'switches')
    await expect
      .poll(() =>
        shell.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).isChecked(),
      )
      .toBe(true)
    await shell.getByRole('tab', { name: 'Switches' }).focus()
    await shell.keyboard.press('?')
    await shell.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    expect(await axeFindings(shell)).toEqual([])
    await shell.keyboard.press('Escape')
    await shell.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('a sheet takes the focus immediately, keeps it and gives it back', async () => {
    const { page: shell, app } = await openShell(browser, dev.url, {})
    await reloadHidden(shell)
    await app()
    await shell.getByRole('button', { name: 'Menu' }).press('Enter')
    await shell.getByRole('dialog').waitFor()
    expect(await shell.evaluate(() => document.activeElement?.role)).toBe('dialog')
    for (let i = 0; i < 3; i++) {
      await shell.keyboard.press('Tab')
      expect(await shell.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    }
    expect(await shell.getByTitle('Mini app').evaluate((frame) => frame.hasAttribute('inert'))).toBe(true)
    await shell.keyboard.press('Escape')
    // The page is drawn again in a later turn.
    await expect
      .poll(() => shell.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Menu')
    expect(await shell.getByTitle('Mini app').evaluate((frame) => frame.hasAttribute('inert'))).toBe(false)
  })

  it.each([
    ['320 pixels wide', { viewport: { width: 320, height: 640 } }],
    ['640 pixels wide at 200 %', { viewport: { width: 320, height: 400 }, deviceScaleFactor: 2 }],
    ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ])('nothing is cut off sideways: %s', async (_name, options) => {
    const { page: shell, app } = await openShell(browser, dev.url, options)
    await app()
    for (const { id } of PANELS) {
      await showPanel(shell, id)
      const [wide, room] = await shell.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(wide).toBe(room)
    }
  })

  it('on a desktop, panels scroll and the page does not, in any panel', async () => {
    const { page: shell, app } = await openShell(browser, dev.url, { viewport: { width: 1280, height: 500 } })
    await app()
    const long: string[] = []
    for (const { id } of PANELS) {
      await showPanel(shell, id)
      if (await shell.evaluate(() => document.documentElement.scrollHeight > innerHeight)) long.push(id)
    }
    expect(long).toEqual([])
  })

  it('at 320 pixels, the tabs of a group are one row', async () => {
    const { page: shell, app } = await openShell(browser, dev.url, { viewport: { width: 320, height: 568 } })
    await app()
    await showPanel(shell, 'storage')
    const tops = await shell
      .getByRole('tab', { name: /^(Storage|Purchases|Shared|Person|Snapshots)$/ })
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
    expect(tops).toHaveLength(5)
    expect(new Set(tops).size).toBe(1)
  })

  it.each([
    ['320 px', 320, 568],
    ['Phone', 390, 844],
    ['Landscape', 844, 390],
  ])('the frame takes the size %s', async (name, width, height) => {
    const { page: shell, app } = await openShell(browser, dev.url)
    await shell.getByRole('combobox', { name: 'Frame size' }).selectOption(name)
    const frame = await app()
    // The frame is another process, which hears of its size a moment later.
    await expect.poll(() => frame.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
  })

  it.each([
    ['portrait', 450],
    ['landscape', null],
    ['any', 450],
  ])(
    'in a browser that a program drives, all of the %s app is in the window, and clicks arrive',
    async (orientation, width) => {
      const own = await ownDev({
        'index.html': page(
          `document.body.insertAdjacentHTML('beforeend', ['top:0;left:0', 'top:0;right:0', 'bottom:0;left:0', 'bottom:0;right:0']
            .map((place) => '<button style="position:fixed;' + place + '" onclick="this.textContent = 1">0</button>').join(''))
          Service.ready()`,
        ),
        'manifest.json': sampleManifest({ orientation }),
      })
      const { page: shell, app } = await openShell(browser, own.url)
      const frame = await app()
      const corners = frame.getByRole('button', { name: /^[01]$/ })
      for (const corner of await corners.all()) await corner.click()
      expect(await corners.allTextContents()).toEqual(['1', '1', '1', '1'])
      const seen = await shell.locator('.device').evaluate((device) => {
        const { top, bottom, left, right } = device.getBoundingClientRect()
        return top > 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      })
      expect(seen).toBe(true)
      if (width !== null) expect(await frame.evaluate(() => innerWidth)).toBe(width)
    },
  )

  it('2.10: a portrait app is shown at most 450 pixels wide', async () => {
    const own = await ownDev({
      'index.html': APP,
      'manifest.json': sampleManifest({ orientation: 'portrait' }),
    })
    const { page: shell, app } = await openShell(browser, own.url)
    await app()
    const sizes = shell.getByRole('combobox', { name: 'Frame size' })
    expect(await sizes.getByRole('option', { name: 'Desktop' }).isDisabled()).toBe(true)
    await sizes.selectOption('450 px')
    const frame = await app()
    await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(450)
  })
})
