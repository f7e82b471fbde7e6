import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEY_PATTERN, STORAGE_VALUE_MAX_CHARACTERS } from '../../src/platform/storage-limits.js'
import {
  headKey,
  joinPieces,
  kindOfKey,
  nameOfPlain,
  pieceKey,
  piecesOf,
  plainKey,
  plainRecord,
  readHead,
  shortHead,
} from '../../src/shim/parts/item-records.js'

/** Any text a script can make: halves of surrogate pairs too. */
const anyText = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((text) => `${text}${text.length % 3 === 0 ? '\ud83d' : ''}`)

describe('records of Service.storage', () => {
  it('8.2: keep an item as it is where its name and value allow that', () => {
    expect(plainRecord('localStorage', 'high_score', '120')).toEqual({
      key: 'localStorage.high_score',
      value: '120',
    })
    expect(plainRecord('localStorage', 'my game:best', '')).toEqual({
      key: 'localStorage.my:0020game:003abest',
      value: '',
    })
    expect(plainRecord('cookie', '', 'a')).toEqual({ key: 'cookie.', value: 'a' })
    expect(plainRecord('localStorage', 'a', 'x'.repeat(STORAGE_VALUE_MAX_CHARACTERS))).not.toBeNull()
    expect(plainRecord('localStorage', 'a', 'x'.repeat(STORAGE_VALUE_MAX_CHARACTERS + 1))).toBeNull()
    expect(plainRecord('localStorage', 'a'.repeat(115), '1')?.key).toHaveLength(128)
    expect(plainRecord('localStorage', 'a'.repeat(116), '1')).toBeNull()
    for (const odd of ['\0', '\ud800', 'a\udc00']) expect(plainRecord('localStorage', 'a', odd)).toBeNull()
    expect(plainRecord('localStorage', 'a', '\u{1f600}')).not.toBeNull()
  })

  it('8.2: have keys that the platform allows, for any name, and give the name back', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const key = plainKey('localStorage', name)
        expect(nameOfPlain('localStorage', key)).toBe(name)
        if (key.length <= 128) expect(key).toMatch(KEY_PATTERN)
        const head = headKey('localStorage', name)
        expect(head).toMatch(KEY_PATTERN)
        expect(pieceKey(head, 'abc')).toMatch(KEY_PATTERN)
        expect([kindOfKey('localStorage', head), kindOfKey('localStorage', pieceKey(head, 'abc'))]).toEqual([
          'head',
          'piece',
        ])
      }),
    )
  })

  it('tell what is another’s', () => {
    expect(nameOfPlain('localStorage', 'score')).toBeNull()
    expect(nameOfPlain('localStorage', 'cookie.score')).toBeNull()
    expect(nameOfPlain('localStorage', 'localStorage:abc')).toBeNull()
    expect(nameOfPlain('localStorage', 'localStorage.a:zz')).toBeNull()
    expect(kindOfKey('localStorage', 'localStorage.score')).toBeNull()
    for (const text of ['', '5', 'null', '[]', '{"name":1,"value":"a"}', '{"name":"a"}', '{'])
      expect(readHead(text)).toBeNull()
  })

  it('hold any value in pieces of the allowed length, without a pair cut in two', () => {
    const long = fc
      .tuple(anyText, fc.integer({ min: 1, max: 400 }))
      .map(([text, count]) => text.repeat(count))
    fc.assert(
      fc.property(long, (value) => {
        const pieces = piecesOf(value, [], () => 'id')
        for (const { text } of pieces) {
          expect(text.length).toBeLessThanOrEqual(STORAGE_VALUE_MAX_CHARACTERS)
          expect(text).not.toMatch(/\p{Surrogate}/u)
        }
        expect(joinPieces(pieces.map(({ text }) => text))).toBe(value)
      }),
      { numRuns: 30 },
    )
    expect(joinPieces(['"a', null])).toBeNull()
    expect(joinPieces(['"a'])).toBeNull()
  })

  it('keep the pieces that did not change', () => {
    let count = 0
    const newId = (): string => `n${count++}`
    const before = piecesOf('a'.repeat(10_000), [], newId)
    expect(before.map(({ id }) => id)).toEqual(['n0', 'n1', 'n2'])
    const after = piecesOf(`${'a'.repeat(9_999)}b`, before, newId)
    expect(after.map(({ id }) => id)).toEqual(['n0', 'n1', 'n3'])
  })

  it('hold short values of long names in their head', () => {
    const head = shortHead('n'.repeat(300), '\ud800\0')
    expect(readHead(head ?? '')).toEqual({ name: 'n'.repeat(300), value: '\ud800\0' })
    expect(shortHead('a', 'x'.repeat(4_096))).toBeNull()
  })
})
