import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MAX_UNREAD_BYTES, outbox } from '../../../src/simulator/server/outbox.js'

describe('what a window is sent', () => {
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
    const write = outbox(socket, new PassThrough())
    write('small')
    expect(ended).toBe(0)
    socket.bufferedAmount = MAX_UNREAD_BYTES
    write('one more')
    write('and another')
    expect(sent).toEqual(['small'])
    expect(ended).toBe(1)
  })
})
