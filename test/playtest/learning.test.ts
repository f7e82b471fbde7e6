import { describe, expect, it } from 'vitest'
import { seededRandomness } from '../../src/host/randomness.js'
import { type Learner, learner } from '../../src/playtest/learning.js'

const of = (seed: number): Learner => learner(seededRandomness(seed))
const inputs = (mind: Learner, count: number, onNext = (_: ReturnType<Learner['next']>) => {}) =>
  Array.from({ length: count }, () => {
    const next = mind.next()
    onNext(next)
    return next
  })

describe('a learner', () => {
  it('decides the same for the same seed and rewards, and differently for others', () => {
    expect(inputs(of(7), 50)).toEqual(inputs(of(7), 50))
    expect(inputs(of(7), 50)).not.toEqual(inputs(of(8), 50))
  })

  it('tries every kind of input', () => {
    const kinds = new Set(inputs(of(1), 300).map(({ input }) => input.kind))
    expect(kinds).toEqual(new Set(['middle', 'anywhere', 'moving', 'control', 'swipe', 'key']))
  })

  it('does more often what went well', () => {
    const mind = of(3)
    const swipes = (count: number): number =>
      inputs(mind, count, ({ input }) => {
        if (input.kind === 'swipe' && input.x === 1) mind.reward()
      }).filter(({ input }) => input.kind === 'swipe' && input.x === 1).length
    swipes(200)
    expect(swipes(100)).toBeGreaterThan(30)
  })

  it('plays each round at another tempo, which leaves no gap, and repeats one that went well', () => {
    const mind = of(5)
    const waits = Array.from({ length: 60 }, () => {
      mind.startRound()
      return mind.next().waitMs
    })
    // Someone looks away in the sixth round, and in one of 24 after it.
    expect(waits.flatMap((waitMs, index) => (waitMs === 15_000 ? [index] : []))).toEqual([4, 28, 52])
    const sorted = waits.filter((waitMs) => waitMs < 15_000).sort((a, b) => a - b)
    const gaps = sorted.slice(1).map((waitMs, index) => waitMs - (sorted[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(300)
    const { waitMs } = mind.next()
    for (let times = 0; times < 5; times += 1) mind.reward()
    const again = Array.from({ length: 40 }, () => {
      mind.startRound()
      return mind.next().waitMs
    })
    expect(again.filter((other) => Math.abs(other / waitMs - 1) < 0.4).length).toBeGreaterThan(15)
  })
})
