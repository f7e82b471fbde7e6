import { describe, expect, it } from 'vitest'
import { lostIn, type TurnedScores } from '../../../src/playtest/troubles/lost-by-turning.js'

/** @param numbers a score at the start of a game, before the phone was turned or not, and after that */
const look = (isTurned: boolean, ...numbers: readonly [number, number, number]): TurnedScores => {
  const [start, before, after] = numbers.map((score) => new Map([['score', score]]))
  return { start: start ?? new Map(), before: before ?? new Map(), after: after ?? new Map(), isTurned }
}

describe('a score when the phone is turned', () => {
  it('is lost where it is as at the start each time, and is not without a turn', () => {
    expect(lostIn([look(true, 0, 5, 0), look(true, 0, 3, 0), look(false, 0, 4, 4)])).toEqual(['score'])
    expect(lostIn([look(true, 0, 5, 0), look(true, 0, 3, 0), look(false, 0, 4, 6)])).toEqual(['score'])
  })

  it('may fall for other reasons', () => {
    expect(lostIn([look(true, 0, 5, 5)])).toEqual([])
    expect(lostIn([look(true, 0, 5, 2)])).toEqual([])
    expect(lostIn([look(true, 0, 5, 0), look(true, 0, 3, 3)])).toEqual([])
    expect(lostIn([look(true, 0, 5, 0), look(true, 0, 3, 0), look(false, 0, 4, 0)])).toEqual([])
    expect(lostIn([])).toEqual([])
  })
})
