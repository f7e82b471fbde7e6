import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { SOCKET_PATH } from '../../../../src/simulator/messages.js'
import { manualTimers } from '../../../support/fakes/manual-timers.js'
import { simulatorRig } from '../../../support/rigs/simulator-rig.js'

/** RFC 6455, 5.5.1: a close frame with 1001 in it, as a server sends it. */
const GOING_AWAY = Buffer.from([0x03, 0xe9])
const CLOSE = 0x88

/** A browser's end of a WebSocket that was let in, of which every byte is the test's own. */
const openPeer = async (port: number): Promise<Socket> => {
  const peer = connect(port, '127.0.0.1')
  peer.on('error', () => {})
  peer.write(
    [
      `GET ${SOCKET_PATH} HTTP/1.1`,
      `Host: localhost:${port}`,
      `Origin: http://localhost:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  const [answer] = await once(peer, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /)
  return peer
}

/** Long after all that goes on by itself. */
const later = async (): Promise<void> => {
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate)
}

describe('a simulator that stops', () => {
  it('tells every window that it goes (1001), and has stopped once they heard it', async () => {
    const rig = await simulatorRig()
    const windows = [await rig.window(1), await rig.window(2), await rig.panels()]
    const heard: number[] = []
    for (const window of windows) window.closed.then((code) => heard.push(code)).catch(() => {})
    await rig.served.stop()
    await Promise.all(windows.map((window) => window.closed))
    expect(heard).toEqual([1001, 1001, 1001])
  })

  it('waits for the goodbye of a window that is slow to answer', async () => {
    const { startTimer } = manualTimers()
    const rig = await simulatorRig({ wake: (milliseconds, run) => startTimer(run, milliseconds) })
    const peer = await openPeer(rig.served.port)
    const happened: string[] = []
    const stopping = rig.served.stop().then(() => happened.push('stopped'))
    const [frame] = (await once(peer, 'data')) as [Buffer]
    expect(frame[0]).toBe(CLOSE)
    expect(frame.subarray(2, 4)).toEqual(GOING_AWAY)
    await later()
    happened.push('answered')
    peer.write(Buffer.from([CLOSE, 0x82, 0, 0, 0, 0, ...GOING_AWAY]))
    await stopping
    expect(happened).toEqual(['answered', 'stopped'])
  })

  it('waits a second and no longer for one that does not answer', async () => {
    const { startTimer, advance } = manualTimers()
    const rig = await simulatorRig({ wake: (milliseconds, run) => startTimer(run, milliseconds) })
    const peer = await openPeer(rig.served.port)
    const gone = once(peer, 'close')
    let stopped = false
    const stopping = rig.served.stop().then(() => {
      stopped = true
    })
    advance(999)
    await later()
    expect(stopped).toBe(false)
    advance(1)
    await stopping
    await gone
  })

  it('still stops where one answers with something that is not a frame', async () => {
    const rig = await simulatorRig()
    const peer = await openPeer(rig.served.port)
    const stopping = rig.served.stop()
    // Unmasked, which no window's frame is (RFC 6455, 5.1).
    peer.write(Buffer.from([CLOSE, 0x02, ...GOING_AWAY]))
    await expect(stopping).resolves.toBeUndefined()
  })

  it('does not let a window in again, which would come back immediately', async () => {
    const { startTimer, advance } = manualTimers()
    const rig = await simulatorRig({ wake: (milliseconds, run) => startTimer(run, milliseconds) })
    await openPeer(rig.served.port)
    const stopping = rig.served.stop()
    await expect(openPeer(rig.served.port)).rejects.toThrow('503 Service Unavailable')
    advance(1_000)
    await stopping
  })
})
