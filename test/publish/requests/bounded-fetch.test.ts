import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { boundedFetch, NoAnswer } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { rudeServer } from '../../support/fakes/rude-server.js'
import { freePort } from '../../support/processes/free-port.js'

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
  it('returns the complete answer', async () => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(418, { 'X-Odd': 'a' })
      response.end('pot ü')
    })
    const answer = await get(`${baseUrl}/x`)
    expect([answer.status, answer.headers.get('x-odd'), answer.text]).toEqual([418, 'a', 'pot ü'])
  })

  it('does not follow a redirect, and reports its target', async () => {
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

  it('hides the sent token everywhere a server repeats it', async () => {
    const token = 'tok/en+of=length'
    const { baseUrl } = await rudeServer((request, response) => {
      const given = request.headers.authorization ?? ''
      if (request.url === '/moved')
        response.writeHead(302, { location: `/in?t=${encodeURIComponent(given)}&u=${token}` }).end()
      else
        response.writeHead(request.url === '/ok' ? 200 : 400).end(`${given} ${token.replaceAll('/', '\\/')}`)
    })
    const ask = (path: string) =>
      boundedFetch(systemFetch({}))({
        method: 'GET',
        url: `${baseUrl}${path}`,
        headers: { authorization: `Bearer ${token}` },
        signal,
      })
    for (const path of ['/ok', '/bad']) expect((await ask(path)).text).toBe('Bearer [hidden] [hidden]')
    const { message } = await reasonOf(ask('/moved'))
    expect(message).toContain('/in?t=Bearer%20[hidden]&u=[hidden]. ')
  })

  it('hides the secrets of a refused form, and does not change an answer with tokens', async () => {
    const { baseUrl } = await rudeServer((request, response) => {
      response
        .writeHead(request.url === '/ok' ? 200 : 400)
        .end('code-of-a-device refresh-token short id-of-the-app')
    })
    const body = 'device_code=code-of-a-device&refresh_token=refresh-token&code=short&client_id=id-of-the-app'
    const ask = async (path: string) =>
      (await boundedFetch(systemFetch({}))({ method: 'POST', url: `${baseUrl}${path}`, body, signal })).text
    expect(await ask('/bad')).toBe('[hidden] [hidden] short id-of-the-app')
    expect(await ask('/ok')).toBe('code-of-a-device refresh-token short id-of-the-app')
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

  it('waits as long for an answer as the request says', async () => {
    const { baseUrl } = await rudeServer((_request, response) => setTimeout(() => response.end('late'), 300))
    const fetch = boundedFetch(systemFetch({}), { timeoutMs: 50, maxBytes: 100 })
    const parts = {
      byteLength: 1,
      open: async function* () {
        yield Buffer.from('x')
      },
    }
    for (const body of ['x', parts]) {
      const request = { method: 'POST', url: baseUrl, body, signal } as const
      expect((await fetch({ ...request, answerTimeoutMs: 10_000 })).text).toBe('late')
      const error = await reasonOf(fetch(request))
      expect([error.reason, error.message]).toEqual(['timeout', expect.stringContaining('within 0 seconds')])
    }
  })

  it('distinguishes a broken connection from one that was never established', async () => {
    const { baseUrl } = await rudeServer((request) => request.socket.destroy())
    const broken = await reasonOf(get(baseUrl))
    expect([broken.reason, broken.maybeDone]).toEqual(['broken', true])

    const cutOff = await rudeServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{')
      setImmediate(() => request.socket.destroy())
    })
    expect((await reasonOf(get(cutOff.baseUrl))).reason).toBe('broken')

    const gone = `http://127.0.0.1:${await freePort()}`
    const refused = await reasonOf(get(`${gone}/`))
    expect([refused.reason, refused.maybeDone]).toEqual(['unreachable', false])
    expect(refused.message).toBe(`Cannot reach ${gone}: connection refused.`)
  })

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController()
    const { baseUrl } = await rudeServer(() => controller.abort(new Error('enough')))
    await expect(
      boundedFetch(systemFetch({}))({ method: 'GET', url: baseUrl, signal: controller.signal }),
    ).rejects.toThrow('enough')
  })

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
    ['deflate, GZIP', (text: string) => gzipSync(deflateSync(text))],
  ] as const)('reads an answer in the unrequested encoding %s', async (encoding, compress) => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(compress('{"result":"ü"}'))
    })
    expect((await get(baseUrl)).text).toBe('{"result":"ü"}')
  })

  it('stops decompressing an answer that becomes huge', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1_048_576))
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(bomb)
    })
    expect((await reasonOf(get(baseUrl, { timeoutMs: 20_000, maxBytes: 1_048_576 }))).reason).toBe(
      'too-large',
    )
  })

  it.each([
    ['zstd', 'x'],
    ['gzip', 'no gzip at all'],
  ])(
    'reports an answer in %s that cannot be decompressed, after which the request may have succeeded',
    async (encoding, body) => {
      const { baseUrl } = await rudeServer((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding })
        response.end(body)
      })
      const error = await reasonOf(get(baseUrl))
      expect([error.reason, error.maybeDone]).toEqual(['broken', true])
    },
  )

  it.each([
    ['HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\n\r\n{"a":1}', '{"a":1}'],
    [
      'chunked, with an extension and a trailer',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{"a\r\n4\r\n":1}\r\n0\r\nX: y\r\n\r\n',
      '{"a":1}',
    ],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    [
      'an interim answer first',
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
      '{}',
    ],
    ['more than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}garbage', '{}'],
    ['less than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}', null],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x', null],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', null],
    ['nothing', '', null],
  ] as const)('reads, or reports as broken, an answer with %s', async (_name, raw, text) => {
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(raw))
      })
      await new Promise<void>((resolve) => server.listen(0, host, resolve))
      onTestFinished(() => void server.close())
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : null
      const answer = get(`http://${host.includes(':') ? `[${host}]` : host}:${port}/base/v1/x?y=z`)
      if (text === null) expect((await reasonOf(answer)).reason).toBe('broken')
      else expect((await answer).text).toBe(text)
    }
  })
})
