import { describe, expect, it, onTestFinished } from 'vitest'
import { saveLastUse } from '../../src/service/records/last-use.js'
import { ServiceStore } from '../../src/service/records/store.js'
import { control } from '../support/rigs/service-control.js'
import { postForm, signIn, startTestService, type TestService } from '../support/rigs/test-service.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const started = async (): Promise<TestService> => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  return service
}

/** Asks the control API. @throws what it refuses */
const asking = (service: TestService) => async (method: string, path: string, body?: unknown) => {
  const answer = await control(service, method, path, body)
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.body.error}`)
  return answer.body
}

const read = async (service: TestService, token: string, path: string) => {
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) return answer.status
  const { result } = (await answer.json()) as { readonly result: string }
  return JSON.parse(result.slice(result.indexOf('\n') + 1))
}

const authorizationUrl = (
  service: TestService,
  client: string,
  change: Readonly<Record<string, string>> = {},
) =>
  `${service.baseUrl}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: 'https://game.example/back',
    scope: 'read:feed write:post',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 'sent',
    ...change,
  })}`

describe('who is signed in', () => {
  it('decides on consent, and the app then acts for that member', async () => {
    const service = await started()
    const ask = asking(service)
    await ask('PUT', 'signed-in', { member: 'member_ada' })
    const ada = (await signIn(service, 'read:feed read:chat read:notifications write:post')).access_token
    await ask('PUT', 'signed-in', { member: 'member_you' })
    const own = (await signIn(service, 'read:feed read:chat read:notifications')).access_token

    expect(await read(service, ada, '/v1/profile')).toMatchObject({ id: 'member_ada', display_name: 'Ada' })
    expect(await read(service, own, '/v1/profile')).toMatchObject({ id: 'member_you', username: 'you' })
    const sent = await fetch(`${service.baseUrl}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Hello', content_rating: 'sfw', rating_reasoning: 'x' }),
    })
    expect(sent.status).toBe(200)
    const [post] = [...service.world.store.all('post')]
    expect(post?.authorId).toBe('member_ada')
    expect((await ask('GET', 'members/member_ada')).member.balance).toBe('99')

    await ask('POST', `posts/${post?.id}/reactions`, { member: 'member_ben' })
    await ask('POST', 'chats', { from: 'member_ben', to: 'member_ada', text: 'Hi Ada' })
    await ask('POST', 'chats', { from: 'member_ben', text: 'Hi you' })
    expect((await read(service, ada, '/v1/notifications')).notifications).toMatchObject([
      { type: 'message', member_id: 'member_ben' },
      { type: 'reaction', subject_id: post?.id },
    ])
    expect((await read(service, own, '/v1/notifications')).notifications).toMatchObject([{ type: 'message' }])
    const { conversations } = await read(service, ada, '/v1/chat')
    expect(conversations.map((one: { readonly member_ids: string[] }) => one.member_ids.sort())).toEqual([
      ['member_ada', 'member_ben'],
    ])
    const chat = await read(service, ada, `/v1/chat?conversation_id=${conversations[0].id}`)
    expect(chat.messages).toMatchObject([{ text: 'Hi Ada' }])
    expect(await read(service, own, `/v1/chat?conversation_id=${conversations[0].id}`)).toBe(404)
    expect((await ask('GET', 'chats?member=member_ben')).messages).toMatchObject([
      { to: 'member_ada' },
      { to: 'member_you' },
    ])
  })

  it('has connections of their own: to pause, narrow and disconnect them leaves those of others', async () => {
    const service = await started()
    const ask = asking(service)
    const own = (await signIn(service, 'read:feed')).access_token
    await ask('PUT', 'signed-in', { member: 'member_ada' })
    const ada = (await signIn(service, 'read:feed read:chat')).access_token
    const statuses = async () =>
      Promise.all(
        [own, ada].map(async (token) => {
          const answer = await read(service, token, '/v1/profile')
          return answer === 403 ? 403 : 200
        }),
      )
    expect((await ask('GET', 'clients/miniapp-cli')).people).toBe(2)
    await ask('PATCH', 'connections', { paused: true })
    expect(await statuses()).toEqual([200, 403])
    await ask('PATCH', 'connections', { paused: false })
    expect(await ask('PATCH', 'connections/miniapp-cli', { scopes: ['read:chat'] })).toMatchObject({
      member: 'member_ada',
      off: ['read:feed'],
    })
    expect(await statuses()).toEqual([200, 403])
    await ask('PATCH', 'connections/miniapp-cli', { scopes: ['read:chat', 'read:feed'] })
    expect(await statuses()).toEqual([200, 200])
    await ask('DELETE', 'connections/miniapp-cli?member=member_you')
    expect(await statuses()).toEqual([403, 200])
    expect((await ask('GET', 'clients/miniapp-cli')).people).toBe(1)
    await expect(ask('DELETE', 'connections/miniapp-cli?member=member_you')).rejects.toThrow(
      '404 member_you has not connected miniapp-cli.',
    )
    await expect(ask('PATCH', 'connections/miniapp-cli', { scopes: ['write:post'] })).rejects.toThrow(
      '400 scopes: write:post is not one of read:feed, read:chat.',
    )
  })

  it('can be chosen on the page, as consent shows', async () => {
    const service = await started()
    await service.fill('/connections', { member: 'member_ben' }, '/connections/sign-in')
    expect(await asking(service)('GET', 'signed-in')).toEqual({ member: 'member_ben' })
    const page = await (
      await fetch(
        authorizationUrl(service, 'miniapp-cli', { redirect_uri: 'http://localhost:8976/callback' }),
      )
    ).text()
    expect(page).toContain('You are signed in as <bdi>Ben</bdi>.')
  })
})

describe('decisions by the control API', () => {
  const withClient = async () => {
    const service = await started()
    const ask = asking(service)
    const { id } = await ask('POST', 'clients', {
      name: 'A game',
      redirectUris: ['https://game.example/back'],
    })
    return { service, ask, id: String(id) }
  }
  const redirect = async (
    { service, ask, id }: Awaited<ReturnType<typeof withClient>>,
    body: object,
    change = {},
  ) =>
    new URL((await ask('POST', 'consents', { url: authorizationUrl(service, id, change), ...body })).redirect)

  it('approve, narrow and deny an authorization request, as the page does', async () => {
    const rig = await withClient()
    const approved = await redirect(rig, { decision: 'approve' })
    expect(Object.fromEntries(approved.searchParams)).toEqual({
      code: expect.any(String),
      state: 'sent',
      iss: rig.service.baseUrl,
    })
    expect((await rig.ask('GET', 'connections')).connections).toMatchObject([
      { client: rig.id, scopes: ['read:feed', 'write:post'] },
    ])
    await redirect(rig, { decision: 'approve', scopes: ['read:feed'], member: 'member_ada' })
    expect((await rig.ask('GET', 'connections?member=member_ada')).connections).toMatchObject([
      { scopes: ['read:feed'] },
    ])
    const denied = await redirect(rig, { decision: 'deny' })
    expect(denied.searchParams.get('error')).toBe('access_denied')
    const wrong = await redirect(rig, { decision: 'approve' }, { scope: 'all' })
    expect(wrong.searchParams.get('error')).toBe('invalid_scope')
    for (const [change, body, words] of [
      [{ redirect_uri: 'https://evil.example/' }, {}, '400 url: Its redirect URI is not registered'],
      [{ client_id: 'nobody' }, {}, '400 url: No app is registered'],
      [{}, { scopes: [] }, '400 scopes: approve at least one, or deny.'],
      [{}, { scopes: ['read:chat'] }, '400 scopes: read:chat is not one of'],
      [{}, { member: 'nobody' }, '404 No member has the ID nobody.'],
    ] as const)
      await expect(redirect(rig, { decision: 'approve', ...body }, change)).rejects.toThrow(words)
  })

  it('approve, narrow and deny a code of a device', async () => {
    const { service, ask } = await withClient()
    const begin = async () => {
      const grant = await postForm(service, '/oauth/device_authorization', {
        client_id: 'miniapp-cli',
        scope: 'read:feed write:post',
      })
      return (await grant.json()) as { readonly user_code: string; readonly device_code: string }
    }
    const tokens = async (device_code: string) => {
      service.clock.advance(10_000)
      const answer = await postForm(service, '/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code,
        client_id: 'miniapp-cli',
      })
      return answer.json()
    }
    const one = await begin()
    expect((await ask('GET', 'devices')).devices).toMatchObject([
      { code: one.user_code, client: 'miniapp-cli' },
    ])
    expect(
      await ask('POST', `devices/${one.user_code}`, { decision: 'approve', scopes: ['read:feed'] }),
    ).toEqual({
      member: 'member_you',
      approved: ['read:feed'],
    })
    expect(await tokens(one.device_code)).toMatchObject({ scope: 'read:feed' })
    const two = await begin()
    await ask('POST', `devices/${two.user_code}`, { decision: 'deny' })
    expect(await tokens(two.device_code)).toEqual({ error: 'access_denied' })
    expect((await ask('GET', 'devices')).devices).toEqual([])
    await expect(ask('POST', `devices/${two.user_code}`, { decision: 'approve' })).rejects.toThrow('404 ')
  })
})

describe('apps of the publishing API (5.1)', () => {
  it('are registered, edited and removed, by page and by API', async () => {
    const service = await started()
    const ask = asking(service)
    const page = await service.fill(
      '/connections',
      { name: 'By page', redirect_uris: 'https://a.example/' },
      '/connections/register',
    )
    const id = page.headers.get('location')?.split('#')[1] ?? ''
    expect(await ask('GET', `clients/${id}`)).toMatchObject({
      name: 'By page',
      owner: 'member_you',
      people: 0,
    })
    await service.fill(
      '/connections',
      { client_id: id, name: 'Edited', redirect_uris: 'https://b.example/ https://c.example/' },
      '/connections/edit',
    )
    expect(await ask('GET', `clients/${id}`)).toMatchObject({
      name: 'Edited',
      redirectUris: ['https://b.example/', 'https://c.example/'],
    })
    expect(await ask('PATCH', `clients/${id}`, { name: 'Again' })).toMatchObject({ name: 'Again' })
    await expect(ask('PATCH', `clients/${id}`, { redirectUris: ['http://a.example/'] })).rejects.toThrow(
      '400 http://a.example/ is not a valid redirect URI',
    )
    await expect(ask('PATCH', `clients/${id}`, {})).rejects.toThrow('400 ')
    await ask('DELETE', `clients/${id}`)
    await expect(ask('GET', `clients/${id}`)).rejects.toThrow('404 ')
    await expect(ask('DELETE', 'clients/miniapp-cli')).rejects.toThrow('409 ')
  })

  it('are denied everything once they are removed', async () => {
    const service = await started()
    const ask = asking(service)
    const { access_token } = await signIn(service, 'read:feed')
    const [connection] = [...service.world.store.all('connection')]
    const { id } = await ask('POST', 'clients', { name: 'A game', redirectUris: [] })
    if (connection === undefined) throw new Error('Nothing is connected.')
    await service.world.store.commit([
      { table: 'connection', key: connection.id, value: { ...connection, clientId: id } },
    ])
    expect(await read(service, access_token, '/v1/profile')).toMatchObject({ id: 'member_you' })
    await ask('DELETE', `clients/${id}`)
    expect(await read(service, access_token, '/v1/profile')).toBe(403)
  })

  it('remember their last use over a restart, without a write for every request', async () => {
    const folder = await temporaryFolder()
    const open = () => ServiceStore.open(folder, { fresh: false, now: 0, warn: () => {} })
    const store = await open()
    const service = await startTestService(store)
    const { access_token } = await signIn(service, 'read:feed')
    expect((await control(service, 'GET', 'clients/miniapp-cli')).body.lastUsedAt).toBeNull()
    await read(service, access_token, '/v1/profile')
    const first = store.get('app', 'miniapp-cli')?.lastUsedAt
    expect(first).toBe(service.clock.now())
    service.clock.advance(59_000)
    await read(service, access_token, '/v1/profile')
    expect(store.get('app', 'miniapp-cli')?.lastUsedAt).toBe(first)
    const used = new Date(service.clock.now()).toISOString()
    expect((await control(service, 'GET', 'clients/miniapp-cli')).body.lastUsedAt).toBe(used)
    await saveLastUse(service.world)
    await service.stop()
    await store.close()
    const again = await open()
    const next = await startTestService(again)
    onTestFinished(async () => {
      await next.stop()
      await again.close()
    })
    expect((await control(next, 'GET', 'clients/miniapp-cli')).body.lastUsedAt).toBe(used)
  })
})

describe('lists', () => {
  it('come in pages, which together are everything once', async () => {
    const service = await started()
    const ask = asking(service)
    for (let number = 0; number < 8; number++)
      await ask('POST', 'members', { id: `member_${number}`, name: `Zoe ${number}` })
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `members?search=zoe&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page = await ask('GET', query)
      expect(page.members.length).toBeLessThanOrEqual(3)
      found.push(...page.members.map(({ id }: { readonly id: string }) => id))
      cursor = page.next
    }
    expect(found).toEqual(Array.from({ length: 8 }, (_, number) => `member_${number}`))
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=nobody', 'size=1'])
      await expect(ask('GET', `members?${query}`)).rejects.toThrow('400 ')
  })
})
