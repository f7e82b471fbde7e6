import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { put } from '../../../src/service/records/store.js'
import { control } from '../../support/rigs/service-control.js'
import { signIn, startTestService, type TestService } from '../../support/rigs/test-service.js'

let service: TestService
let token: string
beforeEach(async () => {
  service = await startTestService()
  token = (await signIn(service, 'write:post')).access_token
})
afterEach(() => service.stop())

const good = { content: 'Hello', content_rating: 'sfw', rating_reasoning: 'A greeting' }
const post = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${service.baseUrl}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return [answer.status, await answer.json()] as const
}
const PICTURE = readFileSync(fileURLToPath(new URL('../../../fixtures/media/animated.png', import.meta.url)))
const feed = async () => (await fetch(service.baseUrl)).text()

describe('API 4: createPost', () => {
  it('publishes, with one field in its answer, and shows the post', async () => {
    const [status, answer] = await post({ ...good, content_rating: 'nsfw' })
    expect(status).toBe(200)
    expect(answer).toEqual({
      result: expect.stringMatching(/^Your post is published\. Post id: post_[a-z2-9]{16}$/),
    })
    expect(await feed()).toContain('<p class="text" dir="auto">Hello</p>')
    expect([...service.world.store.all('post')]).toMatchObject([
      { clientId: 'miniapp-cli', content: 'Hello', rating: 'nsfw', reasoning: 'A greeting', media: [] },
    ])
  })

  it.each([
    ['its own upload', 'miniapp-cli', 200],
    ['an upload of another app', 'app_other', 400],
    ['a picture shared from a mini app', '', 400],
  ])(
    '2.2: takes a media reference that the media upload returned to the app: %s',
    async (_whose, clientId, status) => {
      const facts = {
        filename: 'a.png',
        type: 'image/png',
        bytes: 1,
        memberId: null,
        sha256: null,
        uploadedAt: 0,
      }
      await service.world.store.commit([put('media', 'media_1', { id: 'media_1', clientId, ...facts })])
      expect((await post({ ...good, media_urls: ['media_1'] }))[0]).toBe(status)
    },
  )

  it('2.2: counts code points, and accepts 500 of them', async () => {
    expect((await post({ ...good, content: '😀'.repeat(500) }))[0]).toBe(200)
    expect(await post({ ...good, content: '😀'.repeat(501) })).toEqual([
      400,
      { error: 'Post creation failed: content has 501 characters; at most 500 are allowed.' },
    ])
  })

  it.each([
    ['2.5: a typed hashtag', { ...good, content: 'a #tag' }, 'content contains the hashtag #tag'],
    [
      '2.2: another rating',
      { ...good, content_rating: 'pg' },
      'content_rating must be one of sfw, suggestive, nsfw',
    ],
    ['2.2: no rating', { content: 'x', rating_reasoning: 'y' }, 'content_rating must be one of'],
    ['2.2: no reason', { content: 'x', content_rating: 'sfw' }, 'rating_reasoning is required'],
    ['2.2: an empty reason', { ...good, rating_reasoning: '' }, 'rating_reasoning must not be empty'],
    ['2.2: an empty content', { ...good, content: '' }, 'content must not be empty'],
    ['2.2: a blank content', { ...good, content: ' \n\u00a0' }, 'content must not be empty'],
    ['2.2: no content', { content_rating: 'sfw', rating_reasoning: 'y' }, 'content is required'],
    ['a content that is no text', { ...good, content: ['x'] }, 'content is required, as a string'],
    ['2: a body that is a text', '"text"', 'the body must be a JSON object'],
    ['2.2: media that are not texts', { ...good, media_urls: [1] }, 'media_urls.0 must be a string'],
    ['2.2: media that are no list', { ...good, media_urls: 'x' }, 'media_urls must be an array of strings'],
    ['a list', [good], 'the body must be a JSON object'],
  ])('refuses %s with 400', async (_name, body, words) => {
    expect(await post(body)).toEqual([400, { error: expect.stringContaining(words) }])
    expect(service.world.store.count('post')).toBe(0)
  })

  it.each([
    ['broken JSON', '{"content":', {}],
    ['a form', 'content=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a huge body', JSON.stringify({ ...good, rating_reasoning: 'x'.repeat(300_000) }), {}],
  ])('2.7: refuses %s with 400 and one field', async (_name, body, headers: Record<string, string>) => {
    expect(await post(body, headers)).toEqual([400, { error: expect.any(String) }])
  })

  it('logs fields that it does not know, and ignores them', async () => {
    expect((await post({ ...good, contentRating: 'nsfw', media: [] }))[0]).toBe(200)
    expect(service.events).toContainEqual({
      event: 'unknown-fields',
      operation: 'createPost',
      app: expect.any(String),
      fields: ['contentRating', 'media'],
    })
  })

  it('5.2 rule: links of a post are not judged by the service', async () => {
    expect((await post({ ...good, content: 'see (https://example.com/#part).' }))[0]).toBe(200)
  })
})

describe('API 2: an invalid body', () => {
  const start = [...Buffer.from('{"content_rating":"sfw","rating_reasoning":"y","content":"')]
  it.each<[string, BodyInit, Record<string, string>, string]>([
    ['no JSON', '{', {}, 'is not valid JSON'],
    ['bytes that are not UTF-8', new Uint8Array([...start, 0xff, 0x22, 0x7d]), {}, 'is not UTF-8'],
    ['too much', JSON.stringify({ ...good, content: 'x'.repeat(300_000) }), {}, 'is too large'],
    [
      'another charset',
      JSON.stringify(good),
      { 'content-type': 'application/json; charset=latin1' },
      'has an unsupported charset or encoding',
    ],
    [
      'an unknown encoding',
      JSON.stringify(good),
      { 'content-encoding': 'zstd' },
      'has an unsupported charset or encoding',
    ],
  ])('is refused: %s', async (_name, body, headers, words) => {
    const answer = await fetch(`${service.baseUrl}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body,
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: `The body of the request ${words}.` },
    ])
    expect([...service.world.store.all('post')]).toEqual([])
  })
})

describe('API 5.6 and 7: permissions', () => {
  it.each([[{}], [{ authorization: '' }], [{ authorization: 'Basic eDp5' }], [{ authorization: 'Bearer' }]])(
    'answers 401 where no token was sent: %j',
    async (headers) => {
      const answer = await fetch(`${service.baseUrl}/v1/posts`, { method: 'POST', headers })
      expect([answer.status, await answer.json()]).toEqual([401, { error: 'Not authenticated.' }])
    },
  )

  it('gives every 403 the same answer for all causes', async () => {
    const store = service.world.store
    const narrow = (await signIn(service, 'read:feed')).access_token
    const [connection] = [...store.all('connection')]
    if (connection === undefined) throw new Error('nothing is connected')
    const causes: [string, () => Promise<void> | void, string][] = [
      ['an unknown token', () => {}, 'unknown'],
      ['a missing permission', () => {}, narrow],
      [
        'a permission that was switched off',
        () =>
          store.commit([
            { table: 'connection', key: connection.id, value: { ...connection, off: ['write:post'] } },
          ]),
        token,
      ],
      [
        'a disconnected app',
        () =>
          store.commit([
            { table: 'connection', key: connection.id, value: { ...connection, disconnectedAt: 1 } },
          ]),
        token,
      ],
      ['an expired token', () => service.clock.advance(3_600_000), token],
    ]
    const answers = []
    for (const [, prepare, bearer] of causes) {
      await prepare()
      const answer = await fetch(`${service.baseUrl}/v1/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(good),
      })
      const headers = [...answer.headers].filter(([name]) => name !== 'date')
      answers.push(JSON.stringify([answer.status, headers, await answer.text()]))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('403')
  })

  it('3: a permission that is switched off and on again counts on the very next request', async () => {
    const { store } = service.world
    const [connection] = [...store.all('connection')]
    if (connection === undefined) throw new Error('nothing is connected')
    const put = (off: 'write:post'[]) =>
      store.commit([{ table: 'connection', key: connection.id, value: { ...connection, off } }])
    await put(['write:post'])
    expect((await post(good))[0]).toBe(403)
    await put([])
    expect((await post(good))[0]).toBe(200)
  })

  it('does not answer to a foreign host name', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const call = request(`${service.baseUrl}/v1/posts`, { headers: { host: 'evil.example' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      call.once('error', reject)
      call.end()
    })
    expect(status).toBe(403)
  })
})

describe('the page of posts', () => {
  it('escapes all untrusted text', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'&\nhttps://example.com/"onmouseover=alert(1)`
    expect((await post({ ...good, content: hostile, rating_reasoning: hostile }))[0]).toBe(200)
    const page = await feed()
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  })

  it('2.5: shows players and the first two cards', async () => {
    const links = ['https://a.example/x', 'https://youtu.be/1', 'https://b.example', 'https://c.example']
    await post({ ...good, content: ['Look', ...links].join('\n') })
    const page = await feed()
    expect([...page.matchAll(/class="(preview|player|link)"/g)].map((match) => match[1])).toEqual([
      'preview',
      'player',
      'preview',
      'link',
    ])
  })

  it('2.2: hides posts that are not for everyone until they are opened', async () => {
    await post({ ...good, content_rating: 'suggestive' })
    expect(await feed()).toContain('<summary>Show: not explicit, but not for every audience</summary>')
  })

  it('shows 50 at a time, newest first', async () => {
    for (let index = 0; index < 51; index++) await post({ ...good, content: `number ${index}.` })
    const first = await feed()
    expect(first.indexOf('number 50.')).toBeLessThan(first.indexOf('number 1.'))
    expect(first).not.toContain('number 0.')
    const older = /href="(\?before=[^"]*)"/.exec(first)?.[1] ?? ''
    expect(await (await fetch(`${service.baseUrl}/${older}`)).text()).toContain('number 0.')
  })
})

describe('API 4: the addresses of the operations', () => {
  it.each(['/v1/POSTS/x', '/v1/posts/x/', '/V1/profile', '/v1/profile/', '/v1/profile/x', '/OAuth/token'])(
    'are exact: %s does not exist',
    async (path) => {
      const answer = await fetch(`${service.baseUrl}${path}`)
      expect([answer.status, await answer.json()]).toEqual([404, { error: `GET ${path} does not exist.` }])
    },
  )

  it.each([
    ['GET', '/v1/posts', 'POST'],
    ['PUT', '/v1/posts/x', 'GET, HEAD'],
    ['DELETE', '/v1/profile', 'GET, HEAD'],
    ['PATCH', '/v1/stories', 'POST'],
    ['GET', '/oauth/token', 'POST'],
    ['POST', '/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ])('know their methods: %s %s is answered with the allowed ones', async (method, path, allow) => {
    const answer = await fetch(`${service.baseUrl}${path}`, { method })
    expect([answer.status, answer.headers.get('allow'), await answer.json()]).toEqual([
      405,
      allow,
      { error: `${path} supports ${allow}, not ${method}.` },
    ])
  })

  it('are well formed', async () => {
    const answer = await fetch(`${service.baseUrl}/v1/posts/%zz`)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'The URL of the request is malformed.' },
    ])
  })
})

describe('5.2: an upload belongs to the account that it was uploaded to', () => {
  it('and another person of the same app cannot post it', async () => {
    const upload = async (bearer: string): Promise<string> => {
      const answer = await fetch(`${service.baseUrl}/v1/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ filename: 'a.png', data_base64: PICTURE.toString('base64') }),
      })
      const { result } = (await answer.json()) as { result: string }
      return result.split('\n').at(-1) ?? ''
    }
    const scopes = 'write:post write:media'
    const mine = await signIn(service, scopes)
    await control(service, 'PUT', 'signed-in', { member: 'member_ada' })
    const adas = await signIn(service, scopes)
    const [own, other] = [await upload(mine.access_token), await upload(adas.access_token)]
    token = mine.access_token
    expect(await post({ ...good, media_urls: [own, other] })).toEqual([
      400,
      { error: 'Post creation failed: media_urls contains a file that was not uploaded.' },
    ])
    // Another sign-in of the same person may.
    token = (await signIn(service, 'write:post')).access_token
    expect((await post({ ...good, media_urls: [other] }))[0]).toBe(200)
  })
})

describe('2.2: the page of posts', () => {
  it('shows who is signed in the ratings that they may see', async () => {
    for (const rating of ['sfw', 'suggestive', 'nsfw'] as const)
      await control(service, 'POST', 'members/member_ada/posts', { content: `It is ${rating}.`, rating })
    const shown = async (member: string) => {
      await control(service, 'PUT', 'signed-in', { member })
      return [...(await feed()).matchAll(/It is (\w+)\./g)].map(([, rating]) => rating)
    }
    expect(await shown('member_ada')).toEqual(['nsfw', 'suggestive', 'sfw'])
    for (const member of ['member_ben', 'member_dan', 'member_eve'])
      expect(await shown(member)).toEqual(['sfw'])
  })
})

describe('what a post costs, and who may publish', () => {
  const change = async (member: object) => {
    const body = (
      await control(service, 'PATCH', 'members/member_you', { birthDate: '1990-01-01', ...member })
    ).status
    expect(body).toBe(200)
  }
  const balance = () => service.world.store.get('member', 'member_you')?.balance

  it('4.4: a post takes 1 credit, which the history shows', async () => {
    expect((await post(good))[0]).toBe(200)
    expect(balance()).toBe(99_000)
    const { body } = await control(service, 'GET', 'members/member_you')
    expect(body.history).toEqual([
      { at: expect.any(String), text: 'Post from miniapp command line', amount: '-1' },
    ])
  })

  it('7: without the credit it is refused with the upstream status 402, and nothing is published', async () => {
    await change({ balance: '1.999' })
    expect((await post(good))[0]).toBe(200)
    expect(await post(good)).toEqual([400, { error: 'Post creation failed with upstream status 402.' }])
    expect([balance(), service.world.store.count('post')]).toEqual([999, 1])
  })

  it('2.2: a post that is refused for its content costs nothing', async () => {
    expect((await post({ ...good, content: 'a #tag' }))[0]).toBe(400)
    expect(balance()).toBe(100_000)
  })

  const MAY_PAY = { guardian: { pay: true } }
  it.each<[string, object, object, number]>([
    ['an adult', {}, { content_rating: 'nsfw' }, 200],
    ['17, with a guardian who allows paying', { birthDate: '2008-12-31', ...MAY_PAY }, {}, 200],
    ['13, with a guardian who allows paying', { birthDate: '2012-12-31', ...MAY_PAY }, {}, 200],
    ['17, without', { birthDate: '2008-12-31' }, {}, 403],
    ['17, another rating', { birthDate: '2008-12-31', ...MAY_PAY }, { content_rating: 'suggestive' }, 403],
    ['12', { birthDate: '2013-12-31', ...MAY_PAY }, {}, 403],
    ['no date of birth', { birthDate: null }, {}, 403],
  ])('7: %s gets %j %j %i', async (_name, member, body, status) => {
    await change(member)
    const answer = await post({ ...good, ...body })
    expect(answer[0]).toBe(status)
    if (status === 403) expect(answer[1]).toEqual({ error: 'This app may not do that.' })
    expect(service.world.store.count('post')).toBe(status === 200 ? 1 : 0)
  })
})
