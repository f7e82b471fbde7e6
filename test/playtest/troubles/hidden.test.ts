import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../../src/playtest/shown-numbers.js'
import { doubledEachTime, fallsBack } from '../../../src/playtest/troubles/hidden.js'

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
})
