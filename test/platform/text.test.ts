import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alternatives, codePoints, decodedPath, isLanguageTag, utf8Bytes } from '../../src/platform/text.js'
import { anyText } from '../support/cases/any-text.js'

describe('how text is counted', () => {
  it('utf8Bytes agrees with the encoder on any text, lone surrogates included', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 })), (units) => {
        const text = String.fromCharCode(...units)
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length)
      }),
    )
  })

  it('codePoints counts an astral character once', () => {
    expect(codePoints('a😀é')).toBe(3)
    expect(codePoints('')).toBe(0)
  })
})

it('2.5: a locale is a language tag, which what some browsers say without a language is not', () => {
  expect(['en', 'pt-BR', 'zh-Hant-TW', '', 'C', 'c', 'POSIX.UTF-8', 'en_US'].filter(isLanguageTag)).toEqual([
    'en',
    'pt-BR',
    'zh-Hant-TW',
  ])
})

it('alternatives are listed with commas, and or before the last', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(alternatives)).toEqual(['', 'a', 'a or b', 'a, b or c'])
})

it('a path is decoded, but for one with a stray %', () => {
  expect(['a%20b/c.png', '100%.png'].map(decodedPath)).toEqual(['a b/c.png', '100%.png'])
})
