import { describe, expect, it } from 'vitest'
import { labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { board } from '../../../src/playtest/page/questions.js'
import { seen } from '../../../src/playtest/page/seen.js'
import { fieldsIn, playsOutOfTurn } from '../../../src/playtest/together/out-of-turn.js'
import type { Player } from '../../../src/playtest/together/together.js'

const control = (label: string, x = 1) => ({ label, isButton: true, x, y: 1, context: '' })

/**
 * What is said of a game of two, of whom the first has the turn.
 * @param counts whether a tap of the second one is a move
 * @param texts what each app says of the turn
 */
const found = async (
  counts: boolean,
  texts: readonly [string, string] = ['Your turn', 'Wait for the others'],
) => {
  const cells = [...'ABABABA..']
  const players = texts.map((text, index) => {
    const answers = new Map<unknown, () => unknown>([
      [board, () => [...cells]],
      [seen, () => ({ lines: [text], bars: [] })],
      [labelledControls, () => [control('Leave'), control('Field', 7), control('Field', 8)]],
    ])
    const window = {
      askApp: async (question: unknown) => answers.get(question)?.(),
      askShell: async () => ({ x: 0, y: 0, width: 300, height: 500 }),
      press: async ({ x }: { readonly x: number }) => {
        if (counts) cells[x] = 'B'
      },
    } as unknown as Player['window']
    return { seat: index + 1, window, seed: 1 }
  })
  const table = { players, signal: new AbortController().signal }
  return (await playsOutOfTurn(table, 'index.html', async () => {})).map(({ message }) => message)
}

describe('4.8: a player who does not have the turn', () => {
  it('cannot move', async () => {
    expect(await found(true)).toEqual([
      'Seat 1 had the turn, and seat 2 tapped a field of the board: the move counts for both.',
    ])
    expect(await found(true, ["It's your turn, Ann", "Ann's turn"])).toHaveLength(1)
    expect(await found(false)).toEqual([])
  })

  it('is not known where the apps do not say whose turn it is', async () => {
    expect(await found(true, ['Tap!', 'Tap!'])).toEqual([])
    expect(await found(true, ['Your turn', 'Your turn'])).toEqual([])
    expect(await found(true, ['Waiting for others', 'Waiting for others'])).toEqual([])
  })

  it('taps what is of one kind', () => {
    const fields = [1, 2, 3, 4].map((at) => control(`Field ${at}`, at))
    expect(fieldsIn([control('Leave'), control('Chat'), ...fields])).toEqual(fields)
    expect(fieldsIn([control('Leave'), ...fields.slice(0, 2)])).toEqual(fields.slice(0, 2))
    expect(fieldsIn([control('Rock'), control('Paper'), control('Scissors')])).toEqual([])
  })
})
