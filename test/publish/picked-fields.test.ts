import { describe, expect, it } from 'vitest'
import { pickFields } from '../../src/publish/picked-fields.js'

describe('chosen fields', () => {
  it.each([
    ['a list', '[{"a":1,"b":2},{"a":3}]', ['a'], '[{"a":1},{"a":3}]'],
    [
      'the list of an object',
      '{"has_more":true,"posts":[{"a":1},{"b":2}]}',
      ['b', 'a'],
      '[{"b":null,"a":1},{"b":2,"a":null}]',
    ],
    ['an object', '{"a":{"x":[1, {"y": ","}]},"b":"}"}', ['a'], '{"a":{"x":[1,{"y":","}]}}'],
    [
      'exact numbers and texts',
      '{"id":12345678901234567890,"n":1.50,"t":"\\u0041\\""}',
      ['id', 'n', 't'],
      '{"id":12345678901234567890,"n":1.50,"t":"\\u0041\\""}',
    ],
    ['an empty list', '{"posts":[]}', ['a'], '[]'],
    ['an escaped name', '{"\\u0061":1}', ['a'], '{"a":1}'],
    ['__proto__', '[{"__proto__":1}]', ['__proto__'], '[{"__proto__":1}]'],
  ])('of %s', (_name, json, fields, picked) => {
    expect(pickFields(json, fields)).toBe(picked)
  })

  it('that no entry has are refused, with those that there are', () => {
    expect(() => pickFields('[{"a":1},{"b":2}]', ['a', 'c'])).toThrow(
      expect.objectContaining({ kind: 'usage', remedy: 'Choose from a, b.' }),
    )
  })
})
