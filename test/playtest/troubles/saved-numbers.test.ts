import { describe, expect, it } from 'vitest'
import { numberOf, numbersIn } from '../../../src/playtest/shown-numbers.js'
import { withLarge } from '../../../src/playtest/troubles/saved-numbers.js'
import type { AppData } from '../../../src/testing/index.js'

const data = (storage: Readonly<Record<string, string>>): AppData => ({
  schema: 1,
  app: 'ma_abcdefghij',
  storage: { '1': storage, '2': { coins: '40' } },
})

describe('the saved numbers of someone who has played for long', () => {
  it('are large where they count what is counted on the page, also inside JSON, and only for this person', () => {
    const saved = data({ coins: '40', state: '{"coins":40,"level":3,"list":[40]}', name: '"40"', word: 'x' })
    expect(withLarge(saved, (value) => value === 40)).toEqual(
      data({ coins: '12345', state: '{"coins":12345,"level":3,"list":[40]}', name: '"40"', word: 'x' }),
    )
  })

  it('are none where nothing counts that is on the page', () => {
    expect(withLarge(data({ coins: '40' }), () => false)).toBeNull()
    expect(withLarge({ schema: 1, app: 'ma_abcdefghij' }, () => true)).toBeNull()
  })
})

describe('the numbers on a page', () => {
  it('are those of sentences and facts with one number each', () => {
    expect([
      ...numbersIn(['You have 1,250 coins. In all you earned 3.', 'Wave 2 · Score: 40', '1:05', 'x 1.5']),
    ]).toEqual([
      ['You have # coins.\n1', '1,250'],
      ['In all you earned #.\n1', '3'],
      ['Wave #\n1', '2'],
      ['Score: #\n1', '40'],
      ['x #\n1', '1.5'],
    ])
  })

  it('have the value that people read', () => {
    const written = ['40', '1,250', '1.250', '1,234,567', '1.5', '1,5', '٤٠', '١٬٢٥٠', '१२', undefined]
    expect(written.map(numberOf)).toEqual([40, 1250, 1250, 1_234_567, 1.5, 1.5, 40, 1250, 12, Number.NaN])
  })
})
