import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../../src/playtest/shown-numbers.js'
import { differencesOf, type Screen, sharedLines } from '../../../src/playtest/together/screens.js'

const screen = (
  seat: number,
  lines: readonly string[],
  scores: Readonly<Record<string, number>> = {},
): Screen => ({ seat, lines: numbersIn(lines), scores: new Map(Object.entries(scores)) })

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
})
