import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findOrInstallChrome } from '../../src/build/browsers.mjs'
import { runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const environment = { CHROME_PATH: findOrInstallChrome() }

const page = (body: string, script: string): Readonly<Record<string, string>> => ({
  'index.html':
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Planted</title>' +
    '<script src="service-miniapp.js"></script><style>body { font: 32px sans-serif; background: #fff }</style>' +
    `<body>${body}<script src="app.js"></script>`,
  'app.js': `${script}\nService.ready()\n`,
})

/** A portrait app from the blank template, with files of the test's own. */
const plant = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = await temporaryFolder()
  expect((await runMiniapp(['init', 'app', '--template', 'blank'], { cwd })).code).toBe(0)
  const path = join(cwd, 'app', 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...manifest, orientation: 'portrait' }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, 'app', name), text)
  return cwd
}

interface Found {
  readonly rule: string
  readonly message: string
}

const problemsOf = async (cwd: string, words: readonly string[] = []): Promise<readonly Found[]> => {
  const run = await runMiniapp(['test', 'app', '--seconds', '4', '--format', 'json', ...words], {
    cwd,
    environment,
  })
  expect(run.stderr).toContain('1/2 phone')
  return JSON.parse(run.stdout).problems.map(({ rule, message }: Found) => ({ rule, message }))
}

/** A button that counts its taps, on most of the page. */
const COUNTER = page(
  '<h1>Counter</h1><p>Best: <b id="best">0</b></p><button id="tap" style="width: 90%; height: 400px">Tap</button>',
  `let best = 0
document.getElementById('tap').onclick = () => { best += 1; document.getElementById('best').textContent = best }`,
)

describe('what a player would see', { timeout: 240_000 }, () => {
  it('is nothing to speak of in an app that reacts', async () => {
    expect(await problemsOf(await plant(COUNTER))).toEqual([])
  })

  it('is the error page of a router that reads the path', async () => {
    const app = page(
      '<main id="view"></main>',
      `document.getElementById('view').innerHTML = location.pathname === '/' ? '<h1>Home</h1>' : '<h1>404</h1><p>Page not found</p>'`,
    )
    expect(await problemsOf(await plant(app))).toEqual([
      {
        rule: 'run/not-found',
        message: 'The app shows "Page not found" where its first view should be.',
      },
    ])
  })

  it('is a view that becomes empty', async () => {
    const app = page(
      '<h1>Cave</h1>',
      `addEventListener('pointerdown', () => document.body.replaceChildren())
addEventListener('keydown', () => document.body.replaceChildren())`,
    )
    expect(await problemsOf(await plant(app))).toEqual([
      {
        rule: 'run/empty-view',
        message:
          'After some taps and keys, the app shows a single plain colour and no text, which it did not before.',
      },
    ])
  })

  it('is a bar that hangs, below a wheel that turns', async () => {
    const app = page(
      '<p>Loading… 87 %</p><div id="wheel" style="width: 60px; height: 60px; background: red"></div>',
      `const wheel = document.getElementById('wheel')
const turn = (now) => { wheel.style.transform = 'rotate(' + now + 'deg)'; requestAnimationFrame(turn) }
requestAnimationFrame(turn)`,
    )
    expect(await problemsOf(await plant(app))).toEqual([
      {
        rule: 'run/loads-forever',
        message: expect.stringMatching(/^The app still shows "Loading… 87 %" after \d s of taps and keys\.$/),
      },
    ])
  })

  it('is a page that never reacts', async () => {
    expect(
      await problemsOf(await plant(page('<h1>Dead</h1><button style="width: 300px">Play</button>', ''))),
    ).toEqual([
      {
        rule: 'run/never-reacts',
        message: 'Nothing that the app shows changed on any tap, drag or key.',
      },
    ])
  })
})
