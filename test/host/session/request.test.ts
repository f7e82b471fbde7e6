import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRequest } from '../../../src/host/session/request.js'
import { MESSAGE_MAX_BYTES } from '../../../src/platform/limits.js'
import { runs } from '../../support/runs.js'

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
