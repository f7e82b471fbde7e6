import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPost } from '../../../src/publish/create-post.js'
import { type MediaFile, readMediaFile } from '../../../src/publish/media/media-file.js'
import { uploadMedia, uploadStory } from '../../../src/publish/media/uploads.js'
import { getChat, getPost, getUpdates } from '../../../src/publish/reads.js'
import type { Account, CallContext } from '../../../src/publish/requests/authorized-call.js'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import type { Session } from '../../../src/publish/sign-in/session.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { testClock } from '../../support/fakes/test-clock.js'
import { signIn, startTestService } from '../../support/rigs/test-service.js'
import { memoryTokens } from './memory-tokens.js'

const post = { content: 'Hello', content_rating: 'sfw', rating_reasoning: 'A greeting' } as const

const contextWith = (clock = testClock()): CallContext & { readonly waits: number[] } => {
  const waits: number[] = []
  return {
    fetch: boundedFetch(systemFetch({}), { timeoutMs: 2_000, maxBytes: 1_048_576 }),
    clock,
    signal: new AbortController().signal,
    onBackOff: (milliseconds) => waits.push(milliseconds),
    waits,
  }
}

const signedIn = async (scopes = 'write:post') => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const tokens = await signIn(service, scopes)
  const session: Session = {
    baseUrl: service.baseUrl,
    clientId: 'miniapp-cli',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    scopes: tokens.scope.split(' '),
    signedInAt: service.clock.now(),
    expiresAt: service.clock.now() + 3_600_000,
  }
  const store = memoryTokens({ default: { session, pending: null } })
  const account: Account = { kind: 'profile', store, profile: 'default' }
  const requests: string[] = []
  const context = contextWith(service.clock)
  const counting: CallContext = {
    ...context,
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return context.fetch(request)
    },
  }
  return { service, session, store, account, context: counting, requests }
}

describe('API 5.6: using the token', () => {
  it('publishes with one request while the token is valid', async () => {
    const { account, context, requests } = await signedIn()
    expect(await createPost(account, post, context)).toContain('Your post is published.')
    expect(requests).toEqual(['POST /v1/posts'])
  })

  it('refreshes a token that has expired by the clock before it sends', async () => {
    const { account, context, requests, service, store, session } = await signedIn()
    service.clock.advance(3_600_000)
    await createPost(account, post, context)
    expect(requests).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'POST /oauth/token',
      'POST /v1/posts',
    ])
    const { session: kept } = await store.read('default')
    expect(kept?.accessToken).not.toBe(session.accessToken)
    expect(kept?.expiresAt).toBe(service.clock.now() + 3_600_000)
  })

  it('refreshes once on 403 and sends again', async () => {
    const { account, context, requests, store, session } = await signedIn()
    await store.write('default', { session: { ...session, accessToken: 'no-longer-good' }, pending: null })
    expect(await createPost(account, post, context)).toContain('published')
    expect(requests).toEqual([
      'POST /v1/posts',
      'GET /.well-known/oauth-authorization-server',
      'POST /oauth/token',
      'POST /v1/posts',
    ])
  })

  it('also refreshes once on a 401, which other servers use', async () => {
    const { store, session } = await signedIn()
    const { baseUrl, requests } = await rudeServer((request, response) => {
      if (request.url === '/oauth/token')
        json(response, 200, { access_token: 'fresh', token_type: 'Bearer', expires_in: 3_600 })
      else if (request.url !== '/v1/posts') json(response, 404, {})
      else if (request.headers.authorization === 'Bearer fresh') json(response, 200, { result: 'done' })
      else json(response, 401, { error: 'invalid_token' })
    })
    await store.write('default', { session: { ...session, baseUrl }, pending: null })
    const account: Account = { kind: 'profile', store, profile: 'default' }
    expect(await createPost(account, post, contextWith())).toBe('done')
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/posts',
      '/.well-known/oauth-authorization-server',
      '/oauth/token',
      '/v1/posts',
    ])
  })

  it.each([
    ['/oauth/token', 1],
    ['/.well-known/oauth-authorization-server', 2],
  ])('retries a refresh that %s answers with 429', async (limited, count) => {
    const { store, session } = await signedIn()
    let left = count
    const { baseUrl } = await rudeServer((request, response) => {
      response.setHeader('retry-after', '3')
      if (request.url === limited && left-- > 0) json(response, 429, { error: 'slow' })
      else if (request.url === '/oauth/token')
        json(response, 200, { access_token: 'fresh', token_type: 'Bearer', expires_in: 3_600 })
      else if (request.url === '/v1/posts') json(response, 200, { result: 'done' })
      else json(response, 404, {})
    })
    await store.write('default', { session: { ...session, baseUrl, expiresAt: 1 }, pending: null })
    const context = contextWith()
    const account: Account = { kind: 'profile', store, profile: 'default' }
    expect(await createPost(account, post, context)).toBe('done')
    expect(context.waits).toEqual(Array(count).fill(3_000))
  })

  it.each([
    [429, 'rate-limited', /limits requests\. It says: busy$/],
    [503, 'network', /is unavailable for now \(status 503\)\.$/],
  ])('explains a refresh that is answered %i, and keeps the sign-in', async (status, kind, message) => {
    for (const place of ['/oauth/token', '/.well-known/oauth-authorization-server']) {
      const { store, session } = await signedIn()
      const { baseUrl, requests } = await rudeServer((request, response) => {
        response.setHeader('retry-after', '120')
        if (request.url === place) json(response, status, { error: 'busy' })
        else json(response, 404, {})
      })
      const kept = { session: { ...session, baseUrl, expiresAt: 1 }, pending: null }
      await store.write('default', kept)
      const account: Account = { kind: 'profile', store, profile: 'default' }
      const error = await createPost(account, post, contextWith()).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ kind, status, remedy: 'Wait 120 seconds, then try again.' })
      if (place === '/oauth/token') expect(error).toMatchObject({ message: expect.stringMatching(message) })
      // A refresh token that may be used up is not sent again.
      expect(requests.filter(({ path }) => path === place)).toHaveLength(1)
      expect(await store.read('default')).toEqual(kept)
    }
  })

  it('keeps the new tokens after an interruption, since the old ones are used up', async () => {
    const interruption = new AbortController()
    const { store, session } = await signedIn()
    const { baseUrl, requests } = await rudeServer((request, response) => {
      if (request.url !== '/oauth/token') return json(response, 404, {})
      interruption.abort(new Error('Ctrl-C'))
      json(response, 200, { access_token: 'fresh', token_type: 'Bearer', refresh_token: 'next' })
    })
    await store.write('default', { session: { ...session, baseUrl, expiresAt: 1 }, pending: null })
    const clock = { now: Date.now, sleep: () => new Promise<void>(() => {}) }
    const context = { ...contextWith(), clock, signal: interruption.signal }
    await expect(createPost({ kind: 'profile', store, profile: 'default' }, post, context)).rejects.toThrow(
      'Ctrl-C',
    )
    expect((await store.read('default')).session).toMatchObject({
      accessToken: 'fresh',
      refreshToken: 'next',
    })
    expect(requests.map(({ path }) => path)).toEqual([
      '/.well-known/oauth-authorization-server',
      '/oauth/token',
    ])
  })

  it('waits only a few seconds for a refresh after an interruption', async () => {
    const interruption = new AbortController()
    const { store, session } = await signedIn()
    const { baseUrl } = await rudeServer((request, response) => {
      if (request.url === '/oauth/token') interruption.abort(new Error('Ctrl-C'))
      else json(response, 404, {})
    })
    const kept = { session: { ...session, baseUrl, expiresAt: 1 }, pending: null }
    await store.write('default', kept)
    const clock = testClock()
    const context = { ...contextWith(clock), signal: interruption.signal }
    await expect(createPost({ kind: 'profile', store, profile: 'default' }, post, context)).rejects.toThrow(
      'Ctrl-C',
    )
    expect(clock.slept).toEqual([5_000])
    expect(await store.read('default')).toEqual(kept)
  })

  it('reports a missing permission if a fresh token still gets 403, without a third request', async () => {
    const { account, context, requests, service } = await signedIn()
    const [connection] = [...service.world.store.all('connection')]
    if (connection === undefined) throw new Error('nothing is connected')
    await service.world.store.commit([
      { table: 'connection', key: connection.id, value: { ...connection, off: ['write:post'] } },
    ])
    await expect(createPost(account, post, context)).rejects.toMatchObject({
      kind: 'refused',
      message: 'You are signed in, but the service denied this. It says: This app may not do that.',
    })
    expect(requests.filter((request) => request === 'POST /v1/posts')).toHaveLength(2)
    expect(requests.filter((request) => request === 'POST /oauth/token')).toHaveLength(1)
  })

  it('asks to connect again if the refresh fails with invalid_grant, and deletes the dead tokens', async () => {
    const { account, context, service, store } = await signedIn()
    const [connection] = [...service.world.store.all('connection')]
    if (connection === undefined) throw new Error('nothing is connected')
    await service.world.store.commit([
      { table: 'connection', key: connection.id, value: { ...connection, disconnectedAt: 1 } },
    ])
    await expect(createPost(account, post, context)).rejects.toMatchObject({
      kind: 'sign-in',
      message: `Your sign-in to ${service.baseUrl} has ended: the app was disconnected.`,
    })
    expect((await store.read('default')).session).toBeNull()
  })

  it('also asks to connect again if there is a challenge next to invalid_grant', async () => {
    const { store, session } = await signedIn()
    const { baseUrl } = await rudeServer((request, response) => {
      if (request.url !== '/oauth/token') return json(response, 404, {})
      response.writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="x"' })
      response.end('{"error":"invalid_grant"}')
    })
    await store.write('default', { session: { ...session, baseUrl, expiresAt: 1 }, pending: null })
    await expect(
      createPost({ kind: 'profile', store, profile: 'default' }, post, contextWith()),
    ).rejects.toMatchObject({ kind: 'sign-in', message: expect.stringContaining('has ended') })
    expect((await store.read('default')).session).toBeNull()
  })

  it('refreshes once for two calls at the same time', async () => {
    const { account, context, requests, store, session } = await signedIn()
    await store.write('default', { session: { ...session, accessToken: 'no-longer-good' }, pending: null })
    const results = await Promise.all([
      createPost(account, post, context),
      createPost(account, post, context),
    ])
    expect(results).toEqual([expect.stringContaining('published'), expect.stringContaining('published')])
    expect(requests.filter((request) => request === 'POST /oauth/token')).toHaveLength(1)
  })

  it('shows the login command if the service denies a permission that the sign-in lacks', async () => {
    const { account, context } = await signedIn('read:feed')
    await expect(createPost(account, post, context)).rejects.toMatchObject({
      kind: 'sign-in',
      message: 'Your sign-in does not include the permission write:post. It says: This app may not do that.',
      remedy: 'Run miniapp login --scope write:post to add it.',
      status: 403,
    })
  })

  it('3: a permission that was switched on again works on the next request, even if the saved scopes lack it', async () => {
    const { account, context, requests, store, session } = await signedIn()
    await store.write('default', { session: { ...session, scopes: [] }, pending: null })
    expect(await createPost(account, post, context)).toContain('published')
    expect(requests).toEqual(['POST /v1/posts'])
  })

  it('asks to sign in if nobody is signed in', async () => {
    const account: Account = { kind: 'profile', store: memoryTokens(), profile: 'studio' }
    await expect(createPost(account, post, contextWith())).rejects.toMatchObject({
      kind: 'sign-in',
      remedy: 'Run miniapp login --profile studio.',
    })
  })
})

describe('API 7: errors for the user', () => {
  const answering = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const server = await rudeServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    const account: Account = { kind: 'token', baseUrl: server.baseUrl, accessToken: 'secret' }
    const context = contextWith()
    const error: unknown = await createPost(account, post, context).catch((thrown: unknown) => thrown)
    return { error, context, server }
  }

  it.each([
    [400, { error: 'typed hashtag' }, 'refused', 'The service refused this. It says: typed hashtag'],
    [
      400,
      { error: 'Post creation failed with upstream status 402' },
      'refused',
      'You have too few credits for this. It says: Post creation failed with upstream status 402',
    ],
    [401, { error: 'Not authenticated' }, 'sign-in', 'requires a valid token (status 401)'],
    [402, { error: 'credits' }, 'refused', 'too few credits'],
    [403, { error: 'no' }, 'refused', 'The service refused the token in MINIAPP_TOKEN. It says: no'],
    [
      500,
      { error: 'broken' },
      'network',
      'failed with status 500. It says: broken. The post may have gone through',
    ],
    [503, '<h1>down</h1>', 'network', 'failed with status 503.'],
    [418, {}, 'network', 'status 418'],
    [
      200,
      '<h1>Hotel Wi-Fi</h1>',
      'network',
      "did not answer with the API's JSON: “<h1>Hotel Wi-Fi</h1>”. The post may",
    ],
    [200, { result: 7 }, 'network', "did not answer with the API's JSON"],
    [200, '', 'network', 'an empty answer.'],
    [201, { result: 'x' }, 'network', 'It says: {"result":"x"}. The post may have gone through'],
    [204, '', 'network', 'unexpected status 204. The post may have gone through'],
    [404, {}, 'network', 'does not support this operation.'],
    [413, '', 'refused', 'The request is too large for'],
    // Other servers' errors: their messages are kept.
    [400, { error: { message: 'nested' } }, 'refused', 'The service refused this. It says: nested'],
    [400, { message: 'outer', error: null }, 'refused', 'It says: outer'],
    [400, { error: 'invalid_request', error_description: 'in words' }, 'refused', 'It says: in words'],
    [400, { title: 'Bad', detail: 'of RFC 9457' }, 'refused', 'It says: of RFC 9457'],
    [400, ['odd'], 'refused', 'It says: ["odd"]'],
    [400, 'plain words', 'refused', 'It says: plain words'],
    [400, '<!doctype html><h1>No</h1>', 'refused', 'The service refused this.'],
  ])('reports %d %j', async (status, body, kind, words) => {
    const { error, server } = await answering(status, body)
    expect(error).toMatchObject({ name: 'Failure', kind, message: expect.stringContaining(words) })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.authorization).toBe('Bearer secret')
  })

  it('waits on 429, longer each time, and gives up within bounds', async () => {
    const { error, context, server } = await answering(429, { error: 'slow' })
    expect(error).toMatchObject({ kind: 'rate-limited' })
    expect(context.waits).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(server.requests).toHaveLength(5)
  })

  it.each([
    ['3', [3_000, 3_000, 3_000, 3_000]],
    ['86400', []],
    ['soon', [1_000, 2_000, 4_000, 8_000]],
    ['-1', [1_000, 2_000, 4_000, 8_000]],
    ['2.5', [1_000, 2_000, 4_000, 8_000]],
    ['9'.repeat(400), []],
    ['0000000000003', [3_000, 3_000, 3_000, 3_000]],
    ['Friday, 02-Jan-26 03:04:15 GMT', [10_000, 2_000, 4_000, 8_000]],
    ['Fri Jan  2 03:04:15 2026', [10_000, 2_000, 4_000, 8_000]],
    ['Fri, 31 Dec 9999999 23:59:59 GMT', []],
    ['Sunday, 06-Nov-94 08:49:37 GMT', [1_000, 2_000, 4_000, 8_000]],
  ])('keeps to Retry-After: %s within bounds', async (value, waits) => {
    const { context } = await answering(429, { error: 'slow' }, { 'retry-after': value })
    expect(context.waits).toEqual(waits)
  })

  it.each([
    ['31', '31 seconds'],
    ['90', '90 seconds'],
    ['3600', '60 minutes'],
    ['86400', '24 hours'],
    ['Sat, 03 Jan 2026 03:04:05 GMT', '24 hours'],
    ['Fri, 01 Jan 2027 00:00:00 GMT', '364 days'],
    ['9999999999', 'more than a year'],
    ['9'.repeat(400), 'more than a year'],
    ['2026-01-05T03:04:05Z', '3 days'],
  ])('reports the requested wait of a 429 that is not retried: %s', async (value, words) => {
    const { error } = await answering(429, { error: 'slow' }, { 'retry-after': value })
    expect(error).toMatchObject({ kind: 'rate-limited', remedy: `Wait ${words}, then try again.` })
  })

  it('reads an answer that starts with a byte order mark', async () => {
    const { error } = await answering(200, '\ufeff{"result":"done"}')
    expect(error).toBe('done')
  })

  it('distinguishes a missing post from a missing operation', async () => {
    const { baseUrl } = await rudeServer((_request, response) => json(response, 404, { error: 'None.' }))
    const account: Account = { kind: 'token', baseUrl, accessToken: 'x' }
    const none = { kind: 'not-found', message: `No item has that ID on ${baseUrl}. It says: None.` }
    await expect(getPost(account, 'x', contextWith())).rejects.toMatchObject(none)
    await expect(getChat(account, 'x', contextWith())).rejects.toMatchObject(none)
    const wrong = { kind: 'network', message: `${baseUrl} does not support this operation. It says: None.` }
    await expect(getChat(account, null, contextWith())).rejects.toMatchObject(wrong)
    await expect(getUpdates(account, null, contextWith())).rejects.toMatchObject(wrong)
  })

  it('continues after a temporary 429', async () => {
    let count = 0
    const { baseUrl } = await rudeServer((_request, response) => {
      count += 1
      if (count === 1) json(response, 429, { error: 'slow' })
      else json(response, 200, { result: 'done' })
    })
    expect(await createPost({ kind: 'token', baseUrl, accessToken: 'x' }, post, contextWith())).toBe('done')
  })

  it('never repeats a post without an answer, and reports that it may have gone through', async () => {
    const server = await rudeServer((request) => request.socket.destroy())
    const account: Account = { kind: 'token', baseUrl: server.baseUrl, accessToken: 'x' }
    await expect(createPost(account, post, contextWith())).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringMatching(
        /was lost before the answer was complete\. The post may have gone through\.$/,
      ),
    })
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    [
      'a file',
      uploadMedia,
      'The file may have arrived.',
      'Uploading a file publishes nothing, so you can safely upload it again.',
    ],
    [
      'a story',
      (account: Account, file: MediaFile, context: CallContext) =>
        uploadStory(account, file, 'image/jpeg', 'x', context, () => {}),
      'The story may have been published.',
      'Check your stories in the app before you retry: the API cannot list them.',
    ],
  ])(
    'says what became of %s without an answer, and never repeats it',
    async (_name, send, outcome, remedy) => {
      const server = await rudeServer((request) => request.socket.destroy())
      const account: Account = { kind: 'token', baseUrl: server.baseUrl, accessToken: 'x' }
      const file = await readMediaFile(
        fileURLToPath(new URL('../../../fixtures/media/gps.jpg', import.meta.url)),
      )
      await expect(send(account, file, contextWith(), () => {})).rejects.toMatchObject({
        kind: 'network',
        message: expect.stringMatching(new RegExp(`before the answer was complete\\. ${outcome}$`)),
        remedy,
      })
      expect(server.requests).toHaveLength(1)
    },
  )

  it('sends the token nowhere else: a redirect is not followed', async () => {
    const other = await rudeServer((_request, response) => json(response, 200, { result: 'stolen' }))
    const server = await rudeServer((_request, response) => {
      response.writeHead(308, { location: other.baseUrl })
      response.end()
    })
    const account: Account = { kind: 'token', baseUrl: server.baseUrl, accessToken: 'x' }
    await expect(createPost(account, post, contextWith())).rejects.toMatchObject({ kind: 'network' })
    expect(other.requests).toEqual([])
  })
})
