import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { SOCKET_PATH } from '../../../../src/simulator/messages.js'
import { manualTimers } from '../../../support/fakes/manual-timers.js'
import { type SimulatorRig, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

/** A connection of which every byte is the test's own. */
const opened = async (
  rig: SimulatorRig,
  head: readonly string[],
): Promise<{ socket: Socket; first: string }> => {
  const { port } = rig.served
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write([...head, `Host: localhost:${port}`, '\r\n'].join('\r\n'))
  const [first] = await once(socket, 'data')
  return { socket, first: String(first) }
}

const handshake = (rig: SimulatorRig): readonly string[] => [
  `GET ${SOCKET_PATH} HTTP/1.1`,
  `Origin: ${rig.shellOrigin}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

const ended = async (socket: Socket): Promise<void> => {
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
}

describe('a client without the token', () => {
  it.each([
    ['POST /control/reset', 401],
    ['PUT /picked/1/1', 401],
    ['POST /nothing', 404],
    ['GET /', 200],
  ])('cannot hold a connection open with a body that never comes: %s', async (target, status) => {
    const { startTimer, advance, running } = manualTimers()
    const rig = await simulatorRig({ wake: (milliseconds, run) => startTimer(run, milliseconds) })
    const { socket, first } = await opened(rig, [`${target} HTTP/1.1`, 'Content-Length: 100'])
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    socket.resume()
    while (running() === 0) await new Promise(setImmediate)
    advance(9_999)
    expect(running()).toBe(1)
    advance(1)
    await ended(socket)
  })

  it('keeps a connection that asks for one thing after the other', async () => {
    const rig = await simulatorRig()
    const { socket } = await opened(rig, ['GET /nothing HTTP/1.1'])
    socket.write(`GET /control/state HTTP/1.1\r\nHost: localhost:${rig.served.port}\r\n\r\n`)
    const [second] = await once(socket, 'data')
    expect(String(second)).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })

  it('leaves no word in the log where it speaks no WebSocket', async () => {
    const rig = await simulatorRig()
    const { socket } = await opened(rig, handshake(rig))
    const gone = ended(socket)
    socket.resume()
    // RFC 6455, 5.1: a browser masks what it sends.
    socket.write(Buffer.from([0x81, 0x01, 0x41]))
    await gone
    expect(rig.simulator.log.entries()).toEqual([])
  })

  it('says hello in few bytes: what is longer is not read to its end', async () => {
    const rig = await simulatorRig({ wake: () => () => {} })
    const { socket, first } = await opened(rig, handshake(rig))
    expect(first).toMatch(/^HTTP\/1\.1 101 /)
    // RFC 6455, 5.2: a text of 16 MB, masked with zeros, of which 128 KB come.
    const header = Buffer.alloc(14)
    header.set([0x81, 0xff])
    header.writeBigUInt64BE(16n * 1_048_576n, 2)
    socket.write(Buffer.concat([header, Buffer.alloc(128 * 1_024, ' ')]))
    socket.resume()
    await ended(socket)
    expect((await send(`${rig.shellOrigin}/`)).status).toBe(200)
  })
})

describe('a client with the token', () => {
  it('learns that a sheet is closed after a file was sent, however late the sending ends', async () => {
    const rig = await simulatorRig()
    const { socket, first } = await opened(rig, [
      'PUT /picked/1/1 HTTP/1.1',
      `Authorization: Bearer ${rig.served.token}`,
      'Content-Length: 4',
    ])
    expect(first).toMatch(/^HTTP\/1\.1 404 /)
    socket.write('file')
    socket.write(`GET /nothing HTTP/1.1\r\nHost: localhost:${rig.served.port}\r\n\r\n`)
    const [second] = await once(socket, 'data')
    expect(String(second)).toMatch(/^HTTP\/1\.1 404 /)
    socket.destroy()
  })

  it('sends large requests once it said hello', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(1, ['share'])
    window.send({ type: 'frame-opened', frame: 1 })
    const answer = await window.call(1, 'share', { image: `data:image/png;base64,${'A'.repeat(1_000_000)}` })
    expect(answer).toMatchObject({ error: { code: 'INVALID_IMAGE' } })
  })
})
