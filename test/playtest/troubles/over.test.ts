import { describe, expect, it } from 'vitest'
import { leftOnBoard, notOver, type ScoredRound } from '../../../src/playtest/troubles/over.js'

const round = (start: number, end: number, later: number | null = null, isNew = true): ScoredRound => ({
  isNew,
  start: new Map([['score', start]]),
  during: new Map([['score', start]]),
  end: new Map([['score', end]]),
  later: later === null ? null : new Map([['score', later]]),
  tapped: null,
  best: null,
  board: { start: [], end: [] },
  paused: null,
})

const found = (...rounds: readonly ScoredRound[]) =>
  notOver('index.html', rounds).map(({ rule, message }) => `${rule}: ${message}`)

describe('a game that is over', () => {
  it('leaves no score to the next one', () => {
    expect(found(round(0, 3, null, false), round(3, 5), round(5, 9))).toEqual([
      'run/old-score: Each new game begins with the score of the last one, such as 3.',
    ])
    expect(found(round(0, 3, null, false), round(0, 5), round(0, 9))).toEqual([])
    expect(found(round(0, 3, null, false), round(3, 5), round(0, 9))).toEqual([])
  })

  it('leaves no moves to the next one either', () => {
    const moves = ({ start, end, ...others }: ScoredRound): ScoredRound => ({
      ...others,
      start: new Map([['moves', start.get('score') ?? 0]]),
      end: new Map([['moves', end.get('score') ?? 0]]),
    })
    expect(found(moves(round(0, 12, null, false)), moves(round(12, 20)), moves(round(20, 31)))).toEqual([
      'run/old-score: Each new game begins with the moves of the last one, such as 12.',
    ])
  })

  it('leaves no score of one either, where it rose before the end', () => {
    const won = { ...round(0, 1, null, false), during: new Map([['score', 1]]) }
    expect(found(won, round(1, 1), round(1, 1))).toEqual([
      'run/old-score: Each new game begins with the score of the last one, such as 1.',
    ])
    expect(found(round(0, 1, null, false), round(1, 1), round(1, 1))).toEqual([])
  })

  it('may go on where it was paused, and says nothing where nothing was scored', () => {
    expect(found(round(0, 3), round(3, 5, null, false), round(5, 9, null, false))).toEqual([])
    expect(found(round(0, 0), round(0, 0), round(0, 0))).toEqual([])
  })

  it('may leave what counts the games, and what is money', () => {
    expect(found(round(0, 1, null, false), round(1, 2), round(2, 3))).toEqual([])
    const money = [round(0, 3, null, false), round(3, 5), round(5, 9)].map(({ start, end, ...others }) => ({
      ...others,
      start: new Map([['points', start.get('score') ?? 0]]),
      end: new Map([['points', end.get('score') ?? 0]]),
    }))
    expect(notOver('index.html', money)).toEqual([])
  })

  it('counts no further', () => {
    expect(found(round(0, 3, 4), round(0, 5, 6))).toEqual([
      'run/plays-on: The score keeps changing after the game is over: it was 3, and then 4.',
    ])
    expect(found(round(0, 3, 4), round(0, 5, 5))).toEqual([])
    expect(found(round(0, 3, 4), round(0, 5))).toEqual([])
  })

  it('stands still while it is paused', () => {
    const paused = (...pauses: readonly (readonly [number, number])[]) =>
      found(
        ...pauses.map(([start, later]) => ({
          ...round(0, 3),
          paused: {
            start: new Map([['score', start]]),
            later: new Map([['score', later]]),
            isOver: false,
            tapped: null,
          },
        })),
      )
    expect(paused([1, 2], [0, 1])).toEqual([
      'run/plays-on: The score keeps changing while the game is paused: it was 1, and then 2.',
    ])
    expect(paused([1, 2], [1, 1])).toEqual([])
    expect(paused([1, 2])).toEqual([])
  })

  it('stays paused', () => {
    const paused = (...isOver: readonly boolean[]) =>
      found(
        ...isOver.map((one) => ({
          ...round(0, 3),
          paused: { start: new Map(), later: new Map(), isOver: one, tapped: null },
        })),
      )
    expect(paused(true, true)).toEqual([
      'run/plays-on: The game was paused, but continues by itself after a moment.',
    ])
    expect(paused(true, false)).toEqual([])
    expect(paused(true)).toEqual([])
  })

  it('counts no taps while it is paused', () => {
    const tapped = (...taps: readonly (readonly [number, number])[]) =>
      found(
        ...taps.map(([before, after]) => ({
          ...round(0, 3),
          paused: {
            start: new Map(),
            later: new Map(),
            isOver: false,
            tapped: { before: new Map([['score', before]]), after: new Map([['score', after]]) },
          },
        })),
      )
    expect(tapped([1, 4], [0, 3])).toEqual([
      'run/plays-on: The score keeps changing with taps on the playing field while the game is paused: it was 1, and then 4.',
    ])
    expect(tapped([1, 4], [2, 2])).toEqual([])
    expect(tapped([1, 4])).toEqual([])
  })

  it('counts no taps', () => {
    const tapped = (...taps: readonly number[]) =>
      found(...taps.map((score) => ({ ...round(0, 3, 3), tapped: new Map([['score', score]]) })))
    expect(tapped(6, 6)).toEqual([
      'run/plays-on: The score keeps changing with taps after the game is over: it was 3, and then 6.',
    ])
    expect(tapped(6, 3)).toEqual([])
    expect(tapped(6)).toEqual([])
  })

  it('shows a best that is as good as its score', () => {
    const bests = (...all: readonly (number | null)[]) =>
      found(...all.map((best) => ({ ...round(0, 5), best })))
    expect(bests(2, 5, 4)).toEqual([
      'run/broken-value: The game is over with a score of 5, and the best score is still 4.',
    ])
    expect(bests(2, 5, 5)).toEqual([])
    expect(bests(null, 9, null)).toEqual([])
  })

  it('leaves an empty board', () => {
    const empty = ['', '', '', '', '', '']
    const played = ['X', 'O', 'X', 'O', '', '']
    const left = (next: readonly string[]) =>
      leftOnBoard({ start: empty, end: played }, { start: next, end: next })
    expect(left(played)).toEqual([0, 1, 2, 3])
    expect(left(empty)).toEqual([])
    expect(left(['X', '', '', '', '', ''])).toEqual([])
    expect(left([...played, ''])).toEqual([])
    expect(leftOnBoard({ start: played, end: played }, { start: played, end: played })).toEqual([])
  })
})
