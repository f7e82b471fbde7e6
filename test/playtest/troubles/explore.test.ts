import { describe, expect, it } from 'vitest'
import { leastTapped } from '../../../src/playtest/troubles/explore.js'

const control = (label: string) => ({ x: 1, y: 1, label, isButton: true, context: '' })

describe('the next control to tap', () => {
  const controls = ['Back', 'Play', 'Shop'].map(control)
  const next = (...tapped: readonly (readonly [string, number])[]) =>
    leastTapped(controls, new Map(tapped))?.label ?? null

  it('is the one that was tapped least; what leads away comes last, and the start of a game', () => {
    expect(next()).toBe('Shop')
    expect(next(['Shop', 1])).toBe('Back')
    expect(next(['Shop', 1], ['Back', 1])).toBe('Play')
    expect(next(['Play', 1], ['Shop', 1], ['Back', 1])).toBe('Shop')
  })

  it('is none where each was tapped often', () => {
    expect(next(['Play', 4], ['Shop', 4], ['Back', 4])).toBe(null)
    expect(leastTapped([], new Map())).toBe(null)
  })
})
