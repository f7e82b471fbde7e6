import { MAX_SEATS } from '../../../host/control/switches.js'

/**
 * The seats in a window's URL, sorted: `/` is seat 1, `/?seat=2` seat 2, `/?seat=1&seat=2` both, and `/?seats=4` the
 * first four, if the URL names no seat. A window keeps its seats across reloads, and another window has its own.
 * @param search as in `location.search`; invalid seats are ignored
 */
export const readSeats = (search: string): readonly number[] => {
  const query = new URLSearchParams(search)
  const named = query.getAll(SEAT).flatMap(readNumber)
  if (named.length > 0) return inOrder(named)
  const [count = 1] = query.getAll(COUNT).flatMap(readNumber)
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** A seat, or a number of seats; none if the text is not one. */
const readNumber = (text: string): readonly number[] => {
  const number = /^\d$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= MAX_SEATS ? [number] : []
}

/** The same URL with other seats; its other parts are kept. `/` stays `/` as long as seat 1 is its only seat. */
export const withSeats = (url: string, seats: readonly number[]): string => {
  const named = new URL(url)
  const isFirst = !named.searchParams.has(SEAT) && !named.searchParams.has(COUNT)
  named.searchParams.delete(SEAT)
  named.searchParams.delete(COUNT)
  if (!isFirst || seats.length !== 1 || seats[0] !== 1)
    for (const seat of inOrder(seats)) named.searchParams.append(SEAT, String(seat))
  return named.href
}

const SEAT = 'seat'
const COUNT = 'seats'

const inOrder = (seats: readonly number[]): readonly number[] => [...new Set(seats)].sort((a, b) => a - b)

/** `player`: the app fills the screen, as on the service; `panels`: the stage with the developer's panels. */
export type View = 'player' | 'panels'

/**
 * The view of a window: from its URL, else what suits the device.
 * @param search as in `location.search`
 * @param isPhone whether it is a small touch screen
 */
export const readView = (search: string, isPhone: boolean): View => {
  const named = new URLSearchParams(search).get(VIEW)
  if (named === 'player' || named === 'panels') return named
  return isPhone ? 'player' : 'panels'
}

/** The same URL with another view. */
export const withView = (url: string, view: View): string => {
  const named = new URL(url)
  named.searchParams.set(VIEW, view)
  return named.href
}

const VIEW = 'view'

/** A small touch screen, in either orientation. */
export const PHONE_QUERY =
  '(pointer: coarse) and (hover: none) and (max-width: 600px), (pointer: coarse) and (hover: none) and (max-height: 600px)'
