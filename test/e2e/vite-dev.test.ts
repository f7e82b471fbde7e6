import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { createServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { freePort } from '../support/processes/free-port.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

const MAIN = `// Draws the greeting.
const greeting = document.querySelector('h1')
greeting.textContent = 'Hello'
Service.ready()
`

const MANIFEST = 'public/manifest.json'
const SCRIPT = 'src/main.js'
const SHEET = 'src/look.css'
const sheet = (color: string): string => `h1 { color: ${color} }`

/** `vite dev` of a small app, with the built plugin. */
const viteDev = async (
  files: Readonly<Record<string, string>> = { [SCRIPT]: MAIN, [MANIFEST]: sampleManifest() },
): Promise<{
  readonly url: string
  readonly write: (text: string, path?: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}> => {
  const root = await temporaryFolder()
  const write = async (text: string, path = SCRIPT): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await mkdir(join(root, 'public'))
  for (const [path, text] of Object.entries({ [SHEET]: sheet('red'), ...files })) await write(text, path)
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><title>A</title><link rel="stylesheet" href="/src/look.css"><h1>…</h1><input><script type="module" src="/src/main.js"></script></html>',
  )
  await mkdir(join(root, 'node_modules'))
  await symlink(ROOT, join(root, 'node_modules/miniapp'), 'junction')
  const { miniapp } = (await import(
    join(ROOT, 'dist/vite/index.js')
  )) as typeof import('../../src/vite/index.js')
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { port: await freePort(), host: '127.0.0.1' },
    plugins: [miniapp({ port: await freePort() })],
  })
  onTestFinished(() => server.close())
  await server.listen()
  return { url: server.resolvedUrls?.local[0] ?? '', write, remove: (path) => rm(join(root, path)) }
}

describe('over an app that has to be fixed', () => {
  it('is the place in the source, until it is repaired or dismissed', async () => {
    const { url, write } = await viteDev()
    const page = await browser.newPage({ colorScheme: 'dark' })
    await page.goto(url)
    const app = page.frameLocator('iframe[title="Mini app"]').getByRole('heading')
    await app.getByText('Hello').waitFor()
    const card = page.locator('.app-failure')
    expect(await card.count()).toBe(0)

    // The build fails: the app that was built before stays below.
    await write(MAIN.replace("'Hello'", "'Hello"))
    await card.getByRole('heading', { name: 'The build failed' }).waitFor()
    expect(await card.innerText()).toMatch(/src\/main\.js:3:\d+/)
    expect(await card.locator('[data-failed]').innerText()).toContain("greeting.textContent = 'Hello")
    expect(await axeFindings(page)).toEqual([])
    await write(MAIN.replace('Hello', 'Hi'))
    await card.waitFor({ state: 'detached' })
    await app.getByText('Hi').waitFor()

    // The app throws while it starts: the map of the build names the source.
    await page.emulateMedia({ colorScheme: 'light' })
    await write(MAIN.replace("'h1'", "'h2'"))
    await card.getByRole('heading', { name: 'The app threw an error while it started' }).waitFor()
    expect(await card.innerText()).toMatch(/TypeError: .*\n+src\/main\.js:3:\d+/)
    expect(await card.locator('[data-failed]').innerText()).toContain('greeting.textContent')
    expect(await axeFindings(page)).toEqual([])
    await card.getByRole('button', { name: 'Hide' }).click()
    await card.waitFor({ state: 'detached' })

    // Of what the sandbox denies to a module, the message of Chromium's event says nothing.
    await write(`${MAIN}\nlocalStorage.clear()\n`)
    await card.getByText(/Uncaught SecurityError: .*localStorage/).waitFor()

    // What fails right after `ready` is of the start, too.
    await write(`${MAIN}\nService.ready().then(() => { throw new Error('too soon') })\n`)
    await card.getByText('Error: too soon').waitFor()
  })
  it('is there before the first build that works', async () => {
    const { url, write } = await viteDev({ [SCRIPT]: MAIN.replace("'Hello'", "'Hello") })
    const page = await browser.newPage()
    await page.goto(url)
    const card = page.locator('.app-failure')
    await card.getByText(/src\/main\.js:3:\d+/).waitFor()
    expect(await card.innerText()).toContain('Fix and save the file, and the app opens.')

    // What is missing after that is not a place in a file.
    await write(MAIN)
    await card.getByText('manifest.json is missing').waitFor()
    await write(sampleManifest(), MANIFEST)
    await page.frameLocator('iframe[title="Mini app"]').getByText('Hello').waitFor()
    expect(await card.count()).toBe(0)
  })
})

describe('a saved file', () => {
  it('reloads the app, which keeps running where only a style sheet changed', async () => {
    const { url, write } = await viteDev()
    const page = await browser.newPage()
    await page.goto(url)
    const app = page.frameLocator('iframe[title="Mini app"]')
    await app.getByText('Hello').waitFor()
    await app.getByRole('textbox').fill('typed')

    await write(sheet('rgb(1, 2, 3)'), SHEET)
    await page.getByText('The page’s styles were updated without a reload: assets/index.css').waitFor()
    await expect
      .poll(() => app.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color))
      .toBe('rgb(1, 2, 3)')
    expect(await app.getByRole('textbox').inputValue()).toBe('typed')

    await write(MAIN.replace('Hello', 'Hi'))
    await app.getByText('Hi').waitFor()
    expect(await app.getByRole('textbox').inputValue()).toBe('')
    expect(await app.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color)).toBe(
      'rgb(1, 2, 3)',
    )
  })

  it('in the public folder reloads the app, also one that is new, changed or removed in a folder of its own', async () => {
    const read = `${MAIN}
const word = async (path) => fetch(path).then((answer) => (answer.ok ? answer.text() : 'nothing'), () => 'nothing')
greeting.textContent = await word('word.txt') + ', ' + (await word('words/other.txt'))
`
    const { url, write, remove } = await viteDev({
      [SCRIPT]: read,
      [MANIFEST]: sampleManifest(),
      'public/word.txt': 'one',
    })
    const page = await browser.newPage()
    await page.goto(url)
    const app = page.frameLocator('iframe[title="Mini app"]')
    await app.getByText('one, nothing').waitFor()

    await write('two', 'public/word.txt')
    await app.getByText('two, nothing').waitFor()
    await write('three', 'public/words/other.txt')
    await app.getByText('two, three').waitFor()
    await write('four', 'public/words/other.txt')
    await app.getByText('two, four').waitFor()
    await remove('public/word.txt')
    await app.getByText('nothing, four').waitFor()
  })
})
