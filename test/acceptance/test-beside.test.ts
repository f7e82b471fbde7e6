import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findOrInstallChrome } from '../../src/build/browsers.mjs'
import { runMiniapp } from '../support/processes/command-line.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const environment = { CHROME_PATH: findOrInstallChrome() }

const page = (body: string, script: string): Readonly<Record<string, string>> => ({
  'index.html':
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Planted</title>' +
    '<script src="service-miniapp.js"></script><style>body { font: 32px sans-serif; background: #fff }</style>' +
    `<body>${body}<script src="app.js"></script>`,
  'app.js': `${script}\nService.ready()\n`,
})

/**
 * A portrait app from the blank template, with files of the test's own.
 * @param game the files of its original, in a folder beside it
 */
const plant = async (
  files: Readonly<Record<string, string>>,
  game: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const cwd = await temporaryFolder()
  await mkdir(join(cwd, 'game'))
  for (const [name, text] of Object.entries(game)) await writeFile(join(cwd, 'game', name), text)
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

  it.runIf(LONG)('is the same as of the original where styles go by the size of the screen', async () => {
    const body =
      '<style>@media (min-device-width: 1000px) { body { padding-top: 400px; background: #48c } }</style>' +
      '<h1>Sky</h1><button style="width: 90%; height: 300px" onclick="this.textContent += 1">Fly</button>'
    const app = page(body, '')
    const cwd = await plant(app, { ...app, 'app.js': '' })
    expect(await problemsOf(cwd, ['--against', 'game'])).toEqual([])
  })

  it.runIf(LONG)('is the error page of a router that reads the path', async () => {
    const app = page(
      '<main id="view"></main>',
      `document.getElementById('view').innerHTML = location.pathname === '/' ? '<h1>Home</h1>' : '<h1>404</h1><p>Page not found</p>'`,
    )
    expect(await problemsOf(await plant(app))).toEqual([
      {
        rule: 'run/differs-in-frame',
        message: expect.stringMatching(
          /^The app shows "Page not found"; the app on a plain server shows "Home"\. \(In phone\.\)$/,
        ),
      },
      {
        rule: 'run/not-found',
        message: 'The app shows "Page not found" instead of its first view.',
      },
    ])
  })

  it.runIf(LONG)('is a view that becomes empty', async () => {
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

  it.runIf(LONG)('is not a part of a long page where nothing is, to which it was scrolled', async () => {
    const app = page(
      '<h1>Cave</h1><p>Below is a long way down.</p><div style="height: 9000px"></div>',
      "for (const type of ['pointerup', 'keyup', 'touchend']) addEventListener(type, () => scrollTo(0, 4000))",
    )
    expect(await problemsOf(await plant(app))).toEqual([])
  })

  it.runIf(LONG)('is a bar that hangs, below a wheel that turns', async () => {
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

  it.runIf(LONG)('is a page that never reacts', async () => {
    expect(
      await problemsOf(await plant(page('<h1>Dead</h1><button style="width: 300px">Play</button>', ''))),
    ).toEqual([
      {
        rule: 'run/never-reacts',
        message: 'Nothing on screen changed after any tap, drag or key.',
      },
    ])
  })
})

describe('an app beside its original', { timeout: 240_000 }, () => {
  /** A counter that keeps its best where the page can keep anything. */
  const keeper = (sdk: string, storage = 'localStorage'): Readonly<Record<string, string>> => ({
    ...COUNTER,
    'app.js': `const best = document.getElementById('best')
const kept = { read: () => 0, write: () => {} }
try {
  ${storage}.getItem('best')
  kept.read = () => Number(${storage}.getItem('best') ?? 0)
  kept.write = (value) => ${storage}.setItem('best', value)
} catch {}
let count = kept.read()
const show = () => { best.textContent = count }
document.getElementById('tap').onclick = () => { count += 1; kept.write(count); show() }
show()
${sdk}`,
  })

  it.runIf(LONG)('is said to play as it does, and nothing else is said', async () => {
    const game = page(
      '<h1>Counter</h1><p>Best: <b id="best">0</b></p><button id="tap" style="width: 90%; height: 400px">Tap</button>',
      '',
    )
    const script = `let best = 0
document.getElementById('tap').onclick = () => { best += 1; document.getElementById('best').textContent = best }`
    const cwd = await plant(COUNTER, { ...game, 'app.js': script })
    const run = await runMiniapp(['test', 'app', '--seconds', '4', '--against', 'game'], { cwd, environment })
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n {2}It behaves like its original game\.\n[\s\S]*: no problems found/),
      stderr: '1/2 phone (light, en)\nbeside its original game\n2/2 narrow (dark, en)\n',
    })
  })

  it.runIf(LONG)('is compared as small as it is shown, where the page has a fixed size', async () => {
    const game = page(
      '<header style="width: 800px; background: #48c">Gold 300 <button style="font: inherit">Start</button></header>' +
        '<canvas width="800" height="600" style="display: block"></canvas>',
      '',
    )
    const script = `const context = document.querySelector('canvas').getContext('2d')
context.fillStyle = '#284'
context.fillRect(0, 300, 800, 300)
document.querySelector('button').onclick = ({ target }) => { target.textContent += '!' }`
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'game'))
    const files = {
      'index.html': game['index.html']?.replace(/<script src="service[^>]*><\/script>/, '') ?? '',
      'app.js': script,
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, 'game', name), text)
    const words = [
      'init',
      'app',
      '--from',
      'game',
      '--yes',
      '--test',
      '--summary',
      'A game of gold.',
      '--age-rating',
      '4+',
    ]
    const { stdout } = await runMiniapp(words, { cwd, environment: { ...environment, MINIAPP_NO_TEST: '' } })
    expect(stdout).toMatch(/It behaves like the original\.\n$/)
  })

  it.runIf(LONG)(
    'is compared where the original opens pages, and loads from a host that never answers',
    async () => {
      const silent = createServer(() => {})
      await new Promise<void>((resolve) => void silent.listen(0, 'localhost', resolve))
      // Browsers look such names up on this machine; a server named `localhost` would not count as one of the internet.
      const host = `http://silent.localhost:${(silent.address() as AddressInfo).port}`
      const link = '<a href="about:blank" target="_blank" style="display: block; height: 300px">More</a>'
      const game = page(
        `${link}<h1>Counter</h1><button id="tap" style="width: 90%; height: 300px">0</button>`,
        '',
      )
      const script =
        "let taps = 0\ndocument.getElementById('tap').onclick = () => { taps += 1; document.getElementById('tap').textContent = taps }"
      const original = {
        ...game,
        'index.html': `<script src="${host}/never.js"></script>${game['index.html']}`,
        'app.js': script,
      }
      const cwd = await plant({ ...game, 'app.js': `${script}\nService.ready()\n` }, original)
      const words = [
        'test',
        'app',
        '--scenario',
        'phone',
        '--seconds',
        '4',
        '--against',
        'game',
        '--format',
        'json',
      ]
      const { original: compared } = JSON.parse((await runMiniapp(words, { cwd, environment })).stdout)
      silent.close()
      expect(compared).toMatchObject({ plays: true, withoutInternet: true })
    },
  )

  it.runIf(LONG)('is said to lose its score', async () => {
    const cwd = await plant(keeper('Service.ready()\n'), keeper(''))
    expect(await problemsOf(cwd, ['--against', 'game'])).toEqual([
      {
        rule: 'run/differs-from-original',
        message: expect.stringMatching(
          /^The score was lost after a reload: it was \d+, and the app shows "Best: 0"\. The original keeps it\. \(In phone\.\)$/,
        ),
      },
    ])
  })

  it.runIf(LONG)('loses nothing that its original keeps for one session only', async () => {
    const cwd = await plant(keeper('Service.ready()\n', 'sessionStorage'), keeper('', 'sessionStorage'))
    expect(await problemsOf(cwd, ['--against', 'game'])).toEqual([])
  })

  it.runIf(LONG)('is said to show an error page, with both pictures', async () => {
    const script = `document.getElementById('view').innerHTML = location.pathname === '/'
  ? '<h1>Home of the bears</h1><button onclick="this.textContent += 1">Play</button>' : '<h1>404 Not Found</h1>'`
    const app = page('<main id="view"></main>', script)
    const cwd = await plant(app, { ...app, 'app.js': script })
    const words = ['test', 'app', '--seconds', '4', '--against', 'game', '--format', 'json']
    const { problems, original } = JSON.parse((await runMiniapp(words, { cwd, environment })).stdout)
    const pictures = {
      here: 'app/.miniapp/pictures/phone-first-here.png',
      original: 'app/.miniapp/pictures/phone-first-original.png',
    }
    const message = 'The app shows "404 Not Found"; the original shows "Home of the bears Play".'
    expect(original).toEqual({
      name: 'game',
      isOwn: false,
      plays: true,
      isTooSlow: false,
      withoutInternet: false,
      differences: [{ kind: 'not-found', message, moment: 'first', pictures }],
    })
    expect(problems).toEqual([
      expect.objectContaining({
        rule: 'run/differs-from-original',
        message: `${message} (In phone.)`,
        pictures,
      }),
      expect.objectContaining({ rule: 'run/not-found' }),
    ])
    for (const path of Object.values(pictures))
      expect((await readFile(join(cwd, path))).subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('init --from', { timeout: 240_000 }, () => {
  const words = ['init', 'counter', '--from', 'game', '--age-rating', '4+', '--summary', 'A counter of taps.']

  it('plays the app beside the game, and its last line says how it plays', async () => {
    const cwd = await plant(
      {},
      {
        'index.html':
          '<!doctype html><meta charset="utf-8"><title>Counter</title><h1>Counter</h1><p>Best: <b id="best">0</b></p><button id="tap" style="width: 90%; height: 400px">Tap</button><script src="app.js"></script>',
        // Its dialogs get the same answers in both.
        'app.js': `let best = Number(localStorage.getItem('best') ?? 0)
let name = prompt('Name?', 'A')
while (name.length < 3) name = prompt('A longer name?')
if (confirm('Ready?')) document.querySelector('h1').textContent = name
const show = () => { document.getElementById('best').textContent = best }
document.getElementById('tap').onclick = () => { best += 1; localStorage.setItem('best', best); show() }
show()
`,
      },
    )
    const run = await runMiniapp(words, { cwd, environment: { ...environment, MINIAPP_NO_TEST: '0' } })
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n✓ It behaves like the original\.\n$/),
      stderr: '1/1 phone (light, en)\nbeside its original game\n',
    })
  })

  it('does not take it for a reaction that a link of the original leads to another site', async () => {
    const link = '<a href="https://games.example/" style="display: block; height: 400px">More games</a>'
    const game = `<!doctype html><meta charset="utf-8"><title>Poster</title><h1>Poster</h1>${link}`
    const cwd = await plant({}, { 'index.html': game })
    const run = await runMiniapp(words, { cwd, environment: { ...environment, MINIAPP_NO_TEST: '0' } })
    expect(run.stdout).toMatch(/\n✓ It behaves like the original\.\n$/)
  })

  it.runIf(LONG)(
    'plays a game that asks to turn an upright phone in landscape, and its manifest says so',
    async () => {
      const style =
        '<style>#turn { display: none } @media (orientation: portrait) { #turn { display: block } #game { display: none } }</style>'
      const cwd = await plant(
        {},
        {
          'index.html': `<!doctype html><meta charset="utf-8"><title>Race</title>${style}<p id="turn">Please rotate your device</p><div id="game"><h1>Race</h1><button style="width: 90%; height: 200px" onclick="this.textContent += 1">Go</button></div>`,
        },
      )
      const run = await runMiniapp(words, { cwd, environment: { ...environment, MINIAPP_NO_TEST: '0' } })
      expect(run).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/\n✓ It behaves like the original\.\n$/),
        stderr:
          '1/1 phone (light, en)\nbeside its original game\n1/1 landscape (dark, en)\nbeside its original game\n',
      })
      expect(run.stdout).toContain(
        'The page asks people to turn an upright phone, so the manifest says landscape.',
      )
      expect(JSON.parse(await readFile(join(cwd, 'counter', 'manifest.json'), 'utf8')).orientation).toBe(
        'landscape',
      )
    },
  )

  it.runIf(LONG)(
    'blames a script that does not end on the game where it does not end there, either',
    async () => {
      const cwd = await plant(
        {},
        {
          'index.html':
            '<!doctype html><meta charset="utf-8"><title>Loop</title><h1>Loop</h1><button style="width: 90%; height: 400px" onclick="for (;;);">Go</button>',
        },
      )
      const run = await runMiniapp(words, { cwd, environment: { ...environment, MINIAPP_NO_TEST: '0' } })
      expect(run).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /\n! The original took too long to load or to answer here, so there was nothing to compare\.\n$/,
        ),
        stderr: '1/1 phone (light, en)\nbeside its original game\n',
      })
    },
  )

  it('says that it was not played where no browser is installed', async () => {
    const cwd = await plant({}, { 'index.html': '<!doctype html><title>Counter</title><h1>Counter</h1>' })
    const nowhere = { PATH: '', MINIAPP_NO_TEST: '0' }
    expect(await runMiniapp(words, { cwd, environment: nowhere })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /\n! It was not tested: no Chrome, Chromium or Edge is installed\. [^\n]*\n$/,
      ),
      stderr: '',
    })
  })
})
