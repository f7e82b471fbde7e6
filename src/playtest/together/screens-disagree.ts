import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { numberOf, withNumber } from '../shown-numbers.js'
import { deviceOf, deviceWords } from './devices.js'
import { differencesOf, isSame, LEAST_CHANGE, type Screen, screensOf } from './screens.js'
import type { Table } from './together.js'

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

/** The first time that is as far apart for two players as the clocks of their devices: each is reckoned with its own. @param looks `LOOKS` of them */
export const deviceClocks = (looks: readonly (readonly Screen[])[]): ClocksApart | null => {
  const [first = []] = looks
  const expected = ((looks.length - 1) * LOOK_AGAIN_MS) / SECOND_MS
  const runs = (times: readonly number[]): boolean =>
    stepsOf(times).every((step) => step !== 0) && Math.abs(Math.abs(changeOf(times)) - expected) <= 2
  for (const [index, one] of first.entries())
    for (const another of first.slice(index + 1)) {
      const seats = [one.seat, another.seat] as const
      const apart = Math.abs(deviceOf(one.seat).aheadMs - deviceOf(another.seat).aheadMs) / SECOND_MS
      const [mine, others] = seats.map((seat) => signedNumbers(looks, seat))
      for (const [line, a] of mine ?? []) {
        const b = others?.get(line) ?? []
        const isApart = a.every(
          (value, at) => Math.abs(Math.abs(value - (b[at] ?? Number.NaN)) - apart) <= MOST_LATE,
        )
        if (apart > 0 && isApart && runs(a) && runs(b))
          return { line, seats, values: [a[0] ?? Number.NaN, b[0] ?? Number.NaN] }
      }
    }
  return null
}

/** The numbers of a seat at each look by their lines, where a minus is part of the number. */
const signedNumbers = (
  looks: readonly (readonly Screen[])[],
  seat: number,
): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>()
  for (const [at, screens] of looks.entries())
    for (const [line, text] of screens.find((one) => one.seat === seat)?.lines ?? []) {
      const name = line.replace(/[-−–](?=#)/, '')
      const values = found.get(name) ?? looks.map(() => Number.NaN)
      values[at] = numberOf(text) * (name === line ? 1 : -1)
      found.set(name, values)
    }
  return found
}

/** Rounding, and how late a message is. */
const MOST_LATE = 5

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
    standingClock(start, looks) !== null ||
    clocksApart(middle, looks) !== null ||
    deviceClocks(looks) !== null
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
  const own = looks.length < LOOKS ? null : deviceClocks(looks)
  if (own !== null) {
    const { line, seats, values } = own
    const what = `${quoted(withNumber(line, '…'))} is at ${values[0]} in seat ${seats[0]}, and at ${values[1]} in seat ${seats[1]}, as far apart as the clocks of their devices: ${seats.map(deviceWords).join('; ')}.`
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

/** What counts frames, or what the network takes, is not the game. */
const FRAMES = /\b(?:ms|fps|frames?|ping|latency)\b/i

/** By how much a number moves faster where it is counted in frames: a busy machine draws fewer than it should. */
const FOLLOWS = 1.6

const LOOKS = 3
/** Longer than a host waits before it repeats its state. */
const LOOK_AGAIN_MS = 3 * SECOND_MS
