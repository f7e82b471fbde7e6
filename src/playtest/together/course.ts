import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import type { MatchView } from '../../testing/index.js'
import { hasReacted, unmarkedLook } from '../look.js'
import { seen } from '../page/seen.js'
import { type Span, wayOf } from './activity.js'
import { seatsIn, stoppedSeats } from './judge-match.js'
import { type Screen, screensOf, sharedBoards, sharedLines } from './screens.js'
import { type Disturbance, matchOf, type Player, type Table } from './together.js'

/** How a match went on. */
export interface Course {
  /** What happened to it; null where nothing did. */
  readonly disturbance: Disturbance | null
  /** How long that took, in milliseconds. */
  readonly tookMs: number
  /** The seats that are in the match at the end. */
  readonly left: ReadonlySet<number>
  /** What became of it for them in the end. */
  readonly way: ReturnType<typeof wayOf>
  /** What everyone saw when the match began. */
  readonly start: readonly Screen[]
  /** The lines whose number, or board, everyone shared before, as `sharedLines` has them. */
  readonly shared: ReadonlySet<string>
}

/**
 * Plays a match, and after a disturbance for long enough to say whether it goes on.
 * @param disturb what happens in the middle
 */
export const playOn = async (
  table: Table,
  milliseconds: number,
  disturb: (table: Table) => Promise<Disturbance | null>,
): Promise<Course> => {
  const watched = await watch(table)
  const start = await screensOf(table)
  const shared = await playWatched(table, milliseconds, start)
  const before = await watched()
  const disturbedAt = performance.now()
  const disturbance = await disturb(table)
  const tookMs = performance.now() - disturbedAt
  const left = seatsIn(await matchOf(table))
  if (disturbance === null) return { disturbance, tookMs, left, way: 'goes on', start, shared }
  const staying = table.players.filter(({ seat }) => left.has(seat))
  const ways: Course['way'][] = []
  while (left.size > 1 && ways.length < TURNS) {
    const watchedAgain = await watch(table)
    // Chance misses the few fields that are free at the end of a game.
    await (ways.length % 2 === 0 ? table.play : table.tap)(TURN_MS, staying)
    ways.push(wayOf(left, before, await watchedAgain()))
  }
  const goesOn = ways.slice(-LATEST_TURNS).includes('goes on')
  const isOver = !goesOn && (await anySaysOver(staying))
  const way = goesOn ? 'goes on' : isOver ? 'nobody can say' : (ways.at(-1) ?? 'nobody can say')
  return { disturbance, tookMs, left, way, start, shared }
}

/**
 * Plays a match that nothing happens to.
 * @param start what everyone saw before
 * @returns the lines whose number everyone shares, where no states say that
 */
const playWatched = async (
  table: Table,
  milliseconds: number,
  start: readonly Screen[],
): Promise<ReadonlySet<string>> => {
  await table.play(milliseconds)
  const [one] = table.players
  if (one === undefined || (await matchOf(table))?.sync !== null) return new Set()
  const rested = async (): Promise<readonly Screen[]> => {
    await wait(RESTS_MS, undefined, { signal: table.signal })
    return screensOf(table)
  }
  const before = await rested()
  await table.play(TURN_MS, [one])
  const after = await rested()
  return new Set([...sharedLines(before, after), ...sharedBoards(start, after)])
}

/** Whether the app of one of these players says that the game is over: nothing more needs to happen then. */
const anySaysOver = async (players: readonly Player[]): Promise<boolean> =>
  (await Promise.all(players.map(({ window }) => window.askApp(seen, null)))).some(
    (view) => view !== null && saysOver(view.lines),
  )

/** Whether the texts in sight say that the game is over. */
export const saysOver = (lines: readonly string[]): boolean => lines.some((line) => OVER.test(line))

const OVER =
  /\b(?:over|won|winner|finished|ended|a draw|a tie|you (?:win|lose|lost(?! your| the con))|again|rematch)\b/i

/** Waits, without play, for the states of those who are behind. */
export const settle = async (table: Table): Promise<void> => {
  const end = performance.now() + SETTLES_WITHIN_MS
  do await wait(LOOK_AGAIN_MS, undefined, { signal: table.signal })
  while (performance.now() < end && (await isBehind(table)))
}

const isBehind = async (table: Table): Promise<boolean> => stoppedSeats(await matchOf(table)).length > 0

/** Watches a match from now on. @returns a function that says what has happened so far */
const watch = async (table: Table): Promise<() => Promise<Span>> => {
  const { client, match, players } = table
  const { revision } = await client.timeline({ match })
  const first = await matchOf(table)
  // Where states are posted, they say more than pictures.
  const looks =
    first?.sync === null
      ? await Promise.all(
          players.map(async ({ seat, window }) => ({ seat, window, look: await unmarkedLook(window) })),
        )
      : []
  return async () => {
    const changed = await Promise.all(
      looks.map(async ({ seat, window, look }) =>
        look !== null && (await hasReacted(window, look)) ? [seat] : [],
      ),
    )
    return {
      entries: (await client.timeline({ match, after: revision })).entries,
      statesBefore: statesOf(first),
      statesAfter: statesOf(await matchOf(table)),
      moved: new Set(changed.flat()),
    }
  }
}

const statesOf = (match: MatchView | null): ReadonlyMap<number, number> =>
  new Map(match?.sync?.seats.map(({ seat, number }) => [seat, number]))

/** Until the latest messages have arrived. */
const RESTS_MS = 1.5 * SECOND_MS
const TURN_MS = 4 * SECOND_MS
/** It takes more than one input, or the turn of a player who is gone, to see that someone has not noticed. */
const TURNS = 4
const LATEST_TURNS = 2
const LOOK_AGAIN_MS = 500
/** A host that repeats its state does so every few seconds. */
const SETTLES_WITHIN_MS = 6 * SECOND_MS
