import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SHIM_PART_NAMES } from '../../src/shim/part-names.js'
import { composeShim } from '../../src/shim/shim-file.js'
import { closeWindows, isolatingBrowser, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { STORAGE_CASES } from './storage-contract.js'

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script></head><body>${body}</body></html>`

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({
    'index.html': page(''),
    'browser-shim.js': await composeShim({ parts: SHIM_PART_NAMES, renamed: {} }),
  })
})
beforeEach(() => dev.reset())
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const openApp = async (): Promise<Frame> => (await openShell(browser, dev.url)).app()

/** Runs each case, and gives the answers by their names. */
const answersIn = (frame: Pick<Frame, 'evaluate'>, which: 'localStorage' | 'sessionStorage') =>
  frame.evaluate(
    ([cases, which]) =>
      Object.fromEntries(
        cases.map(({ name, code }) => {
          window[which].clear()
          const answer: unknown = new Function('s', 'which', code)(window[which], which)
          window[which].clear()
          return [name, answer]
        }),
      ),
    [STORAGE_CASES, which] as const,
  )

const EXPECTED = Object.fromEntries(STORAGE_CASES.map(({ name, expected }) => [name, expected]))

describe('the contract of localStorage and sessionStorage', () => {
  it.each(['localStorage', 'sessionStorage'] as const)('holds for the %s of the shim', async (which) => {
    expect(await answersIn(await openApp(), which)).toEqual(EXPECTED)
  })

  it.each(['localStorage', 'sessionStorage'] as const)(
    'holds for the %s of the browser, which the shim leaves alone',
    async (which) => {
      const shim = await readFile(`${dev.folder}/browser-shim.js`)
      const server = createServer((request, response) => {
        const isShim = request.url?.includes('browser-shim') === true
        response.setHeader('content-type', isShim ? 'text/javascript' : 'text/html')
        response.end(isShim ? shim : '<!doctype html><script src="browser-shim.js"></script>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => {
        server.close()
      })
      const window = await browser.newPage()
      onTestFinished(() => window.close())
      await window.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      expect(
        await window.evaluate((name) => String(Object.getOwnPropertyDescriptor(self, name)?.get), which),
      ).toContain('[native code]')
      expect(await answersIn(window.mainFrame(), which)).toEqual(EXPECTED)
    },
  )
})

describe('sessionStorage', () => {
  it.each([
    ['the same process', sharedBrowser],
    ['another process', isolatingBrowser],
  ])('is there in the next page of the app, in %s, until the app closes', async (_name, browserFor) => {
    const pages = await startDev({
      'index.html': page('<a href="next.html">Play</a>'),
      'next.html': page('<p>Next</p>'),
      'browser-shim.js': await composeShim({ parts: ['session-storage'], renamed: {} }),
    })
    onTestFinished(() => pages.stop())
    const { page: shell, app } = await openShell(await browserFor(), pages.url)
    onTestFinished(() => shell.close())
    const kept = async () =>
      (await app()).evaluate(() => ({
        name: window.name,
        level: sessionStorage.getItem('level'),
        late: sessionStorage['late'],
      }))
    const frame = await app()
    await frame.evaluate(() => {
      window.name = 'mine'
      addEventListener('beforeunload', () => {
        sessionStorage['late'] = 'as it leaves'
      })
      const link = document.querySelector('a')
      link?.addEventListener('click', () => sessionStorage.setItem('level', 'Hard'))
      link?.click()
    })
    await frame.waitForSelector('p')
    expect(await kept()).toEqual({ name: 'mine', level: 'Hard', late: 'as it leaves' })
    await frame.evaluate(() => history.back())
    await frame.waitForSelector('a')
    expect(await kept()).toEqual({ name: 'mine', level: 'Hard', late: 'as it leaves' })
    await shell.reload()
    await (await app()).waitForSelector('a')
    expect(await kept()).toEqual({ name: '', level: null, late: undefined })
  })
})
