import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson, parseExactly } from '../../../src/publish/requests/exact-json.js'

const isExact = (value: unknown): boolean => !Number.isInteger(value) || Number.isSafeInteger(value)

describe('lossless JSON', () => {
  it('is indented as by JSON.stringify, regardless of its white space', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ depthSize: 'medium' }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, space) => {
          expect(indentJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2))
        },
      ),
    )
  })

  it('reads every exact number as JSON.parse does', () => {
    const exact = fc.oneof(fc.maxSafeInteger(), fc.double(), fc.string(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), exact.filter(isExact))), (value) => {
        const json = JSON.stringify(value)
        expect(parseExactly(json)).toEqual(JSON.parse(json))
      }),
    )
  })

  it('keeps every number, key and escape', () => {
    const json = '{"id":9007199254740993,"id":1.0,"x":1e400,"s":"\\u00e9\\\\\\" 12345678901234567"}'
    expect(indentJson(json).replaceAll(/\n {2}|\n|(?<=:) /g, '')).toBe(json)
  })

  it('reads IDs beyond 2^53 as strings of digits, and nothing else', () => {
    expect(
      parseExactly(
        '{"id":9007199254740993,"n":-12345678901234567890,"s":"1 9007199254740993","t":1767322800000}',
      ),
    ).toEqual({
      id: '9007199254740993',
      n: '-12345678901234567890',
      s: '1 9007199254740993',
      t: 1767322800000,
    })
    expect(() => parseExactly('{"id":9007199254740993')).toThrow(SyntaxError)
  })

  it('handles long strings and deep nesting', () => {
    const long = JSON.stringify({ a: `${'\\"'.repeat(500_000)}9007199254740993` })
    expect(indentJson(long)).toBe(JSON.stringify(JSON.parse(long), null, 2))
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    expect(indentJson(deep).length).toBeLessThan(20_000 * 2 * 202)
  })
})
