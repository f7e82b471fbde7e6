import { describe, expect, it } from 'vitest'
import { CallSources, readFrameMessage } from '../../../../src/simulator/shell/bridge/frame-message.js'

const REQUEST = { service: 1, id: 'a-1', method: 'pay', params: { product: 'gems' } }
const FROM = { source: 'http://localhost:4849/ma_abcdefghij/1.0.0/game.js', line: 3, column: 5 }
const said = (from: unknown, call: unknown = 'a-1') => ({ miniapp_simulator: 1, call, from })

describe('where the app makes a call', () => {
  it('goes with the request of that id, also where the SDK refused it', () => {
    const sources = new CallSources()
    expect(sources.hear(said(FROM))).toBe(true)
    const sent = readFrameMessage(REQUEST, 3, true, (request) => sources.of(request))
    expect(sent).toMatchObject({ type: 'request', from: FROM })
    const refused = { refused: 'NEEDS_TAP', request: REQUEST }
    expect(readFrameMessage(refused, 3, true, (request) => sources.of(request))).toMatchObject({ from: FROM })
    const other = { ...REQUEST, id: 'a-2' }
    expect(readFrameMessage(other, 3, true, (request) => sources.of(request))).not.toHaveProperty('from')
  })

  it.each([
    ['no source', { line: 1, column: 1 }],
    ['a source that is too long', { ...FROM, source: 'x'.repeat(4_001) }],
    ['a line that is not a number', { ...FROM, line: '3' }],
    ['a column before the first', { ...FROM, column: 0 }],
    ['nothing', null],
  ])('is ignored if it has %s', (_what, from) => {
    const sources = new CallSources()
    expect(sources.hear(said(from))).toBe(true)
    expect(sources.of(REQUEST)).toBeNull()
  })

  it.each([[null], ['text'], [REQUEST], [said(FROM, 7)], [{ call: 'a-1', from: FROM }]])(
    'is not read from %j',
    (data) => {
      expect(new CallSources().hear(data)).toBe(false)
    },
  )
})
