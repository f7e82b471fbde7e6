import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { disconnect } from '../../../src/service/oauth/consent.js'
import { postForm, startTestService, type TestService, ticketOf } from '../../support/rigs/test-service.js'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const begin = async (scope = 'write:post read:feed') => {
  const answer = await postForm(service, '/oauth/device_authorization', { client_id: 'miniapp-cli', scope })
  return (await answer.json()) as {
    device_code: string
    user_code: string
    verification_uri_complete: string
  }
}
const page = async (path: string) => {
  const answer = await fetch(`${service.baseUrl}${path}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const poll = async (device_code: string) => {
  const answer = await postForm(service, '/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
    client_id: 'miniapp-cli',
  })
  return [answer.status, await answer.json()] as const
}

describe('API 5.2 and 5.5: the consent page', () => {
  it('names the app and lists exactly the requested scopes', async () => {
    const { user_code } = await begin('write:post read:chat')
    const { text, status } = await page(`/device?user_code=${user_code}`)
    expect(status).toBe(200)
    expect(text).toContain('<bdi>miniapp command line</bdi> wants to connect')
    expect(text).toContain(user_code)
    expect([...text.matchAll(/name="scope" value="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'write:post',
      'read:chat',
    ])
  })

  it.each(['lower', 'spaced', 'bare'])('accepts a code typed %s', async (way) => {
    const { user_code } = await begin()
    const typed = {
      lower: user_code.toLowerCase(),
      spaced: ` ${user_code.replace('-', ' ')} `,
      bare: user_code.replace('-', ''),
    }[way]
    expect((await page(`/device?user_code=${encodeURIComponent(typed ?? '')}`)).text).toContain(
      'wants to connect',
    )
  })

  it('reports an unknown code, without reflecting the input', async () => {
    const { status, text } = await page('/device?user_code=%3Cscript%3Ealert(1)%3C/script%3E')
    expect(status).toBe(404)
    expect(text).toContain('This code is wrong, already used, or expired')
    expect(text).not.toContain('<script>')
  })

  it('has no scripts, no external content, and cannot be framed', async () => {
    const { user_code } = await begin()
    for (const path of ['/', '/device', `/device?user_code=${user_code}`]) {
      const { headers, text } = await page(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(text).not.toMatch(/<script|\son[a-z]+=|style="/i)
    }
  })

  it('approves, once', async () => {
    const { device_code, user_code } = await begin()
    expect(await service.decide(user_code, 'approve')).toContain('<h1>Connected</h1>')
    expect(await poll(device_code)).toMatchObject([
      200,
      { token_type: 'Bearer', expires_in: 3_600, scope: 'write:post read:feed' },
    ])
    expect(await poll(device_code)).toEqual([400, { error: 'invalid_grant' }])
    expect((await page(`/device?user_code=${user_code}`)).status).toBe(404)
  })

  it('3: gives no tokens where the person disconnected the app before the device asked again', async () => {
    const { device_code, user_code } = await begin()
    await service.decide(user_code, 'approve')
    const [connection] = [...service.world.store.all('connection')]
    if (connection === undefined) throw new Error('The app is not connected.')
    await disconnect(service.world, connection)
    expect(await poll(device_code)).toEqual([400, { error: 'invalid_grant' }])
  })

  it('denies', async () => {
    const { device_code, user_code } = await begin()
    expect(await service.decide(user_code, 'deny')).toContain('<h1>Denied</h1>')
    expect(await poll(device_code)).toEqual([400, { error: 'access_denied' }])
  })

  it('approves fewer scopes, and never more than requested', async () => {
    const { device_code, user_code } = await begin('write:post read:feed')
    await service.decide(user_code, 'approve', ['read:feed', 'read:chat'])
    expect(await poll(device_code)).toMatchObject([200, { scope: 'read:feed' }])
  })

  it('does not take an approval of nothing', async () => {
    const { device_code, user_code } = await begin()
    expect(await service.decide(user_code, 'approve', [])).toContain('Select at least one permission')
    expect(await poll(device_code)).toEqual([400, { error: 'authorization_pending' }])
  })
})

describe('forms from other pages', () => {
  it.each([
    ['no Origin', {}],
    ['Origin: null', { origin: 'null' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a look-alike', { origin: 'http://localhost.evil.test' }],
    ['our Origin from another site', { origin: 'OWN', 'sec-fetch-site': 'cross-site' }],
  ])('are refused with %s', async (_name, given: Record<string, string>) => {
    const { device_code, user_code } = await begin()
    const { text } = await page(`/device?user_code=${user_code}`)
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === 'OWN' ? service.baseUrl : value]),
    )
    const answer = await fetch(`${service.baseUrl}/device`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ ticket: ticketOf(text), decision: 'approve', scope: 'write:post' }),
    })
    expect(answer.status).toBe(403)
    expect(await poll(device_code)).toEqual([400, { error: 'authorization_pending' }])
  })

  it('are refused without the proof that they came from our page, and with one that was used', async () => {
    const { user_code, device_code } = await begin()
    const { text } = await page(`/device?user_code=${user_code}`)
    const fields = { decision: 'approve', scope: 'write:post' }
    expect((await service.submit('/device', fields)).status).toBe(400)
    expect((await service.submit('/device', { ...fields, ticket: 'x' })).status).toBe(400)
    expect((await service.submit('/device', { ticket: ticketOf(text), decision: 'deny' })).status).toBe(200)
    expect((await service.submit('/device', { ...fields, ticket: ticketOf(text) })).status).toBe(400)
    expect(await poll(device_code)).toEqual([400, { error: 'access_denied' }])
  })

  it('are refused when the page has expired', async () => {
    const { user_code } = await begin()
    const { text } = await page(`/device?user_code=${user_code}`)
    service.clock.advance(600_000)
    const answer = await service.submit('/device', {
      ticket: ticketOf(text),
      decision: 'approve',
      scope: 'write:post',
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This page has expired')
  })
})

describe('RFC 8628: the device endpoints', () => {
  it.each([
    ['an unknown client', { client_id: 'x', scope: 'write:post' }, 'invalid_client'],
    ['no client', { scope: 'write:post' }, 'invalid_client'],
    ['no scope', { client_id: 'miniapp-cli' }, 'invalid_scope'],
    ['an unknown scope', { client_id: 'miniapp-cli', scope: 'write:post admin' }, 'invalid_scope'],
  ])('refuse %s', async (_name, fields, error) => {
    const answer = await postForm(service, '/oauth/device_authorization', fields as Record<string, string>)
    expect([answer.status, await answer.json()]).toEqual([400, { error }])
  })

  it('ask a client that polls too fast to slow down, permanently by 5 seconds', async () => {
    const { device_code } = await begin()
    expect(await poll(device_code)).toEqual([400, { error: 'authorization_pending' }])
    service.clock.advance(1_000)
    expect(await poll(device_code)).toEqual([400, { error: 'slow_down' }])
    service.clock.advance(6_000)
    expect(await poll(device_code)).toEqual([400, { error: 'slow_down' }])
    service.clock.advance(12_000)
    expect(await poll(device_code)).toEqual([400, { error: 'authorization_pending' }])
  })

  it('end a code after ten minutes', async () => {
    const { device_code, user_code } = await begin()
    service.clock.advance(600_000)
    expect(await poll(device_code)).toEqual([400, { error: 'expired_token' }])
    expect((await page(`/device?user_code=${user_code}`)).status).toBe(404)
  })

  it('stop guessing of codes: after ten wrong ones a minute, even a right one is refused (5.1)', async () => {
    const { user_code } = await begin()
    for (let guess = 0; guess < 10; guess++)
      expect((await page('/device?user_code=BBBB-BBBB')).status).toBe(404)
    const refused = await page(`/device?user_code=${user_code}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.text).toContain('Too many wrong codes. Try again in 60 seconds.')
    expect(refused.text).not.toContain('wants to connect')
    expect((await page('/device')).status).toBe(200)
    service.clock.advance(60_000)
    expect((await page(`/device?user_code=${user_code}`)).status).toBe(200)
  })

  it("do not give one client another's token", async () => {
    const { device_code, user_code } = await begin()
    await service.decide(user_code, 'approve')
    await service.world.store.commit([
      {
        table: 'app',
        key: 'other',
        value: { clientId: 'other', name: 'Other', redirectUris: [], registeredAt: 0, lastUsedAt: null },
      },
    ])
    const answer = await postForm(service, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id: 'other',
    })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }])
  })
})
