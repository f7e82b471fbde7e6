import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../src/browser/engines.js'
import { findBrowser } from '../../src/build/browsers.mjs'
import { runMiniapp } from '../support/processes/command-line.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** A new app from the blank template, for phones, with files of the test's own. */
const newApp = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = await temporaryFolder()
  expect((await runMiniapp(['init', '.', '--template', 'blank'], { cwd })).code).toBe(0)
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text)
  const manifest = JSON.parse(await readFile(join(cwd, 'manifest.json'), 'utf8'))
  await writeFile(join(cwd, 'manifest.json'), JSON.stringify({ ...manifest, orientation: 'portrait' }))
  return cwd
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>App</title><script src="service-miniapp.js" crossorigin></script>${body}`

/** An app that does what no app should, and one button as large as its page, whose calls want a tap. */
const APP = {
  'index.html': page(
    '<body style="margin:0"><button id="share" style="width:100vw;height:100vh">Share</button>' +
      '<script src="app.js" crossorigin></script>',
  ),
  'app.js': `
fetch('https://example.com/x').catch(() => {})
setTimeout(() => { throw new Error('late') }, 0)
Promise.reject(new Error('nobody cares'))
document.getElementById('share').onclick = () => Service.share({ text: 'Come' }).catch(() => {})
addEventListener('keydown', () => Service.storage.set('key', 'pressed').catch(() => {}), { once: true })
Service.ready()
`,
}

// Browsers take their time to start on a busy machine.
describe.each(ENGINES)('miniapp test --browser %s', { timeout: 400_000 }, (engine) => {
  const isInstalled = findBrowser(engine) !== null

  // Chromium plays in many other tests.
  it.skipIf(!isInstalled || (engine === 'chromium' && !LONG))(
    '2.10, 4: finds the same as every browser, and plays as a person does',
    async () => {
      const cwd = await newApp(APP)
      const run = await runMiniapp(
        // With this seed the first action is a key, and the second presses the button: a busy machine may get no further.
        [
          'test',
          '--browser',
          engine,
          '--seconds',
          '6',
          '--seed',
          '4',
          '--jobs',
          '2',
          '--format',
          'json',
        ].concat(['--trace', '.miniapp/trace', '--screenshots', '.miniapp/shots']),
        { cwd },
      )
      expect(run).toMatchObject({ code: 1, stderr: '1/2 phone (light, en)\n2/2 narrow (dark, en)\n' })
      const { problems, browsers, scenarios } = JSON.parse(run.stdout)
      expect(
        problems.map(
          ({ rule, file, line, message }: Record<'rule' | 'file' | 'line' | 'message', unknown>) =>
            `${file}:${line} ${rule} ${String(message).includes('In ') ? message : 'everywhere'}`,
        ),
      ).toEqual([
        // Of a page without an origin, WebKit does not say where a callback threw.
        ...(engine === 'webkit' ? ['null:null run/uncaught-error everywhere'] : []),
        'app.js:2 run/policy-violation everywhere',
        ...(engine === 'webkit' ? [] : ['app.js:3 run/uncaught-error everywhere']),
        'app.js:4 run/unhandled-rejection everywhere',
      ])
      expect(browsers).toEqual([
        { engine, name: expect.stringMatching(/^\w+ \d+\.\d/), limits: expect.any(Array) },
      ])
      expect(scenarios.map(({ browser }: { browser: string }) => browser)).toEqual([engine, engine])

      const prefix = engine === 'chromium' ? '' : `${engine}-`
      expect((await readdir(join(cwd, '.miniapp/shots'))).sort()).toEqual(
        ['narrow', 'phone'].flatMap((name) => [`${prefix}${name}-played.png`, `${prefix}${name}.png`]).sort(),
      )
      const calls = (await readFile(join(cwd, '.miniapp/trace', `${prefix}phone.ndjson`), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ kind }) => kind === 'call')
      const called = new Set(calls.map(({ method }) => method))
      expect([...called].sort()).toEqual(['ready', 'share', 'storage.set'])
      // Its taps count as a person's.
      const refused = calls.filter(({ error }) => error?.code === 'NEEDS_TAP')
      expect(refused).toEqual([])
    },
  )
})

describe('miniapp test', { timeout: 240_000 }, () => {
  it('refuses an unknown browser, and one that is not installed, before it runs anything', async () => {
    const cwd = await newApp({})
    const unknown = await runMiniapp(['test', '--browser', 'opera'], { cwd })
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain('Choose chromium, firefox, webkit or all.')
    const missing = await runMiniapp(['test'], {
      cwd,
      environment: { MINIAPP_BROWSER: 'chromium,firefox', FIREFOX_PATH: join(cwd, 'none') },
    })
    expect(missing).toMatchObject({ code: 2, stdout: '' })
    expect(missing.stderr).toContain('FIREFOX_PATH is not an executable')
  })
})
