import { describe, expect, it } from 'vitest'
import { keepAlive } from '../../../../src/simulator/server/windows/socket.js'

/** A connection, and the moments that it waits for. */
const setUp = () => {
  const did: string[] = []
  const waiting: (() => void)[] = []
  let pong = (): void => {}
  const stop = keepAlive(
    {
      ping: () => did.push('ping'),
      terminate: () => did.push('terminate'),
      on: (_event, listener) => {
        pong = listener
      },
    },
    (_milliseconds, run) => {
      waiting.push(run)
      return () => waiting.splice(waiting.indexOf(run), 1)
    },
  )
  return { did, waiting, stop, pong: () => pong(), pass: () => waiting.shift()?.() }
}

describe('a window whose connection may be gone', () => {
  it('is pinged, and stays while it answers now and then', () => {
    const { did, pass, pong } = setUp()
    expect(did).toEqual([])
    for (let n = 0; n < 12; n++) {
      pass()
      if (n % 3 === 2) pong()
    }
    expect(did).toEqual(Array(12).fill('ping'))
  })

  it('is ended after three pings without an answer', () => {
    const { did, pass, waiting } = setUp()
    for (let n = 0; n < 4; n++) pass()
    expect(did).toEqual(['ping', 'ping', 'ping', 'terminate'])
    expect(waiting).toEqual([])
  })

  it('is left alone once it is closed', () => {
    const { stop, waiting } = setUp()
    stop()
    expect(waiting).toEqual([])
  })
})
