import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry, MatchView } from '../../testing/index.js'
import type { Driver } from '../drivers/driver.js'
import { type Breach, breach, NOTHING_MEASURED } from '../judge.js'
import { brokenValues } from '../judge-values.js'
import { isBlank, type Look, viewOf } from '../play-scenario.js'
import { keepingViews } from '../troubles/play-trouble.js'
import { deadPage } from '../troubles/stuck.js'
import { type Course, playOn, settle } from './course.js'
import { type Device, deviceOf } from './devices.js'
import { judgeMatch, latestSend, noRoom, seatWords, shutOut, silentSeats } from './judge-match.js'
import { openAll, type Room, sitDown } from './room.js'
import { gainsOf, scorelessSeats, screensOf } from './screens.js'
import { screensDisagree } from './screens-disagree.js'
import { matchOf, type Together } from './together.js'

/**
 * Plays an app with several people, each in a window of their own: what `playScenario` does once the first window is open.
 * @param driver opens the other windows
 */
export const playTogether =
  (together: Together, driver: Driver, seats: number, entry: string): Look =>
  async (first, { url, client }, scenario, _name, options) => {
    const { signal, seed, seconds } = options
    const windows = [first]
    /** What anyone saw at any time. */
    const views: (readonly string[])[] = []
    const closeOthers = async (): Promise<void> => {
      await Promise.all(windows.splice(1).map((window) => window.close()))
    }
    const gather: Gather = async (deviceIn) => {
      await closeOthers()
      while (windows.length < seats) {
        const { locale, timeZone, ...clocks } = deviceIn(windows.length + 1)
        const view = viewOf(scenario, options)
        windows.push(await driver.open({ ...view, locale, timeZone, clocks }))
      }
      const players = windows.map((window, index) => ({
        seat: index + 1,
        window: keepingViews(window, views),
        seed: seed + index * SEEDS_APART,
      }))
      return { client, signal, players, deviceIn, url }
    }
    try {
      const room = await gather(deviceOf)
      const readyMs = await openAll(room)
      if (readyMs === undefined) return { measures: null, found: [] }
      const milliseconds = Math.max(seconds * SECOND_MS, LEAST_PLAY_MS)
      const found = await judged(together, room, entry, milliseconds, gather)
      const crashed = room.players.some(({ window }) => window.crashed())
      return {
        measures: { ...NOTHING_MEASURED, readyMs, crashed },
        found: [...found, ...brokenValues(entry, views, [])],
      }
    } finally {
      await closeOthers()
    }
  }

/** Opens a window for everyone, each on a device of their own. */
type Gather = (deviceIn: (seat: number) => Device) => Promise<Room>

/** Plays a match in a room where the app is open everywhere. @returns what its players would hit */
const judged = async (
  together: Together,
  room: Room,
  entry: string,
  milliseconds: number,
  gather: Gather,
): Promise<readonly Breach[]> => {
  const { client } = room
  const table = await sitDown(room)
  if (table === null) return [breach('run/no-match-found', entry, NO_MATCH)]
  const full = noRoom(entry, await matchOf(table), room.players.length)
  await together.prepare?.(table)
  const { disturbance, tookMs, left, way, senders, start, middle, shared, behind } = await playOn(
    table,
    milliseconds,
    (seated) => together.disturb(seated, entry),
  )
  await settle(table)
  const view = await matchOf(table)
  const { entries: timeline } = await client.timeline({ match: table.match })
  const log = await client.calls()
  const end = await screensOf(table)
  const screens = await screensDisagree(table, entry, { shared, start, middle })
  const found = [
    ...full,
    ...screens,
    ...judgeMatch({ entry, together, log, timeline, view, behind, removed: new Set(disturbance?.removed) }),
    ...(disturbance?.found ?? []),
    ...(await lifeless(room, entry, log)),
    ...((await together.finish?.(table, entry)) ?? []),
  ]
  if (disturbance === null) {
    const silent = silentSeats(timeline)
    const scoreless = scorelessSeats([start, middle, end], namesOf(view)).filter(
      (seat) => seat !== table.host,
    )
    if (silent.length + scoreless.length === 0) return found
    return [
      ...found,
      ...shutOut(entry, { silent, scoreless, timeline }, await playAlike(gather, milliseconds)),
    ]
  }
  const isStanding = way === 'stands still'
  if (!isStanding && senders.silenced.length === 0) return found
  const undisturbed = await playUndisturbed(room, milliseconds, tookMs)
  if (undisturbed?.way !== 'goes on') return found
  const { when } = disturbance
  if (!isStanding)
    return [
      ...found,
      ...senders.silenced
        .filter((seat) => undisturbed.senders.sending.includes(seat))
        .map((seat) =>
          breach(
            'run/match-stands-still',
            entry,
            `Seat ${seat} sends nothing more ${when}; without that, it does.`,
          ),
        ),
    ]
  const seats = [...left]
  const cause = latestSend(log)
  return [
    ...found,
    breach(
      'run/match-stands-still',
      entry,
      `The match stops for ${seatWords(seats)} ${when}; without that, it continues.${cause === null ? '' : ` The latest message is seat ${cause.seat}'s (log entry ${cause.seq}).`}`,
    ),
  ]
}

/** Plays the match again, with a device for everyone as the first player's. */
const playAlike = async (gather: Gather, milliseconds: number): Promise<Parameters<typeof shutOut>[2]> => {
  const room = await gather(() => deviceOf(1))
  await openAll(room)
  const table = await sitDown(room)
  if (table === null) return { timeline: [], gains: new Map() }
  const start = await screensOf(table)
  // As long as in a match that nothing happens to: much is won in that time.
  await table.play(milliseconds)
  await table.tap(milliseconds)
  const gains = gainsOf(start, await screensOf(table), namesOf(await matchOf(table)))
  return { timeline: (await room.client.timeline({ match: table.match })).entries, gains }
}

const namesOf = (view: MatchView | null): ReadonlyMap<number, string | null> =>
  new Map(view?.players.map(({ seat, nickname }) => [seat, nickname]))

/**
 * How the same match goes on for as long where nothing happens to it; null where nobody gets into one. One that comes to its end by
 * chance says nothing, so another is played then.
 */
const playUndisturbed = async (
  room: Room,
  milliseconds: number,
  tookMs: number,
  attempts = UNDISTURBED_ATTEMPTS,
): Promise<Course | null> => {
  await openAll(room)
  const table = await sitDown(room)
  if (table === null) return null
  const course = await playOn(table, milliseconds, async () => {
    await table.play(tookMs)
    return { when: 'in the same time', removed: [] }
  })
  if (course.way !== 'nobody can say' || attempts === 1) return course
  return playUndisturbed(room, milliseconds, tookMs, attempts - 1)
}

/** Pages that hang, or show nothing. */
const lifeless = async (
  { players }: Room,
  entry: string,
  log: readonly LogEntry[],
): Promise<readonly Breach[]> => {
  const ready = new Set(
    log.flatMap((one) => (one.kind === 'call' && one.method === 'ready' ? [one.seat] : [])),
  )
  const dead = await Promise.all(
    players.map(({ seat, window }) =>
      deadPage(
        { entry, window, isBlank: () => isBlank(window) },
        // An app that never calls it, anywhere, is reported where one person plays.
        ready.has(seat) || ready.size === 0,
        `in seat ${seat} while ${players.length} people play together`,
      ),
    ),
  )
  return dead.flat()
}

const NO_MATCH = 'No button or link led two players into a match, so nothing was played together.'
/** How far the seeds of players are apart: a run with the next seed is another run. */
const SEEDS_APART = 1_000
const UNDISTURBED_ATTEMPTS = 2
/** A game may count down before it begins. */
const LEAST_PLAY_MS = 8 * SECOND_MS
