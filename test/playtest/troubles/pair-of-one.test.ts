import { describe, expect, it } from 'vitest'
import { type LabelledControl, labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { seen } from '../../../src/playtest/page/seen.js'
import { alikeIn, pairOfOne, pairsIn } from '../../../src/playtest/troubles/pair-of-one.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

const cards = (count: number, label = '?'): readonly LabelledControl[] =>
  Array.from({ length: count }, (_, x) => ({ x, y: 0, label, isButton: true, context: '' }))

/** What is said of a game. @param pairs how many it counts after so many taps @param shown its cards */
const found = async (pairs: (taps: number) => number, shown = cards(12), text = 'Pairs: ') => {
  let taps = 0
  let opened = 0
  const answers = new Map<unknown, () => unknown>([
    [labelledControls, () => shown],
    [seen, () => ({ lines: ['Moves: 3', `${text}${pairs(taps)}`] })],
  ])
  const messages = await pairOfOne(
    {
      entry: 'index.html',
      signal: new AbortController().signal,
      close: async () => {},
      open: async () => {
        opened += 1
        taps = 0
        return null
      },
      window: {
        askApp: async (question: unknown) => answers.get(question)?.() ?? null,
        askShell: async () => ({ x: 0, y: 0, width: 300, height: 600 }),
        press: async () => {
          taps += 1
        },
      } as unknown as Stage['window'],
    },
    async () => {},
  )
  return { opened, taps, messages: messages.map(({ rule, message }) => `${rule}: ${message}`) }
}

describe('two taps on one card', () => {
  it('must not count as a pair', async () => {
    expect(await found((taps) => Math.floor(taps / 2))).toEqual({
      opened: 1,
      taps: 4,
      messages: ['run/counts-twice: Two taps on the same card count as a pair.'],
    })
  })

  it('may do nothing, or count as two', async () => {
    expect(await found(() => 0)).toEqual({ opened: 1, taps: 2, messages: [] })
    expect((await found((taps) => taps)).messages).toEqual([])
    // With one card only, the tap before it may have been the other one.
    expect((await found((taps) => (taps < 2 ? 0 : 1))).messages).toEqual([])
  })

  it('are not made where nothing counts pairs, or there are no cards', async () => {
    expect(await found((taps) => taps, cards(12), 'Taps: ')).toEqual({ opened: 0, taps: 0, messages: [] })
    expect(await found((taps) => taps, cards(5))).toEqual({ opened: 0, taps: 0, messages: [] })
  })

  it('are counted as they are written', () => {
    const lines = [
      'Moves: 4 Pairs: 3',
      '2 of 8 pairs',
      '1 pair',
      'Matched 5',
      'Pairs',
      'Repairs: 4',
      '2 players',
    ]
    expect(lines.map((line) => pairsIn([line]))).toEqual([3, 2, 1, 5, null, null, null])
    expect(alikeIn([...cards(3, 'A'), ...cards(7)])).toHaveLength(7)
  })
})
