import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../src/failure.js'
import { isOwnHost, LOOPBACK_HOSTS } from '../../src/local-server/host-guard.js'
import { type ListeningServer, listen } from '../../src/local-server/listen.js'

const start = async (port: number): Promise<ListeningServer> => {
  const listening = await listen((_request, response) => response.end('ok'), port)
  onTestFinished(async () => {
    if (listening.server.listening) await listening.stop()
  })
  return listening
}

describe('listening', () => {
  it('takes the next free port when the first is in use, and reports that', async () => {
    const first = await start(0)
    const second = await start(first.port)
    expect(first.moved).toBe(false)
    expect(second.moved).toBe(true)
    expect(second.port).toBeGreaterThan(first.port)
  })

  it('stops immediately although a connection is held open', async () => {
    const listening = await start(0)
    const socket = connect(listening.port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    await listening.stop()
    await closed
    expect(listening.server.listening).toBe(false)
  })

  it('names an address that this machine does not have', async () => {
    const failure = await listen(() => {}, 0, '192.0.2.1').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({
      kind: 'usage',
      message: 'This machine does not have the address 192.0.2.1.',
    })
  })
})

describe('the Host guard', () => {
  it.each(['localhost', 'localhost:5173', '127.0.0.1:80', '[::1]:8080', 'LOCALHOST:1'])(
    'takes %s',
    (host) => {
      expect(isOwnHost(host, LOOPBACK_HOSTS)).toBe(true)
    },
  )

  it.each([
    undefined,
    '',
    'evil.test',
    'localhost.evil.test',
    'localhost.',
    'evil.test:5173',
    'localhost:5173@evil.test',
    '127.0.0.1.nip.io',
    '0.0.0.0:5173',
    'localhost:5173:1',
  ])('refuses %s', (host) => {
    expect(isOwnHost(host, LOOPBACK_HOSTS)).toBe(false)
  })
})
