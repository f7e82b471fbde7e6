import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessageKinds } from '../../../src/host/matches/message-kinds.js'
import { seededRandomness } from '../../../src/host/randomness.js'

const drawn = (messages: readonly unknown[], count: number, seed = 1): readonly unknown[] => {
  const kinds = new MessageKinds()
  for (const message of messages) kinds.learn(message)
  const source = seededRandomness(seed)
  return Array.from({ length: count }, () => kinds.draw(source))
}

describe('random messages of the kinds seen', () => {
  it('are none while none was seen', () => {
    const kinds = new MessageKinds()
    expect([kinds.isEmpty, kinds.draw(seededRandomness(1))]).toEqual([true, undefined])
  })

  it('keep a message’s structure and name, with numbers between those seen and texts that were seen', () => {
    const seen = [
      { type: 'move', x: 0, y: 0.5, face: 'left', fast: true },
      { type: 'move', x: 10, y: 1.5, face: 'right', fast: false },
      { type: 'shot', x: 100, y: 200 },
      ['chat', 3],
      ['chat', 5],
      7,
    ]
    for (const message of drawn(seen, 500)) {
      if (typeof message === 'number') expect(message).toBe(7)
      else if (Array.isArray(message)) {
        expect(message).toEqual(['chat', expect.any(Number)])
        expect([3, 4, 5]).toContain(message[1])
      } else {
        const { type, x, y, ...rest } = message as { type: string; x: number; y: number }
        if (type === 'shot') expect([x, y, rest]).toEqual([100, 200, {}])
        else {
          expect(Object.keys(rest)).toEqual(['face', 'fast'])
          expect(Number.isInteger(x) && x >= 0 && x <= 10).toBe(true)
          expect(y >= 0.5 && y <= 1.5).toBe(true)
        }
      }
    }
  })

  it('vary, and repeat from the same seed', () => {
    const seen = [{ x: 0 }, { x: 1_000 }]
    expect(new Set(drawn(seen, 50).map((message) => JSON.stringify(message))).size).toBeGreaterThan(20)
    expect(drawn(seen, 50)).toEqual(drawn(seen, 50))
    expect(drawn(seen, 50, 2)).not.toEqual(drawn(seen, 50))
  })

  it('are never too large to send', () => {
    const long = 'x'.repeat(900)
    const seen = [
      { a: long, b: 'y' },
      { a: 'x', b: long },
    ]
    for (const message of drawn(seen, 50)) expect(JSON.stringify(message).length).toBeLessThanOrEqual(1_024)
  })

  it('have finite numbers from the largest range, and no negative zero', () => {
    const seen = [
      { x: -Number.MAX_VALUE, y: -1 },
      { x: Number.MAX_VALUE, y: 0 },
    ]
    for (const message of drawn(seen, 200)) {
      const { x, y } = message as { x: number; y: number }
      expect([Number.isFinite(x), Object.is(y, -0)]).toEqual([true, false])
    }
  })

  it('are JSON for any messages', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 10 }), (seen) => {
        const messages = seen.map((message) => JSON.parse(JSON.stringify(message)) as unknown)
        for (const message of drawn(messages, 10))
          expect(JSON.parse(JSON.stringify(message))).toEqual(message)
      }),
      { numRuns: 100 },
    )
  })
})
