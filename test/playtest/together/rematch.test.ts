import { describe, expect, it } from 'vitest'
import { labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { board } from '../../../src/playtest/page/questions.js'
import { numbersIn } from '../../../src/playtest/shown-numbers.js'
import { clockIn, playsAgain } from '../../../src/playtest/together/rematch.js'
import type { Screen } from '../../../src/playtest/together/screens.js'
import type { Player } from '../../../src/playtest/together/together.js'

const EMPTY = Array<string>(9).fill('.')

/** What is said of a match that is over. @param end its board then @param next the board of another game @param label its button */
const found = async (end: readonly string[], next: readonly string[], label = 'Rematch') => {
  let isAgain = false
  const window = {
    askApp: async (question: unknown) => {
      if (question === board) return isAgain ? next : end
      return question === labelledControls ? [{ label, isButton: true, x: 1, y: 1, context: '' }] : null
    },
    askShell: async () => ({ x: 0, y: 0, width: 300, height: 500 }),
    press: async () => {
      isAgain = true
    },
  } as unknown as Player['window']
  const players = [1, 2].map((seat) => ({ seat, window, seed: seat }))
  const table = { players, board: EMPTY, signal: new AbortController().signal }
  return (await playsAgain(table, 'index.html', async () => {})).map(
    ({ rule, message }) => `${rule}: ${message}`,
  )
}

describe('another game of the same match', () => {
  const played = ['X', 'O', 'X', 'O', 'X', '.', '.', '.', '.']

  it('begins with an empty board', async () => {
    expect(await found(played, played)).toEqual([
      'run/old-score: Another game of the same match begins with the board of the last one: 5 fields are as they were at its end.',
    ])
    expect(await found(played, EMPTY)).toEqual([])
  })

  it('may begin with another board, and with a first move', async () => {
    expect(await found(played, ['X', ...EMPTY.slice(1)])).toEqual([])
    expect(
      await found(
        played,
        played.map((field) => (field === 'X' ? 'O' : 'X')),
      ),
    ).toEqual([])
  })

  it('is not asked for where no button says so', async () => {
    expect(await found(played, played, 'Wait')).toEqual([])
  })
})

describe('the clock of a round', () => {
  const screen = (seat: number, line: string): Screen => ({
    seat,
    lines: numbersIn([line]),
    scores: new Map(),
    hasTurns: false,
  })

  it('is a number that falls by the second, in sight of someone', () => {
    const found = clockIn(
      [screen(1, 'Score 3'), screen(2, 'Time 33')],
      [screen(1, 'Score 7'), screen(2, 'Time 30')],
    )
    expect(found).toEqual({ line: 'Time #\n1', seconds: 30 })
  })

  it('is not one that rises, stands, falls faster, or has long to go', () => {
    for (const [before, after] of [
      ['Time 30', 'Time 33'],
      ['Time 30', 'Time 30'],
      ['Money 80', 'Money 20'],
      ['Shield 30', 'Shield 27'],
      ['Time 603', 'Time 600'],
    ] as const)
      expect(clockIn([screen(1, before)], [screen(1, after)])).toBeNull()
  })
})
