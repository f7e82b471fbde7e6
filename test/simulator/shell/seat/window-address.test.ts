import { describe, expect, it } from 'vitest'
import {
  readSeats,
  readView,
  withSeats,
  withView,
} from '../../../../src/simulator/shell/seat/window-address.js'

describe('the seats in a window’s URL', () => {
  it.each([
    ['', [1]],
    ['?seat=2', [2]],
    ['?seat=3&seat=1', [1, 3]],
    ['?seat=2&seat=2&view=player', [2]],
    ['?seat=0&seat=9&seat=12&seat=x&seat=', [1]],
    ['?seat=8&seat=-1', [8]],
    ['?seats=3', [1, 2, 3]],
    ['?seats=8', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['?seats=0', [1]],
    ['?seats=9', [1]],
    ['?seats=', [1]],
    ['?seats=x&seats=2', [1, 2]],
    ['?seats=4&seat=3', [3]],
  ])('%j are %j', (search, seats) => {
    expect(readSeats(search)).toEqual(seats)
  })

  it.each([
    [[1], 'http://localhost:1/?seat=1'],
    [[2], 'http://localhost:1/?seat=2'],
    [[3, 1], 'http://localhost:1/?seat=1&seat=3'],
  ])('%j are kept as %s', (seats, url) => {
    expect(withSeats('http://localhost:1/?seat=5', seats)).toBe(url)
    expect(readSeats(new URL(url).search)).toEqual([...seats].sort())
  })

  it('take the place of their number, so that a seat that is removed stays away', () => {
    expect(withSeats('http://localhost:1/?seats=3', [1, 3])).toBe('http://localhost:1/?seat=1&seat=3')
    expect(withSeats('http://localhost:1/?seats=3', [1])).toBe('http://localhost:1/?seat=1')
    expect(withSeats('http://localhost:1/', [1])).toBe('http://localhost:1/')
  })

  it('keep the rest of the URL', () => {
    expect(withSeats('http://localhost:1/?view=player&seat=2#x', [4])).toBe(
      'http://localhost:1/?view=player&seat=4#x',
    )
  })
})

describe('what a window shows', () => {
  it.each([
    ['', false, 'panels'],
    ['', true, 'player'],
    ['?view=panels', true, 'panels'],
    ['?view=player', false, 'player'],
    ['?view=other', true, 'player'],
  ] as const)('%j on a phone %s: %s', (search, isPhone, view) => {
    expect(readView(search, isPhone)).toBe(view)
  })

  it('changes with its address, which keeps the seat and the pairing code', () => {
    expect(withView('http://10.0.0.1:1/?pair=A&seat=2&view=player', 'panels')).toBe(
      'http://10.0.0.1:1/?pair=A&seat=2&view=panels',
    )
  })
})
