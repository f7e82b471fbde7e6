import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { styles } from '../../src/terminal/style.js'
import { columnsOf, textWidth, wrap, wrapText } from '../../src/terminal/wrap-text.js'

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

describe('texts on a terminal', () => {
  it('break between words, and what follows is indented', async () => {
    expect(await wrap('one two three four five six', { columns: 24, indent: '    ' })).toBe(
      'one two three four\n    five six',
    )
  })

  it('keep a word that is wider than a line whole', async () => {
    const address = 'https://example.com/a/long/address'
    expect(await wrap(`See ${address} there`, { columns: 22, indent: '  ' })).toBe(
      `See\n  ${address}\n  there`,
    )
  })

  it('count wide characters as two columns, and styles as none', async () => {
    const { red } = styles(true)
    expect(await wrap('日本語日本 日本語日本語', { columns: 20, indent: '' })).toBe(
      '日本語日本\n日本語日本語',
    )
    expect(await wrap(`${red('one two three')} four`, { columns: 20, indent: '' })).toBe(
      `${red('one two three')} four`,
    )
    expect(await wrap(red('one two three four five'), { columns: 20, indent: '  ' })).toBe(
      `${red('one two three four')}\n  ${red('five')}`,
    )
  })

  it('are not broken into single words where there is hardly any room', async () => {
    expect(await wrap('one two three four five', { columns: 3, indent: '  ' })).toBe(
      'one two three four\n  five',
    )
  })
})

it.each([
  [{ columns: 120 }, 120],
  [{ columns: 1 }, 1],
  [{ columns: 0 }, 80],
  [{}, 80],
])('%o is %d columns wide', (stream, columns) => {
  expect(columnsOf(stream)).toBe(columns)
})
