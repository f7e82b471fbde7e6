import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFolder } from '../../src/bundle/folder.js'
import { check } from '../../src/check/run.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

/** As the README has it. */
const MAIN = `import { ready } from 'miniapp/shim'

await ready // localStorage has its values
await import('./game.js')
`

const GAME = `localStorage.starts = Number(localStorage.starts || 0) + 1
document.body.textContent = 'Start ' + localStorage.starts + ', pads ' + navigator.getGamepads().length
`

const dist = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  const built = await build({
    stdin: { contents: MAIN, resolveDir: dist('.'), sourcefile: 'main.js' },
    plugins: [
      {
        name: 'game',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^\.\/game\.js$/ }, () => ({ path: 'game.js', namespace: 'game' }))
          onLoad({ filter: /.*/, namespace: 'game' }, () => ({ contents: GAME }))
        },
      },
    ],
    alias: { 'miniapp/shim': dist('shim/index.js') },
    outdir: dist('.'),
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    write: false,
  })
  dev = await startDev({
    'index.html':
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title><script src="service-miniapp.js"></script></head><body><script type="module" crossorigin src="stdin.js"></script></body></html>',
    ...Object.fromEntries(
      built.outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).at(-1), contents]),
    ),
  })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

describe('miniapp/shim, bundled and minified', () => {
  it('has the values before the game, and keeps them', async () => {
    for (const start of [1, 2]) {
      const { app } = await openShell(browser, dev.url)
      await (await app()).getByText(`Start ${start}, pads 0`).waitFor()
      await expect
        .poll(() => dev.ask('data'))
        .toMatchObject({ storage: { 1: { 'localStorage.starts': String(start) } } })
    }
  })

  it('counts for check, in every script of the app', async () => {
    const bundle = await openFolder(dev.folder)
    const { runs, problems } = await check(bundle)
    await bundle.close()
    expect({
      runs,
      rules: problems.map(({ rule }) => rule).filter((rule) => rule.startsWith('script/')),
    }).toEqual({
      runs: true,
      // Of its databases, it says how much is kept.
      rules: ['script/kept-databases'],
    })
  })
})
