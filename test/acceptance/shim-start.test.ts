import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { composeShim } from '../../src/shim/shim-file.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

/** Tells when it runs, what the page looks like then, and whether the saved value is there. */
const TELL = `tell`

/** Every way in which a page runs scripts. @param shim the element that loads the shim, or none */
const page = (
  shim: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script>${shim}
<script>
  var told = []
  function tell(who) {
    var read = ''
    try { read = localStorage.getItem('best') } catch (error) {}
    var script = document.currentScript
    told.push([who, document.readyState, read, script === null ? null : script.id || script.src.split('/').pop(), document.querySelectorAll('p').length].join(' '))
  }
  document.addEventListener('readystatechange', function () { ${TELL}('readystatechange') })
  document.addEventListener('DOMContentLoaded', function () { ${TELL}('DOMContentLoaded') })
  addEventListener('load', function (event) { ${TELL}('load ' + event.isTrusted); Service.ready() })
  onpageshow = function () { ${TELL}('pageshow') }
</script>
<script type="importmap">{ "imports": { "mapped": "./deep.mjs" } }</script>
<script type="module" src="first.mjs"></script>
<script defer src="deferred.js"></script>
<script src="blocking.js"></script>
<script id="inline">${TELL}('inline')</script>
</head><body onload="${TELL}('body onload')"><p>1</p>
<script>document.write('<p>written</p><script id="written">${TELL}("written")</scr' + 'ipt>')</script>
<script id="middle">${TELL}('middle')</script><p>2</p>
<script defer src="deferred2.js"></script>
<script type="module">import 'mapped'; ${TELL}('inline module')</script>
<script nomodule>${TELL}('never')</script>
<p>3</p></body></html>`

const SCRIPTS = Object.fromEntries(
  ['blocking.js', 'deferred.js', 'deferred2.js', 'first.mjs', 'deep.mjs'].map((name) => [
    name,
    `${TELL}('${name}')`,
  ]),
)

const SHIM = '<script src="browser-shim.js"></script>'

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({
    ...SCRIPTS,
    'index.html': page(SHIM),
    'browser-shim.js': await composeShim({ parts: ['local-storage'], renamed: {} }),
  })
})
beforeEach(() => dev.reset())
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const openApp = async (): Promise<Frame> => {
  const frame = await (await openShell(browser, dev.url)).app()
  await frame.waitForFunction(() =>
    Reflect.get(window, 'told')?.some((line: string) => line.startsWith('pageshow')),
  )
  return frame
}

const told = (frame: Frame): Promise<readonly string[]> => frame.evaluate(() => Reflect.get(window, 'told'))

const slow = (latency: number): Promise<unknown> =>
  dev.ask('switches', {
    method: 'PATCH',
    body: JSON.stringify({ network: { offline: false, latency, jitter: 0, loss: 0, seed: 1 } }),
  })

/** Lines without the value that was read. */
const withoutValue = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/ (?:null|77)? /, ' '))

describe('an app whose saved values come before its scripts', () => {
  it('runs its scripts as they run without the shim, with the values', async () => {
    await dev.save('index.html', page(''))
    const plain = await told(await openApp())
    expect(plain).toHaveLength(15)
    await dev.save('index.html', page(SHIM))
    await (await openApp()).evaluate(() => Service.storage.set('localStorage.best', '77'))
    for (const latency of [0, 150, 350]) {
      await slow(latency)
      const lines = await told(await openApp())
      expect(withoutValue(lines)).toEqual(withoutValue(plain))
      expect(lines.filter((line) => !line.includes(' 77 '))).toEqual([])
    }
  })

  it('leaves no element of its own behind', async () => {
    await slow(200)
    const frame = await openApp()
    expect(
      await frame.evaluate(() =>
        [...document.scripts].map((script) => script.src).filter((source) => source.includes('browser-shim')),
      ),
    ).toEqual([expect.stringMatching(/\/browser-shim\.js$/)])
  })

  it('starts with empty storage after a second, and what was saved is not lost', async () => {
    await (await openApp()).evaluate(() => Service.storage.set('localStorage.best', '900'))
    await dev.save('late.js', "localStorage.best = 0; localStorage.fresh = 1; tell('late')")
    await dev.save('index.html', page(SHIM).replace('</body>', '<script src="late.js"></script></body>'))
    await slow(1_500)
    const frame = await openApp()
    expect((await told(frame)).slice(0, 3).every((line) => !line.includes(' 900 '))).toBe(true)
    expect(await frame.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    await frame.waitForFunction(() => localStorage.getItem('best') === '900')
    await slow(0)
    await expect
      .poll(async () => (await dev.ask('data')) as unknown)
      .toMatchObject({ storage: { 1: { 'localStorage.best': '900', 'localStorage.fresh': '1' } } })
    await dev.save('index.html', page(SHIM))
  })

  it('does not wait where the host immediately answers that nothing is saved, nor where nothing is kept', async () => {
    await dev.save('index.html', page(SHIM))
    await dev.save(
      'browser-shim.js',
      await composeShim({ parts: ['gamepads', 'session-storage'], renamed: {} }),
    )
    await slow(5_000)
    const frame = await openApp()
    expect(
      await frame.evaluate(
        () => performance.getEntriesByName(`${location.href.replace(/[^/]*$/, '')}browser-shim.js`).length,
      ),
    ).toBe(1)
    expect(
      await frame.evaluate(
        () => performance.getEntries().filter(({ name }) => name.includes('wait=')).length,
      ),
    ).toBe(0)
    await dev.save('browser-shim.js', await composeShim({ parts: ['local-storage'], renamed: {} }))
  })

  it.each(['async', 'defer', 'type="module"'])(
    'is there without waiting where the shim is loaded with %s',
    async (attribute) => {
      await dev.save('index.html', page(`<script ${attribute} src="browser-shim.js"></script>`))
      const frame = await openApp()
      await frame.waitForFunction(() => {
        try {
          return localStorage.length === 0
        } catch {
          return false
        }
      })
      expect(await frame.evaluate(() => document.querySelectorAll('p').length)).toBe(4)
    },
  )
})
