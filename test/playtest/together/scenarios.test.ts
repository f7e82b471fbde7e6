import { describe, expect, it } from 'vitest'
import { labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { board } from '../../../src/playtest/page/questions.js'
import { playsAgain } from '../../../src/playtest/together/scenarios.js'
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
