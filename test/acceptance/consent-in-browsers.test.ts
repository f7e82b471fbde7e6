import { describe, expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../src/build/browsers.mjs'
import { listen } from '../../src/local-server/listen.js'
import { startBrowser } from '../../src/playtest/drivers/start.js'
import { startTestService } from '../support/rigs/test-service.js'
import { someOf } from '../support/vitest/runs.js'

const VIEW = {
  theme: 'light',
  locale: 'en',
  touch: false,
  pixelRatio: 1,
  frame: 'fill',
  trace: false,
} as const

describe.each(someOf(['firefox', 'chromium', 'webkit'] as const, 2))('the consent page in %s', (engine) => {
  const executable = findBrowser(engine)
  if (executable === null) {
    it.skip(`is left out: ${engine} is not installed`, () => {})
    return
  }

  it.each(someOf(['Approve', 'Deny'], 1))(
    '%s leads on through a callback that redirects to another origin',
    async (name) => {
      const ended = new AbortController()
      const system = {
        platform: process.platform,
        environment: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
      }
      const driver = await startBrowser({ engine, executable }, system, ended.signal, 1)
      const service = await startTestService()
      const page = await listen((_request, response) => response.end('Signed in.'), 0)
      const callbacks: URLSearchParams[] = []
      const app = await listen((request, response) => {
        callbacks.push(new URL(request.url ?? '/', 'http://localhost').searchParams)
        // Another host is another origin, as an app's own site would be.
        response.writeHead(302, { location: `http://127.0.0.1:${page.port}/welcome` }).end()
      }, 0)
      onTestFinished(async () => {
        await driver.close()
        ended.abort()
        await Promise.all([service.stop(), page.stop(), app.stop()])
      })
      const redirectUri = `http://localhost:${app.port}/callback`
      await service.world.store.commit([
        {
          table: 'app',
          key: 'game',
          value: {
            clientId: 'game',
            name: 'A game',
            redirectUris: [redirectUri],
            registeredAt: 0,
            lastUsedAt: null,
          },
        },
      ])
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: 'game',
        redirect_uri: redirectUri,
        scope: 'write:post',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        state: 'sent',
      })
      const window = await driver.open(VIEW)
      await window.goto(`${service.baseUrl}/oauth/authorize?${query}`)
      const at = await window.askShell((wanted) => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === wanted,
        )
        const { x, y, width, height } = button?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 }
        return { x: x + width / 2, y: y + height / 2 }
      }, name)
      await window.click(at)
      const address = async (): Promise<string> => window.askShell(() => location.href, null).catch(() => '')
      await expect.poll(address, { timeout: 20_000 }).toBe(`http://127.0.0.1:${page.port}/welcome`)
      expect(
        callbacks.map((sent) => [sent.get('state'), sent.has(name === 'Approve' ? 'code' : 'error')]),
      ).toEqual([['sent', true]])
    },
  )
})
