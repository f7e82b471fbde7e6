import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { type PlainServer, servePlainly } from '../support/browser/plain-server.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { someOf } from '../support/vitest/runs.js'

let browser: Browser
let server: PlainServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'miniapp-docs-'))
  const run = await runMiniapp(['docs', '--format', 'html', '--output', 'project/docs'], { cwd: folder })
  expect(run.code).toBe(0)
  server = await servePlainly(folder)
  browser = await sharedBrowser()
})

afterAll(async () => {
  await closeWindows(browser)
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Opens a page of the site, which is in a folder of its host. @returns what went wrong on it, and what it asked for */
const open = async (path: string, options: Parameters<Browser['newPage']>[0] = {}) => {
  const page = await browser.newPage(options)
  const wrong: string[] = []
  const elsewhere: string[] = []
  page.on('console', (message) => wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('response', (response) => {
    if (!response.ok()) wrong.push(`${response.status()} ${response.url()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}project/docs/`)) elsewhere.push(request.url())
  })
  await page.goto(`${server.url}project/docs/${path}`)
  return { page, wrong, elsewhere }
}

const search = async (page: Page, words: string): Promise<string | null> => {
  await page.getByRole('searchbox').fill(words)
  return page.locator('.found li a strong').first().textContent()
}

describe('miniapp docs --format html --output', { timeout: 120_000 }, () => {
  it('reads well in any size and theme, and asks no other host', async () => {
    for (const path of someOf(
      ['index.html', 'ci.html', 'reference/manifest.html', 'reference/pay.html', 'simulator.html'],
      3,
    )) {
      const { page, wrong, elsewhere } = await open(path)
      for (const [width, colorScheme] of [
        [1_280, 'light'],
        [320, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        expect(await axeFindings(page), `${path}, ${width}, ${colorScheme}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
          width,
        )
      }
      expect({ wrong, elsewhere }).toEqual({ wrong: [], elsewhere: [] })
      await page.close()
    }
  })

  it('finds topics and sections, and opens the first with Enter', async () => {
    const { page, wrong } = await open('reference/limits.html')
    expect(await search(page, 'robots')).toBe('Simulator: Robots')
    expect(await search(page, 'NEEDS_TAP')).toBe('NEEDS_TAP')
    expect(await axeFindings(page)).toEqual([])
    expect(await search(page, 'pay')).toBe('Service.pay({ product })')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reference/pay.html')
    expect(await page.locator('h1').textContent()).toBe('Service.pay({ product })')
    await page.getByRole('searchbox').fill('qqqq')
    await page.getByText('Nothing contains “qqqq”.').waitFor()
    expect(wrong).toEqual([])
  })

  it('has its texts and links without JavaScript', async () => {
    const { page } = await open('index.html', { javaScriptEnabled: false })
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'CI' }).click()
    await page.getByText('init writes a GitHub workflow into new projects.').waitFor()
    await page.getByRole('link', { name: 'publishing in CI' }).click()
    expect(page.url()).toBe(`${server.url}project/docs/publishing.html#ci`)
  })

  it('is links that a browser resolves to files of the site', async () => {
    const files = new Set(await readdir(join(folder, 'project/docs'), { recursive: true }))
    for (const path of [
      'index.html',
      'start.html',
      'reference/errors.html',
      'reference/html-remote-url.html',
    ]) {
      const { page } = await open(path)
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      const top = `${server.url}project/docs/`
      expect(links.length).toBeGreaterThan(40)
      expect(
        links.filter(
          (link) => !files.has(join(link.slice(top.length).split('#')[0] ?? '')) || !link.startsWith(top),
        ),
      ).toEqual([])
      await page.close()
    }
  })
})
