import { describe, expect, it } from 'vitest'
import { SHARE_REQUEST_MAX_BYTES } from '../../../../src/platform/limits.js'
import { readFrameMessage } from '../../../../src/simulator/shell/bridge/frame-message.js'

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

  it.each([
    ['service', new Number(1)],
    ['id', new String('a-1')],
    ['id', new Date(0)],
    ['method', 1n],
    ['method', new Date(0)],
    ['method', Number.NaN],
    ['params', undefined],
    ['more', 1n],
    ['more', new Map()],
  ])('4: what is not JSON in %s never becomes a text of it', (field, value) => {
    const { json } = readFrameMessage({ ...REQUEST, [field]: value }, 1, false) as { json: string }
    expect(JSON.parse(json)).toEqual({
      ...REQUEST,
      [field]: field === 'params' ? undefined : null,
    })
  })

  it('8.2: a request that would be larger than any other as too large', () => {
    let value: unknown = [1]
    for (let level = 0; level < 200; level++) value = [value, value]
    const request = { ...REQUEST, params: { data: value } }
    expect(readFrameMessage(request, 1, false)).toMatchObject({
      json: null,
      bytes: SHARE_REQUEST_MAX_BYTES + 1,
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
    ['a date', new Date(0), 'a Date'],
    ['a text object', new String('x'), 'a String'],
    ['a map', new Map([['a', 1]]), 'a Map'],
    ['no number', Number.NaN, 'NaN'],
    ['an endless number', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['a big integer', 1n, 'a BigInt'],
  ])('4, 7: a parameter that is not JSON by its name, and that it is not: %s', (_what, value, is) => {
    const params = { key: 'a', value }
    expect(readFrameMessage({ ...REQUEST, params }, 1, false)).toEqual({
      type: 'request',
      frame: 1,
      json: JSON.stringify({ ...REQUEST, params: { key: 'a', value: is } }),
      gesture: false,
      notJson: [{ path: 'value', is }],
    })
    expect(params.value).toBe(value)
  })

  it('4, 7: parameters that are not JSON as a whole, too', () => {
    expect(readFrameMessage({ ...REQUEST, params: Number.NaN }, 1, false)).toMatchObject({
      json: JSON.stringify({ ...REQUEST, params: 'NaN' }),
      notJson: [{ path: '', is: 'NaN' }],
    })
    expect(readFrameMessage({ ...REQUEST, params: [Number.NaN] }, 1, false)).toMatchObject({
      json: JSON.stringify({ ...REQUEST, params: ['NaN'] }),
      notJson: [{ path: '0', is: 'NaN' }],
    })
  })

  it('an id that is not JSON is none: nothing stands in its place', () => {
    expect(readFrameMessage({ ...REQUEST, id: Number.NaN }, 1, false)).toMatchObject({
      json: JSON.stringify({ ...REQUEST, id: null }),
    })
  })

  it('7: a call whose parameters the SDK could not post, with what it says of them', () => {
    const refusal = { refused: 'INVALID', request: REQUEST, notJson: [{ path: 'product', is: 'a function' }] }
    const told = { type: 'request', frame: 1, json: JSON.stringify(REQUEST), gesture: true }
    expect(readFrameMessage(refusal, 1, true)).toEqual({ ...told, notJson: refusal.notJson })
    expect(readFrameMessage({ ...refusal, notJson: 'forged' }, 1, true)).toEqual(told)
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
    const START = 'data:image/png;base64,'
    const base64 = (length: number): string => Buffer.alloc(length, 'picture').toString('base64')

    it.each([60_000, 60_001, 60_002])('is set apart from its JSON: %d bytes', (length) => {
      const data = share(START + base64(length))
      const message = readFrameMessage(data, 1, true)
      expect(message).toEqual({
        type: 'request',
        frame: 1,
        json: JSON.stringify(share('')),
        image: { type: 'image/png', bytes: expect.any(Uint8Array) },
        gesture: true,
      })
      const { image } = message as { image: { bytes: Uint8Array } }
      expect(Buffer.from(image.bytes).equals(Buffer.alloc(length, 'picture'))).toBe(true)
      expect(data.params.image).toBe(START + base64(length))
    })

    it.each([
      ['a small one', share(START + base64(30_000))],
      ['one of another type', share(`data:image/gif;base64,${base64(60_000)}`)],
      ['one in other letters', share(`data:image/PNG;base64,${base64(60_000)}`)],
      ['a text with white space', share(`${START}${base64(30_000)} ${base64(30_000)}`)],
      ['a text with a line break', share(`${START}${base64(60_000)}\n`)],
      ['a text without padding', share(START + base64(60_001).replace(/=+$/, ''))],
      ['a text with other bits in its end', share(`${START}${base64(60_000)}AB==`)],
      ['a text that ends early', share(`${START}${base64(60_000)}AB==${base64(3)}`)],
      ['a text with the URL alphabet', share(`${START}${base64(60_000)}_-__`)],
      ['anything but a text', share([START, base64(60_000)])],
      ['one in another call', share(START + base64(60_000), 'pay')],
      ['one in parameters that are a list', { ...share(''), params: [START + base64(60_000)] }],
    ])('stays in the JSON where it is %s', (_what, data) => {
      expect(readFrameMessage(data, 1, true)).toEqual({
        type: 'request',
        frame: 1,
        json: JSON.stringify(data),
        gesture: true,
      })
    })

    it('counts as many bytes as in the JSON: just fits, and is too large', () => {
      const text = 'x'.repeat((SHARE_REQUEST_MAX_BYTES - JSON.stringify(share(START)).length) % 4)
      const withText = (image: string, more = '') => {
        const data = share(image)
        return { ...data, params: { ...data.params, text: `Hi${text}${more}` } }
      }
      const room = SHARE_REQUEST_MAX_BYTES - JSON.stringify(withText(START)).length
      const image = START + base64((room / 4) * 3)
      expect(JSON.stringify(withText(image))).toHaveLength(SHARE_REQUEST_MAX_BYTES)
      expect(readFrameMessage(withText(image), 1, true)).toMatchObject({
        json: JSON.stringify(withText('')),
        image: { type: 'image/png' },
      })
      expect(readFrameMessage(withText(image, 'y'), 1, true)).toEqual({
        type: 'request',
        frame: 1,
        json: null,
        bytes: SHARE_REQUEST_MAX_BYTES + 1,
        gesture: true,
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
