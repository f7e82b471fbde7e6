import { describe, expect, it } from 'vitest'
import { seededRandomness } from '../../src/host/randomness.js'
import { tapsInTurn } from '../../src/playtest/random-player.js'

describe('the taps of someone who plays a game of tiles', () => {
  it.each([9, 36, 64])('come to nearly all of %i controls before they come to many again', (controls) => {
    const randomness = seededRandomness(7)
    const next = tapsInTurn()
    const tapped: number[] = []
    while (tapped.length < controls) {
      const action = next(randomness)
      if (action.kind === 'control') tapped.push(Math.floor(action.choice * controls))
    }
    expect(tapped.every((index) => index >= 0 && index < controls)).toBe(true)
    expect(new Set(tapped).size).toBeGreaterThan(controls * 0.8)
  })

  it('are the same for the same seed', () => {
    const play = () => {
      const [randomness, next] = [seededRandomness(3), tapsInTurn()]
      return Array.from({ length: 20 }, () => next(randomness))
    }
    expect(play()).toEqual(play())
  })
})
