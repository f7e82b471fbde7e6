import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OPERATIONS, type OperationName } from '../../../src/platform/publishing.js'
import { control } from '../../support/rigs/service-control.js'
import { postForm, signIn, startTestService, type TestService } from '../../support/rigs/test-service.js'

let service: TestService
let token: string
beforeEach(async () => {
  service = await startTestService()
  token = (await signIn(service, 'read:feed write:post')).access_token
})
afterEach(() => service.stop())

const call = (path: string, method = 'GET', bearer = token) =>
  fetch(`${service.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${bearer}` } })
const feed = (bearer?: string) => call('/v1/updates', 'GET', bearer)
const profile = (bearer?: string) => call('/v1/profile', 'GET', bearer)
const statuses = async (...answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

const switchOn = async (fields: Readonly<Record<string, string>>) => {
  expect((await service.fill('/faults', { do: 'all', ...fields })).status).toBe(303)
}
const patch = (body: unknown) => control(service, 'PATCH', 'faults', body)
const NOTHING = { api: 'none', signIn: 'none', operations: {}, payments: 'ok', payouts: 'ok' }
const all = async () => (await control(service, 'GET', 'faults')).body

describe('faults', () => {
  it.each([
    ['denied', 403],
    ['limited', 429],
    ['credits', 400],
    ['broken', 500],
  ])('%s answers %d with one field, until it is switched off', async (api, status) => {
    await switchOn({ api })
    const answer = await feed()
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String) }])
    expect(answer.headers.get('retry-after')).toBe(api === 'limited' ? '2' : null)
    await switchOn({ api: 'none' })
    expect((await feed()).status).toBe(200)
  })

  it('garbage is not JSON, cut-off ends in the middle, slow takes five seconds', async () => {
    await switchOn({ api: 'garbage' })
    expect(await (await feed()).text()).toContain('Welcome to our network')
    await switchOn({ api: 'cut-off' })
    await expect(feed().then((answer) => answer.text())).rejects.toThrow()
    await switchOn({ api: 'slow' })
    const before = service.clock.now()
    expect((await feed()).status).toBe(200)
    expect(service.clock.now() - before).toBe(5_000)
  })

  it.each(['slow_down', 'expired_token', 'access_denied'])('a polling device gets %s', async (error) => {
    await switchOn({ signIn: error })
    const grant = await postForm(service, '/oauth/device_authorization', {
      client_id: 'miniapp-cli',
      scope: 'read:feed',
    })
    const { device_code } = (await grant.json()) as { device_code: string }
    const answer = await postForm(service, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id: 'miniapp-cli',
    })
    expect([answer.status, await answer.json()]).toEqual([400, { error }])
  })

  it('a refresh gets invalid_grant', async () => {
    const { refresh_token } = await signIn(service, 'read:feed')
    await switchOn({ signIn: 'invalid_grant' })
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: 'miniapp-cli' }
    expect(await (await postForm(service, '/oauth/token', fields)).json()).toEqual({ error: 'invalid_grant' })
    await switchOn({ signIn: 'none' })
    expect((await postForm(service, '/oauth/token', fields)).status).toBe(200)
  })
})

describe('403 until the app refreshes', () => {
  const refreshed = async (refresh_token: string) => {
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: 'miniapp-cli' }
    const answer = await postForm(service, '/oauth/token', fields)
    return (await answer.json()) as { access_token: string; refresh_token: string }
  }

  it('denies every token that there was, and none that a refresh gave', async () => {
    const first = await signIn(service, 'read:feed')
    await patch({ api: 'until-refreshed' })
    expect(await statuses(feed(), feed(first.access_token), profile(first.access_token))).toEqual([
      403, 403, 403,
    ])
    expect(await (await feed()).json()).toEqual({ error: 'This app may not do that.' })
    const second = await refreshed(first.refresh_token)
    expect(await statuses(feed(second.access_token), feed(first.access_token))).toEqual([200, 403])
    const elsewhere = await signIn(service, 'read:feed')
    expect((await feed(elsewhere.access_token)).status).toBe(200)
    expect(await statuses(feed('unknown'), fetch(`${service.baseUrl}/v1/updates`))).toEqual([403, 401])
    await patch({ signIn: 'none' })
    expect((await feed(second.access_token)).status).toBe(200)
    await patch({ api: 'until-refreshed' })
    expect((await feed(second.access_token)).status).toBe(403)
    await patch({ api: 'none' })
    expect(await statuses(feed(), feed(second.access_token))).toEqual([200, 200])
  })

  it('denies one operation where it is that of one, and counts what it denied', async () => {
    const { refresh_token } = await signIn(service, 'read:feed')
    await patch({ operations: { getUpdates: { fault: 'until-refreshed', count: 2 } } })
    const fresh = await refreshed(refresh_token)
    expect((await profile()).status).toBe(200)
    expect((await feed()).status).toBe(403)
    expect((await feed(fresh.access_token)).status).toBe(200)
    expect((await all()).operations).toEqual({
      getUpdates: { fault: 'until-refreshed', count: 1, delay: '0ms' },
    })
    expect((await feed()).status).toBe(403)
    expect((await feed()).status).toBe(200)
    expect(await all()).toEqual(NOTHING)
  })
})

describe('the faults of one operation', () => {
  const PATHS = Object.entries(OPERATIONS).map(
    ([name, { method, path }]) =>
      [name as OperationName, method, path.replace('{post_id}', 'post_1')] as const,
  )

  it.each(PATHS)('%s fails, the others work', async (name) => {
    await patch({ operations: { [name]: { fault: 'broken' } } })
    const failing = []
    for (const [other, method, path] of PATHS)
      if ((await call(path, method)).status === 500) failing.push(other)
    expect(failing).toEqual([name])
    expect((await patch({ operations: { [name]: null } })).body).toEqual(NOTHING)
    expect(await statuses(...PATHS.map(([, method, path]) => call(path, method)))).not.toContain(500)
  })

  it('meet so many requests, one after the other, each later by the delay', async () => {
    await patch({ operations: { getUpdates: { fault: 'limited', count: 2, delay: '3s' } } })
    const before = service.clock.now()
    expect((await feed()).status).toBe(429)
    expect(service.clock.now() - before).toBe(3_000)
    expect(await statuses(profile(), call('/v1/updates', 'POST'))).toEqual([200, 405])
    expect((await all()).operations).toEqual({ getUpdates: { fault: 'limited', count: 1, delay: '3000ms' } })
    expect((await feed()).status).toBe(429)
    expect((await feed()).status).toBe(200)
    expect(service.clock.now() - before).toBe(6_000)
    expect(await all()).toEqual(NOTHING)
  })

  it('may be a delay, and take the place of what all operations have', async () => {
    await patch({ api: 'broken', operations: { getUpdates: { delay: '1m', count: 1 } } })
    const before = service.clock.now()
    expect((await feed()).status).toBe(200)
    expect(service.clock.now() - before).toBe(60_000)
    expect(await statuses(feed(), profile())).toEqual([500, 500])
    await control(service, 'POST', 'reset')
    expect(await all()).toEqual(NOTHING)
  })

  it('never meet more requests than were counted, however many come at the same time', async () => {
    await patch({ operations: { getUpdates: { fault: 'broken', count: 3, delay: '1ms' } } })
    const found = await statuses(...Array.from({ length: 10 }, () => feed()))
    expect(found.filter((status) => status === 500)).toHaveLength(3)
  })

  it.each([
    [{ operations: { getNothing: { fault: 'broken' } } }, /^operations: has unknown fields: `getNothing`$/],
    [{ operations: { getUpdates: { fault: 'toString' } } }, /^operations\.getUpdates\.fault: must be "none"/],
    [{ operations: { getUpdates: {} } }, /^operations\.getUpdates: needs a fault or a delay$/],
    [{ operations: { getUpdates: { fault: 'none', delay: '0s' } } }, /^operations\.getUpdates: needs/],
    [
      { operations: { getUpdates: { fault: 'broken', count: 0 } } },
      /^operations\.getUpdates\.count: must be at least 1$/,
    ],
    [{ operations: { getUpdates: { fault: 'broken', count: 1.5 } } }, /^operations\.getUpdates\.count: must/],
    [{ operations: { getUpdates: { fault: 'broken', delay: '1.5 s' } } }, /^operations\.getUpdates\.delay: /],
    [
      { operations: { getUpdates: { fault: 'broken', delay: '11m' } } },
      /^operations\.getUpdates\.delay: must be at most "10m"$/,
    ],
    [
      { operations: { getUpdates: { fault: 'broken', other: 1 } } },
      /^operations\.getUpdates: has unknown fields: `other`$/,
    ],
    [{ operations: [] }, /^operations: must be an object$/],
    [{ payments: 'unavailable', api: 'broke' }, /^api: must be "none"/],
  ])('refuse %j, and change nothing', async (body, words) => {
    expect(await patch(body)).toEqual({ status: 400, body: { error: expect.stringMatching(words) } })
    expect(await all()).toEqual(NOTHING)
  })
})

describe('the page of faults', () => {
  const page = async () => (await fetch(`${service.baseUrl}/faults`)).text()

  it('switches everything on and off that the control API does', async () => {
    await switchOn({ api: 'denied', signIn: 'slow_down', payments: 'pending', payouts: 'failing' })
    const wanted = { do: 'operation', operation: 'createPost', fault: 'limited', count: '2', delay: '500ms' }
    expect((await service.fill('/faults', wanted)).status).toBe(303)
    expect(await all()).toEqual({
      api: 'denied',
      signIn: 'slow_down',
      payments: 'pending',
      payouts: 'failing',
      operations: { createPost: { fault: 'limited', count: 2, delay: '500ms' } },
    })
    expect(await page()).toContain(
      '<b>createPost</b>: 429 with Retry-After: 2, delayed by 500ms, 2 more requests',
    )
    await service.fill('/faults', { ...wanted, count: '', delay: '' })
    expect((await all()).operations.createPost).toEqual({ fault: 'limited', count: null, delay: '0ms' })
    await service.fill('/faults', { do: 'operation-off', operation: 'createPost' })
    await switchOn({ api: 'none', signIn: 'none', payments: 'ok', payouts: 'ok' })
    expect(await all()).toEqual(NOTHING)
  })

  it('leaves what a form does not change', async () => {
    await patch({ api: 'until-refreshed' })
    const { access_token } = await signIn(service, 'read:feed')
    await switchOn({ api: 'until-refreshed', payouts: 'failing' })
    expect((await feed(access_token)).status).toBe(200)
  })

  it.each([
    [{ do: 'all', api: 'constructor' }, 'api: must be'],
    [{ do: 'operation', operation: 'getUpdates', fault: 'broken', count: 'x' }, 'count: must be'],
    [{ do: 'operation', operation: 'getUpdates', fault: 'none' }, 'needs a fault or a delay'],
    [{ do: 'operation', operation: '__proto__', fault: 'broken' }, 'operation: must be one of'],
    [{}, 'This page does not have that form'],
  ])('says what is wrong with %j', async (fields, words) => {
    const answer = await service.fill('/faults', fields)
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([400, true])
    expect(await all()).toEqual(NOTHING)
  })
})
