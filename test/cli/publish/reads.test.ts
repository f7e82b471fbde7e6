import { describe, expect, it } from 'vitest'
import { FEED_LIMIT_MAX, FEED_LIMIT_MIN } from '../../../src/platform/publishing.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { commandRig } from '../../support/rigs/command-rig.js'

const POSTS =
  '{"posts":[{"id":12345678901234567890,"content":"A\\u001b[2J"},{"id":2,"content":"B"}],"has_more":false}'

const read = async (words: readonly string[], document = POSTS) => {
  const { baseUrl } = await rudeServer((_request, response) =>
    json(response, 200, { result: `label\n${document}` }),
  )
  const { run } = await commandRig()
  return await run([...words, '--base-url', baseUrl], { environment: { MINIAPP_TOKEN: 'token' } })
}

describe('the reads', () => {
  it('print only some fields with --json', async () => {
    const { code, stdout } = await read(['feed', '--json', 'id, content'])
    expect([code, stdout.replaceAll(/\s/g, '')]).toEqual([
      0,
      '[{"id":12345678901234567890,"content":"A\\u001b[2J"},{"id":2,"content":"B"}]',
    ])
    expect(await read(['feed', '--json', 'none'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error The answer has no field "none".\nChoose from id, content.\n',
    })
    expect((await read(['feed', '--json', ','])).code).toBe(2)
  })

  it('filter with --jq, also what --json chose', async () => {
    expect(await read(['feed', '--jq', '.posts[].content'])).toEqual({
      code: 0,
      stdout: 'A␛[2J\nB\n',
      stderr: '',
    })
    expect((await read(['feed', '--json', 'id', '--jq', 'map(.id)'])).stdout).toBe(
      '[12345678901234567890,2]\n',
    )
    expect((await read(['feed', '--jq', '.posts |'])).code).toBe(2)
  })

  it('take a --limit within its bounds only', async () => {
    for (const limit of [FEED_LIMIT_MIN, FEED_LIMIT_MAX])
      expect(await read(['feed', '--limit', `${limit}`])).toMatchObject({ code: 0, stderr: '' })
    for (const limit of [FEED_LIMIT_MIN - 1, FEED_LIMIT_MAX + 1])
      expect(await read(['feed', '--limit', `${limit}`])).toMatchObject({ code: 2, stdout: '' })
  })

  it.each(['', ' '])('refuse an empty conversation ID without asking the service: %j', async (id) => {
    const { run } = await commandRig()
    expect(await run(['chat', id])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error The ID of the conversation is empty.\nTo list your conversations and their IDs, run miniapp chat.\n',
    })
  })

  it('API 4: never show the addresses of a chat, in any form', async () => {
    const chat = '{"messages":[{"sender_id":"https://x.example/a","text":"See https://cdn.example/a.png"}]}'
    for (const words of [[], ['--json', 'text'], ['--jq', '.'], ['--format', 'json']]) {
      const { code, stdout } = await read(['chat', 'c', ...words], chat)
      expect([code, stdout]).toEqual([0, expect.stringContaining('(a picture)')])
      expect(stdout).not.toContain('example')
    }
  })
})

describe('miniapp api --jq', () => {
  it('filters the answer, whose status decides the exit code', async () => {
    const { baseUrl } = await rudeServer((request, response) =>
      json(response, request.url === '/v1/x' ? 200 : 404, { a: [1, 'x'] }),
    )
    const { run } = await commandRig()
    const at = (path: string) =>
      run(['api', 'GET', path, '--jq', '.a[]', '--base-url', baseUrl], {
        environment: { MINIAPP_TOKEN: 'x' },
      })
    expect(await at('/v1/x')).toMatchObject({ code: 0, stdout: '1\nx\n' })
    expect(await at('/v1/y')).toMatchObject({ code: 4, stdout: '1\nx\n' })
  })
})
