import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeLine, safeText } from '../../src/terminal/safe-text.js'
import { anyText } from '../support/cases/any-text.js'

describe('safe text', () => {
  it.each([
    ['escape sequences', '\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['C1 control sequence introducer', '\u009b31m', '<U+009B>31m'],
    ['a carriage return that would overwrite the line', 'good\rbad', 'good␍bad'],
    ['right-to-left override', 'abc\u202egpj.exe', 'abc<U+202E>gpj.exe'],
    ['isolates', '\u2066x\u2069', '<U+2066>x<U+2069>'],
    ['tag characters', 'a\u{e0041}b', 'a<U+E0041>b'],
    ['DEL', 'a\u007f', 'a␡'],
    ['a joiner between nothing', '\u200d\u200dx', '<U+200D><U+200D>x'],
    ['a lone surrogate', 'a\ud800b', 'a<U+D800>b'],
    ['a sequence that stripping would re-form', '\u001b\u001b[[2J', '␛␛[[2J'],
  ])('shows %s', (_title, text, expected) => {
    expect(safeText(text)).toBe(expected)
  })

  it.each([
    ['newlines and tabs', 'a\n\tb'],
    ['letters of any script', 'Grüße, Привет, 你好, مرحبا, שלום'],
    ['a family emoji', '👨‍👩‍👧'],
    ['a heart with a variation selector', '❤️‍🔥'],
    ['a skin tone with a joiner', '👩🏽‍🚀'],
    ['Persian with a non-joiner', 'می‌خواهم'],
  ])('keeps %s as it is', (_title, text) => {
    expect(safeText(text)).toBe(text)
  })

  it('leaves nothing that moves the cursor or reverses the text, for any input', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeText(text)).not.toMatch(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be gone
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        )
      }),
    )
  })

  it('is its own fixed point', () => {
    fc.assert(fc.property(anyText, (text) => safeText(safeText(text)) === safeText(text)))
  })

  it('safeLine also shows newlines and tabs', () => {
    expect(safeLine('a\nb\tc')).toBe('a␊b␉c')
  })
})
