import { MAX_SEATS } from '../../host/control/switches.js'

/**
 * The seats that a window's address names, in their order: `/` is seat 1, `/?seat=2` seat 2, `/?seat=1&seat=2` both. So a
 * window keeps its seats over a reload, and another window has its own.
 * @param search as in `location.search`; what names no seat is passed over
 */
export const readSeats = (search: string): readonly number[] => {
  const named = new URLSearchParams(search)
    .getAll(SEAT)
    .filter((text) => /^\d$/.test(text))
    .map(Number)
    .filter((seat) => seat >= 1 && seat <= MAX_SEATS)
  return named.length === 0 ? [1] : inOrder(named)
}

/** The same address with other seats; its other parts stay. */
export const withSeats = (url: string, seats: readonly number[]): string => {
  const named = new URL(url)
  named.searchParams.delete(SEAT)
  if (seats.length !== 1 || seats[0] !== 1)
    for (const seat of inOrder(seats)) named.searchParams.append(SEAT, String(seat))
  return named.href
}

const SEAT = 'seat'

const inOrder = (seats: readonly number[]): readonly number[] => [...new Set(seats)].sort((a, b) => a - b)
