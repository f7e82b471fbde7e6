import { MAX_SEATS } from '../../host/control/switches.js'

/**
 * The seats in a window's URL, sorted: `/` is seat 1, `/?seat=2` seat 2, `/?seat=1&seat=2` both. A window
 * keeps its seats across reloads, and another window has its own.
 * @param search as in `location.search`; invalid seats are ignored
 */
export const readSeats = (search: string): readonly number[] => {
  const named = new URLSearchParams(search)
    .getAll(SEAT)
    .filter((text) => /^\d$/.test(text))
    .map(Number)
    .filter((seat) => seat >= 1 && seat <= MAX_SEATS)
  return named.length === 0 ? [1] : inOrder(named)
}

/** The same URL with other seats; its other parts are kept. */
export const withSeats = (url: string, seats: readonly number[]): string => {
  const named = new URL(url)
  named.searchParams.delete(SEAT)
  if (seats.length !== 1 || seats[0] !== 1)
    for (const seat of inOrder(seats)) named.searchParams.append(SEAT, String(seat))
  return named.href
}

const SEAT = 'seat'

const inOrder = (seats: readonly number[]): readonly number[] => [...new Set(seats)].sort((a, b) => a - b)
