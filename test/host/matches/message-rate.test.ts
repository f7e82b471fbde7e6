import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessageRate } from '../../../src/host/matches/message-rate.js'
import { runs } from '../../support/vitest/runs.js'

const takeMany = (rate: MessageRate, count: number, now: number) =>
  Array.from({ length: count }, () => rate.take(now))

describe('8.3: the rate of one player’s messages', () => {
  it('8.3: takes a burst of 40, and then 20 a second', () => {
    const rate = new MessageRate(0)
    expect(takeMany(rate, 40, 0)).toEqual(Array(40).fill('taken'))
    expect(rate.take(0)).toBe('dropped')
    expect(rate.take(49)).toBe('dropped')
    expect(rate.take(50)).toBe('taken')
    expect(rate.take(50)).toBe('dropped')
    expect(takeMany(rate, 21, 1_050)).toEqual([...Array(20).fill('taken'), 'dropped'])
    expect(takeMany(rate, 41, 60_000)).toEqual([...Array(40).fill('taken'), 'dropped'])
  })

  it('readings: the 400th message dropped within 10 seconds is one too many', () => {
    const rate = new MessageRate(0)
    takeMany(rate, 40, 0)
    expect(takeMany(rate, 399, 0)).toEqual(Array(399).fill('dropped'))
    expect(rate.take(0)).toBe('flooding')
  })

  it('readings: what was dropped 10 seconds ago counts no more', () => {
    const rate = new MessageRate(0)
    takeMany(rate, 40, 0)
    takeMany(rate, 399, 0)
    const later = takeMany(rate, 40 + 399, 10_000)
    expect(later).toEqual([...Array(40).fill('taken'), ...Array(399).fill('dropped')])
    expect(rate.take(10_000)).toBe('flooding')
  })

  it('8.3: within any time, what is taken is at most a burst and 20 a second, and no less than that', () => {
    const pauses = fc.array(fc.oneof(fc.constant(0), fc.nat(120), fc.nat(3_000)), { maxLength: 300 })
    fc.assert(
      fc.property(pauses, (steps) => {
        const rate = new MessageRate(1_000)
        const taken: number[] = []
        let now = 1_000
        for (const step of steps) {
          now += step
          const fits = [...taken, now].every(
            (since, index) => taken.length + 1 - index <= 40 + (now - since) / 50,
          )
          expect(rate.take(now) === 'taken').toBe(fits)
          if (fits) taken.push(now)
        }
      }),
      { numRuns: runs(100) },
    )
  })
})
