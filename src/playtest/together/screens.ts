import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { board } from '../page/questions.js'
import { playerNumbers } from '../page/scores.js'
import { seen } from '../page/seen.js'
import { numberOf, numbersIn, withNumber } from '../shown-numbers.js'
import { deviceOf, deviceWords } from './devices.js'
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
const isSame = (before: Difference, now: Difference): boolean =>
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

/** A number that moves by itself, in two seats. */
interface Pace {
  readonly line: string
  readonly seats: readonly [number, number]
  /** By how much it has changed in each. */
  readonly changes: readonly [number, number]
}

/** The numbers that two players see move in one direction, at each look after the first. */
const pacesOf = (looks: readonly (readonly Screen[])[]): readonly Pace[] => {
  const [first = []] = looks
  const valuesIn = (seat: number, line: string): readonly number[] =>
    looks.map((screens) => numberOf(screens.find((one) => one.seat === seat)?.lines.get(line)))
  return first.flatMap((one, index) =>
    first.slice(index + 1).flatMap((another) =>
      [...one.lines.keys()].flatMap((line): readonly Pace[] => {
        if (!another.lines.has(line) || FRAMES.test(line)) return []
        const [a, b] = [valuesIn(one.seat, line), valuesIn(another.seat, line)]
        const ways = new Set([...stepsOf(a), ...stepsOf(b)].map(Math.sign))
        if (ways.size > 1 || ways.has(0) || ways.has(Number.NaN)) return []
        return [{ line, seats: [one.seat, another.seat], changes: [changeOf(a), changeOf(b)] }]
      }),
    ),
  )
}

const stepsOf = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN))

const changeOf = (values: readonly number[]): number => (values.at(-1) ?? 0) - (values[0] ?? 0)

/** The first number that moves much faster on a display that draws more frames. @param looks `LOOKS` of them */
export const unevenPace = (looks: readonly (readonly Screen[])[]): Pace | null =>
  pacesOf(looks).find(({ seats, changes }) => {
    const [a, b] = changes.map(Math.abs)
    const [every, other] = seats.map((seat) => deviceOf(seat).drawsEvery)
    if (a === undefined || b === undefined || every === undefined || other === undefined) return false
    const [fast, slow] = every < other ? [a, b] : [b, a]
    return every !== other && fast >= LEAST_CHANGE && fast >= slow * FOLLOWS
  }) ?? null

/** A time that runs in one seat, and stands in another as it was when the match began. */
interface StandingClock {
  readonly line: string
  readonly running: number
  readonly standing: number
  /** What the one that stands shows. */
  readonly value: string
}

/**
 * The first time left that only some players see run. In a game by turns, each may have a clock of their own.
 * @param start what everyone saw when the match began
 * @param looks what they see now, at several moments
 */
export const standingClock = (
  start: readonly Screen[],
  looks: readonly (readonly Screen[])[],
): StandingClock | null => {
  const all = [start, ...looks]
  if (all.flat().some(({ hasTurns }) => hasTurns)) return null
  const [first = []] = looks
  const valuesIn = (seat: number, line: string): readonly (string | undefined)[] =>
    all.map((screens) => screens.find((one) => one.seat === seat)?.lines.get(line))
  for (const { seat: running, lines } of first)
    for (const line of lines.keys()) {
      const times = valuesIn(running, line).map(numberOf)
      const falls = stepsOf(times).every((step) => step < 0) && -changeOf(times) >= LEAST_SECONDS
      if (!TIME_LEFT.test(line) || !falls) continue
      for (const { seat: standing } of first) {
        const values = new Set(valuesIn(standing, line))
        const [value] = values
        if (standing !== running && values.size === 1 && value !== undefined)
          return { line, running, standing, value }
      }
    }
  return null
}

/** A time left that was the same for two players before, and runs at the same pace with another number now. */
interface ClocksApart {
  readonly line: string
  readonly seats: readonly [number, number]
  /** What each shows. */
  readonly values: readonly [number, number]
}

/**
 * The first time left that is no longer the same for two players. In a game by turns, each may have a clock of their own.
 * @param before what everyone saw at a moment before @param looks what they see now, at several moments
 */
export const clocksApart = (
  before: readonly Screen[],
  looks: readonly (readonly Screen[])[],
): ClocksApart | null => {
  const [first = []] = looks
  if ([...before, ...first].some(({ hasTurns }) => hasTurns)) return null
  const valueIn = (screens: readonly Screen[], seat: number, line: string): number =>
    numberOf(screens.find((one) => one.seat === seat)?.lines.get(line))
  const isClock = (seat: number, line: string): boolean => {
    const times = looks.map((screens) => valueIn(screens, seat, line))
    const seconds = -changeOf(times)
    const expected = ((looks.length - 1) * LOOK_AGAIN_MS) / SECOND_MS
    return (
      looks.length === 1 || (stepsOf(times).every((step) => step < 0) && Math.abs(seconds - expected) <= 2)
    )
  }
  for (const [index, one] of first.entries())
    for (const another of first.slice(index + 1)) {
      const seats = [one.seat, another.seat] as const
      const lines = [...one.lines.keys()]
      // Who waits for the next round may see another clock.
      if (lines.length !== another.lines.size || !lines.every((line) => another.lines.has(line))) continue
      for (const line of lines) {
        const [a, b] = seats.map((seat) => valueIn(before, seat, line))
        const wasSame = Math.abs((a ?? 0) - (b ?? 0)) <= 2
        const isApart = looks.every(
          (screens) =>
            Math.abs(valueIn(screens, one.seat, line) - valueIn(screens, another.seat, line)) >= LEAST_CHANGE,
        )
        if (wasSame && isApart && seats.every((seat) => isClock(seat, line)))
          return { line, seats, values: [valueIn(first, one.seat, line), valueIn(first, another.seat, line)] }
      }
    }
  return null
}

/** Long enough that everyone's would have run. */
const LEAST_SECONDS = 10
const TIME_LEFT =
  /^\W*(?:time|seconds|secs?)(?: left| remaining)?\W*#|#\W*(?:s|secs?|seconds)? (?:left|remaining)\b/i

/** What is known of a match. */
interface Known {
  /** What everyone saw when it began, and after a while. */
  readonly start: readonly Screen[]
  readonly middle: readonly Screen[]
  /** The lines that everyone shares. */
  readonly shared: ReadonlySet<string>
}

const NOTHING_KNOWN: Known = { start: [], middle: [], shared: new Set() }

/**
 * Looks whether all players see the same numbers, while nobody plays: what stays different is another game, and what moves faster
 * on a faster display is counted in frames.
 * @param known what is known of the match
 */
export const screensDisagree = async (
  table: Table,
  entry: string,
  { start, middle, shared }: Known = NOTHING_KNOWN,
): Promise<readonly Breach[]> => {
  const looks = [await screensOf(table)]
  let found = differencesOf(looks[0] ?? [], shared)
  const mayBeWrong = (): boolean =>
    standingClock(start, looks) !== null || clocksApart(middle, looks) !== null
  while (looks.length < LOOKS && (found.length > 0 || pacesOf(looks).length > 0 || mayBeWrong())) {
    await wait(LOOK_AGAIN_MS, undefined, { signal: table.signal })
    const screens = await screensOf(table)
    looks.push(screens)
    const before = found
    found = differencesOf(screens, shared).filter((now) => before.some((one) => isSame(one, now)))
  }
  const seconds = ((LOOKS - 1) * LOOK_AGAIN_MS) / SECOND_MS
  const [difference] = found
  if (difference !== undefined) {
    const { seats, shown } = difference
    return [
      breach(
        'run/players-disagree',
        entry,
        `Seat ${seats[0]} shows ${shown[0]}, and seat ${seats[1]} shows ${shown[1]}, though nobody has played for ${seconds} s. Their devices: ${seats.map(deviceWords).join('; ')}.`,
      ),
    ]
  }
  const clock = looks.length < LOOKS ? null : standingClock(start, looks)
  if (clock !== null) {
    const { line, running, standing, value } = clock
    const what = `${quoted(withNumber(line, '…'))} runs in seat ${running}, and stands at ${value} in seat ${standing} since the match began.`
    return [breach('run/players-disagree', entry, what)]
  }
  const apart = looks.length < LOOKS ? null : clocksApart(middle, looks)
  if (apart !== null) {
    const { line, seats, values } = apart
    const what = `${quoted(withNumber(line, '…'))} runs at ${values[0]} in seat ${seats[0]}, and at ${values[1]} in seat ${seats[1]}. Before, both showed the same.`
    return [breach('run/players-disagree', entry, what)]
  }
  const pace = looks.length < LOOKS ? null : unevenPace(looks)
  if (pace === null) return []
  const { seats, changes, line } = pace
  return [
    breach(
      'run/speed-follows-display',
      entry,
      `In ${seconds} s, ${quoted(withNumber(line, '…'))} changes by ${changes[0]} in seat ${seats[0]}, and by ${changes[1]} in seat ${seats[1]}. Their devices: ${seats.map(deviceWords).join('; ')}.`,
    ),
  ]
}

/** How long it takes a player's messages to arrive, and such, is not of the game. */
const UNIT = /^(?:ms|s|sec|secs|seconds|fps|ping)$/i

/** What counts frames, or what the network takes, is not the game. */
const FRAMES = /\b(?:ms|fps|frames?|ping|latency)\b/i

/** What is rounded to whole numbers differs by one at each end. */
const LEAST_CHANGE = 5
/** By how much a number moves faster where it is counted in frames: a busy machine draws fewer than it should. */
const FOLLOWS = 1.6

const LOOKS = 3
/** Longer than a host waits before it repeats its state. */
const LOOK_AGAIN_MS = 3 * SECOND_MS
