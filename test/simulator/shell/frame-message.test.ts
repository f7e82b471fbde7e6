import { describe, expect, it } from 'vitest'
import { SHARE_REQUEST_MAX_BYTES } from '../../../src/platform/limits.js'
import { readFrameMessage } from '../../../src/simulator/shell/frame-message.js'

const REQUEST = { service: 1, id: 'a-1', method: 'pay', params: { product: 'gems' } }

describe('a message of the app becomes a message to the server', () => {
  it('a request as its JSON text, with the gesture', () => {
    expect(readFrameMessage(REQUEST, 3, true)).toEqual({
      type: 'request',
      frame: 3,
      json: JSON.stringify(REQUEST),
      gesture: true,
    })
  })

  it('4.1: a call that the SDK refused because of a missing tap as a request without one', () => {
    expect(readFrameMessage({ refused: 'NEEDS_TAP', request: REQUEST }, 3, true)).toEqual({
      type: 'request',
      frame: 3,
      json: JSON.stringify(REQUEST),
      gesture: false,
    })
  })

  it('anything else unchanged: the host decides', () => {
    expect(readFrameMessage('hello', 1, false)).toEqual({
      type: 'request',
      frame: 1,
      json: '"hello"',
      gesture: false,
    })
    expect(readFrameMessage(null, 1, false)).toEqual({
      type: 'request',
      frame: 1,
      json: 'null',
      gesture: false,
    })
  })

  it('values without JSON as null', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    for (const data of [undefined, cycle, { score: 1n }])
      expect(readFrameMessage(data, 1, false)).toEqual({
        type: 'request',
        frame: 1,
        json: null,
        gesture: false,
      })
  })

  it.each([
    ['a date', new Date(0), {}],
    ['a text object', new String('x'), {}],
    ['a number object', new Number(1), {}],
    ['a map', new Map([['a', 1]]), {}],
    ['no number', Number.NaN, 'NaN'],
    ['an endless number', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['a negative zero', -0, 0],
    ['nothing', null, null],
  ])(
    '4, 7: a parameter as what it is, not as JSON would make it something else: %s',
    (_what, value, told) => {
      const params = { key: 'a', value }
      const message = readFrameMessage({ ...REQUEST, params }, 1, false)
      expect(message).toEqual({
        type: 'request',
        frame: 1,
        json: JSON.stringify({ ...REQUEST, params: { key: 'a', value: told } }),
        gesture: false,
      })
      expect(params.value).toBe(value)
    },
  )

  it('4.8: the data of a match’s message as JSON makes it', () => {
    const { json } = readFrameMessage({ ...REQUEST, params: { data: new Date(0) } }, 1, false) as {
      json: string
    }
    expect(JSON.parse(json)).toMatchObject({ params: { data: '1970-01-01T00:00:00.000Z' } })
  })

  it('parameters that are a list stay one', () => {
    const { json } = readFrameMessage({ ...REQUEST, params: [Number.NaN] }, 1, false) as { json: string }
    expect(JSON.parse(json)).toMatchObject({ params: [null] })
  })

  it('8.2: what is larger than any method takes by its size in bytes alone', () => {
    const image = 'é'.repeat(SHARE_REQUEST_MAX_BYTES / 2)
    const message = readFrameMessage({ image }, 1, true)
    expect(message).toEqual({
      type: 'request',
      frame: 1,
      json: null,
      bytes: SHARE_REQUEST_MAX_BYTES + '{"image":""}'.length,
      gesture: true,
    })
  })

  it('8.2: what just fits whole', () => {
    const image = 'a'.repeat(SHARE_REQUEST_MAX_BYTES - '{"image":""}'.length)
    expect(readFrameMessage({ image }, 1, true)).toMatchObject({ json: JSON.stringify({ image }) })
  })

  describe('8.2: the large picture of a share', () => {
    const share = (image: unknown, method = 'share') => ({
      service: 1,
      id: 'a-1',
      method,
      params: { text: 'Hi', image },
    })
    const LARGE_IMAGE = `data:image/png;base64,${'A'.repeat(70_000)}`

    it('is set apart from its JSON', () => {
      const data = share(LARGE_IMAGE)
      expect(readFrameMessage(data, 1, true)).toEqual({
        type: 'request',
        frame: 1,
        json: JSON.stringify(share('')),
        image: LARGE_IMAGE,
        gesture: true,
      })
      expect(data.params.image).toBe(LARGE_IMAGE)
    })

    it.each([
      ['a small one', share('data:image/png;base64,AAAA')],
      ['a text with quotes', share(`${LARGE_IMAGE}"`)],
      ['a text with backslashes', share(`${LARGE_IMAGE}\\`)],
      ['a text with control characters', share(`${LARGE_IMAGE}\n`)],
      ['a text that is not ASCII', share(`${LARGE_IMAGE}é`)],
      ['anything but a text', share(LARGE_IMAGE.split(''))],
      ['one in another call', share(LARGE_IMAGE, 'pay')],
      ['one in parameters that are a list', { ...share(''), params: [LARGE_IMAGE] }],
    ])('stays in the JSON where it is %s', (_what, data) => {
      expect(readFrameMessage(data, 1, true)).toEqual({
        type: 'request',
        frame: 1,
        json: JSON.stringify(data),
        gesture: true,
      })
    })

    it.each([0, 1])('counts: the largest request and %d bytes more', (more) => {
      const image = 'A'.repeat(SHARE_REQUEST_MAX_BYTES - JSON.stringify(share('')).length + more)
      expect(readFrameMessage(share(image), 1, true)).toEqual({
        type: 'request',
        frame: 1,
        gesture: true,
        ...(more === 0
          ? { json: JSON.stringify(share('')), image }
          : { json: null, bytes: SHARE_REQUEST_MAX_BYTES + 1 }),
      })
    })
  })

  it('a report of the injected script by its own fields, cut to size', () => {
    const report = {
      kind: 'error',
      message: 'x'.repeat(100_000),
      source: 'http://localhost/a.js',
      line: 3,
      column: -1,
      stack: 5,
      extra: 'no',
    }
    const message = readFrameMessage({ miniapp_simulator: 1, report }, 2, true)
    expect(message).toEqual({
      type: 'app-report',
      frame: 2,
      report: {
        kind: 'error',
        message: 'x'.repeat(4_000),
        source: 'http://localhost/a.js',
        line: 3,
        column: null,
      },
    })
  })

  it('a forged report of no known kind as any other message', () => {
    expect(readFrameMessage({ miniapp_simulator: 1, report: { kind: 'payment' } }, 2, false).type).toBe(
      'request',
    )
    expect(readFrameMessage({ miniapp_simulator: 1, report: null }, 2, false).type).toBe('request')
  })
})
