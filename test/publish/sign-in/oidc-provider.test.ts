import type { RequestListener } from 'node:http'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListeningServer, listen } from '../../../src/local-server/listen.js'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { type Authority, discover } from '../../../src/publish/sign-in/authorization-server.js'
import { codeLogin, redirectUriOf } from '../../../src/publish/sign-in/code-login.js'
import { beginDeviceLogin, completeDeviceLogin } from '../../../src/publish/sign-in/device-login.js'
import { renewSession } from '../../../src/publish/sign-in/renewal.js'
import { revokeSession } from '../../../src/publish/sign-in/revocation.js'
import { testClock } from '../../support/fakes/test-clock.js'
import { freePort } from '../../support/processes/free-port.js'

/** A real third-party authorization server, with this platform's scopes. */
let server: ListeningServer
let provider: Provider
let baseUrl: string
let redirectPort: number

const call = boundedFetch(systemFetch({}))
const { signal } = new AbortController()
const SCOPES = ['write:post', 'read:feed'] as const

beforeAll(async () => {
  redirectPort = await freePort()
  let handle: RequestListener = () => {}
  server = await listen((request, response) => {
    // It only serves OpenID's discovery document; RFC 8414 has the same one at another path.
    if (request.url === '/.well-known/oauth-authorization-server')
      request.url = '/.well-known/openid-configuration'
    handle(request, response)
  }, 0)
  baseUrl = `http://localhost:${server.port}`
  provider = new Provider(baseUrl, {
    clients: [
      {
        client_id: 'cli',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        redirect_uris: [redirectUriOf(redirectPort)],
      },
    ],
    scopes: ['openid', ...SCOPES],
    features: {
      deviceFlow: { enabled: true },
      devInteractions: { enabled: true },
      revocation: { enabled: true },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    cookies: { keys: ['test'] },
    ttl: {
      AccessToken: 3_600,
      DeviceCode: 600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
  })
  handle = provider.callback()
})
afterAll(() => server.stop())

const authority = (): Promise<Authority> => discover(call, baseUrl, 'cli', signal)

/** Approves a user code as the pages of the server would. */
const approve = async (userCode: string): Promise<void> => {
  const code = await provider.DeviceCode.findByUserCode(userCode.replaceAll('-', ''))
  if (code === undefined) throw new Error('This code is wrong, already used, or expired.')
  const grant = new provider.Grant({ accountId: 'ada', clientId: 'cli' })
  grant.addOIDCScope(SCOPES.join(' '))
  Object.assign(code, {
    accountId: 'ada',
    grantId: await grant.save(),
    scope: SCOPES.join(' '),
    claims: {},
    authTime: Math.floor(Date.now() / 1_000),
  })
  await code.save()
}

/** Goes through the sign-in and consent pages of the server, with its cookies, until it leads back to the app. */
const browse = async (address: string): Promise<void> => {
  const cookies = new Map<string, string>()
  let url = address
  let form: URLSearchParams | null = null
  for (let step = 0; step < 20; step++) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location === null) {
      if (url.startsWith(redirectUriOf(redirectPort))) return
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? ''
      url = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? '', url).href
      form = new URLSearchParams({ prompt, login: 'ada', password: 'x' })
    } else {
      url = new URL(location, url).href
      form = null
    }
  }
  throw new Error('The pages of the server lead nowhere.')
}

describe('against a third-party authorization server', () => {
  it('signs in with the device flow, then refreshes, and a rotated token is invalid', async () => {
    const clock = testClock(Date.now())
    const found = await authority()
    expect(found.discovered).toBe(true)
    const pending = await beginDeviceLogin(call, found, SCOPES, clock.now, signal)
    let polls = 0
    const session = await completeDeviceLogin(
      async (request) => {
        polls += 1
        if (polls === 2) await approve(pending.userCode)
        return call(request)
      },
      found,
      pending,
      clock,
      signal,
    )
    expect(polls).toBe(2)
    expect(session).toMatchObject({ scopes: SCOPES, refreshToken: expect.any(String), clientId: 'cli' })
    const patience = { clock, signal, onBackOff: () => {} }
    const old = session.refreshToken ?? ''
    const refreshed = await renewSession(call, session, old, patience)
    if (refreshed === 'disconnected') throw new Error('The sign-in was not renewed.')
    expect(refreshed.accessToken).not.toBe(session.accessToken)
    expect(refreshed.refreshToken).not.toBe(old)
    expect(await renewSession(call, session, old, patience)).toBe('disconnected')
  })

  it('signs in with the code flow with PKCE', async () => {
    let browsing: Promise<void> = Promise.resolve()
    const session = await codeLogin(
      call,
      await authority(),
      SCOPES,
      redirectPort,
      testClock(Date.now()),
      signal,
      (address) => {
        browsing = browse(address)
        return () => {}
      },
      () => {},
    )
    await browsing
    expect(session).toMatchObject({ scopes: SCOPES, refreshToken: expect.any(String) })
  })

  it('revokes a sign-in, which then cannot be renewed', async () => {
    const clock = testClock(Date.now())
    const found = await authority()
    const pending = await beginDeviceLogin(call, found, SCOPES, clock.now, signal)
    await approve(pending.userCode)
    const session = await completeDeviceLogin(call, found, pending, clock, signal)
    expect(await revokeSession(call, session, signal)).toBe('revoked')
    expect(await provider.AccessToken.find(session.accessToken)).toBe(undefined)
    const patience = { clock, signal, onBackOff: () => {} }
    expect(await renewSession(call, session, session.refreshToken ?? '', patience)).toBe('disconnected')
    // RFC 7009, 2.2: that the token is not valid any more does not matter.
    expect(await revokeSession(call, session, signal)).toBe('revoked')
  })

  it('is refused with another client ID', async () => {
    const other = await discover(call, baseUrl, 'nobody', signal)
    await expect(beginDeviceLogin(call, other, SCOPES, Date.now, signal)).rejects.toMatchObject({
      name: 'Failure',
      kind: 'refused',
    })
  })
})
