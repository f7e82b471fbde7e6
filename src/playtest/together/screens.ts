import { quoted } from '../judge-views.js'
import { board } from '../page/questions.js'
import { playerNumbers } from '../page/scores.js'
import { seen } from '../page/seen.js'
import { numberOf, numbersIn, withNumber } from '../shown-numbers.js'
import { seatsIn } from './judge-match.js'
import { matchOf, type Table } from './together.js'

/** The numbers that a seat shows. */
export interface Screen {
  readonly seat: number
  /** The number beside a player's nickname, by player and words around it. */
  readonly scores: ReadonlyMap<string, number>
  /** The lines with one number, as `numbersIn` has them, and the boards. */
  readonly lines: ReadonlyMap<string, string>
  /** Whether it says whose turn it is. */
  readonly hasTurns: boolean
}

/** What two seats show, where it should be the same. */
interface Difference {
  readonly seats: readonly [number, number]
  /** What shows it: a player and the words beside the number, or a line. */
  readonly what: string
  /** What each shows, for people. */
  readonly shown: readonly [string, string]
}

/** The numbers in sight of everyone who is in the match. */
export const screensOf = async (table: Table): Promise<readonly Screen[]> => {
  const view = await matchOf(table)
  const players = view?.players ?? []
  const there = seatsIn(view)
  return Promise.all(
    table.players
      .filter(({ seat }) => there.has(seat))
      .map(async ({ seat, window }) => {
        const names = players.map(({ nickname }) => nickname)
        const me = players.findIndex((player) => player.seat === seat)
        const rows = (await window.askApp(playerNumbers, { names, me })) ?? []
        const { lines } = (await window.askApp(seen, null)) ?? { lines: [] }
        const fields = (await window.askApp(board, null)) ?? []
        return {
          seat,
          scores: scoresIn(rows, names),
          lines: new Map([...numbersIn(lines), ...boardsOf(fields)]),
          hasTurns: lines.some((line) => /\bturns?\b/i.test(line)),
        }
      }),
  )
}

/** What stands on a board, and how it looks: a player's own pieces may look different to others. */
const boardsOf = (fields: readonly string[]): readonly (readonly [line: string, fields: string])[] =>
  fields.length === 0
    ? []
    : [
        ['the texts on the board', JSON.stringify(fields.map((field) => field.split('\n')[0]))],
        ['the board', JSON.stringify(fields)],
      ]

const isBoard = (line: string): boolean => /^the (?:texts on the )?board$/.test(line)

/** The boards that are the same for everyone, and have changed. */
export const sharedBoards = (before: readonly Screen[], after: readonly Screen[]): readonly string[] =>
  [...sharedLines(before, after)].filter(isBoard)

/** The numbers beside nicknames. What is said of a player in two ways says nothing. */
const scoresIn = (
  rows: readonly (readonly [player: number, words: string, number: string])[],
  names: readonly (string | null)[],
): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const [player, words, number] of rows) {
    const key = `${names[player] ?? ''}\n${words}`
    const value = numberOf(number)
    if (UNIT.test(words) || Number.isNaN(value)) continue
    found.set(key, found.has(key) && found.get(key) !== value ? Number.NaN : value)
  }
  return new Map([...found].filter(([, value]) => !Number.isNaN(value)))
}

/**
 * The lines whose number is the same for everyone: one player changed it, and all see the same before and after that.
 * @param before what everyone showed before only one played, while nobody played
 */
export const sharedLines = (before: readonly Screen[], after: readonly Screen[]): ReadonlySet<string> => {
  if (before.length < 2 || after.length < 2) return new Set()
  const shownIn = (screens: readonly Screen[], line: string): string | undefined => {
    const [number, ...others] = screens.map(({ lines }) => lines.get(line))
    return others.every((other) => other === number) ? number : undefined
  }
  return new Set(
    [...(before[0]?.lines.keys() ?? [])].filter((line) => {
      const [was, is] = [shownIn(before, line), shownIn(after, line)]
      return was !== undefined && is !== undefined && was !== is
    }),
  )
}

/** Where two screens show different numbers for one player, or in a line that everyone shares. */
export const differencesOf = (
  screens: readonly Screen[],
  shared: ReadonlySet<string>,
): readonly Difference[] =>
  screens.flatMap((one, index) =>
    screens.slice(index + 1).flatMap((another): readonly Difference[] => {
      const seats = [one.seat, another.seat] as const
      const scores = [...one.scores].flatMap(([key, value]): readonly Difference[] => {
        const other = another.scores.get(key)
        const [name = ''] = key.split('\n')
        if (other === undefined || other === value) return []
        return [{ seats, what: key, shown: [`${value} for ${quoted(name)}`, String(other)] }]
      })
      const lines = [...shared].flatMap((line): readonly Difference[] => {
        const [a, b] = [one.lines.get(line), another.lines.get(line)]
        if (a === undefined || b === undefined || a === b) return []
        if (isBoard(line)) return [{ seats, what: line, shown: [line, 'another'] }]
        return [{ seats, what: line, shown: [quoted(withNumber(line, a)), quoted(withNumber(line, b))] }]
      })
      return [...scores, ...lines]
    }),
  )

/** Whether it is the same difference as a while ago: what goes on for both is only late for one of them. */
export const isSame = (before: Difference, now: Difference): boolean =>
  before.what === now.what &&
  before.seats.join() === now.seats.join() &&
  before.shown.some((shown, index) => shown === now.shown[index])

/** The numbers beside the name of the player in a seat, in sight of anyone. @param names the nicknames, by seat */
const numbersOf = (
  screens: readonly Screen[],
  names: ReadonlyMap<number, string | null>,
  seat: number,
): ReadonlyMap<string, number> => {
  const name = names.get(seat) ?? null
  return new Map(
    screens
      .flatMap(({ scores }) => [...scores])
      .filter(([key]) => name !== null && key.split('\n')[0] === name),
  )
}

/** By how much the number beside each player's name has risen in a match, by seat. */
export const gainsOf = (
  before: readonly Screen[],
  after: readonly Screen[],
  names: ReadonlyMap<number, string | null>,
): ReadonlyMap<number, number> =>
  new Map(
    [...names.keys()].flatMap((seat) => {
      const [first, last] = [numbersOf(before, names, seat), numbersOf(after, names, seat)]
      const gains = [...first].flatMap(([key, was]) => [(last.get(key) ?? Number.NaN) - was])
      return gains.length === 0 || gains.some(Number.isNaN) ? [] : [[seat, Math.max(...gains)] as const]
    }),
  )

/** The seats whose number has not changed at any look, while another one's has risen by much. */
export const scorelessSeats = (
  looks: readonly (readonly Screen[])[],
  names: ReadonlyMap<number, string | null>,
): readonly number[] => {
  const [first = [], ...later] = looks
  const gains = later.map((screens) => gainsOf(first, screens, names))
  const hasScored = [...(gains.at(-1)?.values() ?? [])].some((gain) => gain >= LEAST_CHANGE)
  return hasScored ? [...names.keys()].filter((seat) => gains.every((one) => one.get(seat) === 0)) : []
}

/** How long it takes a player's messages to arrive, and such, is not of the game. */
const UNIT = /^(?:ms|s|sec|secs|seconds|fps|ping)$/i

/** What is rounded to whole numbers differs by one at each end. */
export const LEAST_CHANGE = 5
