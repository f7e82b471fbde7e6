import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textWidth, wrapText } from '../../src/terminal/wrap-text.js'

describe('text wrapped for a terminal', () => {
  it.each([
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['exactly at the width', 'four four', 4, ['four', 'four']],
    ['line breaks stay', 'a\n\nb c', 2, ['a', '', 'b', 'c']],
    ['spaces at the start stay', '  a b', 4, ['  a', 'b']],
    ['a long word', 'abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['a URL stays whole', 'x (https://a.example/b) y', 5, ['x', '(https://a.example/b)', 'y']],
    ['Japanese, between characters', '日本語の文章です。', 6, ['日本語', 'の文章', 'です。']],
    ['no line starts with a full stop', '日本語。日本', 6, ['日本', '語。日', '本']],
    ['Chinese in English', 'Play 游戏现在 now', 9, ['Play 游戏', '现在 now']],
    ['Korean, between words', '안녕하세요 여러분', 12, ['안녕하세요', '여러분']],
    ['emoji of several code points', '👩‍👩‍👧👩‍👩‍👧 a', 4, ['👩‍👩‍👧👩‍👩‍👧', 'a']],
    ['a family is never split', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 4, ['👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧']],
    ['combining marks', 'e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
    ['Hebrew, in logical order', 'שלום עולם טוב', 9, ['שלום עולם', 'טוב']],
    ['Arabic with a number', 'مرحبا 123 بالعالم', 9, ['مرحبا 123', 'بالعالم']],
    ['not at all', 'one two', Number.POSITIVE_INFINITY, ['one two']],
    ['nothing', '', 5, ['']],
  ])('%s', (_name, text, columns, lines) => {
    expect(wrapText(text, columns)).toEqual(lines)
  })

  it('loses nothing but spaces, and no line is wider unless it is a URL or one character', () => {
    const unit = fc.constantFrom('a', 'bc', ' ', '  ', '日', '。', 'ー', '（', '👩‍👩‍👧', 'é', 'ש', '\n', '-')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (text, columns) => {
        const lines = wrapText(text, columns)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const line of lines) expect(textWidth(line.trim())).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
