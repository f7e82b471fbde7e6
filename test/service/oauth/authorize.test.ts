import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postForm, startTestService, type TestService, ticketOf } from '../../support/rigs/test-service.js'

const REDIRECT = 'http://localhost:8976/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const GOOD = {
  response_type: 'code',
  client_id: 'miniapp-cli',
  redirect_uri: REDIRECT,
  scope: 'write:post read:feed',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  state: 's t&ä',
}

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const ask = (parameters: Readonly<Record<string, string>>) =>
  fetch(`${service.baseUrl}/oauth/authorize?${new URLSearchParams(parameters)}`, { redirect: 'manual' })

const approve = async (decision = 'approve', scope = ['write:post', 'read:feed']) => {
  const page = await (await ask(GOOD)).text()
  const answer = await service.submit('/oauth/authorize', { ticket: ticketOf(page), decision, scope })
  return new URL(answer.headers.get('location') ?? 'none:').searchParams
}
const exchange = async (code: string, change: Readonly<Record<string, string>> = {}) => {
  const answer = await postForm(service, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    client_id: 'miniapp-cli',
    code_verifier: VERIFIER,
    ...change,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('API 5.3: the authorization request', () => {
  it('shows the app and exactly its scopes, and lets the answer redirect on to any origin', async () => {
    const answer = await ask(GOOD)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('<bdi>miniapp command line</bdi> wants to connect')
    expect([...page.matchAll(/name="scope" value="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'write:post',
      'read:feed',
    ])
    // Chromium applies form-action to the app's own redirects too, which would leave Approve dead.
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  it.each([
    ['another port', 'http://localhost:8977/callback'],
    ['another path', 'http://localhost:8976/callback/'],
    ['a query', 'http://localhost:8976/callback?x'],
    ['another name of this machine', 'http://127.0.0.1:8976/callback'],
    ['a foreign address', 'https://evil.example/callback'],
    ['nothing', ''],
  ])('5.1: matches redirect_uri exactly: refuses %s without redirecting', async (_name, redirect_uri) => {
    const answer = await ask({ ...GOOD, redirect_uri })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect((await ask({ ...GOOD, client_id: 'nobody' })).status).toBe(400)
  })

  it.each([
    ['5.1: no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'x' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'write:post admin' }, 'invalid_scope'],
  ])('sends %s back as an error, with state and issuer', async (_name, change, error) => {
    const answer = await ask({ ...GOOD, ...change })
    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location') ?? '')
    expect(`${location.origin}${location.pathname}`).toBe(REDIRECT)
    expect(Object.fromEntries(location.searchParams)).toEqual({ error, state: 's t&ä', iss: service.baseUrl })
  })

  it('RFC 6749, 3.1.2: keeps the query of a registered redirect URI', async () => {
    const redirect_uri = 'https://app.example/back?to=a%20b&flag&iss=own'
    await service.world.store.commit([
      {
        table: 'app',
        key: 'queried',
        value: {
          clientId: 'queried',
          name: 'Q',
          redirectUris: [redirect_uri],
          registeredAt: 0,
          lastUsedAt: null,
        },
      },
    ])
    const answer = await ask({ ...GOOD, client_id: 'queried', redirect_uri, scope: 'none' })
    const own = new URLSearchParams({ error: 'invalid_scope', state: 's t&ä', iss: service.baseUrl })
    expect(answer.headers.get('location')).toBe(`${redirect_uri}&${own}`)
  })

  it('sends a refusal back', async () => {
    expect(Object.fromEntries(await approve('deny'))).toEqual({
      error: 'access_denied',
      state: 's t&ä',
      iss: service.baseUrl,
    })
  })

  it('refuses a decision from a foreign page, and a repeated one', async () => {
    const page = await (await ask(GOOD)).text()
    const body = () =>
      new URLSearchParams({ ticket: ticketOf(page), decision: 'approve', scope: 'write:post' })
    const foreign = await fetch(`${service.baseUrl}/oauth/authorize`, {
      method: 'POST',
      headers: { origin: 'null' },
      body: body(),
      redirect: 'manual',
    })
    expect(foreign.status).toBe(403)
    const fields = { ticket: ticketOf(page), decision: 'approve', scope: 'write:post' }
    expect((await service.submit('/oauth/authorize', fields)).status).toBe(303)
    expect((await service.submit('/oauth/authorize', fields)).status).toBe(400)
  })
})

describe('API 5.4: the exchange', () => {
  it('gives the token of 2.6 with the scopes that were approved', async () => {
    const code = (await approve('approve', ['read:feed'])).get('code') ?? ''
    expect(await exchange(code)).toEqual({
      status: 200,
      body: {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: expect.any(String),
        scope: 'read:feed',
      },
    })
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'v' }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['another redirect address', { redirect_uri: 'http://localhost:1/callback' }, 'invalid_grant'],
    ['another client', { client_id: 'nobody' }, 'invalid_client'],
    ['another code', { code: 'x' }, 'invalid_grant'],
  ])('refuses %s', async (_name, change, error) => {
    const code = (await approve()).get('code') ?? ''
    expect(await exchange(code, change)).toEqual({ status: 400, body: { error } })
  })

  it('refuses a code after a minute', async () => {
    const code = (await approve()).get('code') ?? ''
    service.clock.advance(60_000)
    expect((await exchange(code)).body).toEqual({ error: 'invalid_grant' })
  })

  it('RFC 6749, 4.1.2: a reused code revokes its tokens', async () => {
    const code = (await approve()).get('code') ?? ''
    const { body } = await exchange(code)
    expect((await exchange(code)).body).toEqual({ error: 'invalid_grant' })
    const refresh = await postForm(service, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: String(body['refresh_token']),
      client_id: 'miniapp-cli',
    })
    expect(await refresh.json()).toEqual({ error: 'invalid_grant' })
  })
})
