import { describe, expect, it } from 'vitest'
import { repeatedEachTime } from '../../../src/playtest/troubles/opened-again.js'

describe('what is opened again', () => {
  it('has the same lines twice the second time, where they are added again', () => {
    const bag = ['Rope', 'Map', 'Bread']
    expect(
      repeatedEachTime([
        ['Bag', ...bag],
        ['Bag', ...bag, ...bag],
        ['Bag', ...bag, ...bag, ...bag],
      ]),
    ).toEqual(bag)
    expect(repeatedEachTime([bag, bag, bag])).toEqual([])
    expect(repeatedEachTime([bag, [...bag, 'Bread'], [...bag, 'Bread', 'Rope']])).toEqual([])
  })
})
