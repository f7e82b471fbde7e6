import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findOrInstallChrome, findPageBrowser } from '../../src/build/browsers.mjs'
import { runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const environment = { CHROME_PATH: findPageBrowser() }

/** A new app from the blank template, with files of the test's own. */
const newApp = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
  const cwd = await temporaryFolder()
  expect((await runMiniapp(['init', '.', '--template', 'blank'], { cwd })).code).toBe(0)
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text)
  return cwd
}

const changeManifest = async (cwd: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
  const path = join(cwd, 'manifest.json')
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...fields }))
}

// Several sizes take their time on a busy machine.
describe('miniapp test', { timeout: 240_000 }, () => {
  it('finds nothing wrong with a template, and keeps pictures and traces', async () => {
    const cwd = await newApp()
    await changeManifest(cwd, { orientation: 'portrait' })
    const run = await runMiniapp(
      [
        ...['test', '--strict', '--jobs', '1', '--seconds', '1'],
        ...['--screenshots', '.miniapp/shots', '--trace', '.miniapp/trace'],
      ],
      { cwd, environment },
    )
    // All of it in one, so that a failure shows what was found.
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/no problems found \(Chromium [\d.]+; seed 1\)\n$/),
      stderr: expect.stringMatching(/^1\/2/),
    })
    expect(run.stdout).toMatch(
      /^ {2}narrow {5}android, dark, en: ready (immediately|after \d+ ms), \d+ calls$/m,
    )
    expect(run.stderr).toBe('1/2 phone (light, en)\n2/2 narrow (dark, en)\n')
    expect((await readdir(join(cwd, '.miniapp/shots'))).sort()).toEqual(
      ['narrow', 'phone'].flatMap((name) => [`${name}-played.png`, `${name}.png`]),
    )
    expect(await sharp(join(cwd, '.miniapp/shots', 'phone.png')).metadata()).toMatchObject({
      width: 780,
      height: 1688,
    })
    expect(await readdir(join(cwd, '.miniapp/trace'))).toContain('narrow.ndjson')
    expect(await readdir(join(cwd, '.miniapp/trace'))).toContain('narrow.zip')
  })

  it('keeps pictures of a phone’s pixel density, which the app draws for', async () => {
    const cwd = await newApp({
      'index.html':
        '<!doctype html><html lang="en"><title>Dense</title><script src="service-miniapp.js"></script>' +
        '<img src="icon.png" alt=""><script>Service.storage.set("density", String(devicePixelRatio)).catch(() => {})</script>',
    })
    await runMiniapp(
      [
        ...['test', '--scenario', 'phone', '--seconds', '0'],
        ...['--screenshots', '.miniapp/shots', '--trace', '.miniapp/trace'],
      ],
      { cwd, environment: { CHROME_PATH: findOrInstallChrome() } },
    )
    const calls = (await readFile(join(cwd, '.miniapp/trace/phone.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(calls.find(({ method }) => method === 'storage.set')).toMatchObject({
      params: { key: 'density', value: '2' },
    })
  })

  it('2.10: reports an app that opens another site as it loads', async () => {
    const cwd = await newApp({
      'index.html':
        '<!doctype html><html lang="en"><title>Away</title><script src="service-miniapp.js"></script>' +
        '<script>location.href = "https://example.com/game"</script><img src="icon.png" alt="">',
    })
    const run = await runMiniapp(['test', '--scenario', 'phone', '--seconds', '1', '--format', 'json'], {
      cwd,
      environment,
    })
    expect(run.code).toBe(1)
    const { problems } = JSON.parse(run.stdout)
    expect(problems.map(({ rule, message }: { rule: string; message: string }) => [rule, message])).toEqual([
      [
        'run/policy-violation',
        'The app tried to navigate to https://example.com, which mini apps cannot do.',
      ],
      ['run/ready-missing', 'The app never called Service.ready().'],
    ])
  })

  it('tells what a broken app would do to people, exactly, and exits 1', async () => {
    const cwd = await newApp({
      'index.html':
        '<!doctype html><html lang="en"><title>Broken</title><script src="service-miniapp.js" crossorigin></script>' +
        '<body><script src="app.js" crossorigin></script>',
      'app.js': `
fetch('https://example.com/x').catch(() => {})
setTimeout(() => { throw new Error('late') }, 0)
Promise.reject(new Error('nobody cares'))
Service.storage.set('nor is this one', 'x')
document.body.style.cssText = 'width: 500px; height: 20px'
`,
    })
    await changeManifest(cwd, { orientation: 'portrait' })
    const run = await runMiniapp(['test', '--seconds', '0', '--jobs', '2', '--format', 'json'], {
      cwd,
      environment,
    })
    expect(run.code).toBe(1)
    const result = JSON.parse(run.stdout)
    expect(result).toMatchObject({ schema: 1, path: '.', kind: 'folder', ok: false, seed: 1 })
    const places = result.problems.map(
      ({ rule, file, line }: { rule: string; file: string | null; line: number | null }) =>
        `${file ?? ''}:${line ?? ''} ${rule}`,
    )
    expect(places).toEqual([
      ': run/call-refused',
      'app.js:2 run/policy-violation',
      'app.js:3 run/uncaught-error',
      'app.js:4 run/unhandled-rejection',
      // Where the app called, not where the SDK heard of it.
      'app.js:5 run/unhandled-rejection',
      'index.html: run/blank',
      'index.html: run/ready-missing',
      'index.html: run/too-wide',
    ])
  })

  it('2.6: plays with and without purchases, and says where an app does not open', async () => {
    const cwd = await newApp({
      'index.html':
        '<!doctype html><html lang="en"><title>Shop</title><script src="service-miniapp.js" crossorigin></script>' +
        '<body><h1>Shop</h1><script src="app.js" crossorigin></script>',
      // Ready when it has told, so that nobody looks before.
      'app.js': `Service.getPurchases().then(({ purchases }) => {
  if (purchases.length > 0) Promise.reject(new Error('bought ' + purchases.map(({ product }) => product)))
  setTimeout(() => Service.ready())
})`,
    })
    const product = { title: 'A hat', statement: 'A hat that you keep.', price: '1', kind: 'permanent' }
    await changeManifest(cwd, {
      products: [{ id: 'hat', ...product }],
      requires: ['ai.image'],
      capabilities: { 'ai.image': { version: 1, purpose: 'Draws the hat that you want.' } },
      orientation: 'any',
    })
    const run = await runMiniapp(['test', '--seconds', '0', '--jobs', '2', '--format', 'json'], {
      cwd,
      environment,
    })
    const { problems, scenarios } = JSON.parse(run.stdout)
    expect(problems.map(({ message }: { message: string }) => message)).toEqual([
      'Error: bought hat (In narrow.)',
    ])
    expect(scenarios.map(({ opened }: { opened: boolean }) => opened)).toEqual([true, true, true, false])
  })

  it('lists its scenarios, plays those that are named, and refuses what it cannot play', async () => {
    const cwd = await newApp()
    const list = await runMiniapp(['test', '--list'], { cwd })
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(list.stdout).toContain('phone                a phone, light, in English (default)\n')
    expect(list.stdout).toContain('calls-fail           every kind of call that the app makes fails once\n')
    const run = await runMiniapp(
      ['test', '--seconds', '0', '--scenario', 'phone,phone', '--scenario', 'phone'],
      { cwd, environment },
    )
    expect(run).toMatchObject({ code: 0, stderr: '1/1 phone (light, en)\n' })
    expect(list.stdout).toMatch(/^together {13}several people .* \(default if the app calls multiplayer\)$/m)
    const together = await runMiniapp(['test', '--scenario', 'together,host-leaves'], { cwd, environment })
    expect(together).toMatchObject({ code: 2, stdout: '' })
    expect(together.stderr).toContain('These scenarios need several players: together, host-leaves.')
    const unknown = await runMiniapp(['test', '--scenario', 'rain'], { cwd, environment })
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain('Choose phone, narrow, landscape,')
  })

  it('says what is wrong before it runs anything', async () => {
    const cwd = await temporaryFolder()
    const nothing = await runMiniapp(['test'], { cwd, environment })
    expect(nothing).toMatchObject({ code: 2, stdout: '' })
    expect(nothing.stderr).toContain('There is no manifest.json in this folder')
    const wrong = await runMiniapp(['test', '--seed', '-1'], { cwd, environment })
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    const browser = await runMiniapp(['test'], { cwd, environment: { CHROME_PATH: join(cwd, 'none') } })
    expect(browser).toMatchObject({ code: 2, stdout: '' })
    expect(browser.stderr).toContain('CHROME_PATH is not an executable')
  })
})
