import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../src/playtest/drivers/connect.js'
import { type Farm, findFarm, requireInFarm } from '../../../src/playtest/drivers/farm.js'

const servers: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server with a text for each path. */
const serve = async (answers: Readonly<Record<string, string>>): Promise<string> => {
  const server = createServer((request, response) => {
    const text = answers[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text ?? 'Not found')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const DEV_TOOLS = JSON.stringify({ webSocketDebuggerUrl: 'ws://127.0.0.1/devtools/browser/1' })
const READY = JSON.stringify({ value: { ready: true, message: 'No sessions' } })
const slots = (...names: readonly string[]) => names.map((browserName) => ({ stereotype: { browserName } }))
const GRID = JSON.stringify({
  value: {
    ready: true,
    nodes: [{ slots: slots('chrome', 'firefox') }, { slots: slots('Safari', 'firefox') }],
  },
})

describe('what --connect names', () => {
  it('is recognized by its URL, or by what it answers', async () => {
    expect(await findFarm('ws://farm.example:3000/')).toMatchObject({
      kind: 'playwright',
      // Through the connection.
      reachesThisMachine: true,
    })
    expect(await findFarm('ws://127.0.0.1:9222/devtools/browser/7')).toMatchObject({ kind: 'cdp' })
    expect(await findFarm(await serve({ '/json/version': DEV_TOOLS }))).toMatchObject({
      kind: 'cdp',
      reachesThisMachine: true,
    })
    const driver = await serve({ '/status': READY })
    expect(await findFarm(`${driver}/`)).toMatchObject({ kind: 'webdriver', url: driver, browsers: [] })
    const grid = await serve({ '/wd/hub/status': GRID })
    expect(await findFarm(`${grid}/wd/hub`)).toMatchObject({
      kind: 'webdriver',
      browsers: ['chrome', 'firefox', 'safari'],
    })
  })

  it('has a name without what may be secret', async () => {
    const { name, url } = await findFarm('wss://user:secret@farm.example/play?token=secret')
    expect(name).toBe('wss://farm.example/play')
    expect(url).toBe('wss://user:secret@farm.example/play?token=secret')
  })

  it('is refused if it is something else, and reported if nothing answers', async () => {
    for (const named of ['farm', 'ftp://farm.example/'])
      await expect(findFarm(named)).rejects.toMatchObject({
        kind: 'usage',
        message: `--connect ${named} is not the URL of a browser server.`,
      })
    const page = await serve({ '/': 'Hello', '/status': '{"up":true}' })
    await expect(findFarm(page)).rejects.toMatchObject({
      kind: 'usage',
      message: `${page} has no browsers that miniapp can drive.`,
    })
    const picky = await serve({
      '/json/version': 'Host header is specified and is not an IP address or localhost.',
    })
    await expect(findFarm(picky)).rejects.toMatchObject({
      kind: 'usage',
      message: `The DevTools at ${picky} answer to IP addresses only.`,
    })
    const gone = await serve({})
    servers.pop()?.close()
    await expect(findFarm(gone)).rejects.toMatchObject({
      kind: 'network',
      message: `Cannot connect to ${gone}.`,
    })
  })

  it('must drive the browser that is wanted, have it, and reach this machine', () => {
    const farm = (more: Partial<Farm>): Farm => ({
      name: 'http://farm',
      url: 'http://farm',
      kind: 'webdriver',
      browsers: [],
      reachesThisMachine: true,
      ...more,
    })
    const refusal = (one: Farm, engine: Parameters<typeof requireInFarm>[1]): string => {
      try {
        requireInFarm(one, engine)
        return ''
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    expect(refusal(farm({ kind: 'cdp' }), 'chromium')).toBe('')
    expect(refusal(farm({ kind: 'playwright' }), 'chromium')).toBe('')
    expect(refusal(farm({}), 'firefox')).toBe('')
    expect(refusal(farm({ browsers: ['chrome', 'safari'] }), 'webkit')).toBe('')
    expect(refusal(farm({ kind: 'cdp' }), 'firefox')).toBe(
      'http://farm has the DevTools of Chromium, which miniapp uses for Chromium only.',
    )
    expect(refusal(farm({ kind: 'playwright' }), 'webkit')).toBe(
      'http://farm is a Playwright server, which miniapp uses for Chromium only.',
    )
    expect(refusal(farm({}), 'chromium')).toBe(
      'http://farm is a WebDriver server, which miniapp uses for Firefox and WebKit, not Chromium.',
    )
    expect(refusal(farm({ browsers: ['chrome', 'safari'] }), 'firefox')).toBe(
      'The grid at http://farm has no browser for firefox. It has chrome, safari.',
    )
    expect(refusal(farm({ kind: 'cdp', reachesThisMachine: false }), 'chromium')).toBe(
      'The browsers at http://farm run on another machine, and the simulator accepts connections from this machine only.',
    )
  })

  it('fails in words where a server does not speak the protocol of its URL, or is not there', async () => {
    const http = await serve({})
    const ws = http.replace('http', 'ws')
    const connected = async (url: string) => connectBrowser(await findFarm(url), 'chromium')
    await expect(connected(`${ws}/play`)).rejects.toMatchObject({
      kind: 'usage',
      message: `${ws}/play refused the connection: it is not the kind of server that its URL names.`,
    })
    servers.pop()?.close()
    await expect(connected(`${ws}/play`)).rejects.toMatchObject({
      kind: 'network',
      message: `Cannot connect to ${ws}/play.`,
    })
  })
})
