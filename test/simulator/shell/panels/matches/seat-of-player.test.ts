import { describe, expect, it } from 'vitest'
import { seatOfPlayer } from '../../../../../src/simulator/shell/panels/matches/seat-of-player.js'

describe('4.8: the seat of a player ID', () => {
  it.each([
    ['u_abc', 1],
    ['u_abc~2', 2],
    ['u_abc~8', 8],
    ['u_abc~9', 1],
    ['u_a~2bc', 1],
  ])('%s: seat %i', (id, seat) => {
    expect(seatOfPlayer(id)).toBe(seat)
  })
})
