import { describe, expect, it } from 'vitest'
import { appUserOfSeat, MAX_SEATS, seatOfAppUser } from '../../../src/host/control/switches.js'

describe('2.5, 4.8: the app_user_id of a seat in a test run', () => {
  it.each([
    ['u_abc', 1],
    ['u_abc~2', 2],
    ['u_abc~8', 8],
    ['u_abc~9', 1],
    ['u_a~2bc', 1],
  ])('%s: seat %i', (id, seat) => {
    expect(seatOfAppUser(id)).toBe(seat)
  })

  it('is that of one seat only', () => {
    for (let seat = 1; seat <= MAX_SEATS; seat += 1)
      expect(seatOfAppUser(appUserOfSeat('u_abc', seat))).toBe(seat)
  })
})
