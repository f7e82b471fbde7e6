import { describe, expect, it } from 'vitest'
import { styles } from '../../src/terminal/style.js'
import { columnsOf, wrap } from '../../src/terminal/wrap.js'

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
