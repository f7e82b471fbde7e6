import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { discover } from '../../../src/publish/sign-in/authorization-server.js'
import {
  beginDeviceLogin,
  clampInterval,
  completeDeviceLogin,
} from '../../../src/publish/sign-in/device-login.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { testClock } from '../../support/fakes/test-clock.js'
import { startTestService, type TestService } from '../../support/rigs/test-service.js'

const call = boundedFetch(systemFetch({}))
const { signal } = new AbortController()

const begin = async (baseUrl: string, now: () => number) => {
  const authority = await discover(call, baseUrl, 'miniapp-cli', signal)
  return {
    authority,
    pending: await beginDeviceLogin(call, authority, ['write:post', 'read:feed'], now, signal),
  }
}

describe('API 5.5: the device flow against the local service', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startTestService()
  })
  afterEach(() => service.stop())

  it('waits until the user approves, and gets the token of 2.6', async () => {
    const { clock, baseUrl } = service
    const { authority, pending } = await begin(baseUrl, clock.now)
    expect(pending).toMatchObject({
      userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verificationUri: `${baseUrl}/device`,
      verificationUriComplete: `${baseUrl}/device?user_code=${pending.userCode}`,
      intervalMs: 2_000,
      expiresAt: clock.now() + 600_000,
    })
    let polls = 0
    const session = await completeDeviceLogin(
      async (request) => {
        polls += 1
        if (polls === 3) await service.decide(pending.userCode, 'approve')
        return call(request)
      },
      authority,
      pending,
      clock,
      signal,
    )
    expect(clock.slept).toEqual([2_000, 2_000, 2_000])
    expect(session).toEqual({
      baseUrl,
      clientId: 'miniapp-cli',
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      scopes: ['write:post', 'read:feed'],
      signedInAt: clock.now(),
      expiresAt: clock.now() + 3_600_000,
    })
  })

  it('keeps the approved scopes, not the requested ones', async () => {
    const { authority, pending } = await begin(service.baseUrl, service.clock.now)
    await service.decide(pending.userCode, 'approve', ['read:feed'])
    const session = await completeDeviceLogin(call, authority, pending, service.clock, signal)
    expect(session.scopes).toEqual(['read:feed'])
  })

  it('stops when the user denies', async () => {
    const { authority, pending } = await begin(service.baseUrl, service.clock.now)
    await service.decide(pending.userCode, 'deny')
    await expect(completeDeviceLogin(call, authority, pending, service.clock, signal)).rejects.toMatchObject({
      kind: 'refused',
      message: 'The sign-in was denied.',
    })
    expect(service.clock.slept).toHaveLength(1)
  })

  it('stops when the code expires', async () => {
    const { authority, pending } = await begin(service.baseUrl, service.clock.now)
    await expect(completeDeviceLogin(call, authority, pending, service.clock, signal)).rejects.toMatchObject({
      kind: 'sign-in',
      message: 'The code expired before it was approved.',
    })
    expect(service.clock.slept.reduce((sum, wait) => sum + wait)).toBe(600_000)
  })

  it('stops immediately when interrupted', async () => {
    const { authority, pending } = await begin(service.baseUrl, service.clock.now)
    const controller = new AbortController()
    controller.abort(new Error('Ctrl-C'))
    await expect(
      completeDeviceLogin(call, authority, pending, service.clock, controller.signal),
    ).rejects.toThrow('Ctrl-C')
  })

  it.each([['an unknown client', 'nobody', 'does not know this client']])(
    'names %s',
    async (_name, clientId, words) => {
      const authority = await discover(call, service.baseUrl, clientId, signal)
      await expect(
        beginDeviceLogin(call, authority, ['write:post'], service.clock.now, signal),
      ).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining(words) })
    },
  )
})

describe('a service that does not start a sign-in', () => {
  it.each([
    [429, { error: 'Too many requests.' }, 'rate-limited', 'limits requests. It says: Too many requests.'],
    [429, '<h1>Busy</h1>', 'rate-limited', 'limits requests.'],
    [400, { error: 'Not today.' }, 'refused', 'refused: Not today.'],
    [503, '<h1>Down</h1>', 'network', 'is unavailable for now (status 503).'],
  ])('is reported (%d %j)', async (status, body, kind, words) => {
    const { baseUrl } = await rudeServer((request, response) =>
      request.url === '/oauth/device_authorization' ? json(response, status, body) : json(response, 404, {}),
    )
    const error = await begin(baseUrl, testClock().now).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'Failure', kind })
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(new RegExp(`${words.replaceAll(/[.()]/g, '\\$&')}$`)),
    )
  })

  it('is understood with any content type of its JSON', async () => {
    const { baseUrl } = await rudeServer((request, response, base) => {
      const isGrant = request.url === '/oauth/device_authorization'
      response.writeHead(isGrant ? 200 : 404, { 'content-type': 'text/html' })
      response.end(
        JSON.stringify({
          device_code: 'd',
          user_code: 'AB',
          expires_in: 600,
          verification_uri: `${base}/device`,
        }),
      )
    })
    expect((await begin(baseUrl, testClock().now)).pending).toMatchObject({ userCode: 'AB' })
  })
})

describe('RFC 8628, 3.5: polling a rude server', () => {
  const grant = { device_code: 'd', user_code: 'AB', expires_in: 600 }

  const poll = async (grantFields: object, answers: (poll: number) => [number, unknown] | 'cut') => {
    const clock = testClock()
    let polls = 0
    const { baseUrl } = await rudeServer((request, response, base) => {
      if (request.url === '/oauth/device_authorization')
        json(response, 200, { ...grant, verification_uri: `${base}/device`, ...grantFields })
      else if (request.url === '/oauth/token') {
        polls += 1
        const answer = answers(polls)
        if (answer === 'cut') request.socket.destroy()
        else json(response, ...answer)
      } else json(response, 404, { error: 'no' })
    })
    const { authority, pending } = await begin(baseUrl, clock.now)
    const outcome = await completeDeviceLogin(call, authority, pending, clock, signal).then(
      (session) => session,
      (error: unknown) => error,
    )
    return { outcome, clock, polls: () => polls }
  }
  const token = { access_token: 'a', token_type: 'Bearer' }

  it.each([
    [{}, 5_000],
    [{ interval: 0 }, 5_000],
    [{ interval: -1 }, 5_000],
    [{ interval: 'soon' }, 5_000],
    [{ interval: 0.001 }, 1_000],
    [{ interval: 7 }, 7_000],
    [{ interval: 1_000_000_000 }, 60_000],
  ])('waits for %j as long as %d ms', async (fields, expected) => {
    const { clock, outcome } = await poll(fields, () => [200, token])
    expect(outcome).toMatchObject({ accessToken: 'a', scopes: ['write:post', 'read:feed'], expiresAt: null })
    expect(clock.slept).toEqual([expected])
  })

  it('permanently adds 5 seconds at every slow_down, until the code expires', async () => {
    const { clock, outcome } = await poll({ interval: 5, expires_in: 100 }, () => [
      400,
      { error: 'slow_down' },
    ])
    expect(clock.slept).toEqual([5_000, 10_000, 15_000, 20_000, 25_000, 25_000])
    expect(outcome).toMatchObject({ kind: 'sign-in' })
  })

  it('keeps to the slower pace afterwards', async () => {
    const { clock } = await poll({ interval: 5 }, (count) =>
      count === 1
        ? [400, { error: 'slow_down' }]
        : count < 4
          ? [400, { error: 'authorization_pending' }]
          : [200, token],
    )
    expect(clock.slept).toEqual([5_000, 10_000, 10_000, 10_000])
  })

  it('backs off when the connection breaks, and continues', async () => {
    const { clock, outcome } = await poll({ interval: 5 }, (count) => (count < 3 ? 'cut' : [200, token]))
    expect(clock.slept).toEqual([5_000, 10_000, 20_000])
    expect(outcome).toMatchObject({ accessToken: 'a' })
  })

  it.each([
    [429, { error: 'Too many requests.' }],
    [429, '<h1>Busy</h1>'],
    [502, '<h1>Bad gateway</h1>'],
    [503, { error: 'temporarily_unavailable' }],
    [504, ''],
  ])('backs off if the service is temporarily busy (%d %j), and continues', async (status, body) => {
    const { clock, outcome, polls } = await poll({ interval: 5 }, (count) =>
      count < 3 ? [status, body] : [200, token],
    )
    expect(clock.slept).toEqual([5_000, 10_000, 20_000])
    expect(outcome).toMatchObject({ accessToken: 'a' })
    expect(polls()).toBe(3)
  })

  it.each([
    ['access_denied', 'refused'],
    ['expired_token', 'sign-in'],
  ])('stops on %s with any status', async (error, kind) => {
    const { outcome, polls } = await poll({}, () => [429, { error }])
    expect(outcome).toMatchObject({ name: 'Failure', kind })
    expect(polls()).toBe(1)
  })

  it.each([
    ['any other error', [400, { error: 'invalid_grant' }] as [number, unknown], 'refused'],
    ['a server error', [500, { error: 'x' }] as [number, unknown], 'network'],
    [
      'a token of another type',
      [200, { access_token: 'a', token_type: 'mac' }] as [number, unknown],
      'network',
    ],
    [
      'a token that is no header text',
      [200, { access_token: 'a\r\nx: y', token_type: 'bearer' }] as [number, unknown],
      'network',
    ],
  ])('stops on %s', async (_name, answer, kind) => {
    const { outcome, polls } = await poll({}, () => answer)
    expect(outcome).toMatchObject({ name: 'Failure', kind })
    expect(polls()).toBe(1)
  })

  it('never waits longer than an hour', async () => {
    const { clock } = await poll({ interval: 60, expires_in: 1e9 }, () => [
      400,
      { error: 'authorization_pending' },
    ])
    expect(clock.slept.reduce((sum, wait) => sum + wait)).toBe(3_600_000)
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'calc.exe',
    'https://user:secret@example.com/',
    `https://example.com/${'a'.repeat(3_000)}`,
  ])('does not open %s', async (verification_uri) => {
    await expect(poll({ verification_uri }, () => [200, token])).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('the interval of a server', () => {
  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [null], [undefined], [{}]])(
    '%s counts as 5 seconds',
    (seconds) => {
      expect(clampInterval(seconds)).toBe(5_000)
    },
  )
})

describe('a server that sends null for omitted fields', () => {
  it('is understood, and an unrequested ID token is ignored', async () => {
    const { baseUrl } = await rudeServer((request, response, base) => {
      if (request.url === '/.well-known/oauth-authorization-server')
        json(response, 200, {
          issuer: base,
          token_endpoint: `${base}/t`,
          device_authorization_endpoint: `${base}/d`,
          authorization_endpoint: null,
          scopes_supported: null,
          unknown: { of: [null] },
        })
      else if (request.url === '/d')
        json(response, 200, {
          device_code: 'd',
          user_code: 'ABCD',
          verification_uri: `${base}/v`,
          verification_uri_complete: null,
          expires_in: 600,
          interval: null,
        })
      else
        json(response, 200, {
          access_token: 'token',
          token_type: 'Bearer',
          expires_in: null,
          refresh_token: null,
          scope: null,
          id_token: 'no.jwt',
        })
    })
    const clock = testClock()
    const { authority, pending } = await begin(baseUrl, clock.now)
    expect(pending).toMatchObject({ verificationUriComplete: null, intervalMs: 5_000 })
    expect(await completeDeviceLogin(call, authority, pending, clock, signal)).toMatchObject({
      accessToken: 'token',
      refreshToken: null,
      expiresAt: null,
      scopes: ['write:post', 'read:feed'],
    })
  })
})
