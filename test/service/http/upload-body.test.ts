import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UploadReader } from '../../../src/service/http/upload-body.js'

const read = (text: string, size: number) => {
  const reader = new UploadReader(4)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.byteLength; at += size) reader.push(bytes.subarray(at, at + size))
  return reader.end()
}

const isBase64 = (text: string): boolean =>
  text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** JSON of a text in which any character may be escaped. */
const jsonText = (text: string, escapes: boolean): string =>
  escapes
    ? `"${[...text].map((character, index) => (index % 3 === 0 && character.length === 1 ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(character).slice(1, -1).replace('/', '\\/'))).join('')}"`
    : JSON.stringify(text)

const file = fc.oneof(
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('AA==', 'A===', '====', 'AA=A', 'AAA', '=AAA', 'AAAA=', 'AAAA====', 'ÄÖÜß'),
)

describe('a body with a file', () => {
  it('is read as JSON reads it, however it arrives, and its file is decoded', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string(), fc.constant({ data_base64: 'nested' }))
    const entries = fc.array(
      fc.oneof(
        fc.tuple(fc.constant('data_base64'), file),
        fc.tuple(fc.constantFrom('filename', 'a"b\\', 'data_base64 ', ''), value),
      ),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(entries, fc.boolean(), fc.integer({ min: 1, max: 30 }), (fields, escapes, size) => {
        const text = `{ ${fields
          .map(
            ([key, given]) =>
              `${jsonText(key, escapes)} :\n${key === 'data_base64' && typeof given === 'string' ? jsonText(given, escapes) : JSON.stringify(given)}`,
          )
          .join(' , ')}}`
        const { body, file: decoded } = read(text, size)
        const expected = JSON.parse(text) as Record<string, unknown>
        const given = expected['data_base64']
        if (typeof given === 'string') {
          expected['data_base64'] = isBase64(given) ? 'AAAA' : '!'
          if (isBase64(given)) expect(decoded).toEqual(Buffer.from(given, 'base64'))
        }
        expect(body).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses what is not JSON, and what is not UTF-8', () => {
    for (const text of [
      '',
      '{',
      '{"data_base64":"AAAA',
      '{"data_base64":"AA\\',
      '{"data_base64":"AAAA"',
      '{"a":1}}',
    ])
      expect(() => read(text, 3)).toThrow()
    const reader = new UploadReader(4)
    reader.push(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect(() => reader.end()).toThrow()
  })
})
