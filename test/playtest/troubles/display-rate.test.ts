import { describe, expect, it } from 'vitest'
import { isTwice } from '../../../src/playtest/troubles/display-rate.js'

describe('a game that was begun with two taps', () => {
  it('runs two loops where everything is twice as fast', () => {
    expect([1.9, 2, 2.1].every(isTwice)).toBe(true)
    expect([1, 1.5, 2.5, 3, 0.5].some(isTwice)).toBe(false)
  })
})
