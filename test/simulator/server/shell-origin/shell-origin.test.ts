import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '../../../../src/simulator/messages.js'
import { shellPolicy } from '../../../../src/simulator/shell-page.js'
import { MANIFEST, type SimulatorRig, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const authorized = ({ served }: SimulatorRig) => ({ authorization: `Bearer ${served.token}` })
const json = { 'content-type': 'application/json' }

describe('the shell’s origin', () => {
  it('serves the page under a policy that frames only the bundle’s origin', async () => {
    const { shellOrigin, bundleOrigin, served } = await simulatorRig()
    const { status, headers, body } = await send(`${shellOrigin}/`)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toBe(shellPolicy(bundleOrigin))
    expect(headers['content-security-policy']).toContain(`frame-src ${bundleOrigin};`)
    expect(body).toContain(served.token)
    expect(body).toContain('<title>Hello')
  })

  it('opens the seats of `dev --seats` in a window that opens while no seat is open', async () => {
    const { shellOrigin } = await simulatorRig({ seats: 3 })
    expect(await send(`${shellOrigin}/?view=player`)).toMatchObject({
      status: 302,
      headers: { location: '/?view=player&seats=3' },
    })
    for (const search of ['?seat=1', '?seats=2'])
      expect(await send(`${shellOrigin}/${search}`)).toMatchObject({ status: 200 })
  })

  it('lets no other site read, frame or embed what it serves', async () => {
    const { shellOrigin } = await simulatorRig()
    for (const path of ['/', '/shell/shell.js', '/control/state', '/nothing']) {
      const { headers } = await send(`${shellOrigin}${path}`, { origin: 'null' })
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin')
      expect(headers['x-frame-options'], path).toBe('DENY')
      expect(headers['x-content-type-options'], path).toBe('nosniff')
    }
  })

  it.each(['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'localhost@evil.test'])(
    'refuses the Host %j, for pages, control and sockets',
    async (host) => {
      const rig = await simulatorRig()
      for (const path of ['/', '/control/state'])
        expect(await send(`${rig.shellOrigin}${path}`, { host, ...authorized(rig) })).toMatchObject({
          status: 403,
        })
      expect(await upgrade(rig, { host, origin: `http://${host}` })).toBe(403)
    },
  )

  it('serves nothing outside the built shell', async () => {
    const { shellOrigin } = await simulatorRig()
    for (const path of [
      '/shell/../package.json',
      '/shell/%2e%2e/package.json',
      '/shell/..%2fpackage.json',
      '/shell/%00',
      '/shell/',
    ])
      expect((await send(`${shellOrigin}/`, {}, { target: path })).status, path).toBeGreaterThanOrEqual(400)
  })
})

describe('the control API', () => {
  it.each([
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic x' },
    { authorization: 'Bearer ' },
  ])('answers 401 without the token: %j', async (headers) => {
    const { shellOrigin } = await simulatorRig()
    for (const method of ['GET', 'POST', 'PATCH'])
      expect((await send(`${shellOrigin}/control/state`, headers, { method })).status).toBe(401)
  })

  it.each([
    { origin: 'null' },
    { origin: 'http://evil.test' },
    { origin: 'http://localhost' },
    { origin: 'http://localhost.evil.test:80' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('answers 403 to pages that are not its own, token or not: %j', async (headers) => {
    const rig = await simulatorRig()
    for (const [method, path] of [
      ['GET', 'state'],
      ['PATCH', 'switches'],
      ['POST', 'reset'],
    ] as const) {
      const answer = await send(
        `${rig.shellOrigin}/control/${path}`,
        { ...headers, ...authorized(rig), ...json },
        { method, body: '{"theme":"dark"}' },
      )
      expect(answer.status).toBe(403)
    }
    expect(rig.simulator.switches.of(1).theme).toBe('light')
  })

  it('the bundle’s origin, which is another, is foreign too', async () => {
    const rig = await simulatorRig()
    const { status } = await send(`${rig.shellOrigin}/control/state`, {
      origin: rig.bundleOrigin,
      ...authorized(rig),
    })
    expect(status).toBe(403)
  })

  it('tells the state', async () => {
    const rig = await simulatorRig()
    await rig.simulator.live.checked()
    const { status, body } = await send(`${rig.shellOrigin}/control/state`, authorized(rig))
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({
      schema: 1,
      app: { id: MANIFEST.app_id, name: 'Hello', version: '1.0.0' },
      frameUrl: `${rig.base}index.html`,
      problems: { ok: true },
      switches: { theme: 'light' },
      actingSwitches: expect.arrayContaining(['theme', 'app']),
      seats: [],
    })
  })

  it('changes switches, nested ones included, and keeps the rest', async () => {
    const rig = await simulatorRig()
    const patch = (body: string, query = '') =>
      send(
        `${rig.shellOrigin}/control/switches${query}`,
        { ...authorized(rig), ...json },
        { method: 'PATCH', body },
      )
    const { status, body } = await patch('{"theme":"dark","network":{"latency":50}}')
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({
      switches: { theme: 'dark', network: { latency: 50, seed: 1 }, locale: 'en' },
    })
    expect(rig.simulator.switches.of(4).theme).toBe('dark')
    await patch('{"theme":"light"}', '?seat=2')
    expect(rig.simulator.switches.of(2).theme).toBe('light')
    expect(rig.simulator.switches.of(1).theme).toBe('dark')
  })

  it.each([
    '{"theme":"blue"}',
    '{"nope":1}',
    '{"network":{"loss":2}}',
    '{"locale":"x y"}',
    '{"balance":"1.2345"}',
    '{"balance":1}',
    '{"__proto__":{"theme":"dark"},"x":1}',
    '[]',
    'null',
    '{',
  ])('answers 400 to a change that makes no sense, and changes nothing: %s', async (body) => {
    const rig = await simulatorRig()
    const before = rig.simulator.switches.of(1)
    const answer = await send(
      `${rig.shellOrigin}/control/switches`,
      { ...authorized(rig), ...json },
      { method: 'PATCH', body },
    )
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) })
    expect(rig.simulator.switches.of(1)).toBe(before)
  })

  it('gives the log as an array, and after an entry', async () => {
    const rig = await simulatorRig()
    for (const message of ['one', 'two', 'three']) rig.simulator.log.add({ kind: 'note', seat: 1, message })
    const all = await send(`${rig.shellOrigin}/control/calls`, authorized(rig))
    expect((JSON.parse(all.body) as { message: string }[]).map(({ message }) => message)).toEqual([
      'one',
      'two',
      'three',
    ])
    const late = await send(`${rig.shellOrigin}/control/calls?after=2`, authorized(rig))
    expect((JSON.parse(late.body) as { message: string }[]).map(({ message }) => message)).toEqual(['three'])
  })

  it('streams the log as ND-JSON, with what comes later', async () => {
    const rig = await simulatorRig()
    rig.simulator.log.add({ kind: 'note', seat: 1, message: 'before' })
    const answer = await fetch(`${rig.shellOrigin}/control/calls`, {
      headers: { ...authorized(rig), accept: 'application/x-ndjson' },
    })
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? ''
    }
    await until('before')
    rig.simulator.log.add({ kind: 'note', seat: 1, message: 'after' })
    await until('after')
    const messages = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { message: string }).message)
    expect(messages).toEqual(['before', 'after'])
    await reader?.cancel()
  })

  it('shows nobody a stack trace', async () => {
    const rig = await simulatorRig()
    const options = { method: 'PATCH', body: '{}' }
    const unreadable = { ...authorized(rig), 'content-type': 'application/json; charset=nothing' }
    expect(await send(`${rig.shellOrigin}/control/switches`, unreadable, options)).toMatchObject({
      status: 415,
      body: '{"error":"The body must be JSON in UTF-8, optionally compressed with gzip, deflate or br."}',
    })
  })

  it('reads a body as JSON, of any content type', async () => {
    const rig = await simulatorRig()
    const form = { ...authorized(rig), 'content-type': 'application/x-www-form-urlencoded' }
    const change = (body: string) =>
      send(`${rig.shellOrigin}/control/switches`, form, { method: 'PATCH', body })
    expect((await change('{"theme":"dark"}')).status).toBe(200)
    expect(rig.simulator.switches.of(1).theme).toBe('dark')
    expect((await change('{"theme":"purple"}')).status).toBe(400)
    expect((await change('theme=dark')).status).toBe(400)
  })

  it('moves the clock forward', async () => {
    const rig = await simulatorRig()
    const move = (body: string) =>
      send(`${rig.shellOrigin}/control/clock`, { ...authorized(rig), ...json }, { method: 'POST', body })
    expect((await move('{"advance":"24h"}')).status).toBe(200)
    expect((await move('{"advance":"1.5s"}')).status).toBe(200)
    expect(rig.simulator.clock.ahead).toBe(86_401_500)
    for (const body of [
      '{"advance":"-1h"}',
      '{"advance":"1"}',
      '{"advance":3600}',
      '{"advance":"999999999d"}',
      '{}',
    ])
      expect((await move(body)).status, body).toBe(400)
    expect(rig.simulator.clock.ahead).toBe(86_401_500)
  })

  it('resets what is saved, the switches, the clock and the log', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    await window.next('welcome')
    window.send({ type: 'frame-opened', frame: 1 })
    const call = (id: string, method: string, params: object) => {
      window.send({
        type: 'request',
        frame: 1,
        json: JSON.stringify({ service: 1, id, method, params }),
        gesture: false,
      })
      return window.next('to-app', ({ message }) => 'id' in message && message.id === id)
    }
    await call('a', 'storage.set', { key: 'k', value: 'v' })
    await rig.simulator.switches.set(null, { theme: 'dark' })
    rig.simulator.clock.advance(1_000)
    const { status } = await send(`${rig.shellOrigin}/control/reset`, authorized(rig), { method: 'POST' })
    expect(status).toBe(200)
    expect(rig.simulator.switches.of(1).theme).toBe('light')
    expect(rig.simulator.clock.ahead).toBe(0)
    await window.next('reload')
    window.send({ type: 'frame-opened', frame: 1 })
    expect(await call('b', 'storage.get', { key: 'k' })).toMatchObject({ message: { result: null } })
    expect(rig.simulator.log.entries().map(({ kind }) => kind)).toEqual(['note', 'note', 'call'])
  })

  it('answers 404 in JSON to what it does not have', async () => {
    const rig = await simulatorRig()
    const answer = await send(`${rig.shellOrigin}/control/nope`, authorized(rig))
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body)).toEqual({ error: expect.stringContaining('GET /control/nope') })
  })
})

describe('the socket', () => {
  it.each([
    { origin: 'null' },
    { origin: 'http://evil.test' },
    { origin: 'http://localhost.evil.test' },
    { origin: 'http://localhost' },
    {},
    { own: true, 'sec-fetch-site': 'cross-site' },
  ])(
    'refuses an upgrade that its own page does not make: %j',
    async ({ own, ...headers }: Record<string, unknown>) => {
      const rig = await simulatorRig()
      const origin = own === true ? { origin: rig.shellOrigin } : {}
      expect(await upgrade(rig, { ...origin, ...(headers as Record<string, string>) })).toBe(403)
    },
  )

  it('goes on when a refused client is gone before the answer', async () => {
    const rig = await simulatorRig()
    for (let i = 0; i < 20; i++) {
      const socket = connect(rig.served.port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      )
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    expect((await send(`${rig.shellOrigin}/`)).status).toBe(200)
  })

  it('refuses the bundle’s origin, and other paths', async () => {
    const rig = await simulatorRig()
    expect(await upgrade(rig, { origin: rig.bundleOrigin })).toBe(403)
    expect(await upgrade(rig, { origin: rig.shellOrigin }, '/control')).toBe(403)
    expect(await upgrade(rig, { origin: rig.shellOrigin })).toBe(101)
  })

  it.each([
    '{"type":"hello","seat":1,"token":"wrong"}',
    '{"type":"hello","seat":9,"token":"wrong"}',
    '{"type":"frame-opened","frame":1}',
    '{"type":"nope"}',
    'no json',
    'null',
  ])('ends a connection whose first message is %s', async (first) => {
    const rig = await simulatorRig()
    const socket = new WebSocket(`${rig.shellOrigin.replace('http', 'ws')}/socket`, {
      origin: rig.shellOrigin,
    })
    const received: string[] = []
    socket.on('message', (data) => received.push(String(data)))
    socket.once('open', () => socket.send(first))
    const code = await new Promise((resolve) => socket.once('close', resolve))
    expect(code).toBe(1008)
    expect(received).toHaveLength(1)
    expect(JSON.parse(received[0] ?? '')).toMatchObject({ type: 'refused' })
  })

  it('gives a seat to the newer of two windows, and tells the older', async () => {
    const rig = await simulatorRig()
    const older = await rig.window(2)
    await older.next('welcome')
    const newer = await rig.window(2)
    await newer.next('welcome')
    expect(await older.next('refused')).toMatchObject({ message: expect.stringContaining('another window') })
    expect(await older.closed).toBe(1008)
    expect(rig.simulator.windows.seats.map(({ seatNumber }) => seatNumber)).toEqual([2])
  })
})

/** Tries to open a WebSocket and returns the status of the answer. */
const upgrade = async (
  rig: SimulatorRig,
  headers: Readonly<Record<string, string>>,
  path = '/socket',
): Promise<number> => {
  const { request } = await import('node:http')
  const { port } = new URL(rig.shellOrigin)
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      headers: {
        host: `localhost:${port}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    })
    outgoing.once('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode ?? 0)
    })
    outgoing.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}
