import { describe, expect, it } from 'vitest'
import { framesAt, isTwice } from '../../../src/playtest/troubles/display-rate.js'

describe('a game that was begun with two taps', () => {
  it('runs two loops where everything is twice as fast', () => {
    expect([1.9, 2, 2.1].every(isTwice)).toBe(true)
    expect([1, 1.5, 2.5, 3, 0.5].some(isTwice)).toBe(false)
  })
})

describe('what comes into sight at 30 Hz after 600 frames', () => {
  it('comes after as many frames at 60 Hz where it does at 144 Hz', () => {
    expect(framesAt(60, 600, 600)).toBe(600)
  })

  it('comes a second of time later where it waits for that as well', () => {
    expect(framesAt(60, 600 + 30, 600 + 144)).toBe(660)
  })

  it('follows the time where it does mostly, or does not come', () => {
    expect(framesAt(60, 600, 2_880)).toBeNull()
    expect(framesAt(60, 600, 1_500)).toBeNull()
    expect(framesAt(60, 600, null)).toBeNull()
    expect(framesAt(60, 600, 100)).toBeNull()
  })
})
