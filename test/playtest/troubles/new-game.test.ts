import { describe, expect, it } from 'vitest'
import { labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { board } from '../../../src/playtest/page/questions.js'
import { seen } from '../../../src/playtest/page/seen.js'
import { frameBox } from '../../../src/playtest/page/shell-questions.js'
import { lateMoves } from '../../../src/playtest/troubles/new-game.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

/**
 * Noughts and crosses against a robot that moves some time after each tap.
 * @param isStopped whether a new game ends what the last one has started
 * @param shuffles whether each game begins with another board
 */
const found = async ({ isStopped = false, shuffles = false, hasNewGame = true } = {}) => {
  let cells = Array<string>(9).fill('.')
  let [now, games] = [0, 0]
  let waiting: number[] = []
  const pause = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    for (const due of waiting) if (due <= now) cells[cells.indexOf('.')] = 'O'
    waiting = waiting.filter((due) => due > now)
  }
  const again = { label: 'New game', isButton: true, x: 1, y: 1, context: '' }
  const controls = () => [
    ...(hasNewGame ? [again] : []),
    ...cells.flatMap((cell, at) =>
      cell === '.' ? [{ label: `Field ${at + 1}`, isButton: true, x: 100 + at, y: 1, context: '' }] : [],
    ),
  ]
  const press = async ({ x }: { readonly x: number }): Promise<void> => {
    if (x !== 1) {
      cells[x - 100] = 'X'
      waiting.push(now + 700)
      return
    }
    games += 1
    cells = Array<string>(9).fill('.')
    if (shuffles) cells[games % 9] = '*'
    if (isStopped) waiting = []
  }
  const answers = new Map<unknown, () => unknown>([
    [labelledControls, controls],
    [board, () => cells],
    [seen, () => ({ lines: ['Your turn'], bars: [] })],
  ])
  const window = {
    askApp: async (question: unknown) => answers.get(question)?.(),
    askShell: async (question: unknown) =>
      question === frameBox ? { x: 0, y: 0, width: 300, height: 500 } : null,
    press,
  } as unknown as Stage['window']
  const stage = { window, entry: 'index.html', signal: new AbortController().signal }
  return (await lateMoves(stage, pause)).map(({ rule, message }) => `${rule}: ${message}`)
}

describe('a new game right after a tap in the last one', () => {
  it('gets no move of the last one', async () => {
    expect(await found()).toEqual([
      'run/old-score: A new game was begun right after a tap on "Field 1", and what that tap started then happened in the new game.',
    ])
    expect(await found({ isStopped: true })).toEqual([])
  })

  it('says nothing where it begins differently each time, or nothing begins it', async () => {
    expect(await found({ shuffles: true })).toEqual([])
    expect(await found({ hasNewGame: false })).toEqual([])
  })
})
