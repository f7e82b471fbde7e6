import { describe, expect, it } from 'vitest'
import { Taps } from '../../../../src/simulator/shell/bridge/taps.js'

describe('4.1: which app was tapped', () => {
  const rig = () => {
    const browser = { now: 0 }
    const taps = new Taps({ now: () => browser.now })
    return { browser, taps, counted: () => [1, 2, 3].filter((seat) => taps.counts(seat)) }
  }

  it('is none before a tap', () => {
    const { counted } = rig()
    expect(counted()).toEqual([])
  })

  it('is the one that was tapped, for 5 seconds', () => {
    const { browser, taps, counted } = rig()
    taps.tapped(1)
    expect(counted()).toEqual([1])
    browser.now = 3_000
    taps.tapped(2)
    expect(counted()).toEqual([1, 2])
    browser.now = 4_999
    expect(counted()).toEqual([1, 2])
    browser.now = 5_000
    expect(counted()).toEqual([2])
    browser.now = 10_000
    expect(counted()).toEqual([])
  })

  it('is none once the person taps something of the host', () => {
    const { taps, counted } = rig()
    taps.tapped(1)
    taps.tapped(2)
    taps.hostTapped()
    expect(counted()).toEqual([])
    taps.tapped(1)
    expect(counted()).toEqual([1])
  })

  it('is not the page that came after it', () => {
    const { taps, counted } = rig()
    taps.tapped(1)
    taps.tapped(2)
    taps.forget(1)
    expect(counted()).toEqual([2])
  })
})
