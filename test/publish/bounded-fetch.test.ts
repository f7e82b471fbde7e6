import { describe, expect, it } from 'vitest'
import { listen } from '../../src/local-server/listen.js'
import { boundedFetch, NoAnswer } from '../../src/publish/bounded-fetch.js'
import { systemFetch } from '../../src/publish/system-fetch.js'
import { rudeServer } from '../support/rude-server.js'

const signal = new AbortController().signal
const get = (url: string, bounds?: { timeoutMs: number; maxBytes: number }) =>
  boundedFetch(
    systemFetch({}),
    bounds,
  )({ method: 'GET', url, headers: { authorization: 'Bearer secret' }, signal })

const reasonOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(NoAnswer)
  return error as NoAnswer
}

describe('requests with credentials', () => {
  it('gives back the whole answer', async () => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(418, { 'X-Odd': 'a' })
      response.end('pot ü')
    })
    const answer = await get(`${baseUrl}/x`)
    expect([answer.status, answer.headers.get('x-odd'), answer.text]).toEqual([418, 'a', 'pot ü'])
  })

  it('follows no redirect, and says where it would have led', async () => {
    const other = await rudeServer((_request, response) => response.end('{}'))
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(307, { location: `${other.baseUrl}/steal` })
      response.end()
    })
    const error = await reasonOf(get(`${baseUrl}/x`))
    expect([error.reason, error.maybeDone, error.passing]).toEqual(['redirected', false, false])
    expect(error.message).toContain(`${other.baseUrl}/steal`)
    expect(other.requests).toEqual([])
  })

  it.each(['http://example.com/', 'ftp://example.com/', 'nonsense', 'http://localhost.evil.test/'])(
    'sends nothing to %s',
    async (url) => {
      let fetched = false
      const call = boundedFetch(async () => {
        fetched = true
        throw new Error('not reached')
      })
      await expect(call({ method: 'GET', url, signal })).rejects.toMatchObject({ kind: 'network' })
      expect(fetched).toBe(false)
    },
  )

  it('stops reading a huge answer', async () => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    const error = await reasonOf(get(baseUrl, { timeoutMs: 20_000, maxBytes: 1_048_576 }))
    expect([error.reason, error.maybeDone]).toEqual(['too-large', true])
  })

  it.each([
    ['that never answers', () => {}],
    [
      'that answers and never ends',
      (_request: unknown, response: { write: (text: string) => void }) => response.write('{'),
    ],
  ] as const)('gives up on a server %s', async (_name, answer) => {
    const { baseUrl } = await rudeServer(answer)
    const error = await reasonOf(get(baseUrl, { timeoutMs: 50, maxBytes: 100 }))
    expect([error.reason, error.maybeDone, error.passing]).toEqual(['timeout', true, true])
  })

  it('tells a broken connection from one that never was', async () => {
    const { baseUrl } = await rudeServer((request) => request.socket.destroy())
    const broken = await reasonOf(get(baseUrl))
    expect([broken.reason, broken.maybeDone]).toEqual(['broken', true])

    const cutOff = await rudeServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{')
      setImmediate(() => request.socket.destroy())
    })
    expect((await reasonOf(get(cutOff.baseUrl))).reason).toBe('broken')

    const gone = await listen(() => {}, 0)
    await gone.stop()
    const refused = await reasonOf(get(`http://127.0.0.1:${gone.port}/`))
    expect([refused.reason, refused.maybeDone]).toEqual(['unreachable', false])
    expect(refused.message).toBe(`Cannot reach http://127.0.0.1:${gone.port}: nothing listens there.`)
  })

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController()
    const { baseUrl } = await rudeServer(() => controller.abort(new Error('enough')))
    await expect(
      boundedFetch(systemFetch({}))({ method: 'GET', url: baseUrl, signal: controller.signal }),
    ).rejects.toThrow('enough')
  })
})
