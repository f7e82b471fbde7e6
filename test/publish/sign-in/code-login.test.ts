import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../src/local-server/listen.js'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { discover } from '../../../src/publish/sign-in/authorization-server.js'
import { codeLogin, redirectUriOf } from '../../../src/publish/sign-in/code-login.js'
import { freePort } from '../../support/processes/free-port.js'
import { startTestService, type TestService, ticketOf } from '../../support/rigs/test-service.js'

const call = boundedFetch(systemFetch({}))

let service: TestService
let port: number
beforeEach(async () => {
  service = await startTestService()
  port = await freePort()
  await service.world.store.commit([
    {
      table: 'app',
      key: 'game',
      value: {
        clientId: 'game',
        name: 'A game',
        redirectUris: [redirectUriOf(port)],
        registeredAt: 0,
        lastUsedAt: null,
      },
    },
  ])
})
afterEach(() => service.stop())

/** Signs in, with a fake browser for the URL. */
const login = async (
  browser: (address: string) => Promise<unknown>,
  signal = new AbortController().signal,
) => {
  const authority = await discover(call, service.baseUrl, 'game', signal)
  let browsing: Promise<unknown> = Promise.resolve()
  let waited = 0
  const foreign: string[] = []
  const outcome = await codeLogin(
    call,
    authority,
    ['write:post', 'read:feed'],
    port,
    service.clock,
    signal,
    (address) => {
      browsing = browser(address)
      return () => {
        waited += 1
      }
    },
    (reason) => foreign.push(reason),
  ).catch((error: unknown) => error)
  expect(waited).toBe(1)
  return { outcome, browsed: await browsing, foreign }
}

/** Reads the consent page and presses a button; resolves with the redirect target. */
const decide = async (address: string, decision: string, scopes = ['write:post', 'read:feed']) => {
  const page = await (await globalThis.fetch(address)).text()
  expect(page).toContain('<bdi>A game</bdi> wants to connect')
  const answer = await service.submit('/oauth/authorize', { ticket: ticketOf(page), decision, scope: scopes })
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}
const follow = async (address: string) => {
  const answer = await globalThis.fetch(address)
  return { status: answer.status, text: await answer.text() }
}

/** Requests an exact target from the listener: fetch would normalise it. */
const statusOf = async (target: string): Promise<number | undefined> => {
  const outgoing = request({ host: 'localhost', port, path: target, agent: false }).end()
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  return answer.statusCode
}

describe('API 5.3 and 5.4: the code flow with PKCE', () => {
  it('signs in, with the scopes that were approved', async () => {
    const { outcome, browsed } = await login(async (address) =>
      follow(await decide(address, 'approve', ['write:post'])),
    )
    expect(outcome).toMatchObject({
      clientId: 'game',
      baseUrl: service.baseUrl,
      scopes: ['write:post'],
      refreshToken: expect.any(String),
    })
    expect(browsed).toMatchObject({ status: 200, text: expect.stringContaining('You are signed in.') })
    await expect(globalThis.fetch(redirectUriOf(port))).rejects.toThrow()
  })

  it('asks with exactly the parameters of 5.3', async () => {
    let query = new URLSearchParams()
    await login(async (address) => {
      query = new URL(address).searchParams
      return follow(await decide(address, 'deny'))
    })
    expect(Object.fromEntries(query)).toEqual({
      response_type: 'code',
      client_id: 'game',
      redirect_uri: redirectUriOf(port),
      scope: 'write:post read:feed',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('stops when the user denies', async () => {
    const { outcome, browsed } = await login(async (address) => follow(await decide(address, 'deny')))
    expect(outcome).toMatchObject({ kind: 'refused', message: 'The sign-in was denied.' })
    expect(browsed).toMatchObject({ text: expect.stringContaining('The sign-in was not completed.') })
  })

  it.each([
    ['without its state', (query: URLSearchParams) => query.delete('state'), 'its state is missing'],
    ['with another state', (query: URLSearchParams) => query.set('state', 'x'), 'its state is wrong'],
    ['from another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example'), 'issuer'],
    ['without an issuer', (query: URLSearchParams) => query.delete('iss'), 'its issuer is missing'],
    [
      'with a forged refusal',
      (query: URLSearchParams) => {
        query.set('error', 'access_denied')
        query.set('state', 'x')
      },
      'its state is wrong',
    ],
  ])('refuses an answer %s, says so, and keeps waiting for the right one', async (_name, forge, reason) => {
    const { outcome, browsed, foreign } = await login(async (address) => {
      const back = new URL(await decide(address, 'approve'))
      const forged = new URL(back)
      forge(forged.searchParams)
      const refused = await follow(forged.href)
      await follow(back.href)
      return refused.status
    })
    expect(browsed).toBe(400)
    expect(foreign).toEqual([reason === 'issuer' ? `its issuer is not ${service.baseUrl}` : reason])
    expect(outcome).toMatchObject({ clientId: 'game' })
  })

  it.each([
    ['a bogus code', (query: URLSearchParams) => query.set('code', 'bogus')],
    ['an empty code', (query: URLSearchParams) => query.set('code', '')],
    ['a missing code', (query: URLSearchParams) => query.delete('code')],
    ['a doubled code', (query: URLSearchParams) => query.append('code', 'other')],
  ])('never says "signed in" for %s: the page says that it failed and what to do', async (_name, change) => {
    const { outcome, browsed } = await login(async (address) => {
      const back = new URL(await decide(address, 'approve'))
      change(back.searchParams)
      return follow(back.href)
    })
    expect(outcome).toMatchObject({ name: 'Failure' })
    expect(browsed).toEqual({ status: 400, text: expect.stringContaining('The sign-in failed') })
    expect(browsed).toMatchObject({ text: expect.stringContaining('run miniapp login --browser') })
    expect(browsed).toMatchObject({ text: expect.not.stringContaining('You are signed in') })
  })

  it('does not answer other requests', async () => {
    const { browsed } = await login(async (address) => {
      const back = await decide(address, 'approve')
      const statuses = [
        (await follow(`http://localhost:${port}/`)).status,
        (await follow(back.replace('localhost', '127.0.0.1'))).status,
        (await globalThis.fetch(back, { method: 'POST' })).status,
      ]
      await follow(back)
      return statuses
    })
    expect(browsed).toEqual([404, 404, 404])
  })

  it.each(['//[', 'http://localhost:99999/callback', '/%', '*'])(
    'keeps waiting after another page requests an invalid URL: %s',
    async (target) => {
      const { outcome, browsed } = await login(async (address) => {
        const back = await decide(address, 'approve')
        const status = await statusOf(target)
        await follow(back)
        return status
      })
      expect(browsed).toBe(404)
      expect(outcome).toMatchObject({ clientId: 'game' })
    },
  )

  it('ends when interrupted, and releases the port', async () => {
    const controller = new AbortController()
    const { outcome } = await login(async () => controller.abort(new Error('Ctrl-C')), controller.signal)
    expect(outcome).toMatchObject({ message: 'Ctrl-C' })
    await expect(globalThis.fetch(redirectUriOf(port))).rejects.toThrow()
  })

  it('fails if the port is in use: another one would not match the registered URI', async () => {
    const other = await listen(() => {}, port)
    const { signal } = new AbortController()
    const authority = await discover(call, service.baseUrl, 'game', signal)
    await expect(
      codeLogin(
        call,
        authority,
        ['write:post'],
        port,
        service.clock,
        signal,
        () => () => {},
        () => {},
      ),
    ).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining(`Port ${port}`) })
    await other.stop()
  })
})
