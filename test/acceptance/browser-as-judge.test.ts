import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSink } from 'node:net'
import { dirname, join } from 'node:path'
import { chromium, errors } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROME_ARGUMENTS, findPageBrowser } from '../../src/build/browsers.mjs'
import { check, openFolder } from '../../src/index.js'
import { extensionOf, FILE_TYPES } from '../../src/platform/file-types.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'
import { JUDGE_CASES } from './judge-cases.js'

/** The case's files with its own host and paths in them. */
const filesOf = (index: number): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(JUDGE_CASES[index]?.files ?? {}).map(([path, text]) => [
      path,
      text
        .replaceAll('HOST', `case-${index}.judge.test`)
        .replaceAll('ROOTNAME', `case-${index}.judge.root`)
        .replaceAll('ROOT', `/case-${index}.judge.root`),
    ]),
  )

/** As many frames as one page loads in a moment. */
const CASES_A_PAGE = 50

const MANIFEST = JSON.stringify({
  service_miniapp: 1,
  app_id: 'ma_judgejudge',
  version: '1.0.0',
  name: 'Judge',
  summary: 'A page that tries to reach out',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
})

/**
 * The last resort of the security design: a bundle that `check` passed without a warning makes no request beyond
 * its own folder, even with no CSP at all. Every case is opened in a real browser without one; its own host leads to a
 * sink, and every case that reached it, or a path outside its folder, must have failed or warned in the check.
 */
describe('2.8: the browser as judge', () => {
  const reached = new Map<number, string>()
  const stops: (() => Promise<unknown>)[] = []
  const note = (text: string, how: string): void => {
    for (const [, index] of text.matchAll(/case-(\d+)\.judge/g)) reached.set(Number(index), how)
  }

  beforeAll(async () => {
    // The first bytes of a connection name the case: a Host header, or the server name of a TLS greeting.
    const sink = createSink((socket) => {
      socket.on('error', () => {})
      socket.once('data', (data) => {
        note(data.toString('latin1'), 'its host was connected to')
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
    stops.push(() => new Promise((resolve) => sink.close(resolve)))

    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const match = /^\/case\/(\d+)\/app\/(.+)$/.exec(url.pathname)
      const text = match?.[1] === undefined ? undefined : filesOf(Number(match[1])).get(match[2] ?? '')
      if (match === null) note(url.pathname, 'a path outside its folder was asked for')
      const extension = extensionOf(url.pathname)
      response.setHeader(
        'Content-Type',
        extension === null ? 'text/plain' : FILE_TYPES[extension].contentType,
      )
      if (url.pathname === '/some') {
        const from = Number(url.searchParams.get('from'))
        const frames = JUDGE_CASES.slice(from, from + CASES_A_PAGE).map(({ files }, index) => {
          const document = Object.hasOwn(files, 'index.svg') ? 'index.svg' : 'index.html'
          return `<iframe src="/case/${from + index}/app/${document}"></iframe>`
        })
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(`<!doctype html><title>some</title>${frames.join('')}`)
      } else if (text === undefined) response.writeHead(404).end()
      else response.end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => new Promise((resolve) => server.close(resolve)))
    const sinkPort = (sink.address() as AddressInfo).port

    const browser = await chromium.launch({
      executablePath: findPageBrowser(),
      args: [...CHROME_ARGUMENTS, `--host-resolver-rules=MAP *.judge.test 127.0.0.1:${sinkPort}`],
    })
    stops.unshift(() => browser.close())
    const context = await browser.newContext()
    context.on('request', (request) => {
      if (!request.url().startsWith('data:'))
        note(new URL(request.url()).host, 'a request to its host was made')
    })
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (let from = 0; from < JUDGE_CASES.length; from += CASES_A_PAGE) {
      const tab = await context.newPage()
      await tab.goto(`${origin}/some?from=${from}`)
      // A case that never stops asking must not keep the others from being judged.
      await tab.waitForLoadState('networkidle', { timeout: 10_000 }).catch((error: unknown) => {
        if (!(error instanceof errors.TimeoutError)) throw error
      })
      await tab.close()
    }
  }, 120_000)
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  it('the browser reaches out in most of the cases: the judge is awake', () => {
    expect(reached.size).toBeGreaterThan(JUDGE_CASES.length / 2)
  })

  it.each(JUDGE_CASES.map(({ name }, index) => [name, index] as const))('%s', async (_name, index) => {
    const folder = await temporaryFolder()
    for (const [path, text] of [...filesOf(index), ['manifest.json', MANIFEST] as const]) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const bundle = await openFolder(folder)
    const { problems } = await check(bundle)
    await bundle.close()
    const told = problems.filter(
      ({ level, file }) =>
        level !== 'info' && file !== null && file !== 'manifest.json' && !file.startsWith('icon'),
    )
    const how = reached.get(index)
    expect(how === undefined || told.length > 0, `${how ?? ''}, and check says nothing of it`).toBe(true)
  })
})
