import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerApp } from '../../../src/service/records/registered-apps.js'
import { postForm, signIn, startTestService, type TestService } from '../../support/rigs/test-service.js'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const refresh = async (refresh_token: string, client_id = 'miniapp-cli') => {
  const answer = await postForm(service, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token,
    client_id,
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, string>,
  }
}

/** Another registered client's ID. */
const otherClient = async (): Promise<string> => {
  const app = await registerApp(service.world, { name: 'Other', redirectUris: ['http://localhost:1/'] })
  return app.clientId
}

const canPost = async (token: string) => {
  const answer = await fetch(`${service.baseUrl}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'x', content_rating: 'sfw', rating_reasoning: 'y' }),
  })
  return answer.status
}

describe('readings: refreshing', () => {
  it('gives new tokens with the same scopes, and invalidates the old refresh token', async () => {
    const first = await signIn(service, 'write:post read:feed')
    const { status, headers, body } = await refresh(first.refresh_token)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.any(String),
      scope: 'write:post read:feed',
    })
    expect(body['refresh_token']).not.toBe(first.refresh_token)
    expect(await canPost(body['access_token'] ?? '')).toBe(200)
  })

  it('2.6, 7: the scope is what the user approved: it never says what was switched off since', async () => {
    const first = await signIn(service, 'write:post read:feed')
    const { store } = service.world
    const [connection] = [...store.all('connection')]
    if (connection === undefined) throw new Error('nothing is connected')
    const off = (scopes: typeof connection.off) =>
      store.commit([{ table: 'connection', key: connection.id, value: { ...connection, off: scopes } }])
    await off(['write:post'])
    const narrowed = (await refresh(first.refresh_token)).body
    expect(narrowed['scope']).toBe('write:post read:feed')
    expect(await canPost(narrowed['access_token'] ?? '')).toBe(403)
    await off(['write:post', 'read:feed'])
    const none = (await refresh(narrowed['refresh_token'] ?? '')).body
    expect(none['scope']).toBe('write:post read:feed')
    await off([])
    // No refresh is needed to see it.
    expect(await canPost(none['access_token'] ?? '')).toBe(200)
    expect((await refresh(none['refresh_token'] ?? '')).body['scope']).toBe('write:post read:feed')
  })

  it('revokes the whole sign-in when a refresh token is used twice, but no other', async () => {
    const other = await signIn(service, 'write:post')
    const first = await signIn(service, 'write:post')
    const second = (await refresh(first.refresh_token)).body
    expect((await refresh(first.refresh_token)).body).toEqual({ error: 'invalid_grant' })
    expect((await refresh(second['refresh_token'] ?? '')).body).toEqual({ error: 'invalid_grant' })
    expect(await canPost(second['access_token'] ?? '')).toBe(403)
    expect(await canPost(other.access_token)).toBe(200)
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  it('3: fails with invalid_grant after a disconnection, and earlier approvals do not carry over', async () => {
    const { refresh_token } = await signIn(service, 'write:post read:feed')
    const { store } = service.world
    const [connection] = [...store.all('connection')]
    if (connection === undefined) throw new Error('nothing is connected')
    await store.commit([
      { table: 'connection', key: connection.id, value: { ...connection, disconnectedAt: 1 } },
    ])
    expect((await refresh(refresh_token)).body).toEqual({ error: 'invalid_grant' })
    const again = await signIn(service, 'read:feed')
    expect(again.scope).toBe('read:feed')
    expect(await canPost(again.access_token)).toBe(403)
    expect((await refresh(refresh_token)).body).toEqual({ error: 'invalid_grant' })
  })

  it('RFC 6749, 6: gives an access token for fewer scopes, never for more, and keeps the rest for later', async () => {
    const first = await signIn(service, 'write:post read:feed')
    const ask = async (refresh_token: string, scope: string) => {
      const fields = { grant_type: 'refresh_token', refresh_token, client_id: 'miniapp-cli', scope }
      return (await (await postForm(service, '/oauth/token', fields)).json()) as Record<string, string>
    }
    for (const scope of ['read:chat', 'write:post read:chat', 'write:post admin', ' '])
      expect(await ask(first.refresh_token, scope)).toEqual({ error: 'invalid_scope' })
    const fewer = await ask(first.refresh_token, 'read:feed')
    expect(fewer['scope']).toBe('read:feed')
    expect(await canPost(fewer['access_token'] ?? '')).toBe(403)
    const all = (await refresh(fewer['refresh_token'] ?? '')).body
    expect(all['scope']).toBe('write:post read:feed')
    expect(await canPost(all['access_token'] ?? '')).toBe(200)
  })

  it('refuses a token that is unknown, and one of another client, which stays good', async () => {
    const { refresh_token } = await signIn(service, 'write:post')
    expect((await refresh('x')).body).toEqual({ error: 'invalid_grant' })
    expect((await refresh(refresh_token, 'nobody')).body).toEqual({ error: 'invalid_client' })
    expect((await refresh(refresh_token, await otherClient())).body).toEqual({ error: 'invalid_grant' })
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  it('takes a used token of another client for no theft', async () => {
    const first = await signIn(service, 'write:post')
    const second = (await refresh(first.refresh_token)).body
    expect((await refresh(first.refresh_token, await otherClient())).body).toEqual({ error: 'invalid_grant' })
    expect((await refresh(second['refresh_token'] ?? '')).status).toBe(200)
  })

  it('ends an access token at the second at which it expires', async () => {
    const { access_token } = await signIn(service, 'write:post')
    const { world } = service
    const [token] = [...world.store.all('accessToken')]
    if (token === undefined) throw new Error('There is no token.')
    expect(await canPost(access_token)).toBe(200)
    await world.store.commit([
      { table: 'accessToken', key: token.hash, value: { ...token, expiresAt: world.now() } },
    ])
    expect(await canPost(access_token)).toBe(403)
  })
})

describe('RFC 7009: revoking', () => {
  const revoke = async (token: string, client_id = 'miniapp-cli') =>
    (await postForm(service, '/oauth/revoke', { token, client_id })).status

  it('an access token ends this one, and the sign-in goes on', async () => {
    const { access_token, refresh_token } = await signIn(service, 'write:post')
    expect(await revoke(access_token)).toBe(200)
    expect(await canPost(access_token)).toBe(403)
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  it('a refresh token ends the whole sign-in, and no other', async () => {
    const other = await signIn(service, 'write:post')
    const { access_token, refresh_token } = await signIn(service, 'write:post')
    expect(await revoke(refresh_token)).toBe(200)
    expect(await canPost(access_token)).toBe(403)
    expect((await refresh(refresh_token)).body).toEqual({ error: 'invalid_grant' })
    expect(await canPost(other.access_token)).toBe(200)
  })

  it('a token of another client, or an unknown one, changes nothing', async () => {
    const { access_token, refresh_token } = await signIn(service, 'write:post')
    const client = await otherClient()
    for (const token of [access_token, refresh_token, 'x']) expect(await revoke(token, client)).toBe(200)
    expect(await canPost(access_token)).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(200)
  })
})

describe('RFC 6749: the token endpoint', () => {
  it.each([
    ['no grant type', { client_id: 'miniapp-cli' }, 'invalid_request'],
    ['another grant type', { client_id: 'miniapp-cli', grant_type: 'password' }, 'unsupported_grant_type'],
    ['no refresh token', { client_id: 'miniapp-cli', grant_type: 'refresh_token' }, 'invalid_request'],
    [
      'an empty refresh token',
      { client_id: 'miniapp-cli', grant_type: 'refresh_token', refresh_token: '' },
      'invalid_request',
    ],
    ['no client', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_client'],
    ['a client named like a method', { client_id: '__proto__', grant_type: 'x' }, 'invalid_client'],
  ])('refuses %s', async (_name, fields, error) => {
    const answer = await postForm(service, '/oauth/token', fields as Record<string, string>)
    expect([answer.status, await answer.json()]).toEqual([400, { error }])
  })

  it('refuses a field that is given twice, and JSON', async () => {
    const twice = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams([
        ['grant_type', 'refresh_token'],
        ['client_id', 'miniapp-cli'],
        ['client_id', 'miniapp-cli'],
      ]),
    })
    expect(await twice.json()).toEqual({ error: 'invalid_request' })
    const asJson = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await asJson.json()).toEqual({ error: 'invalid_request' })
  })

  it('answers invalid_request to a request without a body', async () => {
    for (const path of ['/oauth/token', '/oauth/device_authorization', '/oauth/revoke']) {
      const answer = await fetch(`${service.baseUrl}${path}`, { method: 'POST' })
      expect([path, answer.status, await answer.json()]).toEqual([path, 400, { error: 'invalid_request' }])
    }
  })

  it('5.2: answers invalid_request to a form that is too large or malformed, not to be cached', async () => {
    const forms: [path: string, body: string, type: string][] = [
      ['/oauth/token', `code=${'x'.repeat(40_000)}`, 'application/x-www-form-urlencoded'],
      ['/oauth/token', 'a=1&'.repeat(40), 'application/x-www-form-urlencoded'],
      ['/oauth/token', 'a=1', 'application/x-www-form-urlencoded; charset=utf-7'],
      ['/oauth/device_authorization', 'a=1&'.repeat(40), 'application/x-www-form-urlencoded'],
    ]
    for (const [path, body, type] of forms) {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([
        400,
        'no-store',
        { error: 'invalid_request' },
      ])
    }
  })

  it('5.2: a client with credentials in a header gets 401 and the scheme, since none are issued', async () => {
    const answer = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('miniapp-cli:secret')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
    })
    expect([answer.status, answer.headers.get('www-authenticate'), await answer.json()]).toEqual([
      401,
      'Basic realm="no secrets are issued; send only client_id"',
      { error: 'invalid_client' },
    ])
  })

  it('keeps no token in readable form', async () => {
    const tokens = await signIn(service, 'write:post')
    const kept = JSON.stringify([
      ...service.world.store.all('accessToken'),
      ...service.world.store.all('refreshToken'),
    ])
    expect(kept).not.toContain(tokens.access_token)
    expect(kept).not.toContain(tokens.refresh_token)
  })
})
