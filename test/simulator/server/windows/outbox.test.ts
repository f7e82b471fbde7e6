import { once } from 'node:events'
import { createServer, IncomingMessage } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { MAX_UNREAD_BYTES, Outbox } from '../../../../src/simulator/server/windows/outbox.js'

/** An outbox at one end of a connection, and everything that arrives at the other. */
const connected = async (): Promise<{
  readonly outbox: Outbox
  readonly socket: WebSocket
  readonly arrived: readonly string[]
  end(): Promise<{ readonly code: number; readonly reason: string }>
}> => {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const accepted = new Promise<{ socket: WebSocket; outbox: Outbox }>((resolve) => {
    server.on('upgrade', (request, stream, head) =>
      sockets.handleUpgrade(request, stream, head, (socket) =>
        resolve({ socket, outbox: new Outbox(socket, stream) }),
      ),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const arrived: string[] = []
  reader.on('message', (data) => arrived.push(String(data)))
  const ended = once(reader, 'close')
  const { socket, outbox } = await accepted
  return {
    outbox,
    socket,
    arrived,
    end: async () => {
      outbox.flush()
      socket.close(1000, 'Done.')
      const [code, reason] = await ended
      server.close()
      return { code, reason: String(reason) }
    },
  }
}

/** An outbox whose connection keeps the bytes of each write that would reach the system. */
const countingWrites = async (): Promise<{
  readonly outbox: Outbox
  readonly writes: readonly (readonly number[])[]
}> => {
  const writes: (readonly number[])[] = []
  const stream = new Duplex({
    read: () => {},
    writev: (chunks, done) => {
      writes.push([...Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))])
      done()
    },
  })
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    headers: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  })
  const socket = await new Promise<WebSocket>((resolve) =>
    new WebSocketServer({ noServer: true }).handleUpgrade(request, stream, Buffer.alloc(0), resolve),
  )
  // The answer to the upgrade.
  writes.splice(0)
  return { outbox: new Outbox(socket, stream), writes }
}

describe('what a window is sent', () => {
  it('arrives whole and in order, with any length, and with the goodbye behind it', async () => {
    const { outbox, arrived, end } = await connected()
    const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].flatMap((length) => [
      'x'.repeat(length),
      'é'.repeat(length / 2),
    ])
    for (const text of texts) outbox.write(text)
    expect(await end()).toEqual({ code: 1000, reason: 'Done.' })
    expect(arrived).toEqual(texts)
  })

  it('arrives as UTF-8, a lone surrogate as U+FFFD', async () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 200 }), { numRuns: 200, seed: 1 })
    const { outbox, arrived, end } = await connected()
    for (const text of [...texts, '😀\ud83d']) outbox.write(text)
    await end()
    expect(arrived).toEqual([...texts, '😀\ufffd'])
  })

  it('goes out in one write for each turn of the event loop, and between pings', async () => {
    const { outbox, socket, arrived, end } = await connected()
    outbox.write('one')
    socket.ping()
    outbox.write('two')
    await new Promise((resolve) => setImmediate(resolve))
    outbox.write('three')
    expect((await end()).code).toBe(1000)
    expect(arrived).toEqual(['one', 'two', 'three'])

    const { outbox: counted, writes } = await countingWrites()
    counted.write('a')
    counted.write('bc')
    await new Promise((resolve) => setImmediate(resolve))
    counted.flush()
    expect(writes).toEqual([[0x81, 1, 0x61, 0x81, 2, 0x62, 0x63]])
  })

  it('ends the connection of a window that does not read, and holds no more for it', () => {
    const sent: string[] = []
    let ended = 0
    const socket = {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: (text: string) => {
        sent.push(text)
        socket.bufferedAmount += text.length
      },
      terminate: () => {
        ended += 1
        socket.readyState = 3
      },
    }
    const outbox = new Outbox(socket, { cork: () => {}, uncork: () => {} })
    outbox.write('small')
    outbox.flush()
    socket.bufferedAmount = MAX_UNREAD_BYTES - 5
    outbox.write('large')
    expect(ended).toBe(0)
    outbox.write('one more')
    outbox.write('and another')
    outbox.flush()
    expect(sent).toEqual(['small', 'large'])
    expect(ended).toBe(1)
  })
})
