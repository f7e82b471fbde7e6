import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import type { MatchView, TimelineEntry } from '../../testing/index.js'
import { hasReacted, unmarkedLook } from '../look.js'
import { seen } from '../page/seen.js'
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
  /** Who still sends messages; nobody is silenced where an app says that the game is over. */
  readonly senders: Senders
  /** What everyone saw when the match began, and after a while. */
  readonly start: readonly Screen[]
  readonly middle: readonly Screen[]
  /** The lines whose number, or board, everyone shared before, as `sharedLines` has them. */
  readonly shared: ReadonlySet<string>
  /** The match when a seat had been behind for long; null where none was. The next round may hide that. */
  readonly behind: MatchView | null
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
  const middle = await screensOf(table)
  const before = await watched()
  const disturbedAt = performance.now()
  const disturbance = await disturb(table)
  const tookMs = performance.now() - disturbedAt
  const view = await matchOf(table)
  const left = seatsIn(view)
  if (disturbance === null)
    return { disturbance, tookMs, left, way: 'goes on', senders: NOBODY, start, middle, shared, behind: null }
  const staying = table.players.filter(({ seat }) => left.has(seat))
  const ways: Course['way'][] = []
  const entries: TimelineEntry[] = []
  const stops: (readonly string[])[] = []
  let behind: MatchView | null = null
  while (left.size > 1 && ways.length < TURNS) {
    const watchedAgain = await watch(table)
    // Chance misses the few fields that are free at the end of a game.
    await (ways.length % 2 === 0 ? table.play : table.tap)(TURN_MS, staying)
    const span = await watchedAgain()
    ways.push(wayOf(left, before, span, entries))
    entries.push(...span.entries)
    const now = await matchOf(table)
    stops.push(
      stoppedSeats(now).flatMap(({ seat, number }) =>
        disturbance.removed.includes(seat) ? [] : [`${seat} ${number}`],
      ),
    )
    const latest = stops.slice(-STANDS_FOR_TURNS)
    const isLong =
      latest.length === STANDS_FOR_TURNS && latest[0]?.some((one) => latest.every((all) => all.includes(one)))
    if (isLong === true) behind ??= now
  }
  const goesOn = ways.slice(-LATEST_TURNS).includes('goes on')
  const isOver = !goesOn && (await anySays(staying, [OVER]))
  const way = goesOn ? 'goes on' : isOver ? 'nobody can say' : (ways.at(-1) ?? 'nobody can say')
  // Someone who comes back may have to wait for the next round.
  const removed = new Set([hostOf(view), ...disturbance.removed])
  const guests = [...left].filter((seat) => !removed.has(seat))
  const all = sendersOf(guests, before.entries, entries)
  const isOut = all.silenced.length > 0 && (await anySays(staying, [OVER, OUT]))
  return { disturbance, tookMs, left, way, senders: isOut ? NOBODY : all, start, middle, shared, behind }
}

const NOBODY: Senders = { sending: [], silenced: [] }

const hostOf = (view: MatchView | null): number | undefined =>
  view?.players.find(({ id }) => id === view.host)?.seat

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

/** Whether the app of one of these players says one of these: nothing more needs to happen then. */
const anySays = async (players: readonly Player[], words: readonly RegExp[]): Promise<boolean> =>
  (await Promise.all(players.map(({ window }) => window.askApp(seen, null)))).some(
    (view) => view?.lines.some((line) => words.some((one) => one.test(line))) === true,
  )

/** Whether the texts in sight say that the game is over. */
export const saysOver = (lines: readonly string[]): boolean => lines.some((line) => OVER.test(line))

const OVER =
  /\b(?:over|won|winner|finished|ended|a draw|a tie|you (?:win|lose|lost(?! your| the con))|again|rematch)\b/i
/** What is said to someone who no longer plays, while the others do. */
const OUT = /\b(?:out|dead|died|eliminated|spectat\w+|watching)\b/i

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
/** Longer than a host waits before it repeats its state. */
const STANDS_FOR_TURNS = 3
const LOOK_AGAIN_MS = 500
/** A host that repeats its state does so every few seconds. */
const SETTLES_WITHIN_MS = 6 * SECOND_MS

/** What happened in a match for a while. */
export interface Span {
  /** What the timeline of the match has of it. */
  readonly entries: readonly TimelineEntry[]
  /** The number of the latest state that each seat had posted before it. */
  readonly statesBefore: ReadonlyMap<number, number>
  /** The same after it. */
  readonly statesAfter: ReadonlyMap<number, number>
  /** The seats whose picture changed, beside what moves by itself. */
  readonly moved: ReadonlySet<number>
}

/**
 * What became of a match for the seats that are left in it, where something happened before. Their states decide, where their app
 * posts them, else the messages that arrive; where nothing changes in sight, only those that say something new. It stands still
 * without these, if nothing changes in sight, or all that players send is for one who is gone.
 * @param between what the timeline has of the time between the two
 */
export const wayOf = (
  seats: ReadonlySet<number>,
  before: Span,
  after: Span,
  between: readonly TimelineEntry[] = [],
): 'goes on' | 'stands still' | 'nobody can say' => {
  const posting = [...seats].filter((seat) => before.statesAfter.has(seat))
  if (posting.length > 0) return posting.some((seat) => hasAdvanced(after, seat)) ? 'goes on' : 'stands still'
  const moves = [...seats].some((seat) => after.moved.has(seat))
  const arrived = moves
    ? after
    : { ...after, entries: newsIn(after.entries, [...before.entries, ...between]) }
  if (arrivals(arrived, seats) > 0) return 'goes on'
  if (arrivals(before, seats) < LEAST_MESSAGES) return 'nobody can say'
  return moves && callsForTheGone(after, seats) < LEAST_MESSAGES ? 'nobody can say' : 'stands still'
}

/** Whether messages of a player become larger and larger, such as a list of all moves: one day they are too large. */
export const messagesGrow = (entries: readonly TimelineEntry[]): boolean => {
  const sizes = new Map<string, number[]>()
  for (const entry of entries) {
    if (entry.kind !== 'message') continue
    const key = `${entry.seat} ${entry.type}`
    const known = sizes.get(key)
    if (known === undefined) sizes.set(key, [entry.bytes])
    else if (known.at(-1) !== entry.bytes) known.push(entry.bytes)
  }
  return [...sizes.values()].some((all) => {
    const last = all.slice(-LEAST_GROWTH)
    return (
      last.length === LEAST_GROWTH &&
      last.every((bytes, index) => index === 0 || bytes - (last[index - 1] ?? 0) >= GROWS_BY_BYTES)
    )
  })
}

/** A number with another digit grows by one. */
const GROWS_BY_BYTES = 4
const LEAST_GROWTH = 4

const hasAdvanced = ({ statesBefore, statesAfter }: Span, seat: number): boolean =>
  statesAfter.has(seat) && statesAfter.get(seat) !== statesBefore.get(seat)

/**
 * Who goes on sending messages after something happened, of those who did before, and who sends none: what they wait for may never
 * come.
 * @param guests the seats that are left, without the host, which has other things to say
 */
export const sendersOf = (
  guests: readonly number[],
  before: readonly TimelineEntry[],
  after: readonly TimelineEntry[],
): Senders => {
  const sent = guests.filter((seat) => sentIn(before, seat) >= LEAST_MESSAGES)
  return {
    sending: sent.filter((seat) => sentIn(after, seat) >= LEAST_MESSAGES),
    silenced: sent.filter((seat) => sentIn(after, seat) === 0),
  }
}

/** Seats that send messages, and seats that send none any more. */
export interface Senders {
  readonly sending: readonly number[]
  readonly silenced: readonly number[]
}

const sentIn = (entries: readonly TimelineEntry[], seat: number): number =>
  entries.filter((entry) => entry.kind === 'message' && entry.seat === seat).length

/** The messages that their sender had not sent before: a host that repeats its state does not say that the game goes on. */
const newsIn = (
  entries: readonly TimelineEntry[],
  before: readonly TimelineEntry[],
): readonly TimelineEntry[] => {
  const keyOf = (entry: TimelineEntry): string =>
    entry.kind === 'message' ? JSON.stringify([entry.seat, entry.to, entry.type, entry.data]) : ''
  const known = new Set(before.map(keyOf))
  return entries.filter((entry) => {
    const isNew = !known.has(keyOf(entry))
    known.add(keyOf(entry))
    return isNew
  })
}

/** How many messages reached these seats. */
const arrivals = ({ entries }: Span, seats: ReadonlySet<number>): number =>
  entries
    .flatMap((entry) => (entry.kind === 'message' ? entry.deliveries : []))
    .filter(({ seat, outcome }) => outcome === 'delivered' && seats.has(seat)).length

/** How many messages of these seats were for one player who was not there to get them. */
const callsForTheGone = ({ entries }: Span, seats: ReadonlySet<number>): number =>
  entries.filter(
    (entry) =>
      entry.kind === 'message' &&
      seats.has(entry.seat) &&
      entry.to !== null &&
      entry.outcome === 'sent' &&
      entry.deliveries.length === 0,
  ).length

/** With fewer messages, nobody can say that a match went on. */
const LEAST_MESSAGES = 3
