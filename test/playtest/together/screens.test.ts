import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../../src/playtest/shown-numbers.js'
import {
  differencesOf,
  gainsOf,
  type Screen,
  scorelessSeats,
  sharedBoards,
  sharedLines,
} from '../../../src/playtest/together/screens.js'
import {
  clocksApart,
  deviceClocks,
  standingClock,
  unevenPace,
} from '../../../src/playtest/together/screens-disagree.js'

const screen = (
  seat: number,
  lines: readonly string[],
  scores: Readonly<Record<string, number>> = {},
): Screen => ({
  seat,
  lines: numbersIn(lines),
  scores: new Map(Object.entries(scores)),
  hasTurns: lines.some((line) => line.includes('turn')),
})

const shownBy = (screens: readonly Screen[], shared: ReadonlySet<string> = new Set()) =>
  differencesOf(screens, shared).map(({ seats, shown }) => [...seats, ...shown])

describe('4.8: what players of a match see', () => {
  it('is shared where one player changes it for everyone', () => {
    const before = [screen(1, ['Total 5', 'Mine 2', 'Round 1']), screen(2, ['Total 5', 'Mine 3', 'Round 1'])]
    const after = [screen(1, ['Total 7', 'Mine 4', 'Round 1']), screen(2, ['Total 7', 'Mine 3', 'Round 1'])]
    expect([...sharedLines(before, after)]).toEqual(['Total #\n1'])
  })

  it('is not shared where a number is the same by chance, or only one sees it', () => {
    const before = [screen(1, ['Mine 3', 'Pot 1']), screen(2, ['Mine 3'])]
    const after = [screen(1, ['Mine 6', 'Pot 2']), screen(2, ['Mine 3'])]
    expect([...sharedLines(before, after)]).toEqual([])
    expect([...sharedLines([screen(1, ['Total 5'])], [screen(1, ['Total 7'])])]).toEqual([])
  })

  it('is a board that everyone shares once it was played on', () => {
    const on = (seat: number, fields: string): Screen => ({
      ...screen(seat, []),
      lines: new Map([['the board', fields]]),
    })
    const empty = [on(1, '...'), on(2, '...')]
    const played = [on(1, 'X..'), on(2, 'X..')]
    expect(sharedBoards(empty, played)).toEqual(['the board'])
    expect(sharedBoards(empty, empty)).toEqual([])
    expect(sharedBoards(empty, [on(1, 'X..'), on(2, '...')])).toEqual([])
    expect(shownBy([on(1, 'X..'), on(2, '...')], new Set(['the board']))).toEqual([
      [1, 2, 'the board', 'another'],
    ])
    expect(shownBy(played, new Set(['the board']))).toEqual([])
  })

  it('differs in a shared line, and in the number beside a name', () => {
    const screens = [
      screen(1, ['Total 7', 'Mine 4'], { 'Ann\n': 12, 'Bo\n': 3, 'Ann\nwins': 1 }),
      screen(2, ['Total 6', 'Mine 3'], { 'Ann\n': 9, 'Bo\n': 3 }),
    ]
    expect(shownBy(screens, new Set(['Total #\n1']))).toEqual([
      [1, 2, '12 for "Ann"', '9'],
      [1, 2, '"Total 7"', '"Total 6"'],
    ])
    expect(shownBy(screens.slice(0, 1), new Set(['Total #\n1']))).toEqual([])
  })

  it('moves faster on a display with more frames where it is counted in frames', () => {
    const looks = (...numbers: readonly (readonly [number, number])[]) =>
      numbers.map(([one, another]) => [screen(1, [`Time left ${one}`]), screen(2, [`Time left ${another}`])])
    expect(unevenPace(looks([60, 60], [57, 59], [54, 57]))).toEqual({
      line: 'Time left #\n1',
      seats: [1, 2],
      changes: [-6, -3],
    })
    expect(unevenPace(looks([0, 40], [30, 55], [60, 70]))).toMatchObject({ changes: [60, 30] })
    // Time that is rounded, what moves faster where fewer frames are drawn, and what goes back and forth.
    expect(unevenPace(looks([60, 61], [57, 58], [53, 56]))).toBeNull()
    expect(unevenPace(looks([60, 60], [59, 57], [57, 54]))).toBeNull()
    expect(unevenPace(looks([60, 60], [40, 50], [45, 45]))).toBeNull()
    // A line that is gone in the end.
    expect(
      unevenPace([...looks([60, 60], [57, 59]), [screen(1, []), screen(2, ['Time left 57'])]]),
    ).toBeNull()
  })

  it('is not the game where it counts frames or the network', () => {
    const looks = [10, 70, 130].map((count) => [
      screen(1, [`Frames ${count * 2}`, `Ping ${count * 2}`]),
      screen(2, [`Frames ${count}`, `Ping ${count}`]),
    ])
    expect(unevenPace(looks)).toBeNull()
  })
})

describe('4.8: the time left of a match', () => {
  const seen = (first: string, second: string, ...others: readonly string[]) => [
    screen(1, [first, ...others]),
    screen(2, [second, ...others]),
  ]
  const start = seen('Time left: 120', 'Time left: 120')

  it('runs for everyone', () => {
    expect(
      standingClock(start, [
        seen('Time left: 97', 'Time left: 120'),
        seen('Time left: 94', 'Time left: 120'),
      ]),
    ).toEqual({ line: 'Time left: #\n1', running: 1, standing: 2, value: '120' })
    expect(standingClock(start, [seen('Time left: 97', 'Time left: 98')])).toBeNull()
    expect(standingClock(start, [seen('Time left: 120', 'Time left: 120')])).toBeNull()
  })

  it('may stand where a player was done early, or has a clock of their own', () => {
    expect(standingClock(start, [seen('Time left: 60', 'Time left: 101')])).toBeNull()
    expect(standingClock(start, [seen('Time left: 60', 'Time left: 120', 'Your turn')])).toBeNull()
    expect(standingClock(seen('Lives: 20', 'Lives: 20'), [seen('Lives: 4', 'Lives: 20')])).toBeNull()
    expect(standingClock([], [seen('Time left: 60', 'Time left: 120')])).toBeNull()
  })
})

describe('a time left that was the same for two players', () => {
  const at = (...times: readonly (number | null)[]) =>
    times.flatMap((time, index) => (time === null ? [] : [screen(index + 1, [`Time ${time}`])]))
  const apart = (before: readonly Screen[], ...looks: readonly (readonly Screen[])[]) =>
    clocksApart(before, looks)

  it('is wrong where it runs with other numbers later', () => {
    const found = apart(at(40, 41), at(20, 45), at(17, 42), at(14, 39))
    expect(found).toEqual({ line: 'Time #\n1', seats: [1, 2], values: [20, 45] })
  })

  it('is fine where it is rounded, was another before, stands, runs at another pace, or is not there', () => {
    expect(apart(at(40, 41), at(20, 22), at(17, 19), at(14, 16))).toBeNull()
    expect(apart(at(40, 12), at(20, 45), at(17, 42), at(14, 39))).toBeNull()
    expect(apart(at(40, 40), at(20, 45), at(17, 45), at(14, 45))).toBeNull()
    expect(apart(at(40, 40), at(20, 45), at(17, 30), at(14, 15))).toBeNull()
    expect(apart(at(40, 40), at(20, null), at(17, null), at(14, null))).toBeNull()
    expect(apart([], at(20, 45), at(17, 42), at(14, 39))).toBeNull()
  })

  it('may be of another view, or of whose turn it is', () => {
    const waiting = (time: number) => [
      screen(1, [`Time ${time}`]),
      screen(2, [`Time ${time + 20}`, 'Round 2']),
    ]
    expect(apart(at(40, 40), waiting(20), waiting(17), waiting(14))).toBeNull()
    const turns = (time: number) =>
      [time, time + 20].map((left, index) => screen(index + 1, [`Time ${left}`, 'Your turn']))
    expect(apart(turns(40), turns(20), turns(17), turns(14))).toBeNull()
  })
})

describe('4.8: who wins something in a match', () => {
  const names = new Map([
    [1, 'Ann'],
    [2, 'Bo'],
  ])
  const look = (ann: number, bo: number): readonly Screen[] => [
    screen(1, [], { 'Ann\n': ann, 'Bo\n': bo }),
    screen(2, [], { 'Ann\n': ann, 'Bo\n': bo }),
  ]

  it('is known by the number beside each name', () => {
    expect([...gainsOf(look(0, 2), look(7, 3), names)]).toEqual([
      [1, 7],
      [2, 1],
    ])
    expect([...gainsOf(look(0, 2), [], names)]).toEqual([])
  })

  it('is not someone whose number never changes, while another one rises by much', () => {
    expect(scorelessSeats([look(0, 0), look(4, 0), look(9, 0)], names)).toEqual([2])
    expect(scorelessSeats([look(0, 0), look(4, 3), look(9, 0)], names)).toEqual([])
    expect(scorelessSeats([look(0, 0), look(2, 0), look(4, 0)], names)).toEqual([])
  })
})

describe('a time that each device reckons by its own clock', () => {
  const at = (...played: readonly number[]) =>
    played.map((seconds, index) => screen(index + 1, [`Time played: ${seconds} s`]))

  it('is as far apart as the clocks are, also below zero', () => {
    expect(deviceClocks([at(20, -640), at(23, -637), at(26, -634)])).toEqual({
      line: 'Time played: # s\n1',
      seats: [1, 2],
      values: [20, -640],
    })
    expect(deviceClocks([at(20, 21, 440), at(23, 24, 443), at(26, 27, 446)])).toMatchObject({ seats: [1, 3] })
  })

  it('is something else where it is further or less apart, or does not run', () => {
    expect(deviceClocks([at(20, 640), at(23, 643), at(26, 646)])).toBeNull()
    expect(deviceClocks([at(20, 21), at(23, 24), at(26, 27)])).toBeNull()
    expect(deviceClocks([at(20, -640), at(20, -640), at(20, -640)])).toBeNull()
    expect(deviceClocks([at(20, -640), at(23, -640), at(26, -640)])).toBeNull()
  })
})
