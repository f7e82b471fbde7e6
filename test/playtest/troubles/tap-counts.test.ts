import { describe, expect, it } from 'vitest'
import { touchedTwice } from '../../../src/playtest/troubles/tap-counts.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

/** An app with one number, and a button that adds to it. */
const found = async (byFinger: number, byMouse: number, text = (count: number) => [`Coins: ${count}`]) => {
  let count = 0
  const add = (by: number) => async (): Promise<void> => {
    count += by
  }
  const stage = {
    entry: 'index.html',
    signal: new AbortController().signal,
    window: { askApp: async () => ({ lines: text(count), bars: [] }) },
  } as unknown as Stage
  const taps = touchedTwice(stage, async () => {})
  const control = { label: 'Get 5', isButton: true, place: '1 1', tap: add(byFinger), click: add(byMouse) }
  await taps.watch(control, control.tap)
  return taps.found.map(({ rule, message }) => `${rule}: ${message}`)
}

describe('what a tap with a finger changes', () => {
  it('is told where it is twice as much as with a mouse', async () => {
    expect(await found(10, 5)).toEqual([
      'run/counts-twice: A tap with a finger on the button "Get 5" changes "Coins: …" by 10, and a click with a mouse by 5.',
    ])
    expect(await found(2, 1, (count) => [String(count)])).toEqual([
      'run/counts-twice: A tap with a finger on the button "Get 5" changes a number by 2, and a click with a mouse by 1.',
    ])
    expect(await found(2, 1, (count) => Array.from({ length: count }, () => 'Milk'))).toEqual([
      'run/counts-twice: A tap with a finger on the button "Get 5" adds 2 lines, and a click with a mouse 1.',
    ])
  })

  it('is fine where it is as much, or a mouse changes nothing', async () => {
    expect(await found(5, 5)).toEqual([])
    expect(await found(2, 0)).toEqual([])
    expect(await found(0, 0)).toEqual([])
  })
})
