import { describe, expect, it } from 'vitest'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { commandRig, writeHome } from '../../support/rigs/command-rig.js'
import { signedInRig } from '../../support/rigs/signed-in-rig.js'

const signedIn = () => signedInRig('write:post read:feed read:chat')

describe('miniapp api', () => {
  it('prints the answer unchanged, and adds fields to the query of a GET', async () => {
    const { run, service } = await signedIn()
    const profile = await run(['api', 'GET', '/v1/profile'])
    expect([profile.code, profile.stderr]).toEqual([0, ''])
    expect(JSON.parse(profile.stdout).result).toContain('"display_name":"You"')
    const feed = await run(['api', 'get', 'v1/updates', '-F', 'limit=51'])
    expect([feed.code, feed.stdout, feed.stderr]).toEqual([
      1,
      '{"error":"limit must be a whole number from 1 to 50."}\n',
      'error The service refused this. It says: limit must be a whole number from 1 to 50.\nFix the cause before you retry: the same request will be refused again.\n',
    ])
    expect(service.events.filter(({ event }) => event === 'posted')).toEqual([])
  })

  it('sends fields or a file as the body', async () => {
    const rig = await signedIn()
    const fields = ['-f', 'content=123', '-f', 'content_rating=sfw', '-f', 'rating_reasoning=x']
    const posted = await rig.run(['api', 'POST', '/v1/posts', ...fields])
    expect([posted.code, posted.stdout]).toEqual([0, expect.stringContaining('Your post is published')])
    const typed = await rig.run(['api', 'POST', '/v1/posts', ...fields.slice(2), '-F', 'content=123'])
    expect([typed.code, typed.stdout]).toEqual([
      1,
      '{"error":"Post creation failed: content is required, as a string."}\n',
    ])
    const body = JSON.stringify({ content: 'ä', content_rating: 'sfw', rating_reasoning: 'x' })
    await writeHome(rig, 'post.json', body)
    await writeHome(rig, 'text.txt', 'From a file\n')
    expect((await rig.run(['api', 'POST', '/v1/posts', '--input', 'post.json'])).code).toBe(0)
    expect((await rig.run(['api', 'POST', '/v1/posts', '--input', '-'], { input: body })).code).toBe(0)
    await rig.run(['api', 'POST', '/v1/posts', ...fields.slice(2), '--field', 'content=@text.txt'])
    expect([...rig.service.world.store.all('post')].map(({ content }) => content)).toEqual([
      '123',
      'ä',
      'ä',
      'From a file',
    ])
  })

  it('refreshes the token once, and has an exit code for each status', async () => {
    const rig = await signedIn()
    rig.service.clock.advance(3_600_001)
    expect((await rig.run(['api', 'GET', '/v1/profile'])).code).toBe(0)
    expect((await rig.run(['api', 'GET', '/v1/posts/none'])).code).toBe(4)
    // A path or a method that the API does not have is answered with those that it has.
    for (const request of ['GET /v1/me', 'DELETE /v1/posts/none']) {
      const { stderr } = await rig.run(['api', ...request.split(' ')])
      const words = stderr.replace(/\s+/g, ' ')
      expect(words, request).toContain(`The API does not have ${request}.`)
      expect(words, request).toContain('The documented requests are GET /v1/chat, POST')
    }
    expect((await rig.run(['api', 'GET', '/v1/posts/none'])).stderr).not.toContain('/v1/profile')
    const denied = await rig.run(['api', 'GET', '/v1/notifications'])
    expect([denied.code, denied.stdout]).toEqual([3, '{"error":"This app may not do that."}\n'])
    expect(denied.stderr).toContain('does not include the permission read:notifications')
    await rig.service.fill('/connections', { paused: 'yes' }, '/connections/pause')
    expect((await rig.run(['api', 'GET', '/v1/profile'])).code).toBe(1)
  })

  it.each([
    [200, 0],
    [204, 0],
    [401, 3],
    [404, 4],
    [418, 5],
    [500, 5],
  ])('with status %i, the exit code is %i', async (status, code) => {
    const { run } = await commandRig()
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(status)
      response.end()
    })
    const environment = { MINIAPP_TOKEN: 'token', MINIAPP_BASE_URL: baseUrl }
    const words = ['api', 'GET', '/v1/x', '--base-url', baseUrl]
    expect(await run(words, { environment })).toMatchObject({ code, stdout: '' })
  })

  it('prints status and headers with --include, without the token', async () => {
    const { run } = await commandRig()
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(200, { 'x-echo': 'Bearer secret-token', date: 'now', 'content-type': 'text/plain' })
      response.end('No JSON, \u001b[31m secret-token')
    })
    const words = ['api', 'GET', '/v1/x', '--include', '--base-url', baseUrl]
    const { stdout } = await run(words, { environment: { MINIAPP_TOKEN: 'secret-token' } })
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\nx-echo: Bearer \[hidden\]\ndate: now\n/)
    expect(stdout).toMatch(/\n\nNo JSON, ␛\[31m \[hidden\]\n$/)
  })

  it('with --format json, puts the answer into one document and keeps its numbers', async () => {
    const { run } = await commandRig()
    const { baseUrl } = await rudeServer((request, response) => {
      response.writeHead(request.url === '/v1/x' ? 200 : 404, { 'content-type': 'application/json' })
      response.end('{"id":12345678901234567890,"error":"None."}')
    })
    const environment = { MINIAPP_TOKEN: 'token' }
    const at = (path: string) =>
      run(['api', 'GET', path, '--format', 'json', '--base-url', baseUrl], { environment })
    expect((await at('/v1/x')).stdout).toBe(
      '{\n  "schema": 1,\n  "ok": true,\n  "status": 200,\n  "body": {\n    "id": 12345678901234567890,\n    "error": "None."\n  }\n}\n',
    )
    const missing = await at('/v1/y')
    expect([missing.code, JSON.parse(missing.stdout)]).toMatchObject([
      4,
      { ok: false, error: { kind: 'not-found', status: 404 }, status: 404, body: { error: 'None.' } },
    ])
  })

  it('sends the token nowhere but to the service, and follows no redirect', async () => {
    const { run } = await commandRig()
    const other = await rudeServer((_request, response) => json(response, 200, {}))
    const own = await rudeServer((_request, response) => {
      response.writeHead(307, { location: `${other.baseUrl}/v1/x` })
      response.end()
    })
    const environment = { MINIAPP_TOKEN: 'token' }
    const at = (path: string) => run(['api', 'GET', path, '--base-url', own.baseUrl], { environment })
    expect(await at(`${other.baseUrl}/v1/x`)).toMatchObject({ code: 2 })
    expect(await at(`//${new URL(other.baseUrl).host}/v1/x`)).toMatchObject({ code: 2 })
    expect(own.requests).toEqual([])
    expect(await at('/v1/x')).toMatchObject({ code: 5, stdout: '' })
    expect([own.requests.length, other.requests.length]).toEqual([1, 0])
  })

  it('API 4: describes the addresses of a chat in words', async () => {
    const { run } = await commandRig()
    const { baseUrl } = await rudeServer((_request, response) =>
      json(response, 200, {
        result: `label\n${JSON.stringify({ messages: [{ text: 'See https://cdn.example/a.png?x=1', url: 'https://x.example' }] })}`,
      }),
    )
    const words = ['api', 'GET', '/v1/chat?conversation_id=c', '--base-url', baseUrl]
    const { stdout } = await run(words, { environment: { MINIAPP_TOKEN: 'token' } })
    expect(JSON.parse(stdout).result).toBe(
      'label\n{"messages":[{"text":"See (a picture)","url":"(a link)"}]}',
    )
  })

  it('says what may have happened if the answer to a write is lost', async () => {
    const { run } = await commandRig()
    const { baseUrl } = await rudeServer((_request, response) => response.destroy())
    const words = ['api', 'POST', '/v1/posts', '-f', 'a=b', '--base-url', baseUrl]
    const { code, stderr } = await run(words, { environment: { MINIAPP_TOKEN: 'token' } })
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(
        'The request may have gone through.\nCheck what it changed before you retry.\n',
      ),
    ])
  })
})
