import { describe, expect, it } from 'vitest'
import { areAsTexts, showsScores, withScores } from '../../../src/playtest/troubles/sorted-scores.js'
import type { AppData } from '../../../src/testing/index.js'

const dataWith = (key: string, value: unknown): AppData =>
  ({ storage: { '1': { [key]: JSON.stringify(value) } } }) as unknown as AppData

const saved = (key: string, value: unknown): unknown => {
  const text = withScores(dataWith(key, value))?.storage?.['1']?.[key]
  return text === undefined ? null : JSON.parse(text)
}

describe('a list of scores that an app keeps', () => {
  it('gets scores of one digit and of several, the best first', () => {
    expect(saved('results', [6, 3])).toEqual([120, 45, 30, 9, 8])
    expect(saved('high-scores', [{ name: 'Ann', score: 5, at: 1_700_000_000_000 }])).toEqual(
      [120, 45, 30, 9, 8].map((score) => ({ name: 'Ann', score, at: 1_700_000_000_000 })),
    )
  })

  it('is not a list of something else', () => {
    for (const value of [[], [0, 3], ['a'], {}, 5, [{ stars: 3, score: 5 }], [[1]], Array(30).fill(1)])
      expect(saved('results', value)).toBeNull()
    expect(saved('levels', [3, 2, 1])).toBeNull()
  })
})

describe('scores in sight', () => {
  const list = (...scores: readonly number[]) => [
    'Best scores',
    ...scores.map((score, at) => `${at + 1}. Ann ${score}`),
    'Play',
  ]

  it('are sorted as texts where 9 is above 10', () => {
    expect(areAsTexts(list(9, 8, 45, 30, 120))).toBe(true)
  })

  it('are sorted as numbers, or in another way', () => {
    for (const scores of [
      [120, 45, 30, 9, 8],
      [8, 9, 30, 45, 120],
      [9, 8, 45],
    ])
      expect(areAsTexts(list(...scores))).toBe(false)
    expect(areAsTexts([])).toBe(false)
  })

  it('are those that are kept', () => {
    const kept = dataWith('scores', [
      { name: 'Ann', score: 12 },
      { name: 'Bob', score: 7 },
    ])
    expect(showsScores(['1. Ann 12', '2. Bob 7'], kept)).toBe(true)
    expect(showsScores(['1. Ann 12'], kept)).toBe(false)
    expect(showsScores(['Level 12', 'Lives 7'], dataWith('results', [1, 1, 1]))).toBe(false)
  })
})
