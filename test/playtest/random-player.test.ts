import { describe, expect, it } from 'vitest'
import { seededRandomness } from '../../src/host/randomness.js'
import { FRAME_MS, type TestWindow } from '../../src/playtest/drivers/driver.js'
import { frameBox } from '../../src/playtest/page/shell-questions.js'
import { play, tapsInTurn } from '../../src/playtest/random-player.js'

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

it('holds a key for several frames, since many games look at the keys once a frame', async () => {
  const held: number[] = []
  const window = {
    askShell: async (question: unknown) =>
      question === frameBox ? { x: 0, y: 0, width: 390, height: 844 } : null,
    key: async (_: string, meanwhile?: () => Promise<void>) => {
      const down = performance.now()
      await meanwhile?.()
      held.push(performance.now() - down)
    },
  } as unknown as TestWindow
  const next = () => ({ kind: 'key', key: 'Enter' }) as const
  const { signal } = new AbortController()
  await play(window, { milliseconds: 100, seed: 1, signal, next, pauseMs: 0 }, async () => {})
  expect(held).toHaveLength(2)
  expect(Math.min(...held)).toBeGreaterThan(5 * FRAME_MS)
})

it('taps anywhere where no control is known', async () => {
  const taps: unknown[] = []
  const window = {
    askShell: async (question: unknown) =>
      question === frameBox ? { x: 0, y: 0, width: 100, height: 100 } : null,
    askApp: async () => [],
    press: async (at: unknown) => {
      taps.push(at)
    },
  } as unknown as TestWindow
  const next = () => ({ kind: 'control', choice: 0.25 }) as const
  const { signal } = new AbortController()
  await play(window, { milliseconds: 100, seed: 1, signal, next, pauseMs: 0 }, async () => {})
  expect(taps).toEqual([
    { x: 25, y: expect.any(Number) },
    { x: 25, y: expect.any(Number) },
  ])
})
