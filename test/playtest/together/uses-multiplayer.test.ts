import { describe, expect, it } from 'vitest'
import { playersOf } from '../../../src/playtest/scenarios.js'
import { usesIn } from '../../../src/playtest/together/uses-multiplayer.js'

describe('code', () => {
  it.each([
    'Service.multiplayer.host({ max_players: 2 })',
    'const { multiplayer, storage } = Service',
    'const together = Service?.multiplayer',
    'e.multiplayer.join({code:t})',
  ])('uses multiplayer: %s', (code) => {
    expect(usesIn(code)).toBe(true)
  })

  it.each([
    "const text = 'Multiplayer is coming soon.'",
    'if (mode === "multiplayer") { join() }',
    '{ multiplayer: false }',
    "Service.supports('multiplayer')",
  ])('only has the word: %s', (code) => {
    expect(usesIn(code)).toBe(false)
  })
})

describe('how many people play', () => {
  it('is what the scenario needs, unless someone says how many', () => {
    expect(playersOf('together')).toBe(2)
    expect(playersOf('host-leaves')).toBe(3)
    expect(playersOf('host-leaves', 2)).toBe(2)
    expect(playersOf('phone', 4)).toBe(1)
  })
})
