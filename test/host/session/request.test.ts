import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRequest } from '../../../src/host/session/request.js'
import { MESSAGE_MAX_BYTES, SHARE_REQUEST_MAX_BYTES } from '../../../src/platform/limits.js'
import { runs } from '../../support/vitest/runs.js'

/** A message of a match can be nested this deeply (4.8), in a request with a few levels of its own. */
const MAX_DEPTH = MESSAGE_MAX_BYTES / 2 + 8

/** Texts that look as if they began, ended or nested something. */
const TEXT = fc
  .array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'x', '\n', 'é'))
  .map((characters) => characters.join(''))

it('4.8: how deeply a request is nested does not depend on what its texts hold', () => {
  fc.assert(
    fc.property(TEXT, TEXT, fc.integer({ min: -3, max: 3 }), (key, text, off) => {
      // Two levels are those of the request and its parameters.
      let data: unknown = text
      for (let level = 2; level < MAX_DEPTH + off; level++)
        data = level % 2 ? [text, data] : { [`nested${key}`]: data, x: text }
      const json = JSON.stringify({ service: 1, id: 'a', method: 'mp.send', params: { data } })
      expect(readRequest({ json, gesture: false }).outcome).toBe(off > 0 ? 'malformed' : 'request')
    }),
    { numRuns: runs(200) },
  )
})

it('drops a text that ends inside a text', () => {
  const json = `{"service":1,"id":"a","method":"ready","params":"${'['.repeat(1_000)}`
  expect(readRequest({ json, gesture: false })).toMatchObject({ outcome: 'dropped', bytes: json.length })
})

it('8.2: the picture of a share that is set apart counts and is read as if it were in the text', () => {
  const image = `data:image/png;base64,${'A'.repeat(1_000)}`
  const others = fc.dictionary(fc.constantFrom('text', '__proto__', 'more'), fc.jsonValue())
  fc.assert(
    fc.property(others, others, fc.boolean(), (before, after, isShare) => {
      const requestWith = (picture: string): string =>
        JSON.stringify({
          service: 1,
          id: 'a',
          method: isShare ? 'share' : 'pay',
          params: { ...before, image: picture, ...after },
        })
      const whole = readRequest({ json: requestWith(image), gesture: true })
      expect(readRequest({ json: requestWith(''), image, gesture: true })).toEqual(whole)
    }),
    { numRuns: runs(100) },
  )
})

it.each([0, 1])('8.2: a share of the largest size and %d bytes more, with its picture set apart', (more) => {
  const json = JSON.stringify({ service: 1, id: 'a', method: 'share', params: { image: '' } })
  const image = 'A'.repeat(SHARE_REQUEST_MAX_BYTES - json.length + more)
  expect(readRequest({ json, image, gesture: true })).toMatchObject({
    outcome: more === 0 ? 'request' : 'dropped',
    bytes: SHARE_REQUEST_MAX_BYTES + more,
  })
})
