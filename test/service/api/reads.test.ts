import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { control } from '../../support/rigs/service-control.js'
import { signIn, startTestService, type TestService } from '../../support/rigs/test-service.js'

let service: TestService
let token: string
beforeEach(async () => {
  service = await startTestService()
  const tokens = await signIn(service, 'read:feed read:notifications read:chat write:post')
  token = tokens.access_token
})
afterEach(() => service.stop())

const call = async (path: string, bearer = token) => {
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  return { status: answer.status, body: (await answer.json()) as { result: string; error?: string } }
}
/** Drops the label line and parses the rest, as 2.1 tells clients to. */
const read = async (path: string) => {
  const { status, body } = await call(path)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['result'])
  const lineEnd = body.result.indexOf('\n')
  return { label: body.result.slice(0, lineEnd), document: JSON.parse(body.result.slice(lineEnd + 1)) }
}
const post = async (content: string, content_rating = 'sfw') => {
  const answer = await fetch(`${service.baseUrl}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, content_rating, rating_reasoning: 'x' }),
  })
  const { result } = (await answer.json()) as { result: string }
  return /post_\w+/.exec(result)?.[0] ?? ''
}

describe('API 2.1 and 4: the reads', () => {
  it('gives the feed with posts and has_more, newest first', async () => {
    expect((await read('/v1/updates')).document).toEqual({ posts: [], has_more: false })
    for (let index = 0; index < 21; index++) await post(`number ${index}`)
    const { label, document } = await read('/v1/updates')
    expect(label).toMatch(/^Untrusted .*\(feed\)/)
    expect(document.posts).toHaveLength(20)
    expect(document.has_more).toBe(true)
    expect(document.posts[0].content).toBe('number 20')
    expect((await read('/v1/updates?limit=50')).document).toMatchObject({
      has_more: false,
      posts: { length: 21 },
    })
    expect((await read('/v1/updates?limit=1')).document).toMatchObject({
      has_more: true,
      posts: { length: 1 },
    })
  })

  it.each(['2008-12-31', null])('2.2: shows an account born %s only posts rated sfw', async (birthDate) => {
    const ids = [await post('mild'), await post('suggestive', 'suggestive'), await post('explicit', 'nsfw')]
    const contents = async (limit: number) => {
      const { document } = await read(`/v1/updates?limit=${limit}`)
      return [document.posts.map(({ content }: { content: string }) => content), document.has_more]
    }
    const statuses = () => Promise.all(ids.map(async (id) => (await call(`/v1/posts/${id}`)).status))
    expect(await contents(3)).toEqual([['explicit', 'suggestive', 'mild'], false])
    expect(await statuses()).toEqual([200, 200, 200])
    await control(service, 'PATCH', 'members/member_you', { birthDate })
    expect(await contents(1)).toEqual([['mild'], false])
    expect(await statuses()).toEqual([200, 404, 404])
  })

  it.each(['0', '51', '-1', 'x', '1.5', ''])('refuses limit=%s', async (limit) => {
    expect((await call(`/v1/updates?limit=${limit}`)).status).toBe(400)
  })

  it('2.5: makes hashtags itself, after publication, and keeps them out of the body', async () => {
    const id = await post('A wonderful adventure https://example.com/somewhere')
    expect((await read(`/v1/posts/${id}`)).document.hashtags).toEqual([])
    service.clock.advance(2_000)
    expect((await read(`/v1/posts/${id}`)).document).toMatchObject({
      id,
      content: 'A wonderful adventure https://example.com/somewhere',
      hashtags: ['wonderful', 'adventure'],
    })
  })

  it('gives one post, and 404 for none', async () => {
    expect(await call('/v1/posts/post_none')).toEqual({
      status: 404,
      body: { error: 'This post does not exist.' },
    })
  })

  it('gives the profile with stats', async () => {
    await post('x')
    expect((await read('/v1/profile')).document).toMatchObject({ username: 'you', stats: { posts: 1 } })
  })

  it('gives chats with IDs only, for 48 hours', async () => {
    await service.fill('/members', { member: 'member_ada', text: 'Hi <b>you</b>' }, '/members/message')
    const { document } = await read('/v1/chat')
    expect(document.conversations).toEqual([
      {
        id: 'conversation_member_ada',
        member_ids: ['member_you', 'member_ada'],
        last_message_at: new Date(service.clock.now()).toISOString(),
      },
    ])
    expect((await read('/v1/chat?conversation_id=conversation_member_ada')).document).toMatchObject({
      messages: [{ sender_id: 'member_ada', text: 'Hi <b>you</b>' }],
    })
    expect((await call('/v1/chat?conversation_id=none')).status).toBe(404)
    expect((await call('/v1/chat?conversation_id=none&conversation_id=none')).status).toBe(400)
    service.clock.advance(48 * 3_600_000)
    token = (await signIn(service, 'read:chat')).access_token
    expect((await read('/v1/chat')).document).toEqual({ conversations: [] })
  })

  it('gives notifications', async () => {
    const id = await post('x')
    await service.fill('/members', { subject: id }, '/members/reaction')
    await service.fill('/members', { subject: 'post_none' }, '/members/reaction')
    expect((await read('/v1/notifications')).document).toEqual({
      notifications: [
        {
          id: expect.any(String),
          type: 'reaction',
          member_id: 'member_ada',
          subject_id: id,
          created_at: new Date(service.clock.now()).toISOString(),
        },
      ],
    })
  })

  it.each([
    ['/v1/updates', 'read:feed'],
    ['/v1/posts/x', 'read:feed'],
    ['/v1/profile', 'read:feed'],
    ['/v1/notifications', 'read:notifications'],
    ['/v1/chat', 'read:chat'],
  ])('%s needs %s', async (path, scope) => {
    const others = ['read:feed', 'read:notifications', 'read:chat', 'write:post', 'write:media'].filter(
      (name) => name !== scope,
    )
    const { access_token } = await signIn(service, others.join(' '))
    expect(await call(path, access_token)).toEqual({
      status: 403,
      body: { error: 'This app may not do that.' },
    })
  })
})

describe('API 3: connected apps', () => {
  const page = async () => (await fetch(`${service.baseUrl}/connections`)).text()

  it('shows what is connected, with its permissions', async () => {
    const text = await page()
    expect(text).toContain('<h2><bdi>miniapp command line</bdi></h2>')
    expect(text).toContain('value="read:chat" checked')
  })

  it('narrows a permission: the next request gets 403, the rest stays', async () => {
    await service.fill(
      '/connections',
      {
        client_id: 'miniapp-cli',
        scope: ['read:chat', 'write:post'],
      },
      '/connections/permissions',
    )
    expect((await call('/v1/updates')).status).toBe(403)
    expect((await call('/v1/chat')).status).toBe(200)
    await service.fill(
      '/connections',
      {
        client_id: 'miniapp-cli',
        scope: ['read:feed', 'read:chat'],
      },
      '/connections/permissions',
    )
    expect((await call('/v1/updates')).status).toBe(200)
  })

  it('cannot be given more than was approved', async () => {
    await service.fill(
      '/connections',
      {
        client_id: 'miniapp-cli',
        scope: ['write:media', 'read:feed'],
      },
      '/connections/permissions',
    )
    expect(await page()).not.toContain('value="write:media"')
  })

  it('pauses and resumes all apps', async () => {
    await service.fill('/connections', { paused: 'yes' }, '/connections/pause')
    expect((await call('/v1/updates')).status).toBe(403)
    await service.fill('/connections', { paused: 'no' }, '/connections/pause')
    expect((await call('/v1/updates')).status).toBe(200)
  })

  it('disconnects', async () => {
    await service.fill('/connections', { client_id: 'miniapp-cli' }, '/connections/disconnect')
    expect((await call('/v1/updates')).status).toBe(403)
    expect(await page()).toContain('No connected apps.')
  })

  it('rejects forms from a foreign page', async () => {
    for (const path of [
      '/connections/pause',
      '/connections/permissions',
      '/connections/disconnect',
      '/connections/register',
      '/members/message',
    ]) {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { origin: 'https://evil.example' },
        body: new URLSearchParams({ paused: 'yes', client_id: 'miniapp-cli', text: 'x' }),
      })
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect((await call('/v1/updates')).status).toBe(200)
  })
})

describe('API 5.1: registered apps', () => {
  const register = (name: string, redirect_uris: string) =>
    service.fill('/connections', { name, redirect_uris }, '/connections/register')

  it('gives a registered app a client ID', async () => {
    expect((await register('My <b>game</b>', 'https://example.com/cb\nhttp://localhost:1/cb')).status).toBe(
      303,
    )
    const app = [...service.world.store.all('app')].at(-1)
    expect(app).toMatchObject({
      name: 'My <b>game</b>',
      redirectUris: ['https://example.com/cb', 'http://localhost:1/cb'],
      clientId: expect.stringMatching(/^app_[a-z2-9]{16}$/),
    })
    expect(await (await fetch(`${service.baseUrl}/connections`)).text()).toContain(
      '<bdi>My &lt;b&gt;game&lt;/b&gt;</bdi>',
    )
  })

  it.each([
    'http://example.com/cb',
    'http://127.0.0.1/cb',
    'http://localhost.evil.test/cb',
    'javascript:alert(1)',
    'https://example.com/cb#x',
    'https://user@example.com/',
    'nonsense',
  ])('rejects the redirect URI %s', async (uri) => {
    const answer = await register('App', uri)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('is not a valid redirect URI')
    expect(service.world.store.count('app')).toBe(1)
  })
})
