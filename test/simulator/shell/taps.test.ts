import { describe, expect, it } from 'vitest'
import { Taps } from '../../../src/simulator/shell/taps.js'

describe('4.1: the seat of a tap, if several apps share a window', () => {
  it('is that of the tapped app, as long as the user activation lasts', () => {
    let now = 0
    let active = false
    const taps = new Taps({ isActive: () => active, now: () => now })
    const counted = () => [1, 2, 3].filter((seat) => taps.counts(seat))
    expect(counted()).toEqual([])
    active = true
    // A program did it, as the browser sees it.
    expect(counted()).toEqual([1, 2, 3])
    taps.tapped(1)
    expect(counted()).toEqual([1])
    now = 3_000
    taps.tapped(2)
    expect(counted()).toEqual([1, 2])
    active = false
    expect(counted()).toEqual([])
    active = true
    now = 6_000
    expect(counted()).toEqual([2])
    now = 10_000
    expect(counted()).toEqual([1, 2, 3])
  })
})
