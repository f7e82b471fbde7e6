import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../../src/playtest/shown-numbers.js'
import { doubledEachTime, earnedAgain, fallsBack } from '../../../src/playtest/troubles/hidden.js'

/** @param looks the lines in sight, before the first return and after each */
const found = (...looks: readonly (readonly string[])[]) =>
  doubledEachTime(
    'index.html',
    looks.map((lines) => new Map([...numbersIn(lines)].map(([line, number]) => [line, Number(number)]))),
  ).map(({ message }) => message)

describe('6: an app that comes back', () => {
  it('must not add what is saved to what it has already', () => {
    expect(found(['5 taps'], ['10 taps'], ['20 taps'])).toEqual([
      'Each time the app came back, "… taps" doubled: 5, 10, 20.',
    ])
  })

  it('may count visits and time, and reward a return', () => {
    expect(found(['Visit 1'], ['Visit 2'], ['Visit 3'])).toEqual([])
    expect(found(['10 coins'], ['20 coins'], ['30 coins'])).toEqual([])
    expect(found(['0 taps'], ['0 taps'], ['0 taps'])).toEqual([])
    expect(found(['5 taps'], ['10 taps'], [])).toEqual([])
  })

  it('keeps what taps have counted', () => {
    const looks = (...all: readonly number[]) => all.map((count) => new Map([['# taps\n1', count]]))
    const taps = { line: '# taps\n1', by: 1 }
    expect(fallsBack(taps, looks(6, 0, 0))).toBe('"… taps" fell back from 6 to 0')
    expect(fallsBack(taps, looks(6, 6, 6))).toBeNull()
    // What runs out, and what is out of sight.
    expect(fallsBack(taps, looks(6, 5, 4))).toBeNull()
    expect(fallsBack({ ...taps, by: -1 }, looks(6, 5, 5))).toBeNull()
    expect(fallsBack(taps, [...looks(6), new Map(), new Map()])).toBeNull()
  })

  it('counts once what was earned while it was away', () => {
    /** @param all the gold in sight: before, after a short absence, after a long one, and after two short ones */
    const earned = (...all: readonly number[]) =>
      earnedAgain(
        'index.html',
        all.map((gold) => new Map([['Gold: #\n1', gold]])),
      ).map(({ rule, message }) => `${rule}: ${message}`)
    const message =
      'run/doubles-on-return: After ten minutes away, "Gold: …" rises by what was earned in them, and by as much again each time the app comes back after that.'
    expect(earned(10, 10, 610, 1212, 1816)).toEqual([message])
    // Where nothing ever says what was counted, the short absence earns what came before it.
    expect(earned(10, 70, 740, 1412, 2086)).toEqual([message])
    expect(earned(10, 12, 614, 616, 618)).toEqual([])
    // A reward for each return, the same or more each time, and money that was spent.
    expect(earned(0, 50, 100, 150, 200)).toEqual([])
    expect(earned(0, 100, 300, 600, 1000)).toEqual([])
    expect(earned(900, 0, 0, 0, 0)).toEqual([])
    expect(earned(0, 0, 5, 10, 15)).toEqual([])
    expect(earned(10)).toEqual([])
  })
})
