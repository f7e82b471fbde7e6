import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { labelledControls } from '../page/labelled-controls.js'
import { listed } from '../page/questions.js'
import { seen } from '../page/seen.js'
import { numberOf } from '../shown-numbers.js'
import { beginsAnew, pressOne, startOf } from '../troubles/begin.js'
import { boardOf } from '../troubles/new-game.js'
import { leftOnBoard } from '../troubles/over.js'
import { saysOver } from './course.js'
import { seatsIn } from './judge-match.js'
import { type Screen, screensOf } from './screens.js'
import { screensDisagree } from './screens-disagree.js'
import { matchOf, type Player, type Table } from './together.js'

/**
 * Everyone asks for another game, where this one is over: it must begin with an empty board.
 * @param pause waits until it has begun
 */
export const playsAgain = async (
  { players, board: start, signal }: Pick<Table, 'players' | 'board' | 'signal'>,
  entry: string,
  pause = (): Promise<void> => wait(BEGINS_WITHIN_MS, undefined, { signal }),
): Promise<readonly Breach[]> => {
  const look = async (): Promise<readonly string[]> => (players[0] === undefined ? [] : boardOf(players[0]))
  const end = await look()
  if (!(await asksAgain(players))) return []
  await pause()
  const next = await look()
  const left = leftOnBoard({ start, end }, { start: next, end: next })
  if (left.length === 0) return []
  const what = `Another game of the same match begins with the board of the last one: ${left.length} fields are as they were at its end.`
  return [breach('run/old-score', entry, what)]
}

/** Presses the button for another game wherever there is one. @returns whether there was one */
const asksAgain = async (players: readonly Pick<Player, 'window'>[]): Promise<boolean> => {
  let isAsked = false
  for (const { window } of players)
    isAsked = (await pressOne({ window }, (controls) => controls.find(beginsAnew))) || isAsked
  return isAsked
}

/**
 * Plays a round to its end once a player is gone, where a clock says that it soon is, and then another one: the round must end, the
 * next one begin for everyone, and the player who is gone not be in it.
 * @param gone the seat of that player
 */
export const playsRematch = async (table: Table, gone: number, entry: string): Promise<readonly Breach[]> => {
  const { signal } = table
  const there = seatsIn(await matchOf(table))
  const players = table.players.filter(({ seat }) => there.has(seat))
  if (players.length < 2 || there.has(gone)) return []
  const linesOf = async ({ window }: Player): Promise<readonly string[]> =>
    (await window.askApp(seen, null))?.lines ?? []
  const whoIsOver = async (): Promise<number> =>
    (await Promise.all(players.map(linesOf))).filter(saysOver).length
  // Where only some have seen an end, a tap of theirs may have begun another round before anyone looked: the next end is awaited.
  if ((await whoIsOver()) < players.length) {
    const clock = (await clockOf(table)) ?? (await clockOf(table))
    if (clock === null && (await whoIsOver()) === 0) return []
    const endsAt = performance.now() + (clock?.seconds ?? 0) * SECOND_MS
    const turn = (): number => Math.min(TURN_MS, endsAt - CALM_MS - performance.now())
    while (turn() > 0) await table.tap(turn(), players)
    const latest = endsAt + ENDS_WITHIN_MS
    while ((await whoIsOver()) < players.length && performance.now() < latest)
      await wait(LOOK_OFTEN_MS, undefined, { signal })
    if ((await whoIsOver()) === 0)
      return clock === null ? [] : standsAtZero(table, players, clock.line, entry)
  }
  // The news reaches one after the other.
  await wait(BEGINS_WITHIN_MS, undefined, { signal })
  const ends = await Promise.all(players.map(linesOf))
  // By then, a host that repeats its state has done so.
  const areOver = ends.every(saysOver)
  if (areOver) await wait(LOOK_AGAIN_MS, undefined, { signal })
  const disagreements = areOver ? await screensDisagree({ ...table, players }, entry) : []
  if (disagreements.length > 0) return disagreements
  if (!(await asksAgain(players))) return []
  await wait(BEGINS_WITHIN_MS, undefined, { signal })
  await table.play(TURN_MS, players)
  const now = await Promise.all(players.map(linesOf))
  const isEnd = (at: number): boolean =>
    saysOver(now[at] ?? []) && JSON.stringify(now[at]) === JSON.stringify(ends[at])
  const begun = players.find((_, at) => !saysOver(now[at] ?? []))
  if (begun === undefined) return []
  const left = players.find((_, at) => isEnd(at))
  if (left !== undefined) {
    const what = `Another round of the same match began for seat ${begun.seat}, and seat ${left.seat} still shows the end of the last one.`
    return [breach('run/match-stands-still', entry, what)]
  }
  return stillListed(table, players, gone, entry)
}

/** A time that runs down in sight of someone, in seconds; null where none does, or it takes long. */
const clockOf = async (table: Table): Promise<{ readonly line: string; readonly seconds: number } | null> => {
  const before = await screensOf(table)
  await wait(CLOCK_MS, undefined, { signal: table.signal })
  return clockIn(before, await screensOf(table))
}

/** @param before what everyone saw `CLOCK_MS` before @param after what they see now */
export const clockIn = (
  before: readonly Screen[],
  after: readonly Screen[],
): { readonly line: string; readonly seconds: number } | null => {
  for (const { seat, lines } of after)
    for (const [line, text] of lines) {
      const was = numberOf(before.find((one) => one.seat === seat)?.lines.get(line))
      const seconds = numberOf(text)
      const fell = was - seconds
      const isClock = fell >= LEAST_FALL && fell <= MOST_FALL && IS_TIME.test(line)
      if (isClock && seconds > 0 && seconds <= MOST_SECONDS) return { line, seconds }
    }
  return null
}

/** A clock that has run down, after which nothing has changed and nobody can do anything but leave. */
const standsAtZero = async (
  table: Table,
  players: readonly Player[],
  line: string,
  entry: string,
): Promise<readonly Breach[]> => {
  let before: string | null = null
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const screens = await screensOf(table)
    const clocks = screens.map(({ lines }) => lines.get(line))
    if (clocks.some((text) => text === undefined || numberOf(text) !== 0)) return []
    const views = JSON.stringify(screens.map(({ lines }) => [...lines]))
    if (before !== null && views !== before) return []
    before = views
    for (const { window } of players) {
      const controls = (await window.askApp(labelledControls, null)) ?? []
      if (startOf(controls) !== null || controls.some(beginsAnew)) return []
    }
    // Someone who can still play does.
    await table.tap(LOOK_AGAIN_MS, players)
  }
  const seconds = (LOOKS * LOOK_AGAIN_MS) / SECOND_MS
  const what = `The time of the round has been 0 for ${seconds} s, and no seat shows a result, lets anyone play or offers a way on, after a player left.`
  return [breach('run/match-stands-still', entry, what)]
}

/** Whether a list of those who play another round has someone who had left before it, as one of them. */
const stillListed = async (
  { client, match }: Table,
  players: readonly Player[],
  gone: number,
  entry: string,
): Promise<readonly Breach[]> => {
  const { nicknames = {}, ownerId = '' } = await client.data()
  const name = nicknames[gone === 1 ? ownerId : `${ownerId}~${gone}`]
  const view = await matchOf({ client, match })
  const there = view?.players.map(({ nickname }) => nickname) ?? []
  if (name === undefined || there.includes(null) || there.includes(name)) return []
  const names = [...there.flatMap((one) => (one === null ? [] : [one])), name]
  for (const { seat, window } of players) {
    if ((await window.askApp(listed, names)) !== true) continue
    const what = `Seat ${gone} left the match. In the next round, seat ${seat} still lists ${quoted(name)} among the players.`
    return [
      {
        ...breach('run/old-score', entry, what),
        fix: 'On left, remove the player from your own list, at the latest before the next round begins.',
      },
    ]
  }
  return []
}

const BEGINS_WITHIN_MS = 2_000
const TURN_MS = 4 * SECOND_MS
const CLOCK_MS = 3 * SECOND_MS
/** What a clock is called, or a number without words. */
const IS_TIME = /^\P{L}*#\P{L}*$|\b(?:time|timer|clock|seconds?|secs?|left|remaining|round ends|ends)\b/iu
/** What a clock of whole seconds falls by in that time, on a machine that may be busy. */
const LEAST_FALL = 2
const MOST_FALL = 5
/** A round, and what comes before it. */
const MOST_SECONDS = 60
/** Nobody taps just before the end: the tap would begin another round before the end was seen. */
const CALM_MS = 1_500
const LOOK_OFTEN_MS = 250
/** A result may come a moment after the end. */
const ENDS_WITHIN_MS = 4 * SECOND_MS
const LOOKS = 3
const LOOK_AGAIN_MS = 3 * SECOND_MS
