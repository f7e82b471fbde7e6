import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { CHROME_ARGUMENTS, findPageBrowser } from '../../src/build/browsers.mjs'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const environment = { CHROME_PATH: findPageBrowser() }

const newApp = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
  const cwd = await temporaryFolder()
  expect((await runMiniapp(['init', 'game', '--template', 'blank'], { cwd })).code).toBe(0)
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, 'game', path), text)
  return cwd
}

afterAll(async () => {
  await closeWindows(await sharedBrowser())
})

describe('miniapp test --report', { timeout: 240_000 }, () => {
  it('writes one page that reads well in any size and theme, and runs nothing of the app', async () => {
    const cwd = await newApp({
      'index.html':
        '<!doctype html><html lang="en"><title>Game</title><script src="service-miniapp.js" crossorigin></script>' +
        '<body><h1>Game</h1><script src="app.js" crossorigin></script>',
      'app.js': `Service.ready()
setTimeout(() => { throw new Error('</script><script>document.title = "broken in"</script><img src=x onerror=alert(1)>') })
Service.storage.set('nor is this one', 'x').catch(() => {})`,
    })
    const run = await runMiniapp(
      [
        ...['test', 'game', '--seconds', '1', '--scenario', 'phone'],
        ...['--report', 'report', '--screenshots', 'game/shots', '--format', 'json'],
      ],
      { cwd, environment },
    )
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(
      /Report: report\/index\.html\ngame\/shots is in the app's folder, and pack would include it\. Choose another place, or list it in \.miniappignore\.\n$/,
    )
    const { problems, scenarios } = JSON.parse(run.stdout)
    expect(scenarios.map(({ frame }: { frame: string }) => frame)).toEqual(['phone'])
    expect(await readdir(join(cwd, 'report'))).toEqual(['index.html'])
    const browser = await sharedBrowser()
    for (const [width, colorScheme] of [
      [1_280, 'light'],
      [320, 'dark'],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      page.on('pageerror', (error) => said.push(String(error)))
      await page.goto(pathToFileURL(join(cwd, 'report', 'index.html')).href)
      expect(await page.title()).toMatch(/^✗ Game 1\.0\.0: 1 error, 1 warning · miniapp test$/)
      // The same as in every other format.
      expect(await page.locator('.finding .message').allTextContents()).toEqual(
        problems.map(({ message }: { message: string }) => message),
      )
      expect(await page.locator('figcaption').allTextContents()).toEqual([
        'The app when it has started',
        'The app after taps and keys',
      ])
      const widths = await page.locator('img').evaluateAll((pictures) =>
        Promise.all(
          pictures.map(async (picture) => {
            if (!(picture instanceof HTMLImageElement)) return 0
            picture.loading = 'eager'
            await picture.decode()
            return picture.naturalWidth
          }),
        ),
      )
      for (const pixels of widths) expect(pixels).toBeGreaterThan(300)
      for (const details of await page.locator('details').all())
        await details.evaluate((element) => element.setAttribute('open', ''))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      // Its policy lets no script in but its own, so that axe-core comes in beside it.
      expect(said).toEqual([])
      await page.close()
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        bypassCSP: true,
      })
      const open = await context.newPage()
      await open.goto(pathToFileURL(join(cwd, 'report', 'index.html')).href)
      for (const details of await open.locator('details').all())
        await details.evaluate((element) => element.setAttribute('open', ''))
      expect(await axeFindings(open)).toEqual([])
      await context.close()
    }
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(pathToFileURL(join(cwd, 'report', 'index.html')).href)
    await page.getByRole('button', { name: 'Copy the command for phone' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'miniapp test game --scenario phone --seed 1 --seconds 1',
    )
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the log' }).first().click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('phone.ndjson')
    const log = await readFile(await download.path(), 'utf8')
    expect(log).toContain('"message":"Uncaught Error: ')
    await context.close()
  })

  it('plays several apps in shards: each piece in one of them, and says so where there is nothing', async () => {
    const cwd = await newApp()
    const shard = async (part: string) => {
      const run = await runMiniapp(
        [
          'test',
          'game',
          'none',
          '--seconds',
          '0',
          '--scenario',
          'phone',
          '--shard',
          part,
          '--format',
          'json',
        ],
        { cwd, environment },
      )
      const results: readonly { readonly path: string; readonly scenarios?: readonly { name: string }[] }[] =
        JSON.parse(run.stdout)
      const names = results.flatMap(({ path, scenarios }) =>
        scenarios === undefined ? [`${path} failed`] : scenarios.map(({ name }) => `${path} ${name}`),
      )
      return { code: run.code, names, stderr: run.stderr }
    }
    expect(await shard('1/3')).toEqual({
      code: 0,
      names: [],
      stderr: 'Shard 1/3 has nothing to play.\n',
    })
    expect(await shard('2/3')).toMatchObject({ code: 0, names: ['game phone'] })
    expect(await shard('3/3')).toMatchObject({ code: 2, names: ['none failed'] })
    const wrong = await runMiniapp(['test', 'game', '--shard', '5/4'], { cwd, environment })
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('miniapp test --connect', { timeout: 240_000 }, () => {
  /** A Chromium that somebody else has started, and the address of its DevTools. */
  const startElsewhere = async (profile: string) => {
    const browser = spawn(
      findPageBrowser(),
      [
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        ...CHROME_ARGUMENTS,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    )
    let said = ''
    for await (const piece of browser.stderr) {
      said += String(piece)
      const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said) ?? []
      if (port !== undefined) return { url: `http://127.0.0.1:${port}`, browser }
    }
    throw new Error(`It does not listen: ${said}`)
  }

  it('plays in a browser that runs already, by its DevTools, and leaves it running', async () => {
    const cwd = await newApp()
    const { url, browser } = await startElsewhere(join(cwd, 'profile'))
    try {
      const run = await runMiniapp(
        ['test', 'game', '--seconds', '1', '--scenario', 'phone', '--connect', url],
        {
          cwd,
          // None is installed here.
          environment: { CHROME_PATH: join(cwd, 'none') },
        },
      )
      expect(run).toMatchObject({ code: 0, stderr: '1/1 phone (light, en)\n' })
      expect(run.stdout).toMatch(/no problems found \(Chromium [\d.]+; seed 1\)\n$/)
      const still = await chromium.connectOverCDP(url)
      expect(
        still
          .contexts()
          .flatMap((context) => context.pages())
          .map((page) => page.url()),
      ).toEqual(['about:blank'])
      await still.close()
    } finally {
      // Debian starts it by a script, which is its parent.
      if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL')
    }
  })

  it('plays in a browser of a Playwright server', async ({ skip }) => {
    skip(!LONG, 'takes half a minute: npm run test:long')
    const cwd = await newApp()
    const server = await chromium.launchServer({
      executablePath: findPageBrowser(),
      args: [...CHROME_ARGUMENTS],
    })
    try {
      const run = await runMiniapp(
        ['test', 'game', '--seconds', '1', '--scenario', 'phone', '--connect', server.wsEndpoint()],
        { cwd, environment: { CHROME_PATH: join(cwd, 'none') } },
      )
      expect(run).toMatchObject({ code: 0, stderr: '1/1 phone (light, en)\n' })
      expect(run.stdout).toMatch(/no problems found \(Chromium [\d.]+; seed 1\)\n$/)
    } finally {
      await server.close()
    }
  })
})
