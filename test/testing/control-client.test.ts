import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LogEntry } from '../../src/host/log/call-log.js'
import { ControlClient } from '../../src/testing/control-client.js'
import { ControlError } from '../../src/testing/control-error.js'

/** A control API that answers everything so, and how to end it. */
const api = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = async (): Promise<void> => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  onTestFinished(end)
  const control = `http://127.0.0.1:${(server.address() as AddressInfo).port}/control/`
  return { client: new ControlClient({ control, token: 'secret' }), control, end }
}

describe('the client of the control API', () => {
  it('asks with its token, and gives what the JSON says', async () => {
    const requests: unknown[] = []
    const { client } = await api(({ method, url, headers }, response) => {
      requests.push([method, url, headers.authorization, headers['content-type'], headers.accept])
      response.end('{"switches":{"theme":"dark"}}')
    })
    expect(await client.setSwitches({ theme: 'dark' }, { seat: 2 })).toEqual({ theme: 'dark' })
    expect(requests).toEqual([
      ['PATCH', '/control/switches?seat=2', 'Bearer secret', 'application/json', 'application/json'],
    ])
  })

  it('opens seats, and closes one', async () => {
    const requests: unknown[] = []
    const { client } = await api((request, response) => {
      request.setEncoding('utf8').on('data', (body) => requests.push(body))
      requests.push(`${request.method} ${request.url}`)
      response.end('{"opened":[2,3],"seats":[]}')
    })
    expect(await client.openSeats(2)).toEqual([2, 3])
    await client.closeSeat(3)
    expect(requests).toEqual(['POST /control/seats', '{"count":2}', 'DELETE /control/seats/3'])
  })

  it('waits for the answer of a call, or for the call itself where the caller says so', async () => {
    const call = { seq: 1, kind: 'call', method: 'pay' }
    const lines = [
      { ...call, state: 'pending', ms: null },
      { ...call, ms: 5, result: {} },
    ]
    const { client } = await api((_request, response) => {
      response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    })
    const isPay = (entry: LogEntry): boolean => entry.kind === 'call' && entry.method === 'pay'
    expect(await client.waitFor(isPay)).toEqual(lines[1])
    expect(await client.waitFor(isPay, { pending: true })).toEqual(lines[0])
    const watched = async (pending: boolean): Promise<unknown[]> => {
      const seen: unknown[] = []
      for await (const entry of client.watch({ pending })) seen.push(entry)
      return seen
    }
    expect(await watched(false)).toEqual([lines[1]])
    expect(await watched(true)).toEqual(lines)
  })

  it('knows calls by their names in the SDK, and compiles with no other', async () => {
    const call = { seq: 1, kind: 'call', method: 'multiplayer.host', wire: 'mp.host', ms: 5, result: {} }
    const { client } = await api((_request, response) => {
      response.end(`${JSON.stringify(call)}\n`)
    })
    const found = await client.waitFor(
      (entry) => entry.kind === 'call' && entry.method === 'multiplayer.host',
    )
    expect(found).toEqual(call)
    // @ts-expect-error: the name in the protocol
    const isHost = (entry: LogEntry): boolean => entry.kind === 'call' && entry.method === 'mp.host'
    expect(isHost(found)).toBe(false)
  })

  it('shows a pending call among the last entries when the answer does not come', async () => {
    const { client } = await api((_request, response) => {
      response.write('{"seq":1,"kind":"call","method":"pay","state":"pending","ms":null}\n')
    })
    await expect(client.waitFor(() => true, { timeoutMs: 1_000 })).rejects.toThrow('"state":"pending"')
  })

  it('refuses options that it does not know, without a request', async () => {
    const { client } = await api(() => {
      throw new Error('Nothing may be asked.')
    })
    const typo = { timeout: 1_000 }
    const message = (method: string): string =>
      `${method} has no option "timeout". Its options are seat, timeoutMs.`
    // @ts-expect-error: no such option
    await expect(client.waitForSheet('payment', typo)).rejects.toThrow(new TypeError(message('waitForSheet')))
    // @ts-expect-error: no such option
    const answered = client.answerSheet('payment', 'pay', typo)
    await expect(answered).rejects.toThrow(new TypeError(message('answerSheet')))
    // @ts-expect-error: no such option
    const waited = client.waitFor(() => true, typo)
    await expect(waited).rejects.toThrow(
      new TypeError('waitFor has no option "timeout". Its options are after, timeoutMs, pending.'),
    )
    // @ts-expect-error: no such option
    await expect(client.watch(typo).next()).rejects.toThrow(
      new TypeError('watch has no option "timeout". Its options are after, pending, signal.'),
    )
  })

  it('gives up a wait before test runners end a test', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { client } = await api(({ url }, response) => {
      const wait = Number(new URL(url ?? '', 'http://localhost').searchParams.get('wait'))
      vi.setSystemTime(Date.now() + wait)
      response.end('{"sheets":[]}')
    })
    await expect(client.waitForSheet('payment')).rejects.toThrow(
      'No sheet payment was opened in seat 1 within 4000 ms.',
    )
  })

  it('compiles with no other sheet, choice or switch', () => {
    const uses = (client: ControlClient): unknown => [
      // @ts-expect-error: no such sheet
      client.waitForSheet('paymnt'),
      // @ts-expect-error: no such choice
      client.answerSheet('payment', 'py'),
      // @ts-expect-error: no such switch
      client.setSwitches({ platfrm: 'ios' }),
      // @ts-expect-error: no such value
      client.setSwitches({ platform: 'iso' }),
    ]
    expect(uses).toBeTypeOf('function')
  })

  it('rejects with the status and the words of a refusal, be they JSON or not', async () => {
    const bodies = ['{"error":"The body is no change."}', 'gone wrong', '']
    const { client } = await api((_request, response) => {
      response.statusCode = 400
      response.end(bodies.shift())
    })
    const refusals = [await refusalOf(client), await refusalOf(client), await refusalOf(client)]
    expect(refusals).toEqual([
      { status: 400, message: 'POST reset: The body is no change.' },
      { status: 400, message: 'POST reset: gone wrong' },
      { status: 400, message: 'POST reset: 400 Bad Request' },
    ])
  })

  it('says where no simulator answers, for a request as for a picked file', async () => {
    const sheets = [{ seat: 1, sheet: 3, kind: 'pick-image', offer: {} }]
    const { client, control, end } = await api((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify({ sheets }))
      else request.socket.destroy()
    })
    const none = { status: 0, message: `No simulator answers at ${control}.` }
    const given = client.answerSheet('pick-image', { file: new Uint8Array(3) })
    await expect(given).rejects.toMatchObject(none)
    await end()
    expect(await refusalOf(client)).toEqual(none)
  })
})

const refusalOf = async (client: ControlClient): Promise<unknown> => {
  const error: unknown = await client.reset().catch((thrown: unknown) => thrown)
  if (!(error instanceof ControlError)) throw error
  return { status: error.status, message: error.message }
}
